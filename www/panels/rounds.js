// @ts-check
// The table of round trips of one flow: real HTML, a page at a time, newest first, at most twice a second.

import { button, make, setText } from '../parts/dom.js';
import { causeSvg } from '../draw/marks.js';
import { save } from '../parts/save.js';
import { segmentsText } from '../parts/format.js';

/** Rows in the document at once. */
const ROWS = 60;

/** While time runs the table follows at most this often, ms. */
const EVERY = 500;

/** Heads of the columns, and their notes. */
const HEADS = [
  ['round', 'Number of the round'],
  ['t, s', 'When its first segment was sent'],
  ['cwnd', 'Congestion window at its start → at its end, segments'],
  ['ssthresh', 'Slow-start threshold at its end, segments'],
  ['sent', 'Segments sent, retransmissions too'],
  ['again', 'Segments sent again'],
  ['ACKs', 'ACKs that reached the sender'],
  ['lost', 'Segments dropped'],
  ['timeouts', 'Timeouts with what each really was'],
  ['RTT, ms', 'Shortest, mean and longest RTT sample'],
  ['RTO, ms', 'Retransmission timeout at its end, without back-off'],
];

export class RoundTable {
  /**
   * @param {import('../types.js').Context} context
   * @param {() => number} flow
   */
  constructor(context, flow) {
    this.context = context;
    this.flow = flow;
    this.caption = make('caption', { class: 'small' });
    this.body = make('tbody');
    this.skip = 0;
    this.earlier = button('Earlier rounds', () => this.turn(ROWS), { class: 'textual small' });
    this.newest = button('Back to the newest', () => this.turn(-this.skip), { class: 'textual small' });
    this.element = make('div', { class: 'rounds', hidden: true },
      make('div', { class: 'row small' },
        make('p', { class: 'quiet' }, context.session.round_note()),
        button('CSV', () => this.file(), { class: 'inline small', id: 'rounds-csv', 'aria-label': 'Save the round trips as CSV' })),
      make('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Round trips' },
        make('table', { class: 'figures' }, this.caption,
          make('thead', {}, make('tr', {}, ...HEADS.map(([head, note]) => make('th', { scope: 'col', title: note }, head)))),
          this.body),
        this.newest, ' ', this.earlier));
    this.wall = -Infinity;
    this.key = '';
    /** @type {{ row: HTMLTableRowElement, cells: HTMLElement[], letters: string }[]} */
    this.lines = [];
  }

  /** Another lane or flow. */
  reset() {
    this.skip = 0;
    this.key = '';
  }

  /** @param {number} by */
  turn(by) {
    this.skip += by;
    this.refresh();
  }

  file() {
    const { session, announcer } = this.context;
    save(`cwndlab-rounds-${session.fingerprint().slice(0, 8)}.csv`, 'text/csv', session.panel_csv(), announcer);
  }

  /**
   * @param {number} wall
   * @param {boolean} settled
   */
  draw(wall, settled) {
    if (!settled && wall - this.wall < EVERY) return;
    const { model, session, store, clock } = this.context;
    const { lane } = store.state;
    const key = `${session.round_count(lane)}/${model.revision}/${lane}/${this.flow()}/${clock.busy}/${settled ? model.now : ''}`;
    if (key === this.key) return;
    this.key = key;
    this.wall = wall;
    this.refresh();
  }

  refresh() {
    const { model, session, store } = this.context;
    const { lane } = store.state;
    const total = session.round_count(lane);
    this.skip = Math.max(0, Math.min(this.skip, total - 1));
    const end = total - this.skip;
    const from = Math.max(0, end - ROWS);
    const { rows, full } = session.rounds(lane, from, end - from);
    const name = model.scene.lanes[lane]?.label ?? '';
    const flow = model.scene.flows.length > 1 ? `, flow ${this.flow() + 1}` : '';
    const capped = full ? '; the table is full, later rounds are not listed' : '';
    setText(this.caption, `Round trips of ${name}${flow}, newest first: ${total ? from + 1 : 0} to ${end} of ${total}${capped}`);
    this.earlier.hidden = from === 0;
    this.newest.hidden = this.skip === 0;
    rows.reverse();
    while (this.lines.length < rows.length) this.line();
    this.lines.forEach((line, at) => this.fill(line, rows[at] ?? null));
  }

  line() {
    const head = make('th', { scope: 'row' });
    const cells = [head, ...HEADS.slice(1).map(() => make('td'))];
    const row = make('tr', {}, ...cells);
    this.lines.push({ row, cells, letters: '' });
    this.body.append(row);
  }

  /**
   * @param {{ row: HTMLTableRowElement, cells: HTMLElement[], letters: string }} line
   * @param {import('../types.js').RoundRow | null} round
   */
  fill(line, round) {
    line.row.hidden = round === null;
    if (!round) return;
    const count = (/** @type {number | null | undefined} */ value) => (value === null || value === undefined ? '…' : String(value));
    const open = round.end === null || round.end === undefined;
    const texts = [
      String(round.round), round.start.toFixed(3),
      `${segmentsText(round.cwnd_start)} → ${open ? '…' : segmentsText(round.cwnd_end ?? 0)}`,
      open ? '…' : segmentsText(round.ssthresh ?? Infinity),
      count(round.sent), count(round.resent), count(round.acks), count(round.lost), '',
      round.rtt ? round.rtt.map((ms) => ms.toFixed(1)).join(' / ') : open ? '…' : '–',
      open ? '…' : (round.rto ?? 0).toFixed(0),
    ];
    texts.forEach((text, at) => {
      if (at !== 8) setText(line.cells[at], text);
    });
    line.row.dataset.open = String(open);
    if (line.letters === round.timeouts) return;
    line.letters = round.timeouts;
    line.cells[8].replaceChildren(...[...round.timeouts].map((letter) => {
      const icon = causeSvg(letter, 14);
      return make('span', { class: 'cause' }, icon, make('span', { class: 'sr-only' }, this.word(letter)));
    }));
  }

  /** @param {string} letter */
  word(letter) {
    return this.context.model.causeList.find((cause) => cause.letter === letter)?.word ?? letter;
  }
}
