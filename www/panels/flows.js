// @ts-check
// Several flows in one lane: what each got, how evenly they share, and which one the strips name.

import { byId, button, make, setText, watchShown } from '../parts/dom.js';
import { segmentsText } from '../parts/format.js';

/** While time runs the numbers follow at most this often, ms. */
const EVERY = 500;

/** @typedef {{ row: HTMLTableRowElement, bar: HTMLElement, goodput: HTMLElement, cwnd: HTMLElement, timeouts: HTMLElement, needless: HTMLElement }} Line */

/**
 * What a flow is called.
 * @param {import('../types.js').Scene} scene
 * @param {number} flow  from 0
 */
export function flowName(scene, flow) {
  const label = scene.flows[flow]?.label ?? '';
  return label.startsWith('flow ') || !label ? `flow ${flow + 1}` : `flow ${flow + 1}, ${label}`;
}

export class FlowList {
  /** @param {import('../types.js').Context} context */
  constructor(context) {
    this.context = context;
    this.host = byId('flows');
    this.choice = /** @type {HTMLSelectElement} */ (byId('flow'));
    this.choice.addEventListener('change', () => context.store.set({ flow: Number(this.choice.value) }));
    this.visible = watchShown(this.host, () => context.clock.wake());
    this.wall = -Infinity;
    this.key = '';
    this.built = '';
    /** @type {Line[]} */
    this.lines = [];
    this.jain = make('span', { class: 'figures' });
    this.lane = make('span', { class: 'quiet' });
  }

  /** The scene has changed. */
  show() {
    const { scene } = this.context.model;
    const many = scene.flows.length > 1;
    this.host.hidden = !many;
    byId('flow-label').hidden = !many;
    const names = scene.flows.map((_, at) => flowName(scene, at));
    const built = names.join('/');
    if (built === this.built) return;
    this.built = built;
    this.key = '';
    this.choice.replaceChildren(...names.map((name, at) => make('option', { value: at }, name.replace('flow ', ''))));
    this.choice.value = String(this.context.store.state.flow);
    const body = make('tbody');
    this.lines = names.map((name, flow) => this.line(body, name, flow));
    this.host.replaceChildren(
      make('p', { class: 'small' }, make('span', { class: 'label' }, 'Flows of '), this.lane, make('span', { class: 'jain', 'data-term': 'jain' }, ' Jain ', this.jain)),
      make('table', {}, make('thead', {}, make('tr', {},
        make('th', { scope: 'col' }, 'flow'), make('th', { scope: 'col', colspan: 2 }, 'goodput, kbit/s'), make('th', { scope: 'col' }, 'cwnd'),
        make('th', { scope: 'col', title: 'Timeouts so far' }, 'timeouts'), make('th', { scope: 'col', title: 'Segments sent again although an earlier copy arrived' }, 'needless'))), body));
  }

  /**
   * @param {HTMLElement} body
   * @param {string} name
   * @param {number} flow
   * @returns {Line}
   */
  line(body, name, flow) {
    const bar = make('span', { class: 'share' });
    const cells = { goodput: make('td'), cwnd: make('td'), timeouts: make('td'), needless: make('td') };
    const choose = button(name.replace('flow ', ''), () => this.context.store.set({ flow }), { class: 'bare', 'aria-label': `Show ${name} in the strips` });
    const row = make('tr', {}, make('th', { scope: 'row' }, choose), make('td', { class: 'bar-cell' }, bar), cells.goodput, cells.cwnd, cells.timeouts, cells.needless);
    body.append(row);
    return { row, bar, ...cells };
  }

  /**
   * @param {number} wall
   * @param {boolean} settled
   */
  draw(wall, settled) {
    const { model, session, store } = this.context;
    if (model.scene.flows.length < 2 || !this.visible.shown || (!settled && wall - this.wall < EVERY)) return;
    const { lane, flow } = store.state;
    const key = `${model.now}/${model.revision}/${lane}/${flow}`;
    if (key === this.key) return;
    this.key = key;
    this.wall = wall;
    const { rows, jain } = session.flows(lane);
    setText(this.lane, model.scene.lanes[lane]?.label ?? '');
    setText(this.jain, typeof jain === 'number' ? jain.toFixed(3) : '–');
    this.choice.value = String(flow);
    const most = Math.max(1e-9, ...rows.map((row) => row.goodput_kbps));
    rows.forEach((row, at) => {
      const line = this.lines[at];
      if (!line) return;
      line.row.dataset.chosen = String(at === flow);
      line.bar.style.width = `${(100 * row.goodput_kbps) / most}%`;
      line.bar.style.background = `var(--lane${lane + 1})`;
      setText(line.goodput, row.goodput_kbps.toFixed(0));
      setText(line.cwnd, segmentsText(row.cwnd));
      setText(line.timeouts, String(row.timeouts));
      setText(line.needless, String(row.needless));
    });
  }
}
