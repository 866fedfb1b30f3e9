// @ts-check
// The scoreboard of one run: goodput, how often belief was right, and for each cause what was concluded.

import { byId, LANE_DASH, make, makeSvg, setText, swatch, watchShown } from '../parts/dom.js';
import { causeSvg, ringSvg } from '../draw/marks.js';
import { shortWord } from '../parts/format.js';

/** While time runs the numbers follow at most this often, ms. */
const EVERY = 500;

/** Names longer than this stand below their swatch. */
const LONG = 9;

/** @typedef {{ cell: Element, text: (lanes: import('../types.js').ScoreLane[]) => string }} Cell  a cell and what it says */

export class Scoreboard {
  /** @param {import('../types.js').Context} context */
  constructor(context) {
    this.context = context;
    this.host = byId('score');
    this.visible = watchShown(this.host, () => context.clock.wake());
    this.wall = -Infinity;
    this.key = '';
    this.shape = '';
    /** @type {Cell[]} */
    this.cells = [];
    /** Rows of numbers; those that no lane has yet are left out. @type {HTMLTableRowElement[]} */
    this.rows = [];
  }

  /**
   * @param {number} wall
   * @param {boolean} settled
   */
  draw(wall, settled) {
    if (!this.visible.shown || (!settled && wall - this.wall < EVERY)) return;
    const { model, session } = this.context;
    const key = `${model.now}/${model.revision}/${document.documentElement.dataset.theme}`;
    if (key === this.key) return;
    this.key = key;
    this.wall = wall;
    const { lanes } = session.scoreboard();
    const letters = this.letters(lanes);
    const shape = `${lanes.map((lane) => `${lane.label}:${lane.rows.length}`).join()}/${letters.truths.join('')}/${letters.verdicts.join('')}/${document.documentElement.dataset.theme}`;
    if (shape !== this.shape) this.build(lanes);
    this.shape = shape;
    for (const { cell, text } of this.cells) {
      const said = text(lanes);
      setText(cell, said);
      cell.parentElement?.classList.toggle('zero', said === '·');
    }
    for (const row of this.rows) row.hidden = [...row.cells].slice(1).every((cell) => cell.textContent === 'n/a' || (row.dataset.id === 'unjudged' && cell.textContent === '0'));
  }

  /** @param {import('../types.js').ScoreLane[]} lanes */
  build(lanes) {
    this.cells = [];
    this.rows = [];
    this.host.replaceChildren(
      make('p', { class: 'small' }, make('span', { class: 'label' }, 'Scoreboard'), make('span', { class: 'quiet' }, ' one run, up to now')),
      this.numbers(lanes), ...this.confusion(lanes));
  }

  /**
   * An element whose text follows the run.
   * @template {Element} E
   * @param {E} cell
   * @param {Cell['text']} text
   */
  live(cell, text) {
    this.cells.push({ cell, text });
    return cell;
  }

  /** @param {import('../types.js').ScoreLane[]} lanes */
  numbers(lanes) {
    const head = make('tr', {}, make('td'));
    lanes.forEach((lane, at) => head.append(make('th', { class: 'lane-name', scope: 'col' }, swatch(at), lane.label)));
    const body = make('tbody', {});
    lanes[0]?.rows.forEach((row, at) => {
      const cells = lanes.map((_, each) => this.live(make('td'), (now) => String(now[each]?.rows[at]?.value ?? '')));
      const line = make('tr', { class: at === 0 ? 'strong' : null, 'data-id': row.id, title: row.note || null }, make('td', {}, row.label, ...unitOf(row.id)), ...cells);
      this.rows.push(line);
      body.append(line);
    });
    return make('table', { 'data-many': lanes.length > 2 || lanes.some((lane) => lane.label.length > LONG) }, make('thead', {}, head), body);
  }

  /**
   * The letters that the table of truth by belief has: the common ones, and what occurred.
   * @param {import('../types.js').ScoreLane[]} lanes
   */
  letters(lanes) {
    const { model } = this.context;
    const truths = new Set(['C', 'R', 'S']);
    const verdicts = new Set(['C', 'R', 'S']);
    for (const lane of lanes) {
      lane.confusion.forEach((row, at) => row.forEach((count, column) => {
        if (!count) return;
        truths.add(model.causes.get(lane.truths[at])?.letter ?? '?');
        verdicts.add(model.verdicts.get(lane.verdicts[column])?.letter ?? '…');
      }));
    }
    truths.delete('?');
    verdicts.delete('…');
    return { truths: [...truths], verdicts: [...verdicts] };
  }

  /**
   * How many timeouts of a lane had a cause with one letter and a verdict with another.
   * @param {import('../types.js').ScoreLane | undefined} lane
   * @param {string} truth
   * @param {string} verdict
   */
  count(lane, truth, verdict) {
    const { model } = this.context;
    let sum = 0;
    lane?.confusion.forEach((row, at) => row.forEach((count, column) => {
      if (model.causes.get(lane.truths[at])?.letter === truth && model.verdicts.get(lane.verdicts[column])?.letter === verdict) sum += count;
    }));
    return sum;
  }

  /**
   * Truth by belief, the lanes side by side.
   * @param {import('../types.js').ScoreLane[]} lanes
   */
  confusion(lanes) {
    if (!lanes[0]?.truths?.length || lanes.length > 2) return [];
    const { causeList, verdicts } = this.context.model;
    const letters = this.letters(lanes);
    const bars = make('tr', {}, make('td'));
    const head = make('tr', {}, make('th', { class: 'small quiet', scope: 'col' }, 'truth ↓  belief →'));
    lanes.forEach((lane, at) => {
      if (at) {
        head.append(make('td', { class: 'gap' }));
        bars.append(make('td', { class: 'gap' }));
      }
      const line = makeSvg('svg', { height: 3, viewBox: '0 0 100 3', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        makeSvg('line', { x1: 0, x2: 100, y1: 1.5, y2: 1.5, stroke: `var(--lane${at + 1})`, 'stroke-width': 3, 'stroke-dasharray': LANE_DASH[at].join(' ') || undefined }));
      bars.append(make('td', { class: 'bar-cell', colspan: letters.verdicts.length }, line));
      for (const letter of letters.verdicts) {
        const word = [...verdicts.values()].find((each) => each.letter === letter)?.word ?? letter;
        const cell = make('th', { scope: 'col', title: word }, ringSvg(letter, letter === 'U' ? 'open' : 'right', 17));
        cell.append(make('span', { class: 'sr-only' }, `${lane.label}: ${word}`));
        head.append(cell);
      }
    });
    const rows = letters.truths.map((truth) => {
      const word = shortWord(causeList.find((cause) => cause.letter === truth)?.word ?? truth);
      const row = make('tr', {}, make('td', {}, causeSvg(truth, 15), ` ${word}`));
      lanes.forEach((_, at) => {
        if (at) row.append(make('td', { class: 'gap' }));
        for (const verdict of letters.verdicts) {
          const hit = verdict === truth || (verdict === 'N' && (truth === 'R' || truth === 'S'));
          const count = this.live(make('span'), (now) => String(this.count(now[at], truth, verdict) || '·'));
          row.append(make('td', { class: hit ? 'hit' : null, title: judged(truth, verdict, hit) }, count));
        }
      });
      return row;
    });
    const open = letters.verdicts.includes('U') ? ' Column U is not judged.' : '';
    return [make('table', { class: 'confusion' }, make('caption', { class: 'sr-only' }, 'Timeouts by true cause and by what the sender concluded'), make('thead', {}, bars, head), make('tbody', {}, ...rows)),
    make('p', { class: 'small quiet' }, `Ringed: belief = truth. C about S is not judged where other segments in flight were lost.${open} This table counts every timeout; recall and precision count outages, by the first timeout of each.`)];
  }
}

/**
 * What a row counts, where its name does not say so.
 * @param {string} id
 */
function unitOf(id) {
  const unit = id === 'right' || id === 'unjudged' ? 'timeouts' : /-(recall|precision)$/.test(id) ? 'outages' : '';
  return unit ? [make('span', { class: 'small quiet' }, ` ${unit}`)] : [];
}

/**
 * What a cell of truth by belief means.
 * @param {string} truth
 * @param {string} verdict
 * @param {boolean} hit
 */
function judged(truth, verdict, hit) {
  if (verdict === 'U') return 'Not judged: the sender was undecided';
  if (hit) return 'The sender was right';
  if (truth === 'S' && verdict === 'C') return 'Wrong, or not judged where other segments in flight were lost';
  return 'The sender was wrong';
}
