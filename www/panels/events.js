// @ts-check
// The event list of the shown lane up to now, newest first, in real HTML; capped, and the cap is said.

import { byId, button, make, setText, watchShown } from '../parts/dom.js';
import { causeSvg, ringSvg } from '../draw/marks.js';

/** Rows in the document at once. */
const ROWS = 80;

/** While time runs the list follows at most this often, ms. */
const EVERY = 500;

/** Every kind of event, with its word and a sentence. */
const KINDS = [
  ['timeout', 'timeouts', 'A retransmission timer fired'],
  ['verdict', 'beliefs', 'The sender made up its mind about a timeout'],
  ['truth', 'truths', 'The cause of a timeout became certain'],
  ['drop', 'losses', 'A packet was lost, wherever and why'],
  ['resend', 'resends', 'A segment was sent again'],
  ['probe', 'probes', 'New data was sent to ask the path'],
  ['fast', 'fast retransmits', 'Duplicate ACKs made the sender resend and cut its window'],
  ['mark', 'marks', 'A queue marked a packet: congestion experienced'],
  ['ecn', 'ECN cuts', 'The sender cut its window because of a mark'],
  ['undo', 'undos', 'The sender took a cut back'],
  ['route', 'routes', 'A node asked for, found or lost a way'],
  ['knob', 'knobs', 'Somebody turned a knob'],
];

/** @typedef {{ row: HTMLTableRowElement, time: HTMLElement, line: HTMLButtonElement, text: HTMLElement, icon: HTMLElement, key: string, event: import('../types.js').EventRow | null }} Line */

export class Events {
  /**
   * @param {import('../types.js').Context} context
   * @param {() => void} changed
   */
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
    this.host = byId('events');
    this.visible = watchShown(this.host, () => context.clock.wake());
    this.title = make('b', { class: 'small' });
    this.count = make('span', { class: 'count small quiet figures' });
    this.find = make('input', { type: 'text', placeholder: '#541 or a word', title: 'Only events of this segment (#541, or #541/2 for flow 2), or with this word', 'aria-label': 'Only events of this segment or with this word', autocomplete: 'off' });
    this.chips = KINDS.map(([kind, word, note]) => button(word, () => this.press(kind), { class: 'chip', 'data-kind': kind, title: note, 'aria-pressed': 'false' }));
    /** The kinds that were pressed; none: every kind. @type {Set<string>} */
    this.pressed = new Set();
    this.body = make('tbody');
    this.more = button('Show earlier ones', () => {
      this.skip += ROWS;
      this.refresh();
    }, { class: 'textual small', hidden: true });
    this.newest = button('Back to the newest', () => {
      this.skip = 0;
      this.refresh();
    }, { class: 'textual small', hidden: true });
    this.skip = 0;
    this.wall = -Infinity;
    this.key = '';
    /** @type {Line[]} */
    this.lines = [];
    this.host.append(
      make('div', { class: 'head' }, this.title, this.count, this.find),
      make('div', { class: 'chips', role: 'group', 'aria-label': 'Kinds of events shown' }, ...this.chips),
      make('div', { class: 'scroll', tabindex: 0, 'aria-label': 'Event list' },
        make('table', {}, make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'time, s'), make('th', { scope: 'col' }, 'what happened, newest first'))), this.body),
        this.newest, ' ', this.more));
    this.find.addEventListener('input', () => this.narrow(this.find.value));
  }

  /** One kind more or less. @param {string} kind */
  press(kind) {
    if (!this.pressed.delete(kind)) this.pressed.add(kind);
    this.find.value = '';
    this.set([...this.pressed].join(','));
  }

  /** Only rows of a segment or with a word. @param {string} text */
  narrow(text) {
    if (this.find.value !== text) this.find.value = text;
    this.pressed.clear();
    this.set(text.trim());
  }

  /** @param {string} filter */
  set(filter) {
    this.skip = 0;
    for (const chip of this.chips) chip.setAttribute('aria-pressed', String(this.pressed.has(chip.dataset.kind ?? '')));
    this.context.store.set({ filter });
  }

  /**
   * Follows the run.
   * @param {number} wall
   * @param {boolean} settled
   */
  draw(wall, settled) {
    if (!this.visible.shown || (!settled && wall - this.wall < EVERY)) return;
    const { model, session, store } = this.context;
    const { lane, filter } = store.state;
    const key = `${session.event_count(lane)}/${model.revision}/${lane}/${filter}/${settled ? model.now : ''}`;
    if (key === this.key) return;
    this.key = key;
    this.wall = wall;
    this.refresh();
  }

  refresh() {
    const { model, session, store } = this.context;
    const { lane, filter } = store.state;
    const total = session.events(lane, 0, 0, filter).total;
    const end = Math.max(0, total - this.skip);
    const from = Math.max(0, end - ROWS);
    const { rows, omitted } = session.events(lane, from, end - from, filter);
    setText(this.title, `Events of ${model.scene.lanes[lane]?.label ?? ''}`);
    const shown = total > rows.length ? `${from + 1}–${end} of ${total}` : `${total}`;
    const lost = omitted ? `; the list is full, ${omitted} later ones are not in it` : '';
    setText(this.count, (this.find.value ? `${shown} with “${filter}”` : shown) + lost);
    this.underCursor();
    this.more.hidden = from === 0;
    this.newest.hidden = this.skip === 0;
    rows.reverse();
    while (this.lines.length < rows.length) this.lines.push(this.line());
    this.lines.forEach((line, at) => this.fill(line, rows[at] ?? null));
  }

  /** Marks the last event up to the time under the pointer. */
  underCursor() {
    const { cursor } = this.context.store.state;
    const at = cursor === null ? undefined : this.lines.find((line) => line.event && !line.row.hidden && line.event.t <= cursor);
    for (const line of this.lines) {
      if (line === at) line.row.dataset.cursor = '';
      else if ('cursor' in line.row.dataset) delete line.row.dataset.cursor;
    }
  }

  /** @returns {Line} */
  line() {
    const time = make('td');
    const icon = make('span', { class: 'icon-slot' });
    const text = make('span');
    const line = make('button', { type: 'button', class: 'line' }, icon, text);
    const row = make('tr', {}, time, make('td', {}, line));
    /** @type {Line} */
    const entry = { row, time, line, text, icon, key: '', event: null };
    line.addEventListener('click', () => this.open(entry.event));
    this.body.append(row);
    return entry;
  }

  /**
   * @param {Line} line
   * @param {import('../types.js').EventRow | null} event
   */
  fill(line, event) {
    line.row.hidden = event === null;
    line.event = event;
    if (!event) return;
    const { model, store } = this.context;
    setText(line.time, event.t.toFixed(6));
    setText(line.text, event.text);
    line.row.dataset.now = String(Math.abs(event.t - model.now) < 1e-9);
    line.row.dataset.kind = event.kind;
    const timeout = model.timeouts[store.state.lane]?.find((each) => each.index === event.timeout);
    if (event.kind === 'verdict' && timeout) {
      // What it says is a belief, and how that stands.
      const { letter } = model.verdicts.get(timeout.verdict ?? '') ?? { letter: '' };
      const standing = model.standing(timeout, model.now);
      this.icon(line, `${letter} ${standing}`, () => ringSvg(letter, standing, 15));
      return;
    }
    const letter = timeout ? model.truthLetter(timeout, model.now) : (model.causes.get(event.cause ?? '')?.letter ?? '');
    this.icon(line, letter, () => causeSvg(letter, 13));
  }

  /**
   * @param {Line} line
   * @param {string} key  what the icon shows; "": none
   * @param {() => Element} make
   */
  icon(line, key, make) {
    if (line.key === key) return;
    line.key = key;
    line.icon.replaceChildren(...(key ? [make()] : []));
  }

  /** @param {import('../types.js').EventRow | null} event */
  open(event) {
    if (!event) return;
    const { clock, store } = this.context;
    clock.pause();
    clock.seek(event.t);
    if (event.timeout !== null && event.timeout !== undefined) {
      store.set({ timeout: { lane: store.state.lane, index: event.timeout }, picked: null });
    }
    this.changed();
  }
}
