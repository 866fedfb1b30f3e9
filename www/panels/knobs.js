// @ts-check
// Knobs are HTML inputs made from the catalogue: label, number, unit, range. A drag makes ten entries a second.

import { problemsOf, refusal } from '../engine.js';
import { button, make, setText } from '../parts/dom.js';
import { parseNumber } from '../parts/format.js';
import { noteOf } from './knob-notes.js';
import { PLACES, factorOf, partOf, shown, unitOf, valueOf } from './knob-scale.js';
import { TRACE_FORMAT } from './trace-file.js';

/** One log entry per knob in this time while dragging, ms. */
const EVERY = 100;

/** How long a remark about a value stays beside its knob, ms. */
const REMARK = 8000;

/** The knob that a file turns. */
const TRACE = 'trace';

/** What a newcomer turns first; the others stand behind "More". */
const FIRST = new Set(['hops', 'flows', 'loss', 'late', 'lateby', 'rate', 'prop', 'spike', 'queue', 'aqm', 'cross', 'minrto']);

const TITLES = { topology: 'Topology', channel: 'Channel', queue: 'Queues', traffic: 'Traffic', timer: 'Timer' };

/** What the engine says of a knob that another kind of network has: said once for all of them. */
const ABSENT = 'this topology does not have it';

/**
 * @typedef {{ word: string, controls: Control[], summary: HTMLElement, absent: HTMLElement, count: HTMLElement, key: string }} Fold
 *   knobs behind "More", those that the topology does not have behind a fold of their own
 *
 * @typedef {object} Control
 * @property {import('../types.js').Knob} knob
 * @property {HTMLElement} row
 * @property {HTMLInputElement | null} text
 * @property {HTMLInputElement | null} range
 * @property {HTMLSelectElement | null} select
 * @property {HTMLElement} why
 * @property {number} remark  timer that takes the remark away; 0: none stands there
 */

export class Knobs {
  /**
   * @param {import('../types.js').Context} context
   * @param {() => void} turned  an input has changed
   * @param {() => void} choose  a recorded trace is wanted
   */
  constructor(context, turned, choose) {
    this.context = context;
    this.turned = turned;
    this.choose = choose;
    /** @type {Control[]} */
    this.controls = [];
    /** Values that wait for their turn while a slider is dragged. @type {Map<string, number>} */
    this.waiting = new Map();
    /** @type {Map<string, number>} */
    this.lastSent = new Map();
    this.timer = 0;
    /** @type {Fold[]} */
    this.folds = [];
    this.groups = this.build();
  }

  /** @returns {HTMLElement[]} */
  build() {
    /** @type {Map<string, Control[]>} */
    const groups = new Map();
    // Stations are moved on the stage.
    for (const knob of this.context.catalogue.knobs.filter((each) => each.kind !== 'spot')) {
      const control = this.control(knob);
      this.controls.push(control);
      groups.set(knob.group, [...(groups.get(knob.group) ?? []), control]);
    }
    return [...groups].map(([name, controls]) => {
      const title = TITLES[/** @type {keyof typeof TITLES} */ (name)] ?? name;
      const first = controls.filter((control) => FIRST.has(control.knob.id)).map((control) => control.row);
      const rest = controls.filter((control) => !FIRST.has(control.knob.id));
      const group = make('div', { class: 'knob-group', role: 'group', 'aria-label': title }, make('span', { class: 'label' }, title), ...first);
      if (rest.length) {
        const summary = make('summary', { class: 'small quiet' });
        const count = make('summary', { class: 'small quiet' });
        const absent = make('details', { class: 'absent' }, count);
        group.append(make('details', {}, summary, absent));
        this.folds.push({ word: first.length ? 'More' : 'Show', controls: rest, summary, absent, count, key: '' });
      }
      return group;
    });
  }

  /**
   * @param {import('../types.js').Knob} knob
   * @returns {Control}
   */
  control(knob) {
    const id = `knob-${knob.id}`;
    const why = make('div', { class: 'why', id: `${id}-why`, hidden: true });
    if (knob.kind === 'choice') {
      const options = (knob.choices ?? []).map((choice) => make('option', { value: choice.id }, choice.label));
      const select = make('select', { id, title: noteOf(knob), 'aria-describedby': why.id }, ...options);
      if (knob.id === TRACE) return this.recorded(knob, select, why);
      select.addEventListener('change', () => this.turn(knob, select.value));
      const row = make('div', { class: 'knob', 'data-knob': knob.id }, make('label', { for: id, title: noteOf(knob) }, knob.label), select, why);
      return { knob, row, text: null, range: null, select, why, remark: 0 };
    }
    const text = make('input', { id, type: 'text', inputmode: 'decimal', autocomplete: 'off', title: noteOf(knob), 'aria-describedby': why.id });
    const range = make('input', { type: 'range', min: 0, max: PLACES, step: 1, 'aria-label': `${knob.label}, ${shown(knob, knob.min)} to ${shown(knob, knob.max)} ${unitOf(knob)}` });
    text.addEventListener('change', () => this.typed(knob, text));
    text.addEventListener('blur', () => this.giveBack(knob, text));
    text.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || text.value === this.inForce(knob)) return;
      event.stopPropagation();
      text.value = this.inForce(knob);
      this.accept(knob);
    });
    range.addEventListener('input', () => this.dragged(knob, range, text));
    range.addEventListener('change', () => this.flush());
    const row = make('div', { class: 'knob', 'data-knob': knob.id },
      make('label', { for: id, title: noteOf(knob) }, knob.label),
      make('div', { class: 'value' }, text, make('span', { class: 'unit' }, unitOf(knob))),
      make('div', { class: 'range' }, make('small', {}, shown(knob, knob.min)), range, make('small', {}, shown(knob, knob.max))),
      why);
    return { knob, row, text, range, select: null, why, remark: 0 };
  }

  /**
   * The knob of recorded traces: a choice that needs a file.
   * @param {import('../types.js').Knob} knob
   * @param {HTMLSelectElement} select
   * @param {HTMLElement} why
   * @returns {Control}
   */
  recorded(knob, select, why) {
    const file = button('Choose a file…', () => this.choose(), { id: 'trace-choose', class: 'inline small', hidden: true });
    select.addEventListener('change', () => {
      file.hidden = select.value !== 'file';
      if (select.value !== 'file') {
        this.turn(knob, select.value);
        return;
      }
      // Until a file is there the rate is what it was.
      select.value = String(this.context.model.scene.knobs[knob.id] ?? knob.default);
      this.remark(knob, `Choose a file, or drop it anywhere on the page: ${TRACE_FORMAT}.`);
      this.choose();
    });
    const row = make('div', { class: 'knob', 'data-knob': knob.id }, make('label', { for: select.id, title: noteOf(knob) }, knob.label), select, why, file);
    return { knob, row, text: null, range: null, select, why, remark: 0 };
  }

  /** Shows the values in force and what cannot be turned here. */
  show() {
    const { knobs, enabled } = this.context.model.scene;
    this.fold();
    for (const control of this.controls) {
      const { knob, row, text, range, select, why } = control;
      const value = knobs[knob.id] ?? knob.default;
      const reason = enabled[knob.id];
      const off = reason !== true && reason !== undefined;
      row.toggleAttribute('data-off', off);
      const refused = text?.getAttribute('aria-invalid') === 'true';
      if (off) setText(why, String(reason));
      why.hidden = (off ? reason === ABSENT && !FIRST.has(knob.id) : !refused) && !control.remark;
      if (select) {
        select.disabled = off;
        if (document.activeElement !== select) select.value = String(value);
      }
      if (text && range && !this.waiting.has(knob.id)) {
        text.disabled = off;
        range.disabled = off;
        if (off) text.value = '–';
        else if (document.activeElement !== text && !refused) text.value = shown(knob, Number(value));
        this.place(range, knob, Number(value));
      }
    }
  }

  /** Knobs that this topology does not have stand together, with the reason once. */
  fold() {
    const { enabled } = this.context.model.scene;
    for (const fold of this.folds) {
      const gone = fold.controls.filter(({ knob }) => enabled[knob.id] === ABSENT);
      const key = gone.map(({ knob }) => knob.id).join();
      if (fold.key === key && fold.summary.textContent) continue;
      fold.key = key;
      const here = fold.controls.filter((control) => !gone.includes(control));
      fold.absent.before(...here.map(({ row }) => row));
      fold.absent.append(...gone.map(({ row }) => row));
      fold.absent.hidden = gone.length === 0;
      setText(fold.count, `Not in this topology (${gone.length})`);
      setText(fold.summary, `${fold.word} (${here.length})`);
    }
  }

  /** Forgets refused texts and remarks: what is in force is shown again. */
  settle() {
    for (const control of this.controls) {
      clearTimeout(control.remark);
      control.remark = 0;
      control.text?.removeAttribute('aria-invalid');
    }
    this.show();
  }

  /** The value that runs, as its text box shows it. @param {import('../types.js').Knob} knob */
  inForce(knob) {
    return shown(knob, Number(this.context.model.scene.knobs[knob.id] ?? knob.default));
  }

  /**
   * A box that is left shows what is in force; what was wrong with its text stands beside it for a while.
   * @param {import('../types.js').Knob} knob
   * @param {HTMLInputElement} text
   */
  giveBack(knob, text) {
    if (text.getAttribute('aria-invalid') !== 'true') return;
    text.removeAttribute('aria-invalid');
    text.value = this.inForce(knob);
    const why = this.controls.find((each) => each.knob === knob)?.why;
    if (why?.textContent) this.remark(knob, why.textContent, false);
  }

  /**
   * @param {HTMLInputElement} range
   * @param {import('../types.js').Knob} knob
   * @param {number} value
   */
  place(range, knob, value) {
    const part = partOf(knob, value);
    range.value = String(Math.round(part * PLACES));
    range.style.setProperty('--part', `${(part * 100).toFixed(1)}%`);
    range.setAttribute('aria-valuetext', `${shown(knob, value)} ${unitOf(knob)}`);
  }

  /**
   * @param {import('../types.js').Knob} knob
   * @param {HTMLInputElement} text
   */
  typed(knob, text) {
    const typed = parseNumber(text.value);
    const value = typed === undefined ? undefined : Number((typed / factorOf(knob)).toPrecision(12));
    if (value === undefined) {
      const unit = unitOf(knob);
      const still = `still ${this.inForce(knob)}${unit && ` ${unit}`}`;
      this.refuse(knob, text.value.trim() ? `“${text.value}” is not a number: ${still}` : `Empty: ${still}`);
      return;
    }
    const clamped = Math.max(knob.min, Math.min(knob.max, value));
    text.value = shown(knob, clamped);
    this.turn(knob, clamped);
    if (clamped !== value) this.remark(knob, `${shown(knob, value)} is outside ${shown(knob, knob.min)} to ${shown(knob, knob.max)}; ${shown(knob, clamped)} is used.`);
  }

  /**
   * @param {import('../types.js').Knob} knob
   * @param {HTMLInputElement} range
   * @param {HTMLInputElement} text
   */
  dragged(knob, range, text) {
    const value = valueOf(knob, Number(range.value) / PLACES);
    text.value = shown(knob, value);
    range.style.setProperty('--part', `${(Number(range.value) / PLACES) * 100}%`);
    range.setAttribute('aria-valuetext', `${text.value} ${unitOf(knob)}`);
    this.waiting.set(knob.id, value);
    const since = performance.now() - (this.lastSent.get(knob.id) ?? -Infinity);
    if (since >= EVERY) this.flush();
    else if (!this.timer) this.timer = window.setTimeout(() => this.flush(), EVERY - since);
  }

  /** Sends what waits. */
  flush() {
    clearTimeout(this.timer);
    this.timer = 0;
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const [id, value] of waiting) {
      const control = this.controls.find((each) => each.knob.id === id);
      if (!control || this.context.model.scene.knobs[id] === value) continue;
      this.lastSent.set(id, performance.now());
      this.turn(control.knob, value);
    }
  }

  /**
   * @param {import('../types.js').Knob} knob
   * @param {number | string} value
   */
  turn(knob, value) {
    // A search ends here: the turn belongs to the time that is shown.
    this.context.clock.forget();
    try {
      this.context.session.set_knob(knob.id, value);
    } catch (error) {
      const problems = problemsOf(error);
      if (!problems) throw error;
      this.refuse(knob, refusal(problems));
      return;
    }
    this.accept(knob);
    this.turned();
  }

  /** @param {import('../types.js').Knob} knob */
  accept(knob) {
    const control = this.controls.find((each) => each.knob === knob);
    if (!control) return;
    clearTimeout(control.remark);
    control.remark = 0;
    control.text?.removeAttribute('aria-invalid');
    control.why.hidden = true;
  }

  /**
   * Says something beside a knob for some seconds.
   * @param {import('../types.js').Knob} knob
   * @param {string} text
   * @param {boolean} [aloud]
   */
  remark(knob, text, aloud = true) {
    const control = this.controls.find((each) => each.knob === knob);
    if (!control) return;
    clearTimeout(control.remark);
    setText(control.why, text);
    control.why.hidden = false;
    control.why.scrollIntoView({ block: 'nearest' });
    control.remark = window.setTimeout(() => {
      control.remark = 0;
      this.show();
    }, REMARK);
    if (aloud) this.context.announcer.say(`${knob.label}: ${text}`);
  }

  /**
   * @param {import('../types.js').Knob} knob
   * @param {string} reason
   */
  refuse(knob, reason) {
    const control = this.controls.find((each) => each.knob === knob);
    if (!control) return;
    clearTimeout(control.remark);
    control.remark = 0;
    control.text?.setAttribute('aria-invalid', 'true');
    control.why.hidden = false;
    setText(control.why, reason);
    this.context.announcer.say(`${knob.label}: ${reason}`);
  }
}
