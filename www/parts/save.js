// @ts-check
// Saving a text as a file.

import { make } from './dom.js';

/**
 * @param {string} name
 * @param {string} type
 * @param {string} text
 * @param {import('../announce.js').Announcer} announcer
 */
export function save(name, type, text, announcer) {
  const link = make('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  announcer.say(`${name} is saved.`);
}
