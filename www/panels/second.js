// @ts-check
// The second lane: one panel of a choice below the strips, on their time axis. The engine records and draws it while it is
// open; between two drawings of a whole chart only what is new is added.

import { byId, make, onResize, setText, watchShown } from '../parts/dom.js';
import { fitCanvas, freshContext, palette } from '../draw/canvas.js';
import { flowName } from './flows.js';
import { RoundTable } from './rounds.js';
import { keyOf } from './second-keys.js';
import { drawOverlay } from './second-live.js';
import { isRadio, PHONE } from './topology.js';

/** What can be chosen; "" closes the lane. The ids are those of links. */
export const CHOICES = [
  ['', 'none'],
  ['sequence', 'time–sequence'],
  ['queue', 'bottleneck queue'],
  ['rtt', 'RTT and timer'],
  ['goodput', 'goodput'],
  ['rounds', 'round trips, table'],
  ['ladder', 'hops of a flow'],
  ['airtime', 'airtime of stations'],
];

/** Charts are drawn anew, and their range is looked at, at most this often, ms. */
const REDRAW = 100;

/** A chart that was only added to is drawn anew after this time: dashes do not go on across additions. */
const MEND = 1000;

/** Words for screen readers follow at most this often, ms. */
const WORDS = 500;

/** Heights of a plot, px. */
const PLOT = { least: 84, most: 190, phone: 150 };

/** What the list of events keeps of the column, px. */
const EVENTS = 132;

/** Seconds that the ladder shows at first. */
const LADDER = 0.1;

/** The panels that show one flow. */
const OF_FLOW = ['sequence', 'rtt', 'rounds', 'ladder'];

/** The panels that only a radio channel has. */
const OF_RADIO = ['airtime'];

export class Second {
  /**
   * @param {import('../types.js').Context} context
   * @param {import('./strips.js').Strips} strips
   * @param {() => void} changed  the choice belongs to the link
   */
  constructor(context, strips, changed) {
    this.context = context;
    this.strips = strips;
    this.section = byId('second');
    this.choice = make('select', { id: 'panel', class: 'inline small' }, ...CHOICES.map(([value, text]) => make('option', { value }, text)));
    this.title = make('b', { class: 'small' });
    this.keys = make('span', { class: 'keys small quiet' });
    this.host = make('div', { class: 'strips', hidden: true });
    this.live = make('canvas', { class: 'over', 'aria-hidden': 'true' });
    this.spoken = make('p', { class: 'sr-only', id: 'second-words' });
    this.table = new RoundTable(context, () => this.flowIndex());
    this.section.append(
      make('div', { class: 'head' },
        make('label', { class: 'small choice' }, make('span', { class: 'quiet' }, 'Second lane'), this.choice),
        this.title, this.keys),
      this.host, this.table.element, this.spoken);
    /** Lanes with a row, from above. @type {number[]} */
    this.lanes = [];
    /** @type {HTMLCanvasElement[]} */
    this.charts = [];
    this.area = { x0: 56, y0: 4, x1: 400, y1: 74 };
    this.range = [0, 1];
    this.plot = PLOT.least;
    this.width = 0;
    this.ratio = 1;
    this.stale = true;
    this.key = '';
    this.behind = false;
    this.looked = -Infinity;
    this.said = -Infinity;
    /** Per row: until when it is drawn, and when it was drawn as a whole. @type {{ until: number, wall: number }[]} */
    this.drawn = [];
    this.visible = watchShown(this.section, () => context.clock.wake());
    /** What the strips showed before the ladder came, which needs a short window; null: it is not there. @type {{ window: number, t0: number } | null} */
    this.before = null;
    this.choice.addEventListener('change', () => {
      context.store.set({ panel: this.choice.value });
      changed();
    });
    // The column does not grow with what stands in it, so what this sets cannot call it again.
    onResize(this.section.parentElement ?? this.section, () => this.resized());
    // It may come into sight in a column that keeps its size.
    onResize(this.section, () => {
      if (this.section.clientWidth !== this.width) this.resized();
    });
    this.host.addEventListener('pointermove', (event) => strips.hover(event));
    this.host.addEventListener('pointerleave', () => context.store.set({ cursor: null }));
    this.host.addEventListener('click', (event) => {
      const t = strips.timeAt(/** @type {PointerEvent} */ (event));
      if (t === null) return;
      context.clock.pause();
      context.clock.seek(t);
    });
  }

  get panel() {
    return this.context.store.state.panel;
  }

  flowIndex() {
    return OF_FLOW.includes(this.panel) ? this.context.store.state.flow : 0;
  }

  /** Other lanes, another flow or another choice. */
  rebuild() {
    this.choice.value = this.panel;
    for (const option of this.choice.options) option.disabled = OF_RADIO.includes(option.value) && !isRadio(this.context.model.scene);
    this.focusWindow();
    this.host.hidden = this.panel === '' || this.panel === 'rounds';
    this.table.element.hidden = this.panel !== 'rounds';
    this.keys.replaceChildren(...keyOf(this.panel));
    if (this.panel === '') {
      this.context.session.watch('', 0, -1, 0, 0);
      this.key = '';
      setText(this.title, '');
      setText(this.spoken, '');
    }
    this.table.reset();
    this.resized();
  }

  /** Frames are a thousandth of what the strips usually show: the ladder has a window of its own length. */
  focusWindow() {
    const { store } = this.context;
    const ladder = this.panel === 'ladder';
    if (ladder === (this.before !== null)) return;
    const { before, strips } = this;
    if (!before) {
      this.before = { window: store.state.window, t0: strips.t0 };
      this.span(LADDER);
      return;
    }
    this.before = null;
    // A window that was chosen meanwhile stays.
    if (store.state.window !== LADDER) return;
    this.span(before.window);
    strips.t0 = before.t0;
  }

  /** @param {number} window  seconds that the strips show; 0: the whole run */
  span(window) {
    /** @type {HTMLSelectElement} */ (byId('window')).value = String(window);
    this.context.store.set({ window });
  }

  resized() {
    const width = this.section.clientWidth;
    if (!width || this.host.hidden) return;
    const all = this.context.model.scene.lanes.map((_, lane) => lane);
    const each = this.room() / all.length;
    const one = each < PLOT.least * palette.k;
    this.lanes = one ? [Math.min(this.context.store.state.lane, all.length - 1)] : all;
    const room = PHONE.matches ? PLOT.phone : Math.max(this.room() / this.lanes.length, PLOT.least * palette.k);
    this.plot = Math.floor(Math.min(room, PLOT.most * palette.k));
    this.width = width;
    const height = this.plot * this.lanes.length;
    this.host.style.height = `${height}px`;
    this.charts = this.lanes.map((lane, row) => {
      const chart = this.charts[row] ?? make('canvas', { role: 'img', 'aria-describedby': 'second-words' });
      chart.setAttribute('aria-label', `Second lane, ${this.context.model.scene.lanes[lane]?.label ?? ''}`);
      this.ratio = fitCanvas(chart, width, this.plot);
      chart.style.width = `${width}px`;
      chart.style.height = `${this.plot}px`;
      chart.style.top = `${row * this.plot}px`;
      return chart;
    });
    fitCanvas(this.live, width, height);
    this.live.style.width = `${width}px`;
    this.live.style.height = `${height}px`;
    this.host.replaceChildren(...this.charts, this.live);
    this.restyle();
  }

  /** The height that is left in the column, px. */
  room() {
    if (PHONE.matches) return PLOT.phone;
    const column = this.section.parentElement;
    if (!column) return PLOT.least;
    const events = byId('events').clientWidth ? EVENTS : 0;
    const head = this.section.firstElementChild?.clientHeight ?? 0;
    return column.clientHeight - (this.section.offsetTop - column.offsetTop) - head - events - 12;
  }

  /** Everything has to be drawn again. */
  restyle() {
    this.stale = true;
    this.key = '';
    this.context.clock.wake();
  }

  /** @param {number} row */
  top(row) {
    return row * this.plot;
  }

  /** @param {number} row @param {number} value */
  y(row, value) {
    const [low, high] = this.range;
    const part = Math.max(0, Math.min(1, (value - low) / (high - low || 1)));
    return this.top(row) + this.area.y1 - (this.area.y1 - this.area.y0) * part;
  }

  /** Has the engine record what is on screen. */
  watch() {
    const { session, store, clock } = this.context;
    const { t0, t1 } = this.strips;
    const lane = this.panel === 'rounds' ? store.state.lane : -1;
    const key = `${this.panel}/${this.flowIndex()}/${lane}/${t0}/${t1}/${this.context.model.revision}`;
    if (key === this.key) return;
    this.key = key;
    session.watch(this.panel, this.flowIndex(), lane, Math.round(t0 * 1e9), Math.round(t1 * 1e9));
    // The choice says what it is; the unit stands beside it.
    const { scene } = this.context.model;
    const unit = session.panel_label().split(', ')[1] ?? '';
    const flow = OF_FLOW.includes(this.panel) && scene.flows.length > 1 ? flowName(scene, this.flowIndex()) : '';
    // The strips go with it, and who chose another window wants to know why.
    const short = this.panel === 'ladder' && store.state.window === LADDER ? `window ${LADDER} s while this is open` : '';
    setText(this.title, [unit, flow, short].filter(Boolean).join(', '));
    this.stale = true;
    this.behind = true;
    clock.work();
  }

  /**
   * Every frame, after the strips.
   * @param {number} wall  ms
   */
  draw(wall) {
    if (this.panel === '' || !this.visible.shown) return;
    this.watch();
    if (this.host.hidden || !this.width) return;
    const { model, clock, session } = this.context;
    // While the engine is on its way a tape may end before now: what was drawn then is drawn anew, all at once where time
    // stands, else one chart in a frame.
    if (clock.busy) this.behind = true;
    else if (this.behind) {
      this.behind = false;
      this.stale ||= clock.settled;
      for (const row of this.drawn) row.wall = -Infinity;
    }
    const { t0, t1 } = this.strips;
    if (wall - this.looked >= REDRAW || this.stale || clock.settled) {
      this.looked = wall;
      const range = session.panel_range(t0, t1);
      if (range[0] !== this.range[0] || range[1] !== this.range[1]) this.stale = true;
      this.range = [range[0], range[1]];
    }
    if (this.stale || this.drawn.some((row) => row.until > model.now + 1e-9)) {
      this.charts.forEach((_, row) => this.chart(row, wall, -1));
      this.stale = clock.busy;
    } else this.extend(wall);
    drawOverlay(freshContext(this.live, this.ratio), this, this.context);
  }

  /** @param {number} wall  Adds what is new to each chart, and draws the one that waits longest anew. */
  extend(wall) {
    const { model, clock } = this.context;
    let oldest = 0;
    this.drawn.forEach((row, at) => {
      if (row.wall < this.drawn[oldest].wall) oldest = at;
    });
    this.charts.forEach((_, row) => {
      const { until, wall: last } = this.drawn[row];
      const mend = wall - last >= MEND && row === oldest;
      if (until < model.now) this.chart(row, wall, mend || clock.settled ? -1 : until);
    });
  }

  /**
   * @param {number} row
   * @param {number} wall
   * @param {number} since  −1: the whole chart
   */
  chart(row, wall, since) {
    const { session, model } = this.context;
    const chart = this.charts[row];
    if (since < 0) freshContext(chart, 1);
    const area = session.draw_panel(chart, this.lanes[row], {
      t0: this.strips.t0, t1: this.strips.t1, low: this.range[0], high: this.range[1], since, dpr: this.ratio,
      scale: palette.k, theme: document.documentElement.dataset.theme ?? 'light', axis: false,
    });
    [this.area.x0, this.area.y0, this.area.x1, this.area.y1] = area;
    this.drawn[row] = { until: model.now, wall: since < 0 ? wall : this.drawn[row].wall };
    this.drawn.length = this.charts.length;
  }

  /**
   * The table, and the numbers in words.
   * @param {number} wall
   * @param {boolean} settled
   */
  words(wall, settled) {
    if (this.panel === '' || !this.visible.shown) return;
    if (this.panel === 'rounds') {
      this.table.draw(wall, settled);
      return;
    }
    if (!settled && wall - this.said < WORDS) return;
    this.said = wall;
    const { session, model } = this.context;
    setText(this.spoken, this.lanes.map((lane) => {
      const said = session.panel_words(lane, Math.round(model.now * 1e9)).replaceAll('\n', ', ');
      return `${model.scene.lanes[lane]?.label ?? ''}: ${said}`;
    }).join('. '));
  }
}

/**
 * The panel of the second lane among those that a link opens.
 * @param {string | null | undefined} panels
 */
export function secondOf(panels) {
  const listed = (panels ?? '').split(',');
  return CHOICES.map(([id]) => id).find((id) => id && listed.includes(id)) ?? '';
}
