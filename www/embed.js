// @ts-check
// The page inside another page: a small cut of it, no touch on the host's address, focus or scroll, and a way out.

import { button, byId, make, setText } from './parts/dom.js';
import { openSheet } from './parts/menu.js';

/** Whether some other page holds this one, as a cut of it or whole. */
export function framed() {
  return window.parent !== window;
}

/** Whether the small cut is shown. */
export function isEmbed() {
  return document.documentElement.dataset.embed !== undefined;
}

/** Gives the keys back to the page around. */
export function leaveFrame() {
  if (!framed()) return;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.parent.focus();
}

/** A frame whose sandbox has no origin may not open windows; asking would only fill the console. */
function mayOpen() {
  return !framed() || window.origin !== 'null';
}

export class Embed {
  /**
   * @param {{ address: () => string, show: (fragment: string) => void }} hooks
   *   `address`: the link to what is shown, of the whole page; `show`: opens a fragment in place
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.full = button('Open in full', () => this.open(), { id: 'open-full', class: 'bare', hidden: true });
    byId('actions').after(this.full);
  }

  /**
   * As the link asks.
   * @param {import('./types.js').View} view
   */
  apply(view) {
    const on = view.embed === true;
    document.documentElement.toggleAttribute('data-embed', on);
    this.full.hidden = !on;
    const panels = on && view.panels ? view.panels.split(',') : [];
    // The second lane stands on the time axis of the strips.
    if (panels.some((id) => id !== 'topology' && id !== 'cwnd')) panels.push('cwnd');
    if (panels.length) document.body.dataset.panels = panels.join(' ');
    else delete document.body.dataset.panels;
  }

  /** The whole page with what is shown now, in a window of its own or, where that is forbidden, in place. */
  open() {
    const address = this.hooks.address();
    if (mayOpen() && window.open(address, '_blank')) return;
    const field = make('input', { type: 'text', readonly: true, 'aria-label': 'Link', id: 'full-link' });
    field.value = address;
    const said = make('p', { class: 'quiet small', role: 'status' });
    const here = button('Show it here', () => {
      sheet.hidePopover();
      this.hooks.show(address.slice(address.indexOf('#') + 1));
      document.documentElement.requestFullscreen?.().catch(() => setText(said, ''));
    }, { id: 'full-here', class: 'strong' });
    const sheet = openSheet(this.full, 'Open in full',
      make('p', { class: 'quiet' }, 'The page around does not let this frame open windows. The link leads to the same instant; or the whole page can be shown in this frame.'),
      make('div', { class: 'row' }, field, here), said);
  }
}
