// @ts-check
// One cwnd strip per lane on a shared time axis. The engine draws the past when the range or the past changes;
// between, the page appends the live end. Nothing is drawn right of now.

import { byId, make, onResize, setText, watchShown } from '../parts/dom.js';
import { fitCanvas, freshContext, palette } from '../draw/canvas.js';
import { segmentsText } from '../parts/format.js';
import { AXIS, drawLive, drawTicks } from './strip-live.js';
import { PHONE } from './topology.js';
import { RAILS, drawRails, markAt } from './rails.js';

/** Where the plot begins until the engine has said it. */
const LEFT = 56;

/** Height of the lowest plot, px. */
const LEAST = 52;

/** Charts are drawn again at most this often, ms. */
const REDRAW = 100;

/** The table for screen readers follows at most this often, ms. */
const TABLE = 500;

/** When now leaves the window, the window moves on by this part of itself. */
const PAGE = 0.25;

export class Strips {
  /** @param {import('../types.js').Context} context */
  constructor(context) {
    this.context = context;
    this.host = byId('strips');
    /** @type {HTMLCanvasElement[]} */
    this.charts = [];
    this.rails = make('canvas', { class: 'over', 'aria-hidden': 'true' });
    this.live = make('canvas', { class: 'over', 'aria-hidden': 'true' });
    this.ratio = 1;
    this.width = 0;
    this.height = 0;
    this.plot = 78;
    this.t0 = 0;
    this.t1 = 12;
    this.ymax = 20;
    /** The plot in each chart, as the engine drew it: x0, y0, x1, y1 in CSS px. */
    this.area = { x0: LEFT, y0: 4, x1: 400, y1: 74 };
    /** Per lane: until when its chart shows the past, and where its plot lies. */
    this.until = [0, 0, 0, 0];
    this.drawnAt = [-Infinity, -Infinity, -Infinity, -Infinity];
    this.next = 0;
    this.stale = true;
    this.railsKey = '';
    /** Numbers of the time axis. @type {{ x: number, text: string }[]} */
    this.ticks = [];
    this.said = -Infinity;
    this.visible = watchShown(this.host, () => context.clock.wake());
    onResize(this.host.parentElement ?? this.host, () => this.resized());
    this.host.addEventListener('pointermove', (event) => this.hover(event));
    this.host.addEventListener('pointerleave', () => context.store.set({ cursor: null }));
    this.host.addEventListener('click', (event) => this.pick(event));
  }

  /** Other lanes. */
  rebuild() {
    const names = this.context.model.scene.lanes;
    this.charts = names.map((lane) => make('canvas', { role: 'img', 'aria-label': `Congestion window of ${lane.label}` }));
    this.host.replaceChildren(...this.charts, this.rails, this.live);
    const body = byId('strips-table').querySelector('tbody');
    body?.replaceChildren(...names.map((lane) => make('tr', {}, make('th', { scope: 'row' }, lane.label), make('td'), make('td'), make('td'))));
    this.width = 0;
    this.resized();
  }

  resized() {
    const width = this.host.clientWidth;
    const section = this.host.parentElement;
    if (!width || !section) return;
    const k = palette.k;
    const lanes = this.charts.length;
    const present = document.documentElement.dataset.present !== undefined;
    // On phones and in Present the strips have their room to themselves.
    const filling = PHONE.matches || present;
    section.style.minHeight = present ? `${this.host.offsetTop - section.offsetTop + this.heightOf(LEAST * k)}px` : '';
    const room = (section.clientHeight - (this.host.offsetTop - section.offsetTop) - AXIS * k - 4) / lanes - RAILS * k;
    let plot = innerWidth < 1200 ? 72 : 86;
    if (lanes > 2) plot = LEAST;
    if (filling) plot = Math.max(LEAST * k, Math.min(room, 220));
    this.plot = Math.floor(plot);
    this.width = width;
    this.height = this.heightOf(this.plot);
    this.host.style.height = `${this.height}px`;
    for (const over of [this.rails, this.live]) {
      this.ratio = fitCanvas(over, width, this.height);
      over.style.width = `${width}px`;
      over.style.height = `${this.height}px`;
    }
    this.charts.forEach((chart, lane) => {
      fitCanvas(chart, width, this.plot);
      chart.style.width = `${width}px`;
      chart.style.height = `${this.plot}px`;
      chart.style.top = `${this.top(lane)}px`;
    });
    this.restyle();
  }

  /** Height of all strips with their rails and the axis, px. @param {number} plot */
  heightOf(plot) {
    return Math.ceil(this.charts.length * (plot + RAILS * palette.k) + AXIS * palette.k);
  }

  /** Everything has to be drawn again: theme, size, history. */
  restyle() {
    this.stale = true;
    this.railsKey = '';
    this.context.clock.wake();
  }

  /** @param {number} lane */
  top(lane) {
    return Math.round(lane * (this.plot + RAILS * palette.k));
  }

  get x0() {
    return this.area.x0;
  }

  get x1() {
    return this.area.x1;
  }

  /** @param {number} t  seconds */
  x(t) {
    return this.x0 + ((this.x1 - this.x0) * (t - this.t0)) / (this.t1 - this.t0);
  }

  /**
   * @param {number} lane
   * @param {number} segments
   */
  y(lane, segments) {
    const { y0, y1 } = this.area;
    return this.top(lane) + y1 - (y1 - y0) * Math.min(1, segments / this.ymax);
  }

  /** A window of another length: now stands in its last quarter, with as much of the past as it holds. */
  rewindow() {
    this.t0 = 0;
    this.restyle();
  }

  /** Moves the window on when now has left it. */
  follow() {
    const { model, store } = this.context;
    const span = store.state.window;
    let t0 = this.t0;
    let t1;
    if (span === 0) {
      t0 = 0;
      t1 = Math.max(1, model.duration);
    } else {
      if (model.now > t0 + span) t0 += Math.ceil((model.now - t0 - span) / (span * PAGE)) * span * PAGE;
      if (model.now < t0) t0 = Math.max(0, Math.floor(model.now / (span * PAGE) - 1) * span * PAGE);
      t1 = t0 + span;
    }
    if (t0 === this.t0 && t1 === this.t1) return;
    this.t0 = t0;
    this.t1 = t1;
    this.restyle();
  }

  /**
   * Every frame.
   * @param {number} wall  ms
   */
  draw(wall) {
    // The second lane has the same range, also where the strips are hidden.
    this.follow();
    if (!this.width || !this.visible.shown) return;
    const { model, clock } = this.context;
    if (this.stale) {
      this.ymax = this.context.session.suggest_ymax(this.t0, this.t1);
      this.stale = false;
      this.charts.forEach((_, lane) => this.chart(lane, wall));
    } else {
      const back = this.charts.findIndex((_, lane) => this.until[lane] > model.now + 1e-9);
      if (back >= 0 || clock.settled) this.charts.forEach((_, lane) => this.until[lane] === model.now || this.chart(lane, wall));
      else this.oneChart(wall);
    }
    this.drawRails();
    drawLive(freshContext(this.live, this.ratio), this, this.context);
  }

  /** @param {number} wall  One chart per frame, so that no frame draws them all. */
  oneChart(wall) {
    this.next = (this.next + 1) % this.charts.length;
    if (wall - this.drawnAt[this.next] < REDRAW) return;
    const needed = this.context.session.suggest_ymax(this.t0, this.t1);
    if (needed > this.ymax) this.restyle();
    else this.chart(this.next, wall);
  }

  /**
   * Has the engine draw one strip up to now.
   * @param {number} lane
   * @param {number} wall
   */
  chart(lane, wall) {
    const { session, model } = this.context;
    const chart = this.charts[lane];
    freshContext(chart, 1);
    const area = session.draw_strip(chart, lane, {
      t0: this.t0, t1: this.t1, dpr: this.ratio, scale: palette.k,
      theme: document.documentElement.dataset.theme ?? 'light', ymax: this.ymax, axis: false, ghost: session.ghost(), flow: this.context.store.state.flow,
    });
    [this.area.x0, this.area.y0, this.area.x1, this.area.y1] = area;
    this.until[lane] = model.now;
    this.drawnAt[lane] = wall;
  }

  /** The truth and belief rails, only when something on them changed. */
  drawRails() {
    const { model, store } = this.context;
    const key = `${model.revision}/${this.t0}/${this.t1}/${model.decided()}/${store.state.timeout?.lane}/${store.state.timeout?.index}/${store.state.lane}`;
    if (key === this.railsKey) return;
    this.railsKey = key;
    const canvas = freshContext(this.rails, this.ratio);
    this.ticks = drawTicks(canvas, this);
    drawRails(canvas, this, this.context);
  }

  /**
   * The same numbers as a table, at most twice a second.
   * @param {number} wall
   * @param {boolean} settled
   */
  words(wall, settled) {
    if (!settled && wall - this.said < TABLE) return;
    this.said = wall;
    const { model } = this.context;
    const rows = byId('strips-table').querySelectorAll('tbody tr');
    rows.forEach((row, lane) => {
      const status = model.lanes[lane];
      if (!status) return;
      setText(row.children[1], segmentsText(status.cwnd));
      setText(row.children[2], segmentsText(status.ssthresh));
      setText(row.children[3], String(status.expiries));
    });
  }

  /** @param {PointerEvent} event */
  timeAt(event) {
    const x = event.clientX - this.host.getBoundingClientRect().left;
    if (x < this.x0 - 4 || x > this.x1 + 4) return null;
    const t = this.t0 + ((x - this.x0) / (this.x1 - this.x0)) * (this.t1 - this.t0);
    return Math.max(0, Math.min(t, this.context.model.duration));
  }

  /** @param {PointerEvent} event */
  hover(event) {
    const t = this.timeAt(event);
    if (t !== this.context.store.state.cursor) this.context.store.set({ cursor: t });
  }

  /** @param {MouseEvent} event  A mark opens its card; elsewhere the time under the pointer is shown. */
  pick(event) {
    const box = this.host.getBoundingClientRect();
    const hit = markAt(this, this.context, event.clientX - box.left, event.clientY - box.top);
    if (hit) {
      this.context.store.set({ timeout: hit, lane: hit.lane, picked: null });
      return;
    }
    const t = this.timeAt(/** @type {PointerEvent} */ (event));
    if (t === null) return;
    this.context.clock.pause();
    this.context.clock.seek(t);
  }
}
