// @ts-check
// What happened: the selected timeout in a fixed order — saw, concluded ≠ really, why, changed, rule, other lanes.

import { byId, button, make, onResize, setText } from '../parts/dom.js';
import { palette } from '../draw/canvas.js';
import { causeSvg, ringSvg } from '../draw/marks.js';
import { clockText, shortWord } from '../parts/format.js';
import { standingOf } from '../store/model.js';
import { PHONE, WIDE } from './topology.js';
import { pickedCard } from './picked.js';
import { latestOf } from './rails.js';
import { TERMS } from './terms.js';

/** A card that cannot change is not read again; an open one at most this often, ms. */
const EVERY = 100;

export class CardPanel {
  /**
   * @param {import('../types.js').Context} context
   * @param {{ changed: () => void, narrow: (filter: string) => void }} hooks
   */
  constructor(context, hooks) {
    this.context = context;
    this.hooks = hooks;
    this.host = byId('card');
    this.peek = byId('peek');
    this.key = '';
    /** A cause that was asked for before its time. @type {{ lane: number, index: number, revision: number, cause: import('../types.js').Ahead | null } | null} */
    this.early = null;
    this.wall = -Infinity;
    // The card keeps the room of its longest story, so that what stands below does not jump at every timeout.
    onResize(this.host, () => {
      this.host.style.minHeight = WIDE.matches ? `${this.host.offsetHeight}px` : '';
    });
    this.peek.addEventListener('click', () => {
      document.body.dataset.tab = 'events';
      document.querySelectorAll('.tabs button').forEach((tab) => tab.setAttribute('aria-selected', String(/** @type {HTMLElement} */ (tab).dataset.tab === 'events')));
    });
  }

  /**
   * @param {number} wall
   * @param {boolean} settled
   */
  draw(wall, settled) {
    if (!settled && wall - this.wall < EVERY) return;
    const { model, store } = this.context;
    const { picked } = store.state;
    if (picked) {
      this.wall = wall;
      this.key = '';
      pickedCard(this.host, this.context, picked, this.hooks);
      return;
    }
    const open = store.state.timeout ?? latestOf(this.context);
    const timeout = open ? model.timeouts[open.lane]?.find((each) => each.index === open.index) : undefined;
    if (!open || !timeout || timeout.t > model.now + 1e-9) {
      const nothing = `none/${this.context.store.state.lane}/${model.revision}`;
      if (this.key !== nothing) this.empty();
      this.key = nothing;
      return;
    }
    const count = this.known(open.lane).length;
    const key = [open.lane, open.index, model.truthLetter(timeout, model.now), model.verdictLetter(timeout, model.now), count, model.revision, this.others(open.lane), document.documentElement.dataset.theme, palette.k].join('/');
    if (key === this.key) return;
    this.key = key;
    this.wall = wall;
    this.show(open.lane, open.index);
  }

  /** @param {number} lane */
  known(lane) {
    const { model } = this.context;
    return (model.timeouts[lane] ?? []).filter((each) => each.t <= model.now + 1e-9);
  }

  /** How far the other lanes are: their line in the card may change. @param {number} lane */
  others(lane) {
    return this.context.model.lanes.map((each, at) => (at === lane ? '' : each.expiries)).join(',');
  }

  empty() {
    const { model, store } = this.context;
    const lane = model.scene.lanes[store.state.lane]?.label ?? '';
    this.host.replaceChildren(
      make('div', { class: 'row' }, make('span', { class: 'label' }, 'What happened')),
      make('p', { class: 'empty' }, `No timeout in ${lane} yet. When a retransmission timer fires, its story stands here: what the sender saw, what it concluded, and what really happened.`));
    this.peek.hidden = true;
  }

  /**
   * @param {number} lane
   * @param {number} index
   */
  show(lane, index) {
    const card = this.context.session.card(lane, index);
    if (!card) return;
    const known = this.known(lane);
    const place = known.findIndex((each) => each.index === index);
    const { concluded, really } = card;
    const given = concluded.letter !== '' && concluded.letter !== '…';
    const right = concluded.right;
    const focused = this.focusedButton();
    const early = really.open ? this.earlyCause(lane, index) : undefined;
    const mark = early ? early.letter : really.open ? '?' : really.letter;
    this.host.replaceChildren(
      this.heading(lane, known, place),
      make('h2', { class: 'figures' }, card.title),
      make('dl', { class: 'evidence saw figures' }, make('dt', {}, 'Sender saw'), make('dd', {}, card.saw)),
      make('div', { class: 'verdict' },
        make('span', { class: 'small quiet', 'data-term': 'belief' }, 'Sender concluded'), make('span'),
        make('span', { class: 'small quiet', 'data-term': 'truth' }, 'What really happened'),
        word(ringSvg(given ? concluded.letter : '', given ? standingOf(right) : 'none', 26), given ? concluded.word : 'No verdict yet'),
        make('span', { class: 'relation', role: 'img', 'aria-label': relationWord(right, given && !really.open) }, relation(right)),
        word(causeSvg(mark, 24, Boolean(early)), early ? early.word : really.open ? 'Not known yet' : really.word)),
      ...(really.open ? [this.undecided(lane, index, early)] : []),
      this.evidence(card),
      ...this.sameMoment(card),
      make('div', { class: 'foot' }, button('Copy as text', () => this.copy(card.text), { class: 'textual small' }),
        button('Events of its segment', () => this.hooks.narrow(this.segmentFilter(lane, index)), { class: 'textual small' })));
    if (focused) /** @type {HTMLElement | null} */ (this.host.querySelector(`button[aria-label="${focused}"], button[data-word="${focused}"]`))?.focus();
    this.showPeek(card);
  }

  /** The button of the card that has the focus, by its name: it keeps it when the card is made again. */
  focusedButton() {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLButtonElement) || !this.host.contains(activeElement)) return '';
    const name = activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? '';
    for (const each of this.host.querySelectorAll('button')) each.dataset.word = each.textContent ?? '';
    return name;
  }

  /**
   * The filter of the event list for the segment of a timeout.
   * @param {number} lane
   * @param {number} index
   */
  segmentFilter(lane, index) {
    const timeout = this.context.model.timeouts[lane]?.find((each) => each.index === index);
    return timeout ? `#${timeout.segment}/${timeout.flow + 1}` : '';
  }

  /**
   * The cause that was asked for before its time; undefined: it was not.
   * @param {number} lane
   * @param {number} index
   */
  earlyCause(lane, index) {
    const { early } = this;
    if (!early || early.lane !== lane || early.index !== index || early.revision !== this.context.model.revision) return undefined;
    return early.cause ?? undefined;
  }

  /**
   * What stands below a "?": how to see the answer now, or when it was decided.
   * @param {number} lane
   * @param {number} index
   * @param {import('../types.js').Ahead | undefined} early
   */
  undecided(lane, index, early) {
    if (early) {
      return make('p', { class: 'early small' }, `Decided ${early.later} later, at ${clockText(early.decided_at)}${early.detail ? `: ${early.detail}` : ''}. Marks stay “?” until then.`);
    }
    const never = this.early && this.early.lane === lane && this.early.index === index && this.early.revision === this.context.model.revision;
    if (never) return make('p', { class: 'early small' }, 'Not decided before the end of the run.');
    const known = this.context.session.ahead(lane, index);
    return make('p', { class: 'early small' },
      known ? `Decided ${known.later} later. ` : 'Some copy still travels. ',
      button('Show now', () => this.showEarly(lane, index), { class: 'inline' }));
  }

  /**
   * Finds out the cause of a timeout, ahead of time if need be, and comes back to the shown instant.
   * @param {number} lane
   * @param {number} index
   */
  showEarly(lane, index) {
    const { clock, session, model, announcer } = this.context;
    const keep = () => {
      const cause = session.ahead(lane, index) ?? null;
      this.early = { lane, index, revision: model.revision, cause };
      this.key = '';
      announcer.say(cause ? `It was ${cause.word}, decided ${cause.later} later.` : 'Not decided before the end of the run.');
      clock.wake();
    };
    clock.pause();
    if (session.ahead(lane, index)) {
      keep();
      return;
    }
    const from = model.now;
    clock.find(`decided:${index}`, lane, () => clock.seek(from, keep), 'the instant that decides the cause', () => clock.seek(from));
  }

  /**
   * @param {number} lane
   * @param {import('../types.js').Timeout[]} known
   * @param {number} place
   */
  heading(lane, known, place) {
    const go = (/** @type {number} */ to) => {
      const timeout = known[to];
      if (timeout) this.context.store.set({ timeout: { lane, index: timeout.index }, lane });
    };
    const row = make('div', { class: 'row' }, make('span', { class: 'label' }, 'What happened'),
      make('span', { class: 'pager small quiet' },
        button('‹', () => go(place - 1), { class: 'bare', 'aria-label': 'Timeout before', disabled: place <= 0 }),
        `timeout ${place + 1} of ${known.length}`,
        button('›', () => go(place + 1), { class: 'bare', 'aria-label': 'Timeout after', disabled: place >= known.length - 1 })));
    return row;
  }

  /** @param {import('../types.js').Card} card */
  evidence(card) {
    const list = make('dl', { class: 'evidence figures' });
    const add = (/** @type {string} */ term, /** @type {Node[]} */ ...content) => list.append(make('dt', {}, term), make('dd', {}, ...content));
    const why = card.why.map((line) => make('p', {}, line));
    if (card.really.decided) why.push(make('p', { class: 'quiet' }, `${capital(card.really.decided)}.`));
    if (why.length) add('Really', ...why);
    const copies = /** @type {{ copies?: { text: string, cause: string | null }[] }} */ (card).copies ?? [];
    if (copies.length) add('Copies', make('ul', { class: 'copies' }, ...copies.map((copy) => make('li', {}, copy.text))));
    if (card.changed.length) {
      const rows = card.changed.map((change) => make('tr', {}, make('td', { 'data-term': TERMS[change.what.toLowerCase()] && change.what.toLowerCase() }, change.what),
        make('td', {}, ...(change.before === '' || change.before === undefined ? [] : [`${change.before} → `]), make('b', {}, String(change.after))),
        make('td', { class: 'quiet' }, change.unit)));
      add('Changed', make('table', { class: 'changed' }, make('tbody', {}, ...rows)));
    }
    if (card.rule) add('Rule', make('p', {}, card.rule));
    return list;
  }

  /** @param {import('../types.js').Card} card */
  sameMoment(card) {
    if (!card.others.length) return [];
    const { clock, store } = this.context;
    const rows = card.others.map((other) => make('div', { class: 'other' },
      make('p', { class: 'small figures' }, 'Same moment in ', make('b', {}, other.label), `: ${other.text}`),
      button('Show', () => {
        clock.pause();
        if (Number.isFinite(other.at)) clock.seek(other.at);
        store.set({ lane: other.lane, split: false, timeout: null });
        this.hooks.changed();
      })));
    return [make('div', { class: 'others' }, ...rows)];
  }

  /** On phones the latest timeout is one line under the stage. @param {import('../types.js').Card} card */
  showPeek(card) {
    this.peek.hidden = !PHONE.matches;
    if (this.peek.hidden) return;
    const { concluded, really } = card;
    const text = make('span', {}, make('b', {}, card.title), make('br'));
    const said = concluded.letter !== '…' ? `Concluded ${concluded.word.toLowerCase()}. ` : 'No verdict yet. ';
    text.append(make('span', { class: 'small quiet' }, said + (really.open ? 'The truth is not decided yet.' : `It was ${really.word.toLowerCase()}.`)));
    this.peek.replaceChildren(causeSvg(really.open ? '?' : really.letter, 24), text, '›');
  }

  /** @param {string} text */
  async copy(text) {
    let copied = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copied = false;
    }
    this.context.announcer.say(copied ? 'The card is copied.' : 'The browser does not let the page copy.');
    const foot = this.host.querySelector('.foot button');
    if (foot) setText(foot, copied ? 'Copied' : 'Not allowed to copy');
  }
}

/** @param {boolean | null} right */
function relation(right) {
  if (right === null || right === undefined) return '·';
  return right ? '=' : '≠';
}

/**
 * @param {boolean | null} right
 * @param {boolean} known  both are
 */
function relationWord(right, known) {
  if (right === null || right === undefined) return known ? 'which is not judged' : 'not decided yet';
  return right ? 'which is right' : 'which is wrong';
}

/**
 * An icon and its word; what is in parentheses stands smaller below.
 * @param {SVGElement} icon
 * @param {string} text
 */
function word(icon, text) {
  const short = shortWord(text);
  const rest = text.slice(short.length).replace(/^ \(|\)$/g, '');
  return make('span', { class: 'word' }, icon, make('span', {}, capital(short), ...(rest ? [make('span', { class: 'small quiet detail' }, rest)] : [])));
}

/** @param {string} text */
function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : '';
}
