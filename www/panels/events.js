// @ts-check
// The event list of the shown lane up to now, newest first, in real HTML; capped, and the cap is said.

import { byId, button, make, setText, watchShown } from '../parts/dom.js';
import { causeSvg } from '../draw/marks.js';

/** Rows in the document at once. */
const ROWS = 80;

/** While time runs the list follows at most this often, ms. */
const EVERY = 500;

/** What the list can be narrowed to. */
const FILTERS = [
  ['', 'everything'],
  ['timeout,verdict,truth', 'timeouts, beliefs, truths'],
  ['drop', 'drops'],
  ['mark,ecn', 'congestion marks'],
  ['fast', 'fast recoveries'],
  ['knob', 'knobs'],
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
    this.filter = make('select', { class: 'inline small', 'aria-label': 'Show' }, ...FILTERS.map(([value, text]) => make('option', { value }, text)));
    this.find = make('input', { type: 'text', placeholder: 'segment or word', 'aria-label': 'Only events with this segment or word', autocomplete: 'off' });
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
      make('div', { class: 'head' }, this.title, this.count, this.filter, this.find),
      make('div', { class: 'scroll', tabindex: 0, 'aria-label': 'Event list' },
        make('table', {}, make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'time, s'), make('th', { scope: 'col' }, 'what happened, newest first'))), this.body),
        this.newest, ' ', this.more));
    const narrow = () => context.store.set({ filter: this.find.value.trim() || this.filter.value });
    this.filter.addEventListener('change', () => {
      this.find.value = '';
      narrow();
    });
    this.find.addEventListener('input', narrow);
  }

  /** Sets the filter from elsewhere. @param {string} filter */
  narrow(filter) {
    this.find.value = filter;
    this.filter.value = '';
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
    const { rows } = session.events(lane, from, end - from, filter);
    setText(this.title, `Events of ${model.scene.lanes[lane]?.label ?? ''}`);
    const shown = total > rows.length ? `${from + 1}–${end} of ${total}` : `${total}`;
    setText(this.count, this.find.value ? `${shown} with “${filter}”` : shown);
    this.more.hidden = from === 0;
    this.newest.hidden = this.skip === 0;
    rows.reverse();
    while (this.lines.length < rows.length) this.lines.push(this.line());
    this.lines.forEach((line, at) => this.fill(line, rows[at] ?? null));
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
    const { model } = this.context;
    setText(line.time, event.t.toFixed(6));
    setText(line.text, event.text);
    line.row.dataset.now = String(Math.abs(event.t - model.now) < 1e-9);
    line.row.dataset.kind = event.kind;
    const letter = this.letter(event);
    if (line.key === letter) return;
    line.key = letter;
    line.icon.replaceChildren(...(letter ? [causeSvg(letter, 13)] : []));
  }

  /** @param {import('../types.js').EventRow} event */
  letter(event) {
    const { model, store } = this.context;
    if (event.timeout !== null && event.timeout !== undefined) {
      const timeout = model.timeouts[store.state.lane]?.find((each) => each.index === event.timeout);
      return timeout ? model.truthLetter(timeout, model.now) : '';
    }
    return event.cause ? (model.causes.get(event.cause)?.letter ?? '') : '';
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
