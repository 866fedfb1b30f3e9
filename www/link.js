// @ts-check
// The address: inputs only. Written on Link, or half a second after the last change; read on hashchange.

import { button, byId, make } from './parts/dom.js';
import { openSheet } from './parts/menu.js';

/** Quiet time before the address follows a change, ms. */
const SETTLE = 500;

/** Above this many characters chat programs and servers cut links. */
const LONG = 7000;

export class LinkBar {
  /**
   * @param {() => string} current   the fragment of what is shown now
   * @param {(fragment: string, before: string) => void} open  `before`: what the address said before
   */
  constructor(current, open) {
    this.current = current;
    this.open = open;
    this.timer = 0;
    /** Inside another page the address is left alone. */
    this.silent = false;
    this.shown = fragmentOf(location.href);
    addEventListener('hashchange', () => {
      const fragment = fragmentOf(location.href);
      if (fragment === this.shown) return;
      this.cancel();
      const before = this.shown;
      this.shown = fragment;
      this.open(fragment, before);
    });
    byId('link').addEventListener('click', () => this.copy());
  }

  /** An input or the view has changed. */
  changed() {
    this.cancel();
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.write('replaceState', this.current());
    }, SETTLE);
  }

  /** Writes a waiting change now. */
  flush() {
    if (!this.timer) return;
    this.cancel();
    this.write('replaceState', this.current());
  }

  cancel() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /**
   * @param {'pushState' | 'replaceState'} how
   * @param {string} fragment
   */
  write(how, fragment) {
    this.shown = fragment;
    if (this.silent) return;
    try {
      history[how](null, '', `#${fragment}`);
    } catch {
      // Sandboxed frames and some file pages forbid it; the link can still be copied.
    }
  }

  async copy() {
    this.cancel();
    const fragment = this.current();
    this.write('pushState', fragment);
    const link = addressOf(fragment);
    const field = make('input', { type: 'text', readonly: true, 'aria-label': 'Link', id: 'link-text' });
    field.value = link;
    const said = make('p', { class: 'quiet small', role: 'status' });
    const again = button('Copy', () => copyText(link, field, said));
    const warning = link.length > LONG ? [make('p', {}, `This link has ${link.length} characters; some programs cut links that long.`)] : [];
    openSheet(byId('link'), 'Link to this instant',
      make('p', { class: 'quiet' }, 'Whoever opens it sees this scenario at this time, and the page says whether it replayed exactly.'),
      make('div', { class: 'row' }, field, again), said, ...warning);
    await copyText(link, field, said);
  }
}

/**
 * @param {string} text
 * @param {HTMLInputElement} field
 * @param {HTMLElement} said
 */
async function copyText(text, field, said) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = 'Copied.';
  } catch {
    said.textContent = 'The browser does not let the page copy. The link is selected: press Ctrl+C, or ⌘C.';
  }
}

/**
 * The fragment of an address, without `#`.
 * @param {string} href
 */
export function fragmentOf(href) {
  const at = href.indexOf('#');
  return at < 0 ? '' : href.slice(at + 1);
}

/**
 * This page with another fragment.
 * @param {string} fragment
 */
export function addressOf(fragment) {
  return `${location.href.split('#')[0]}#${fragment}`;
}
