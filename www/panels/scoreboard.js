// @ts-check
// The scoreboard of one run: goodput, how often belief was right, and for each cause what was concluded.

import { byId, make, makeSvg, swatch, LANE_DASH } from '../parts/dom.js';
import { causeSvg, ringSvg } from '../draw/marks.js';
import { plainNumber } from '../parts/format.js';

/** While time runs the numbers follow at most this often, ms. */
const EVERY = 500;

export class Scoreboard {
  /** @param {import('../types.js').Context} context */
  constructor(context) {
    this.context = context;
    this.host = byId('score');
    this.wall = -Infinity;
    this.key = '';
  }

  /**
   * @param {number} wall
   * @param {boolean} settled
   */
  draw(wall, settled) {
    if (!settled && wall - this.wall < EVERY) return;
    if (getComputedStyle(this.host).display === 'none') return;
    const { model, session } = this.context;
    const key = `${model.now}/${model.revision}/${document.documentElement.dataset.theme}`;
    if (key === this.key) return;
    this.key = key;
    this.wall = wall;
    const { lanes } = session.scoreboard();
    this.host.replaceChildren(
      make('p', { class: 'small' }, make('span', { class: 'label' }, 'Scoreboard'), make('span', { class: 'quiet' }, ' one run, up to now')),
      this.numbers(lanes), ...this.confusion(lanes));
  }

  /** @param {import('../types.js').ScoreLane[]} lanes */
  numbers(lanes) {
    const head = make('tr', {}, make('td'));
    lanes.forEach((lane, at) => head.append(make('th', { class: 'lane-name', scope: 'col' }, swatch(at), lane.label)));
    const body = make('tbody', {});
    const add = (/** @type {string} */ label, /** @type {string} */ note, /** @type {(string | number)[]} */ values, strong = false) =>
      body.append(make('tr', { class: strong ? 'strong' : null, title: note || null }, make('td', {}, label), ...values.map((value) => make('td', {}, typeof value === 'number' ? plainNumber(value) : value))));
    add('Goodput, kbit/s', 'New data delivered to the receiver, per second of the run', lanes.map((lane) => Math.round(lane.goodput_kbps)), true);
    add('Belief = truth, decided', 'Of the timeouts whose truth and verdict are both known', lanes.map((lane) => `${lane.right} of ${lane.right + lane.wrong}`));
    lanes[0]?.rows.forEach((row, at) => add(row.label, row.note, lanes.map((lane) => lane.rows[at]?.value ?? '')));
    return make('table', { 'data-many': lanes.length > 2 }, make('thead', {}, head), body);
  }

  /**
   * Truth by belief, the lanes side by side.
   * @param {import('../types.js').ScoreLane[]} lanes
   */
  confusion(lanes) {
    const first = lanes[0];
    if (!first?.truths?.length || lanes.length > 2) return [];
    const { model } = this.context;
    const bars = make('tr', {}, make('td'));
    const head = make('tr', {}, make('th', { class: 'small quiet', scope: 'col' }, 'truth ↓  belief →'));
    lanes.forEach((lane, at) => {
      if (at) {
        head.append(make('td', { class: 'gap' }));
        bars.append(make('td', { class: 'gap' }));
      }
      const line = makeSvg('svg', { height: 3, viewBox: '0 0 100 3', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        makeSvg('line', { x1: 0, x2: 100, y1: 1.5, y2: 1.5, stroke: `var(--lane${at + 1})`, 'stroke-width': 3, 'stroke-dasharray': LANE_DASH[at].join(' ') || undefined }));
      bars.append(make('td', { class: 'bar-cell', colspan: lane.verdicts.length }, line));
      for (const id of lane.verdicts) {
        const verdict = model.verdicts.get(id);
        const cell = make('th', { scope: 'col', title: verdict?.word ?? id }, ringSvg(verdict?.letter ?? '?', false, 17));
        cell.append(make('span', { class: 'sr-only' }, `${lane.label}: ${verdict?.word ?? id}`));
        head.append(cell);
      }
    });
    const rows = first.truths.map((truth, at) => {
      const cause = model.causes.get(truth);
      const name = make('td', {}, causeSvg(cause?.letter ?? '?', 15), ` ${cause?.word ?? truth}`);
      const row = make('tr', {}, name);
      lanes.forEach((lane, each) => {
        if (each) row.append(make('td', { class: 'gap' }));
        lane.verdicts.forEach((verdict, column) => {
          const count = lane.confusion[at]?.[column] ?? 0;
          const hit = (model.verdicts.get(verdict)?.letter ?? '') === (cause?.letter ?? '-');
          row.append(make('td', { class: `${hit ? 'hit' : ''} ${count ? '' : 'zero'}` }, make('span', {}, count ? String(count) : '·')));
        });
      });
      return row;
    });
    return [make('table', { class: 'confusion' }, make('caption', { class: 'sr-only' }, 'Timeouts by true cause and by what the sender concluded'), make('thead', {}, bars, head), make('tbody', {}, ...rows))];
  }
}
