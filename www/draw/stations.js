// @ts-check
// What radio stations are at: darker the more they have to do with the medium, an arc for the back-off, a thin ring while
// others have reserved the medium, a small mark of the cause where an attempt has just failed.

import { fonts, palette } from './canvas.js';
import { writeLabel } from './labels.js';
import { drawCause } from './marks.js';

/** node, what it does, slots left, window, reserved for ms, attempt. */
export const PER_STATION = 6;
/** sender, addressee, why, age in s. */
const PER_FAILED = 4;

/** What a station does, in the order of the engine. */
const SENSES = 1;
const RECEIVES = 2;
const SENDS = 3;

/** The cause of a failed attempt, by its number: noise, other transmissions, a busy addressee, out of range. */
const LETTERS = ['R', 'K', 'K', 'L'];
const OUT_OF_RANGE = 3;

/** How long a failed attempt stays in sight: so long for a person, and at least so many simulated seconds. */
const SEEN = 0.3;
const LEAST = 0.005;
const MOST = 0.5;

/** While time runs states change faster than the screen: each picture goes this part of the way to the present one. */
const FOLLOW = 0.2;

/** Below this speed every state is long enough to be seen as it is. */
const SLOW = 0.002;

/** Stations smaller than this have no room for numbers, px. */
const SMALL = 8;

/** @type {number[]} */
const SOLID = [];
const RESERVED = [2, 3];

/**
 * How much of the time until now, fading, was spent how, by node: sending, receiving, sensing, reserved.
 * @typedef {Float32Array} Tones
 */
const TONES = 4;

/**
 * @typedef {object} Stations
 * @property {Float32Array} numbers
 * @property {Tones} tones
 * @property {number} lately  seconds
 */

/**
 * For how many simulated seconds failed attempts are shown.
 * @param {number} speed  simulated seconds per second
 */
export function latelyOf(speed) {
  return Math.max(LEAST, Math.min(MOST, speed * SEEN));
}

/**
 * Takes in the present state: as it is where time stands or goes slowly, else a little of it.
 * @param {Float32Array} numbers
 * @param {Tones} before
 * @param {number} nodes
 * @param {number} speed  0: time stands
 * @returns {Tones}
 */
export function follow(numbers, before, nodes, speed) {
  const fresh = before.length !== nodes * TONES;
  const tones = fresh ? new Float32Array(nodes * TONES) : before;
  const part = fresh || speed < SLOW ? 1 : FOLLOW;
  for (let i = 0, at = 1; i < numbers[0]; i++, at += PER_STATION) {
    const doing = numbers[at + 1];
    const to = numbers[at] * TONES;
    const now = [doing === SENDS, doing === RECEIVES, doing === SENSES, numbers[at + 4] > 0];
    now.forEach((on, each) => {
      tones[to + each] += (Number(on) - tones[to + each]) * part;
    });
  }
  return tones;
}

/**
 * Fills a node by what it does; its outline and name follow.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./stage.js').StageInput} input
 * @param {number} node
 */
export function fillStation(context, { stations, lane }, node) {
  if (!stations) return;
  const at = node * TONES;
  layer(context, palette.hair, stations.tones[at + 2]);
  layer(context, palette.line, stations.tones[at + 1]);
  layer(context, palette.lanes[lane], stations.tones[at]);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} colour
 * @param {number} part
 */
function layer(context, colour, part) {
  if (!(part > 0.02)) return;
  context.globalAlpha = part;
  context.fillStyle = colour;
  context.fill();
  context.globalAlpha = 1;
}

/**
 * The colour of a node's name: that of ink, or on a filled node black or white, whichever can be read better.
 * @param {import('./stage.js').StageInput} input
 * @param {number} node
 */
export function inkOn({ stations, lane }, node) {
  if (!stations) return palette.ink;
  const [sends, receives, senses] = stations.tones.subarray(node * TONES);
  return Math.max(sends, receives, senses) > 0.02 ? readableOn(palette.paper, [[palette.hair, senses], [palette.line, receives], [palette.lanes[lane], sends]]) : palette.ink;
}

/**
 * Black or white on a ground that was painted in layers: the better of both has a contrast of 4.5 on every colour.
 * @param {string} ground  as #RRGGBB
 * @param {[colour: string, part: number][]} layers
 */
export function readableOn(ground, layers) {
  const mixed = layers.reduce((below, [colour, part]) => {
    const above = channels(colour);
    return below.map((channel, at) => channel + (above[at] - channel) * Math.max(0, Math.min(1, part)));
  }, channels(ground));
  const [red, green, blue] = mixed.map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? '#FFFFFF' : '#000000';
}

/** Colours by their text. @type {Map<string, number[]>} */
const known = new Map();

/** @param {string} colour  as #RRGGBB */
function channels(colour) {
  let found = known.get(colour);
  if (!found) {
    found = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
    known.set(colour, found);
  }
  return found;
}

/**
 * Back-off, reservation and further attempts.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./stage.js').StageInput} input
 */
export function drawStations(context, { layout, stations }) {
  if (!stations) return;
  const { numbers, tones } = stations;
  const k = palette.k;
  const { radius } = layout;
  // Next to a node runs the arc of its retransmission timer.
  const near = radius + (radius < SMALL ? 3 : 6.5) * k;
  const far = radius + (radius < SMALL ? 5 : 9.5) * k;
  context.font = fonts.f1;
  for (let i = 0, at = 1; i < numbers[0]; i++, at += PER_STATION) {
    const node = layout.nodes[numbers[at]];
    if (!node) continue;
    const reserved = tones[numbers[at] * TONES + 3];
    if (reserved > 0.05) {
      context.globalAlpha = reserved;
      context.lineWidth = palette.w;
      context.strokeStyle = palette.ink2;
      context.setLineDash(RESERVED);
      ring(context, node, far, 1);
      context.setLineDash(SOLID);
      context.globalAlpha = 1;
    }
    const [slots, window, attempt] = [numbers[at + 2], numbers[at + 3], numbers[at + 5]];
    if (slots > 0) {
      context.lineWidth = 2 * palette.w;
      context.strokeStyle = palette.ink2;
      ring(context, node, near, Math.min(1, slots / (window + 1)));
    }
    if (attempt === 0 || radius < SMALL) continue;
    context.fillStyle = palette.ink2;
    context.textAlign = 'left';
    const beside = layout.upright ? { x: node.x + radius * 0.9, y: node.y + radius + 7 } : { x: node.x + radius * 0.8 + 3, y: node.y + radius + 10 * k };
    writeLabel(context, `try ${attempt + 1}`, beside.x, beside.y);
  }
}

/**
 * A part of a ring, from the top on.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./layout.js').NodePlace} node
 * @param {number} radius
 * @param {number} part
 */
function ring(context, node, radius, part) {
  context.beginPath();
  context.arc(node.x, node.y, radius, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * part);
  context.stroke();
}

/**
 * The latest failed attempt at each addressee, fading; one that is out of range has not heard it, so it stands at the
 * sender.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./stage.js').StageInput} input
 */
export function drawFailed(context, { layout, stations }) {
  if (!stations) return;
  const { numbers, lately } = stations;
  /** @type {Map<number, number>} */
  const latest = new Map();
  for (let at = 1 + numbers[0] * PER_STATION; at < numbers.length; at += PER_FAILED) latest.set(numbers[at + 2] === OUT_OF_RANGE ? numbers[at] : numbers[at + 1], at);
  const z = Math.max(7, Math.min(10, layout.radius * 0.75)) * palette.k;
  for (const [where, at] of latest) {
    const node = layout.nodes[where];
    if (!node) continue;
    context.globalAlpha = Math.max(0.15, 1 - numbers[at + 3] / lately);
    drawCause(context, LETTERS[numbers[at + 2]] ?? '?', node.x + layout.radius * 0.75 + z * 0.3, node.y - layout.radius * 0.75 - z * 0.3, z, false, false);
    context.globalAlpha = 1;
  }
}
