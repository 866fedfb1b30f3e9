// @ts-check
// Numbers as people type and read them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { markText, placeMarks, worstOf } from '../../www/panels/bar-marks.js';
import { placeOnRails } from '../../www/panels/rail-marks.js';
import { readableOn } from '../../www/draw/stations.js';
import { niceStep, parseNumber, plainNumber, segmentsText, SPEEDS, speedIndex, speedText } from '../../www/parts/format.js';

test('numbers are typed with a comma or a point, with or without grouped thousands', () => {
  for (const [typed, value] of /** @type {[string, number][]} */ ([
    ['0,5', 0.5], ['0.5', 0.5], [' 1 000 ', 1000], ['1.234,5', 1234.5], ['1,234.5', 1234.5], ['.5', 0.5], ['−3', -3], ['1e3', 1000], ['2.', 2],
  ])) assert.equal(parseNumber(typed), value, typed);
  for (const typed of ['', 'much', '1,2,3', '--1', '0x10', '1e999', 'NaN']) assert.equal(parseNumber(typed), undefined, typed);
});

test('numbers are shown short, and windows without an end as infinity', () => {
  assert.equal(plainNumber(0.1 + 0.2), '0.3');
  assert.equal(segmentsText(20.44), '20.4');
  assert.equal(segmentsText(131.2), '131');
  assert.equal(segmentsText(Infinity), '∞');
});

test('every speed has its place on the slider', () => {
  SPEEDS.forEach((speed, at) => assert.equal(speedIndex(speed), at));
  assert.equal(speedText(1 / 10), '1/10');
  assert.equal(speedText(2), '2×');
  assert.equal(speedText(Infinity), 'max');
});

test('axes step by 1, 2 or 5', () => {
  assert.deepEqual([0.7, 1.1, 3, 7, 12].map(niceStep), [1, 2, 5, 10, 20]);
});

/**
 * Timeouts at these times, caused by these letters in turn.
 * @param {number[]} times
 * @param {string} letters
 */
function timeouts(times, letters) {
  return times.map((t, index) => /** @type {import('../../www/types.js').Timeout} */ (/** @type {unknown} */ ({ index, t, letter: letters[index % letters.length] })));
}

/** @param {import('../../www/types.js').Timeout} timeout */
const letterOf = (timeout) => /** @type {{ letter: string }} */ (/** @type {unknown} */ (timeout)).letter;

test('an hour of timeouts are marks that do not cover each other, and none is forgotten', () => {
  const list = timeouts(Array.from({ length: 900 }, (_, at) => 4 * at + (at * 7919 % 13) / 5), 'RRSRC');
  const marks = placeMarks(list, (t) => 10 + (760 * t) / 3600, 18);
  assert.ok(marks.length > 20 && marks.length < 35, `${marks.length} marks`);
  marks.slice(1).forEach((mark, at) => assert.ok(marks[at].x - mark.x >= 1.3 * 18 - 1e-9));
  assert.ok(marks.every((mark) => mark.x > 8 && Math.abs(mark.x - (mark.from + mark.to) / 2) < 60));
  assert.deepEqual(marks.flatMap((mark) => mark.timeouts).map(({ index }) => index), list.map(({ index }) => index).reverse());
  assert.equal(letterOf(worstOf(marks[3], 3600, letterOf).timeout), 'C', 'the worst of them is shown');
});

test('few timeouts keep a mark each, and one in front of now speaks for those after it', () => {
  const list = timeouts([1, 20, 20.5, 59.9, 60], 'SRSRC');
  const marks = placeMarks(list, (t) => 10 + 10 * t, 18);
  assert.deepEqual(marks.map((mark) => mark.timeouts.length), [2, 1, 1, 1]);
  assert.equal(marks[2].x, marks[1].x - 1.3 * 18, 'the earlier one gives way');
  const causes = [{ id: 'r', letter: 'R', word: 'random loss', note: '' }, { id: 's', letter: 'S', word: 'spurious (delay)', note: '' }, { id: 'c', letter: 'C', word: 'congestion', note: '' }];
  assert.equal(letterOf(worstOf(marks[0], 59.95, letterOf).timeout), 'R', 'C is not known yet');
  assert.deepEqual(worstOf(marks[0], 30, letterOf), { timeout: list[4], later: true });
  assert.equal(markText(marks[0], letterOf, causes), '2 timeouts from 59.900 s to 60.000 s: 1 congestion, 1 random loss');
  assert.equal(markText(marks[3], letterOf, causes), 'timeout at 1.000 s: spurious');
});

test('marks under the strips share a place only where truth and belief are alike', () => {
  const room = { x0: 56, apart: 25, far: 36, count: 17 };
  const place = (/** @type {number} */ t) => 56 + 50 * t;
  const crowd = Array.from({ length: 60 }, (_, index) => ({ t: 0.2 * index, index, kind: 'CCUCSC'[index % 6] }));
  for (const list of [crowd, crowd.slice(0, 18), crowd.slice(30), [...'CUCUKSRLCU'].map((kind, index) => ({ t: 0.02 * index, index, kind }))]) {
    const marks = placeOnRails(list, place, ({ kind }) => kind, room);
    for (const mark of marks) assert.ok(mark.timeouts.every(({ kind }) => kind === mark.kind));
    assert.deepEqual(marks.flatMap((mark) => mark.timeouts.map(({ index }) => index)).toSorted((a, b) => a - b), list.map(({ index }) => index), 'none is forgotten');
    marks.slice(1).forEach((mark, at) => assert.ok(marks[at].x - mark.x >= 25 - 1e-9, 'they do not cover each other'));
    assert.ok(marks.every((mark) => mark.x >= 56));
  }
  assert.deepEqual(placeOnRails([{ t: 5 }, { t: 5.1 }], place, () => 'C', room).map(({ x }) => x), [311, 286], 'two beside each other keep a mark each');
});

/** @param {number[]} rgb */
function luminance(rgb) {
  const [red, green, blue] = rgb.map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('the number of a station can be read on whatever it is filled with, in every theme', async () => {
  const css = await readFile(new URL('../../www/style/base.css', import.meta.url), 'utf8');
  const colours = [...css.matchAll(/--(?:paper|line|hair|lane\d): (#[0-9A-F]{6})/g)].map(([, colour]) => colour);
  assert.ok(colours.length >= 18);
  const channels = (/** @type {string} */ colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  for (const ground of colours) {
    for (const above of colours) {
      for (const part of [0, 0.25, 0.5, 0.75, 1]) {
        const mixed = channels(ground).map((low, at) => low + (channels(above)[at] - low) * part);
        const [dark, light] = [luminance(mixed), luminance(channels(readableOn(ground, [[above, part]])))].toSorted((a, b) => a - b);
        assert.ok((light + 0.05) / (dark + 0.05) >= 4.5, `${above} at ${part} on ${ground}`);
      }
    }
  }
});
