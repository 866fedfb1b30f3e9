// @ts-check
// The tour: two minutes over the real controls. Escape ends it; it is offered once, and never inside another page.

import { framed, isEmbed } from '../embed.js';
import { button, byId, make, setText } from '../parts/dom.js';

/** Where it is remembered that the tour was offered. */
const SEEN = 'cwndlab.tour';

/**
 * @typedef {object} Step
 * @property {string} at     selector of the control
 * @property {string} title
 * @property {string} text
 * @property {string} [tab]   tab of the phone that has it
 * @property {string} [side]  tab of the side panel that has it
 */

/** @type {Step[]} */
const STEPS = [
  { at: '.stages', tab: 'topology', title: 'One network, several senders', text: 'Filled boxes are data, chevrons are ACKs going back. Each lane runs another TCP variant over the same network with the same luck. A packet can be pressed to see its header.' },
  { at: '#play', title: 'Time', text: 'Press Pause time, or the space bar. The arrows left and right go from event to event; the speed on the right never changes what happens.' },
  { at: '#strips', tab: 'traces', title: 'What happened, and what was believed', text: 'The line is the congestion window. Under each trace the upper row says what really caused a timeout, the lower one what the sender concluded. A heavy ring is a wrong conclusion.' },
  { at: '#until', title: 'Jump to a mistake', text: 'Run until the next time belief ≠ truth. Time stops there, and the card tells the story.' },
  { at: '#card', tab: 'events', side: 'event', title: 'Why', text: 'What the sender saw, what it concluded, what was really the case, what it changed and by which rule. Below stands the same moment in the other lane.' },
  { at: '#bar', title: 'Back is exact', text: 'Drag the time bar to any instant. Going back and on again shows the same run; the number under the clock is its fingerprint.' },
  { at: '[data-knob="loss"]', tab: 'knobs', side: 'knobs', title: 'Turn something', text: 'Turn the random loss, also while time runs. The turn becomes part of the scenario; Undo takes it back.' },
  { at: '.lane-row', tab: 'knobs', side: 'knobs', title: 'Other senders', text: 'Choose another variant, put one together from parts, or add a lane.' },
  { at: '#repeat-start', tab: 'events', side: 'score', title: 'Not one lucky run', text: 'One run proves little. Ten seeds give a mean and how sure it is.' },
  { at: '#link', title: 'Hand it on', text: 'The link replays this run exactly, at this instant. The question mark holds keys, terms, and how links are written.' },
];

/** Whether the tour was offered before; a browser that keeps nothing is offered it again. */
function seen() {
  try {
    return localStorage.getItem(SEEN) !== null;
  } catch {
    return false;
  }
}

function remember() {
  try {
    localStorage.setItem(SEEN, '1');
  } catch {
    // Private windows and sandboxed frames keep nothing.
  }
}

export class Tour {
  constructor() {
    this.offer = button('Two-minute tour', () => this.start(), { id: 'tour-offer', class: 'bare wide-only', hidden: true });
    byId('help').before(this.offer);
    this.at = -1;
    /** Those whose control is there. @type {Step[]} */
    this.steps = [];
    this.count = make('span', { class: 'small quiet figures' });
    this.title = make('h2', { tabindex: -1 });
    this.text = make('p', {});
    this.next = button('Next', () => this.go(1), { class: 'strong', id: 'tour-next' });
    this.back = button('Back', () => this.go(-1), { id: 'tour-back' });
    this.box = make('div', { class: 'tour', popover: 'manual', role: 'dialog', 'aria-label': 'Tour' },
      this.title, this.text,
      make('div', { class: 'row' }, this.count, this.back, this.next, button('End', () => this.end(), { id: 'tour-end' })));
    this.escape = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.end();
    };
    this.place = () => this.show();
    document.body.append(this.box);
  }

  /** Where the page stands is known: offers the tour to who has not seen it. */
  ready() {
    this.offer.hidden = framed() || isEmbed() || seen();
  }

  start() {
    if (framed() || isEmbed()) return;
    remember();
    this.offer.hidden = true;
    this.box.showPopover();
    document.addEventListener('keydown', this.escape, true);
    addEventListener('resize', this.place);
    this.steps = STEPS.filter((step) => this.find(step));
    this.at = -1;
    this.go(1);
  }

  end() {
    this.mark(null);
    document.removeEventListener('keydown', this.escape, true);
    removeEventListener('resize', this.place);
    this.box.hidePopover();
    byId('help').focus();
  }

  /** @param {1 | -1} direction */
  go(direction) {
    const at = this.at + direction;
    if (at >= this.steps.length) {
      this.end();
      return;
    }
    this.at = at;
    this.show();
    this.title.focus({ preventScroll: true });
    // What stands in a tab that was just opened takes its size in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (this.box.matches(':popover-open')) this.show();
    }));
  }

  /**
   * The control of a step, with the tab that has it opened.
   * @param {Step} step
   */
  find(step) {
    for (const [list, name] of [['.tabs', step.tab], ['.side-tabs', step.side]]) {
      if (!name) continue;
      const tab = document.querySelector(`${list} [data-tab="${name}"], ${list} [data-side="${name}"]`);
      if (tab instanceof HTMLElement && tab.checkVisibility()) tab.click();
    }
    const target = document.querySelector(step.at);
    return target?.checkVisibility() ? target : null;
  }

  /** @param {Element | null} target  gets the outline */
  mark(target) {
    document.querySelector('[data-toured]')?.removeAttribute('data-toured');
    target?.setAttribute('data-toured', '');
  }

  show() {
    const step = this.steps[this.at];
    const target = step && this.find(step);
    if (!target) return;
    this.mark(target);
    target.scrollIntoView({ block: 'nearest' });
    setText(this.title, step.title);
    setText(this.text, step.text);
    setText(this.count, `${this.at + 1} of ${this.steps.length}`);
    setText(this.next, this.at === this.steps.length - 1 ? 'Done' : 'Next');
    this.back.disabled = this.at === 0;
    const at = target.getBoundingClientRect();
    const size = this.box.getBoundingClientRect();
    const sides = [
      { left: at.right + 14, top: at.top },
      { left: at.left - size.width - 14, top: at.top },
    ];
    const ends = [
      { left: at.left, top: at.bottom + 14 },
      { left: at.left, top: at.top - size.height - 14 },
    ];
    // Beside something broad stands the card, which is the next to be looked at.
    const places = at.width > innerWidth / 2 ? [...ends, ...sides] : [...sides, ...ends];
    const fits = places.find(({ left, top }) => left >= 8 && top >= 8 && left + size.width <= innerWidth - 8 && top + size.height <= innerHeight - 8);
    const { left, top } = fits ?? { left: (innerWidth - size.width) / 2, top: at.top > innerHeight / 2 ? 64 : innerHeight - size.height - 140 };
    this.box.style.left = `${Math.round(left)}px`;
    this.box.style.top = `${Math.round(Math.max(8, top))}px`;
  }
}
