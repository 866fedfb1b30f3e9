// @ts-check
// The HTML that puts a view into another page.

/**
 * @typedef {object} Choices
 * @property {string} address  of the single file, without fragment
 * @property {string} fragment
 * @property {string} title
 * @property {number} width
 * @property {number} height
 */

/** @param {string} text */
function quoted(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/**
 * The snippet. The sandbox keeps the frame from touching the page around it.
 * @param {Choices} choices
 */
export function snippet({ address, fragment, title, width, height }) {
  return `<iframe src="${quoted(`${address}#${fragment}`)}" title="${quoted(title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" sandbox="allow-scripts allow-downloads" allow="clipboard-write; fullscreen"></iframe>`;
}
