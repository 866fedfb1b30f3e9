// @ts-check
// The marks of the time bar: one for each timeout, or one for many where a long run leaves no room for each.

import { clockText, shortWord } from '../parts/format.js';

/** Timeouts nearer than this are one mark, px. */
const NEAR = 3;

/** Marks are this far apart, and pushed left by no more than that, in heights of a mark. */
const APART = 1.3;
const FAR = 2;

/** A mark that stands for several has the letter of the worst of them. */
const WORST = ['L', 'C', 'K', 'R', 'S', '?'];

/**
 * @typedef {object} BarMark
 * @property {number} x     where it stands, px
 * @property {number} from  the true places of the first and the last of its timeouts, px
 * @property {number} to
 * @property {import('../types.js').Timeout[]} timeouts  newest first
 */

/**
 * Marks with places, from the right. Neighbours give way to the left, and are joined where that leads too far.
 * @param {import('../types.js').Timeout[]} list  in order of time
 * @param {(t: number) => number} x
 * @param {number} z  height of a mark, px
 * @returns {BarMark[]}
 */
export function placeMarks(list, x, z) {
  /** @type {BarMark[]} */
  const groups = [];
  for (let at = list.length - 1; at >= 0; at--) {
    const place = x(list[at].t);
    const group = groups.at(-1);
    if (group && group.from - place < NEAR && group.to - place < APART * z) {
      group.from = place;
      group.timeouts.push(list[at]);
    } else groups.push({ x: place, from: place, to: place, timeouts: [list[at]] });
  }
  /** @type {BarMark[]} */
  const placed = [];
  for (const group of groups) {
    const middle = (group.from + group.to) / 2;
    const right = placed.at(-1);
    group.x = Math.min(middle, right ? right.x - APART * z : Infinity);
    // The last one is drawn wherever it is.
    if (right && (middle - group.x > FAR * z || group.x < 0.6 * z)) {
      right.from = group.from;
      right.timeouts.push(...group.timeouts);
    } else placed.push(group);
  }
  return placed;
}

/**
 * The timeout that a mark shows: of those up to now, if there are any, the first with the worst cause.
 * @param {BarMark} mark
 * @param {number} now  s
 * @param {(timeout: import('../types.js').Timeout) => string} letterOf
 */
export function worstOf(mark, now, letterOf) {
  const past = mark.timeouts.filter((timeout) => timeout.t <= now + 1e-9);
  const known = past.length ? past : mark.timeouts;
  const rank = (/** @type {import('../types.js').Timeout} */ timeout) => WORST.indexOf(letterOf(timeout));
  return { timeout: known.reduce((worst, each) => (rank(each) <= rank(worst) ? each : worst)), later: past.length === 0 };
}

/**
 * What a mark stands for, in words.
 * @param {BarMark} mark
 * @param {(timeout: import('../types.js').Timeout) => string} letterOf
 * @param {import('../types.js').Term[]} causes
 */
export function markText(mark, letterOf, causes) {
  const [last] = mark.timeouts;
  const first = mark.timeouts[mark.timeouts.length - 1];
  const counts = WORST.flatMap((letter) => {
    const count = mark.timeouts.filter((timeout) => letterOf(timeout) === letter).length;
    const word = shortWord(causes.find((cause) => cause.letter === letter)?.word ?? letter);
    return count ? [mark.timeouts.length > 1 ? `${count} ${word}` : word] : [];
  });
  const when = mark.timeouts.length > 1
    ? `${mark.timeouts.length} timeouts from ${clockText(first.t)} to ${clockText(last.t)}`
    : `timeout at ${clockText(last.t)}`;
  return `${when}: ${counts.join(', ')}`;
}
