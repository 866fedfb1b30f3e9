// @ts-check
// One line that says what to watch.

import { byId, make } from '../parts/dom.js';

/**
 * What to watch; the part before a colon is what to look at.
 * @param {string} text
 */
export function showCaption(text) {
  const at = text.indexOf(': ');
  byId('caption').replaceChildren(...(at > 0 && at < 40 ? [make('b', {}, text.slice(0, at + 1)), text.slice(at + 1)] : [text]));
}
