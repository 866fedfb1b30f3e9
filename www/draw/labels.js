// @ts-check
// Words on a picture that would cover each other are left out: the first one to ask has the place.

import { haloText, palette } from './canvas.js';

/** Boxes that are taken on this picture: x0, y0, x1, y1 of each. @type {number[]} */
const taken = [];

/** A new picture. */
export function clearLabels() {
  taken.length = 0;
}

/**
 * Takes a place.
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 */
export function takePlace(x0, y0, x1, y1) {
  taken.push(x0, y0, x1, y1);
}

/**
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 */
export function isFree(x0, y0, x1, y1) {
  for (let at = 0; at < taken.length; at += 4) {
    if (x0 < taken[at + 2] && x1 > taken[at] && y0 < taken[at + 3] && y1 > taken[at + 1]) return false;
  }
  return true;
}

/**
 * Writes text if its place is free and on the picture. Returns whether it did.
 * @param {CanvasRenderingContext2D} context  font, fill and textAlign are set
 * @param {string} text
 * @param {number} x
 * @param {number} y  baseline
 */
export function writeLabel(context, text, x, y) {
  const width = context.measureText(text).width;
  const left = context.textAlign === 'right' ? x - width : context.textAlign === 'center' ? x - width / 2 : x;
  const high = 11 * palette.k;
  if (!isFree(left, y - high, left + width, y + 2)) return false;
  takePlace(left, y - high, left + width, y + 2);
  haloText(context, text, x, y);
  return true;
}
