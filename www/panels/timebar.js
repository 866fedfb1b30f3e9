// @ts-check
// The time bar: transport, run until, the seek bar with every timeout known so far, the clock, the speed.

import { byId, make, onResize, setText } from '../parts/dom.js';
import { fitCanvas, font, fonts, freshContext, haloText, palette } from '../draw/canvas.js';
import { drawCause } from '../draw/marks.js';
import { clockText, parseNumber, plainNumber, SPEEDS, speedIndex, speedText } from '../parts/format.js';
import { openMenu } from '../parts/menu.js';
import { markText, placeMarks, worstOf } from './bar-marks.js';
import { PHONE } from './topology.js';

const MARK = 18;
const MARK_PHONE = 15;

export class TimeBar {
  /**
   * @param {import('../types.js').Context} context
   * @param {() => void} changed  the person moved time or speed
   */
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
    this.bar = byId('bar');
    /** Axis and marks, drawn when they change; and above them what moves. */
    this.marksLayer = make('canvas', { 'aria-hidden': 'true' });
    this.live = make('canvas', { 'aria-hidden': 'true' });
    this.bar.append(this.marksLayer, this.live);
    this.marksKey = '';
    this.clockText = byId('clock');
    this.ratio = 1;
    this.width = 0;
    this.height = 0;
    this.dragging = false;
    /** Where a press began, px. */
    this.pressed = 0;
    /** Where it is dragged to, s. */
    this.wanted = 0;
    /** The marks as they stand on the bar. @type {import('./bar-marks.js').BarMark[]} */
    this.placed = [];
    this.spoken = 0;
    /** The letter of a timeout as known now. @type {(timeout: import('../types.js').Timeout) => string} */
    this.letterOf = (timeout) => {
      const { model, store } = context;
      return timeout.t > model.now + 1e-9 ? model.laterLetter(store.state.lane, timeout) : model.truthLetter(timeout, model.now);
    };
    onResize(this.bar, () => this.resized());
    this.listen();
    this.showSpeed();
  }

  listen() {
    const { clock } = this.context;
    byId('home').addEventListener('click', () => this.seek(0));
    byId('back').addEventListener('click', () => this.step(-1, false));
    byId('forward').addEventListener('click', () => this.step(1, false));
    byId('play').addEventListener('click', () => {
      clock.toggle();
      this.changed();
    });
    for (const id of ['until', 'until-small']) byId(id).addEventListener('click', () => this.untilMenu(byId(id)));
    const speed = /** @type {HTMLInputElement} */ (byId('speed'));
    speed.addEventListener('input', () => {
      clock.speed = SPEEDS[Number(speed.value)] ?? 1;
      this.showSpeed();
      this.changed();
    });
    this.bar.addEventListener('pointerdown', (event) => {
      this.dragging = true;
      this.pressed = event.clientX;
      this.bar.setPointerCapture(event.pointerId);
      this.wasPlaying = clock.playing;
      clock.pause();
      this.drag(event);
    });
    this.bar.addEventListener('pointermove', (event) => {
      if (this.dragging) this.drag(event);
      else this.hover(event);
    });
    const end = () => {
      if (!this.dragging) return;
      this.dragging = false;
      this.go(this.wanted, this.wasPlaying);
    };
    this.bar.addEventListener('pointerup', (event) => {
      if (this.dragging && Math.abs(event.clientX - this.pressed) < 4) this.openMark(event);
      end();
    });
    this.bar.addEventListener('pointercancel', end);
    this.bar.addEventListener('pointerleave', () => {
      this.bar.removeAttribute('title');
      this.context.store.set({ cursor: null });
    });
  }

  /** Height of a mark, px. */
  get z() {
    return (PHONE.matches ? MARK_PHONE : MARK) * palette.k;
  }

  /** @param {PointerEvent} event */
  markAt(event) {
    const box = this.bar.getBoundingClientRect();
    if (event.clientY - box.top > this.height - 28 * palette.k) return undefined;
    return this.placed.find((each) => Math.abs(each.x - (event.clientX - box.left)) < 0.65 * this.z);
  }

  /** The time under the pointer in every panel, and what the mark there stands for. @param {PointerEvent} event */
  hover(event) {
    const mark = this.markAt(event);
    if (mark) this.bar.title = markText(mark, this.letterOf, this.context.model.causeList);
    else this.bar.removeAttribute('title');
    this.context.store.set({ cursor: this.timeAt(event) });
  }

  /** A mark that is pressed opens its card, at its time. @param {PointerEvent} event */
  openMark(event) {
    const mark = this.markAt(event);
    if (!mark) return;
    const { model, store } = this.context;
    const { timeout } = worstOf(mark, model.now, this.letterOf);
    this.wasPlaying = false;
    this.wanted = timeout.t;
    store.set({ timeout: { lane: store.state.lane, index: timeout.index }, picked: null });
  }

  showSpeed() {
    const { speed } = this.context.clock;
    const slider = /** @type {HTMLInputElement} */ (byId('speed'));
    slider.value = String(speedIndex(speed));
    slider.style.setProperty('--part', `${(Number(slider.value) / (SPEEDS.length - 1)) * 100}%`);
    const text = speedText(speed);
    setText(byId('speed-text'), text);
    slider.setAttribute('aria-valuetext', text === 'max' ? 'as fast as possible' : `${text} of real time`);
  }

  /** Playing began or ended. */
  showPlaying() {
    const button = byId('play');
    const { playing } = this.context.clock;
    button.dataset.playing = String(playing);
    button.setAttribute('aria-label', playing ? 'Pause time' : 'Play');
    button.title = playing ? 'Pause time (space)' : 'Play (space)';
  }

  /** @param {number} seconds */
  seek(seconds) {
    this.context.clock.pause();
    this.go(seconds, false);
  }

  /**
   * @param {number} seconds
   * @param {boolean | undefined} play  once it is shown
   */
  go(seconds, play) {
    const { clock } = this.context;
    clock.seek(seconds, () => {
      if (play) clock.play();
      this.changed();
    });
    this.changed();
  }

  /**
   * To the next or previous event; far: loss or timeout.
   * @param {1 | -1} direction
   * @param {boolean} far
   */
  step(direction, far) {
    const kind = far
      ? (direction > 0 ? 'next-loss-or-timeout' : 'prev-loss-or-timeout')
      : (direction > 0 ? 'next' : 'prev');
    this.find(kind, direction > 0 ? 'Nothing more happens.' : 'Nothing happens before.', far ? 'a loss or timeout' : 'an event');
  }

  /**
   * @param {import('../types.js').FindKind} kind
   * @param {string} none   said when there is none
   * @param {string} words  what is looked for
   */
  find(kind, none, words) {
    const { clock, store, session, announcer } = this.context;
    clock.find(kind, store.state.lane, (found) => {
      if (found && (kind === 'timeout' || kind === 'mismatch')) store.set({ timeout: null, picked: null });
      announcer.say(found ? `${clockText(session.now() / 1e9)}: ${found.what || session.step_text()}` : none);
      this.changed();
    }, words);
  }

  /** @param {HTMLElement} opener */
  untilMenu(opener) {
    const form = make('form', {}, make('label', { for: 'until-time' }, 'a time'));
    const field = make('input', { id: 'until-time', type: 'text', inputmode: 'decimal', 'aria-label': 'Time in seconds' });
    const why = make('p', { class: 'small', id: 'until-why', role: 'alert', hidden: true });
    field.setAttribute('aria-describedby', why.id);
    form.append(field, make('span', { class: 'quiet' }, 's'), make('button', { type: 'submit' }, 'Go'), why);
    const menu = openMenu(opener, [
      { text: 'the next timeout', action: () => this.find('timeout', 'No further timeout in this lane.', 'the next timeout') },
      { text: 'the next drop', action: () => this.find('drop', 'No further drop in this lane.', 'the next drop') },
      { text: 'the next time belief ≠ truth', action: () => this.find('mismatch', 'The sender is not wrong again.', 'the next time belief ≠ truth') },
      { text: 'the end of the run', action: () => this.seek(this.context.model.duration) },
    ], form);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const value = parseNumber(field.value);
      const end = this.context.model.duration;
      if (value === undefined || value < 0 || value > end) {
        field.setAttribute('aria-invalid', 'true');
        setText(why, value === undefined ? `“${field.value}” is not a time in seconds.` : `The run goes from 0 to ${plainNumber(end)} s.`);
        why.hidden = false;
        return;
      }
      menu.hidePopover();
      this.seek(value);
    });
  }

  resized() {
    this.width = this.bar.clientWidth;
    this.height = this.bar.clientHeight;
    if (!this.width) return;
    this.ratio = fitCanvas(this.marksLayer, this.width, this.height);
    fitCanvas(this.live, this.width, this.height);
    this.marksKey = '';
    this.context.clock.wake();
  }

  get x0() {
    return 10 * palette.k;
  }

  get x1() {
    return this.width - 12 * palette.k;
  }

  /** @param {number} t */
  x(t) {
    return this.x0 + ((this.x1 - this.x0) * t) / Math.max(1e-9, this.context.model.duration);
  }

  /** @param {PointerEvent} event */
  timeAt(event) {
    const x = event.clientX - this.bar.getBoundingClientRect().left;
    const part = (x - this.x0) / (this.x1 - this.x0);
    return Math.max(0, Math.min(1, part)) * this.context.model.duration;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    this.wanted = this.timeAt(event);
    this.context.clock.seek(this.wanted);
  }

  /** Every frame. */
  draw() {
    const { model, store } = this.context;
    setText(this.clockText, clockText(model.now));
    if (!this.width) return;
    const k = palette.k;
    const y = this.height - 21 * k;
    const { lane } = store.state;
    const key = `${model.revision}/${lane}/${model.timeouts[lane]?.length}/${model.decided()}/${document.documentElement.dataset.theme}/${k}`;
    if (key !== this.marksKey) {
      this.marksKey = key;
      const below = freshContext(this.marksLayer, this.ratio);
      this.axis(below, y);
      this.marks(below, y);
    }
    const context = freshContext(this.live, this.ratio);
    const now = this.x(model.now);
    this.line(context, this.x0, this.x1, y, 2 * palette.w, palette.line);
    this.line(context, this.x0, Math.max(this.x0, this.x(model.highWater)), y, 2 * palette.w, palette.ink2);
    this.line(context, this.x0, now, y, 4 * palette.w, palette.ink);
    if (store.state.cursor !== null) {
      const x = this.x(store.state.cursor);
      this.upright(context, x, y - 8 * k, y + 4 * k);
      context.font = fonts.f1;
      context.fillStyle = palette.ink;
      context.textAlign = x > this.width / 2 ? 'right' : 'left';
      haloText(context, clockText(store.state.cursor), x + (x > this.width / 2 ? -6 : 6), y - 8 * k);
    }
    context.beginPath();
    context.arc(now, y, 7 * k, 0, 2 * Math.PI);
    context.fillStyle = palette.paper;
    context.fill();
    context.lineWidth = 2.5 * Math.min(palette.w, 1.2) * Math.min(k, 1.4);
    context.strokeStyle = palette.ink;
    context.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} from
   * @param {number} to
   * @param {number} y
   * @param {number} width
   * @param {string} colour
   */
  line(context, from, to, y, width, colour) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(from, y);
    context.lineTo(to, y);
    context.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} from
   * @param {number} to
   */
  upright(context, x, from, to) {
    context.strokeStyle = palette.ink2;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, from);
    context.lineTo(x, to);
    context.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} y
   */
  axis(context, y) {
    const k = palette.k;
    const { duration } = this.context.model;
    const parts = Math.max(2, Math.min(6, Math.floor(this.width / (80 * k))));
    const step = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 1200].find((each) => duration / each <= parts) ?? 1200;
    context.font = fonts.f1;
    context.fillStyle = palette.ink2;
    context.strokeStyle = palette.line;
    context.lineWidth = 1;
    context.textBaseline = 'alphabetic';
    for (let t = 0; t <= duration + 1e-9; t += step) {
      const x = this.x(t);
      context.beginPath();
      context.moveTo(x, y + 3 * k);
      context.lineTo(x, y + 7 * k);
      context.stroke();
      const last = t + step > duration + 1e-9;
      context.textAlign = last ? 'right' : t ? 'center' : 'left';
      context.fillText(last ? `${t} s` : String(t), last ? Math.min(x + 8, this.width) : x, y + 18 * k);
    }
  }

  /**
   * Every timeout of the shown lane computed so far; later than now: hollow. One mark for many says how many.
   * @param {CanvasRenderingContext2D} context
   * @param {number} y
   */
  marks(context, y) {
    const { model, store } = this.context;
    const { z } = this;
    this.placed = placeMarks(model.timeouts[store.state.lane] ?? [], (t) => this.x(t), z);
    for (const mark of this.placed) {
      const { timeout, later } = worstOf(mark, model.now, this.letterOf);
      const count = mark.timeouts.length;
      if (count === 1) {
        context.strokeStyle = palette.ink;
        context.lineWidth = palette.w;
        context.beginPath();
        context.moveTo(mark.to, y - 2);
        context.lineTo(mark.x, y - z * 0.8);
        context.stroke();
      }
      drawCause(context, this.letterOf(timeout), mark.x, y - z * (count > 1 ? 1.25 : 1.15), z, later);
      if (count === 1) continue;
      context.font = count < 100 ? fonts.f1b : font(600, 10 * palette.k);
      context.fillStyle = palette.ink;
      context.textAlign = 'center';
      haloText(context, count < 10 ? `${count}×` : String(count), mark.x, y - 3.5 * palette.k);
    }
  }

  /** At most ten times a second. */
  words() {
    const { model, session } = this.context;
    setText(byId('length'), plainNumber(model.duration));
    setText(byId('fingerprint'), session.fingerprint().slice(0, 8));
    this.bar.setAttribute('aria-valuemax', String(model.duration));
    const wall = performance.now();
    if (wall - this.spoken < 500 && this.context.clock.playing) return;
    this.spoken = wall;
    this.bar.setAttribute('aria-valuenow', model.now.toFixed(3));
    this.bar.setAttribute('aria-valuetext', `${model.now.toFixed(3)} seconds of ${plainNumber(model.duration)}`);
  }
}
