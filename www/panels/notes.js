// @ts-check
// `?` mode: every term shows its sentence when it is pointed at, focused or tapped, and does nothing else meanwhile.

import { button, make, setText } from '../parts/dom.js';

/** Terms that no element explains by itself. */
const TERMS = {
  cwnd: ['cwnd', 'The congestion window: how many segments the sender allows itself in flight.'],
  ssthresh: ['ssthresh', 'The slow-start threshold: below it the window doubles per round trip, above it grows by one.'],
  truth: ['truth', 'Why the timer really fired, found out by following every copy to its fate.'],
  belief: ['belief', 'What the sender concluded about the timeout from the ACKs that it saw.'],
  jain: ['Jain', 'Jain’s index of fairness: 1 when all flows get the same, 1/n when one gets everything.'],
  seed: ['Seed', 'A number that fixes all luck: the same seed gives the same run, bit for bit.'],
  run: ['Run', 'The fingerprint of everything that has happened up to now: equal digits mean equal runs.'],
  speed: ['Speed', 'How many simulated seconds pass in a second. It never changes what happens.'],
  lanes: ['Lanes', 'Up to four runs in lock-step that meet the same luck and differ only in their variant.'],
  split: ['Split', 'Two lanes on the stage, one above the other.'],
  window: ['Window', 'How many seconds the strips show.'],
  flow: ['Flow', 'One sender with its receiver; the strips draw the chosen one in full and the others thin.'],
  until: ['Run until', 'Goes on to the next timeout, drop or wrong belief, or to a time.'],
  bar: ['Time bar', 'The whole run: drag to any time; marks are timeouts computed so far, hollow when later than now.'],
  link: ['Link', 'The address of this instant: whoever opens it replays the same run.'],
  export: ['Export', 'Events and windows as CSV, charts as pictures.'],
  present: ['Present', 'For a hall: one network, the strips and the card, in large type.'],
  theme: ['Theme', 'Light, dark, or high contrast for a projector.'],
  rto: ['RTO', 'The retransmission timeout: how long the sender waits for an ACK before it gives the segment up.'],
  events: ['Events', 'What happened in the shown lane up to now; a press goes to that time.'],
  ranges: ['Ranges', 'How far a station is understood (inner disc) and how far it is noticed and disturbs (dashed). Where the picture is broad and low the discs are ovals: whoever stands inside is in range.'],
  stage: ['Network', 'The shown lane: press a packet for its header, a node for its queues and its timer; drag a radio station to move it.'],
};

/** Where the terms stand that the static page has. */
const PLACES = /** @type {const} */ ([
  ['#bar', 'bar'], ['#until', 'until'], ['#until-small', 'until'], ['.speed', 'speed'], ['.run', 'run'], ['.key-ssthresh', 'ssthresh'], ['.term-ssthresh', 'ssthresh'],
  ['#traces .head b', 'cwnd'], ['#window', 'window'], ['#flow-label', 'flow'], ['#link', 'link'], ['#export', 'export'], ['#present', 'present'],
  ['#theme', 'theme'], ['.seed-row', 'seed'], ['#lane-tabs', 'lanes'], ['#stages', 'stage'], ['.events .head', 'events'], ['#strips', 'cwnd'],
]);

/** The selector of everything that has a note. */
const NOTED = '[data-term], [title], [data-note]';

export class Notes {
  /** @param {import('../types.js').Context} context */
  constructor(context) {
    this.context = context;
    this.on = false;
    this.text = make('p', { role: 'status' });
    this.bubble = make('div', { class: 'notes', hidden: true }, this.text, button('Leave ?', () => this.leave()));
    document.querySelector('main')?.before(this.bubble);
    for (const [selector, term] of PLACES) document.querySelector(selector)?.setAttribute('data-term', term);
    document.addEventListener('pointerover', (event) => this.point(event));
    document.addEventListener('focusin', (event) => this.point(event));
    for (const kind of ['click', 'pointerdown', 'mousedown']) document.addEventListener(kind, (event) => this.tap(event), { capture: true });
  }

  toggle() {
    if (this.on) this.leave();
    else this.enter();
  }

  enter() {
    this.on = true;
    document.body.dataset.notes = '';
    this.bubble.hidden = false;
    setText(this.text, 'Point at a word, a mark or a control, or tap it: its note stands here. Esc leaves.');
  }

  /** Returns whether the mode was on. */
  leave() {
    if (!this.on) return false;
    this.on = false;
    delete document.body.dataset.notes;
    this.bubble.hidden = true;
    return true;
  }

  /** @param {Event} event */
  point(event) {
    if (this.on && event.target instanceof Element) this.say(event.target);
  }

  /** In this mode a press explains and does nothing else. @param {Event} event */
  tap(event) {
    if (!this.on || !(event.target instanceof Element) || this.bubble.contains(event.target) || event.target.closest('#help, [popover]')) return;
    event.preventDefault();
    event.stopPropagation();
    this.say(event.target);
  }

  /** @param {Element} target */
  say(target) {
    const noted = target.closest(NOTED);
    if (!noted) return;
    const term = TERMS[/** @type {keyof typeof TERMS} */ (noted.getAttribute('data-term') ?? '')];
    const own = noted.getAttribute('title') || noted.getAttribute('data-note');
    const word = own ? nameOf(noted) : term?.[0];
    setText(this.text, `${word ? `${word}: ` : ''}${own || term?.[1] || ''}`);
  }
}

/** What stands there, short. @param {Element} element */
function nameOf(element) {
  const labelled = element.id ? document.querySelector(`label[for="${element.id}"]`) : null;
  const text = (labelled?.textContent || element.getAttribute('aria-label') || element.querySelector('td, th')?.textContent || element.textContent || '').trim();
  return text.length > 40 ? '' : text;
}
