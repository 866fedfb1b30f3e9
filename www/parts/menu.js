// @ts-check
// Menus and sheets in the top layer: the browser closes them on Escape and on a press outside.

import { make } from './dom.js';

/**
 * A menu under (or above) its button.
 * @param {HTMLElement} opener
 * @param {{ text: string, action: () => void }[]} items
 * @param {HTMLElement} [extra]  a form below the items
 */
export function openMenu(opener, items, extra) {
  const menu = make('div', { class: 'menu', popover: 'auto', role: 'menu' });
  for (const item of items) {
    const entry = make('button', { type: 'button', role: 'menuitem' }, item.text);
    entry.addEventListener('click', () => {
      menu.hidePopover();
      item.action();
    });
    menu.append(entry);
  }
  if (extra) menu.append(extra);
  show(menu, opener);
  const at = opener.getBoundingClientRect();
  const size = menu.getBoundingClientRect();
  const below = at.bottom + size.height + 8 < innerHeight;
  menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - size.width - 12))}px`;
  menu.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - size.height - 4)}px`;
  menu.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const entries = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll('button, input')]);
    const next = entries.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step;
    entries[(next + entries.length) % entries.length].focus();
  });
  /** @type {HTMLElement | null} */ (menu.querySelector('button, input'))?.focus();
  return menu;
}

/**
 * A sheet in the middle of the page with a heading, some content and a close button.
 * @param {HTMLElement} opener  gets the focus back
 * @param {string} title
 * @param {...HTMLElement} content
 */
export function openSheet(opener, title, ...content) {
  const sheet = make('div', { class: 'sheet', popover: 'auto', role: 'dialog', 'aria-label': title }, make('h2', {}, title), ...content);
  const close = make('button', { type: 'button' }, 'Close');
  close.addEventListener('click', () => sheet.hidePopover());
  sheet.append(make('div', { class: 'row' }, close));
  show(sheet, opener);
  return sheet;
}

/**
 * @param {HTMLElement} layer
 * @param {HTMLElement} opener
 */
function show(layer, opener) {
  document.body.append(layer);
  opener.setAttribute('aria-expanded', 'true');
  layer.addEventListener('toggle', (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== 'closed') return;
    opener.setAttribute('aria-expanded', 'false');
    layer.remove();
  });
  layer.showPopover();
}
