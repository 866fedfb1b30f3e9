// @ts-check
// The scoreboard of one run: goodput, how often belief was right, and for each cause what was concluded.

import { byId, LANE_DASH, make, makeSvg, setText, swatch, watchShown } from '../parts/dom.js';
import { causeSvg, ringSvg } from '../draw/marks.js';
import { plainNumber } from '../parts/format.js';

/** While time runs the numbers follow at most this often, ms. */
const EVERY = 500;

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
    const shape = `${lanes.map((lane) => `${lane.label}:${lane.rows.length}`).join()}/${document.documentElement.dataset.theme}`;
    if (shape !== this.shape) this.build(lanes);
    this.shape = shape;
    for (const { cell, text } of this.cells) {
      const said = text(lanes);
      setText(cell, said);
      cell.parentElement?.classList.toggle('zero', said === '·');
    }
  }

  /** @param {import('../types.js').ScoreLane[]} lanes */
  build(lanes) {
    this.cells = [];
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
    /** @type {(label: string, note: string, value: (lane: import('../types.js').ScoreLane) => string | number, strong?: boolean) => void} */
    const add = (label, note, value, strong = false) => {
      const cells = lanes.map((_, at) => this.live(make('td'), (now) => {
        const shown = now[at] ? value(now[at]) : '';
        return typeof shown === 'number' ? plainNumber(shown) : shown;
      }));
      body.append(make('tr', { class: strong ? 'strong' : null, title: note || null }, make('td', {}, label), ...cells));
    };
    add('Goodput, kbit/s', 'New data delivered to the receiver, per second of the run', (lane) => Math.round(lane.goodput_kbps), true);
    add('Belief = truth, decided', 'Of the timeouts whose truth and verdict are both known', (lane) => `${lane.right} of ${lane.right + lane.wrong}`);
    lanes[0]?.rows.forEach((row, at) => add(row.label, row.note, (lane) => lane.rows[at]?.value ?? ''));
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
          const hit = (model.verdicts.get(verdict)?.letter ?? '') === (cause?.letter ?? '-');
          const count = this.live(make('span'), (now) => String(now[each]?.confusion[at]?.[column] || '·'));
          row.append(make('td', { class: hit ? 'hit' : null }, count));
        });
      });
      return row;
    });
    return [make('table', { class: 'confusion' }, make('caption', { class: 'sr-only' }, 'Timeouts by true cause and by what the sender concluded'), make('thead', {}, bars, head), make('tbody', {}, ...rows))];
  }
}
