// @ts-check
// Numbers as people type and read them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
