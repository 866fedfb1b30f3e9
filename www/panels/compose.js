// @ts-check
// A variant put together from parts: window, recovery, diagnosis, timeout, and the parameters that one lane has for itself.

import { noteOf } from './knob-notes.js';
import { problemsOf, refusal, variantName } from '../engine.js';
import { button, make, setText } from '../parts/dom.js';
import { parseNumber, plainNumber } from '../parts/format.js';
import { openSheet } from '../parts/menu.js';

/** @typedef {'window' | 'recovery' | 'diagnose' | 'timeout'} Axis */
/** @typedef {Record<Axis, string>} Chosen */

/** @type {[Axis, string, string][]} */
const AXES = [
  ['window', 'Window', 'how the window grows, and what a cut leaves'],
  ['recovery', 'Recovery', 'how holes are found and repaired'],
  ['diagnose', 'Diagnosis', 'what a loss is taken for'],
  ['timeout', 'Timeout', 'what is sent when the timer expires'],
];

/**
 * What becomes of a timeout part with a recovery part.
 * @param {import('../types.js').Catalogue} catalogue
 * @param {string} recovery
 * @param {string} timeout
 */
export function pairOf(catalogue, recovery, timeout) {
  return catalogue.pairs.find((pair) => pair.recovery === recovery && pair.timeout === timeout) ?? { kind: 'defined', note: '' };
}

/**
 * The parts with the first timeout that goes with the recovery, where the chosen one does not.
 * @param {import('../types.js').Catalogue} catalogue
 * @param {Chosen} chosen
 * @returns {Chosen}
 */
export function mended(catalogue, chosen) {
  if (pairOf(catalogue, chosen.recovery, chosen.timeout).kind !== 'refused') return chosen;
  const other = catalogue.parts.timeout.find((part) => pairOf(catalogue, chosen.recovery, part.id).kind !== 'refused');
  return { ...chosen, timeout: other?.id ?? chosen.timeout };
}

/**
 * @param {import('../types.js').Context} context
 * @param {HTMLElement} opener
 * @param {number} lane
 * @param {() => void} turned
 */
export function openCompose(context, opener, lane, turned) {
  new Composer(context, lane, turned).open(opener);
}

class Composer {
  /**
   * @param {import('../types.js').Context} context
   * @param {number} lane
   * @param {() => void} turned
   */
  constructor(context, lane, turned) {
    this.context = context;
    this.lane = lane;
    this.turned = turned;
    const row = context.model.scene.lanes[lane];
    /** @type {Chosen} */
    this.chosen = { window: row.window, recovery: row.recovery, diagnose: row.diagnose, timeout: row.timeout };
    /** Values of this lane alone. @type {Record<string, number | string>} */
    this.own = { ...row.own };
    this.parts = make('div', { class: 'compose-parts' });
    this.options = make('div', { class: 'compose-options' });
    this.spelling = make('output', { id: 'compose-name', class: 'figures' });
    this.said = make('p', { class: 'small', role: 'status', id: 'compose-said' });
    /** The list of all parameters is open. */
    this.wide = false;
  }

  /** @param {HTMLElement} opener */
  open(opener) {
    const use = button(`Use in lane ${this.lane + 1}`, () => this.use(), { id: 'compose-use', class: 'strong' });
    this.show();
    this.sheet = openSheet(opener, `Lane ${this.lane + 1}: a variant from parts`, this.parts, this.options,
      make('p', { class: 'small' }, make('span', { class: 'quiet' }, 'In a link: cc='), this.spelling), this.said);
    this.sheet.querySelector('.row:last-child')?.prepend(use);
    this.sheet.classList.add('wide');
  }

  show() {
    const { catalogue } = this.context;
    this.parts.replaceChildren(...AXES.map(([axis, name, what]) => this.axis(axis, name, what)));
    this.options.replaceChildren(...this.optionGroups());
    const text = AXES.map(([axis]) => this.chosen[axis]).join('+');
    setText(this.spelling, variantName(text));
    const pair = pairOf(catalogue, this.chosen.recovery, this.chosen.timeout);
    setText(this.said, pair.kind === 'same' ? `These two together are ${pair.note}.` : '');
  }

  /**
   * @param {Axis} axis
   * @param {string} name
   * @param {string} what
   */
  axis(axis, name, what) {
    const { catalogue } = this.context;
    const rows = catalogue.parts[axis].map((part) => {
      const pair = axis === 'timeout' ? pairOf(catalogue, this.chosen.recovery, part.id) : { kind: 'defined', note: '' };
      const refused = pair.kind === 'refused';
      const input = make('input', { type: 'radio', name: `compose-${axis}`, value: part.id, disabled: refused });
      input.checked = this.chosen[axis] === part.id;
      input.addEventListener('change', () => this.choose(axis, part.id));
      const note = pair.note ? make('span', { class: 'why' }, refused ? `Not with this recovery: ${pair.note}` : pair.note) : '';
      return make('label', { class: 'part', 'data-off': refused }, input,
        make('span', {}, make('b', {}, part.id), ` ${part.title} `, make('span', { class: 'quiet small' }, part.source), note));
    });
    return make('fieldset', {}, make('legend', {}, name, make('span', { class: 'quiet small' }, ` ${what}`)), ...rows);
  }

  /**
   * @param {Axis} axis
   * @param {string} id
   */
  choose(axis, id) {
    const wanted = { ...this.chosen, [axis]: id };
    this.chosen = mended(this.context.catalogue, wanted);
    this.show();
    if (this.chosen.timeout !== wanted.timeout) {
      const pair = pairOf(this.context.catalogue, wanted.recovery, wanted.timeout);
      setText(this.said, `${wanted.timeout} does not go with ${wanted.recovery} (${pair.note}): ${this.chosen.timeout} is chosen instead.`);
    }
    /** @type {HTMLElement | null} */ (this.parts.querySelector(`input[name="compose-${axis}"]:checked`))?.focus();
  }

  /** The parameters of the chosen parts, then those that every variant has. */
  optionGroups() {
    const { knobs } = this.context.catalogue;
    const chosen = Object.values(this.chosen);
    const theirs = knobs.filter((knob) => knob.per_lane && knob.part && chosen.includes(knob.part));
    const all = knobs.filter((knob) => knob.per_lane && !knob.part);
    // A parameter of a part that is not chosen changes nothing.
    for (const knob of knobs) if (knob.part && !chosen.includes(knob.part)) delete this.own[knob.id];
    const count = all.filter((knob) => knob.id in this.own).length;
    const details = make('details', { open: this.wide },
      make('summary', { class: 'small quiet' }, `Parameters of every variant, for this lane alone${count ? ` (${count} set)` : ''}`),
      ...all.map((knob) => this.option(knob)));
    details.addEventListener('toggle', () => {
      this.wide = details.open;
    });
    return [...theirs.map((knob) => this.option(knob)), details];
  }

  /** @param {import('../types.js').Knob} knob */
  option(knob) {
    const shared = this.context.model.scene.knobs[knob.id] ?? knob.default;
    const id = `own-${knob.id}`;
    const own = knob.id in this.own;
    const row = make('div', { class: 'knob' }, make('label', { for: id, title: noteOf(knob) }, knob.label));
    if (knob.kind === 'choice') {
      const label = (/** @type {number | string} */ value) => knob.choices?.find((choice) => choice.id === value)?.label ?? value;
      const select = make('select', { id }, make('option', { value: '' }, `as shared: ${label(shared)}`),
        ...(knob.choices ?? []).map((choice) => make('option', { value: choice.id }, choice.label)));
      select.value = own ? String(this.own[knob.id]) : '';
      select.addEventListener('change', () => this.set(knob, select.value || undefined));
      row.append(select);
      return row;
    }
    const text = make('input', { id, type: 'text', inputmode: 'decimal', autocomplete: 'off', placeholder: plainNumber(Number(shared), 6) });
    text.value = own ? plainNumber(Number(this.own[knob.id]), 6) : '';
    text.addEventListener('change', () => {
      const value = parseNumber(text.value);
      const wrong = text.value.trim() !== '' && (value === undefined || value > knob.max || (value < knob.min && value !== 0));
      text.setAttribute('aria-invalid', String(wrong));
      setText(this.said, wrong ? `${knob.label}: ${text.value} is not possible; allowed: ${knob.allowed}` : '');
      if (!wrong) this.set(knob, value);
    });
    row.append(make('div', { class: 'value' }, text, make('span', { class: 'unit' }, knob.unit)));
    return row;
  }

  /**
   * @param {import('../types.js').Knob} knob
   * @param {number | string | undefined} value
   */
  set(knob, value) {
    if (value === undefined) delete this.own[knob.id];
    else this.own[knob.id] = value;
  }

  use() {
    const { session, announcer, store } = this.context;
    try {
      session.set_lane(this.lane, this.spelling.textContent ?? '', this.own);
    } catch (error) {
      const problems = problemsOf(error);
      if (!problems) throw error;
      setText(this.said, refusal(problems));
      return;
    }
    this.sheet?.hidePopover();
    store.set({ timeout: null, picked: null });
    announcer.say(`Lane ${this.lane + 1} runs ${session.scene().lanes[this.lane].label}.`);
    this.turned();
  }
}
