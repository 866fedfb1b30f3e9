// @ts-check
// Packets by shape: data, ACK, sent again, probe, other. Colour says only whose they are.

import { makeSvg } from '../parts/dom.js';
import { palette } from './canvas.js';

/** Size of a data packet, px, before the type factor. */
const WIDTH = 15;
const HEIGHT = 10;

/** Bits of a packet's flags in a frame. */
export const FLAG = { AGAIN: 1, PROBE: 2, MARKED: 4, STALLED: 8 };

/**
 * @typedef {'data' | 'ack' | 'again' | 'probe' | 'other'} PacketShape
 */

/**
 * @param {number} kind   0 data, 1 ACK, 2 other
 * @param {number} flags
 * @returns {PacketShape}
 */
export function shapeOf(kind, flags) {
  if (kind === 1) return 'ack';
  if (kind === 2) return 'other';
  if (flags & FLAG.PROBE) return 'probe';
  return flags & FLAG.AGAIN ? 'again' : 'data';
}

const CHEVRON = 'M-3 -5.5L4 0L-3 5.5';
const TAG = 'M-9 -5.5H4L10 0L4 5.5H-9Z';

const paths = typeof Path2D === 'undefined' ? undefined : { chevron: new Path2D(CHEVRON), tag: new Path2D(TAG) };
const OTHER_DASH = [2, 1.5];
/** @type {number[]} */
const SOLID = [];

/**
 * Draws a packet that travels along (dx, dy), a unit vector.
 * @param {CanvasRenderingContext2D} context
 * @param {PacketShape} shape
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 * @param {string} colour
 * @param {number} scale
 * @param {boolean} cased  a lane colour too pale for the paper gets an ink casing
 */
export function drawPacket(context, shape, x, y, dx, dy, colour, scale, cased) {
  if (!paths) return;
  const own = palette.paper;
  const edge = cased ? palette.ink : own;
  context.save();
  context.translate(x, y);
  // Boxes keep upright on near horizontal links, so that a copy's outline is always above.
  if (Math.abs(dy) > 0.02) context.rotate(Math.atan2(dy, dx));
  else if (dx < 0) context.scale(-1, 1);
  context.scale(scale, scale);
  context.setLineDash(SOLID);
  context.lineJoin = 'round';
  if (shape === 'ack') {
    context.lineWidth = 6;
    context.strokeStyle = edge;
    if (cased) context.lineWidth = 5;
    context.stroke(paths.chevron);
    context.lineWidth = 3;
    context.strokeStyle = colour;
    context.stroke(paths.chevron);
  } else if (shape === 'probe') {
    context.fillStyle = own;
    context.fill(paths.tag);
    if (cased) {
      context.lineWidth = 4.4;
      context.strokeStyle = palette.ink;
      context.stroke(paths.tag);
    }
    context.lineWidth = 2.4;
    context.strokeStyle = colour;
    context.stroke(paths.tag);
  } else if (shape === 'other') {
    box(context, 0, 0, own, palette.line, 1.5, OTHER_DASH);
  } else {
    if (shape === 'again') box(context, 4, -4, own, cased ? palette.ink : colour, 1.5, SOLID);
    box(context, 0, 0, colour, edge, 1, SOLID);
  }
  context.restore();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {string} fill
 * @param {string} stroke
 * @param {number} width
 * @param {number[]} dash
 */
function box(context, x, y, fill, stroke, width, dash) {
  context.fillStyle = fill;
  context.fillRect(x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT);
  context.setLineDash(dash);
  context.strokeStyle = stroke;
  context.lineWidth = width;
  context.strokeRect(x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT);
  context.setLineDash(SOLID);
}

/**
 * A packet in ink, for the legend.
 * @param {PacketShape} shape
 */
export function packetSvg(shape) {
  const icon = makeSvg('svg', { width: 24 * Math.min(palette.k, 1.5), height: 16 * Math.min(palette.k, 1.5), viewBox: '-12 -9 24 16', 'aria-hidden': 'true' });
  const rectangle = (/** @type {number} */ x, /** @type {number} */ y, /** @type {Record<string, string | number>} */ over) =>
    makeSvg('rect', { x: x - WIDTH / 2, y: y - HEIGHT / 2, width: WIDTH, height: HEIGHT, fill: 'var(--ink)', ...over });
  if (shape === 'ack') icon.append(makeSvg('path', { d: 'M3 -5.5L-4 0L3 5.5', fill: 'none', stroke: 'var(--ink)', 'stroke-width': 3 }));
  else if (shape === 'probe') icon.append(makeSvg('path', { d: TAG, fill: 'var(--paper)', stroke: 'var(--ink)', 'stroke-width': 2.4, 'stroke-linejoin': 'round' }));
  else if (shape === 'other') icon.append(rectangle(0, 0, { fill: 'none', stroke: 'var(--line)', 'stroke-width': 1.5, 'stroke-dasharray': '2 1.5' }));
  else {
    if (shape === 'again') icon.append(rectangle(3, -3, { fill: 'var(--paper)', stroke: 'var(--ink)', 'stroke-width': 1.5 }));
    icon.append(rectangle(shape === 'again' ? -1 : 0, shape === 'again' ? 1 : 0, {}));
  }
  return icon;
}
