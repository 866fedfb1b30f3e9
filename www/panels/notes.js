// @ts-check
// `?` mode: every term shows its sentence when it is pointed at, focused or tapped, and does nothing else meanwhile.

import { button, make, setText } from '../parts/dom.js';
import { TERMS } from './terms.js';

/** Where the terms stand that the static page has. */
const PLACES = /** @type {const} */ ([
  ['#bar', 'bar'], ['#until', 'until'], ['#until-small', 'until'], ['.speed', 'speed'], ['.run', 'run'], ['.key-ssthresh', 'ssthresh'], ['.term-ssthresh', 'ssthresh'],
  ['#traces .head b', 'cwnd'], ['#window', 'window'], ['#flow-label', 'flow'], ['#link', 'link'], ['#embed', 'embed'], ['#export', 'export'], ['#present', 'present'],
  ['#theme', 'theme'], ['.seed-row', 'seed'], ['#lane-tabs', 'lanes'], ['#stages', 'stage'], ['.events .head', 'events'], ['#strips', 'cwnd'], ['#second', 'second'],
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
    const term = TERMS[noted.getAttribute('data-term') ?? ''];
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
