// @ts-check
// Saving a file.

import { make } from './dom.js';

/**
 * @param {string} name
 * @param {string} type
 * @param {BlobPart} content
 * @param {import('../announce.js').Announcer} announcer
 */
export function save(name, type, content, announcer) {
  const link = make('a', { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  announcer.say(`${name} is saved.`);
}
