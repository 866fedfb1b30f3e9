// @ts-check
// How far stations are understood and noticed: under everything else, for the station that is looked at and, if wished,
// for all.

import { fonts, palette } from './canvas.js';
import { writeLabel } from './labels.js';

/** @type {number[]} */
const SOLID = [];
const SENSED = [5, 4];

/**
 * @typedef {object} Look
 * @property {boolean} all   the ranges of all stations
 * @property {number} near   the station that is pointed at or focused; -1: none
 */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./stage.js').StageInput} input
 */
export function drawRanges(context, { layout, scene, lane, look }) {
  const ranges = scene.lanes[lane]?.ranges;
  if (!ranges || !layout.ground) return;
  const [decode, sense] = ranges;
  if (look.all) {
    context.lineWidth = palette.w;
    context.setLineDash(SOLID);
    for (const node of layout.nodes) {
      trace(context, layout.ground, node, decode);
      tint(context, 0.04);
      context.strokeStyle = palette.hair;
      context.stroke();
    }
  }
  const node = layout.nodes[look.near];
  if (!node) return;
  context.lineWidth = palette.w;
  context.strokeStyle = palette.line;
  trace(context, layout.ground, node, sense);
  tint(context, 0.05);
  context.setLineDash(SENSED);
  context.stroke();
  context.setLineDash(SOLID);
  trace(context, layout.ground, node, decode);
  tint(context, 0.1);
  context.stroke();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./map.js').Ground} ground
 * @param {import('./map.js').Point} at
 * @param {number} metres
 */
function trace(context, { right, down }, at, metres) {
  context.save();
  context.transform(right.x, right.y, down.x, down.y, at.x, at.y);
  context.beginPath();
  context.arc(0, 0, metres, 0, 2 * Math.PI);
  context.restore();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} part
 */
function tint(context, part) {
  context.globalAlpha = part;
  context.fillStyle = palette.ink;
  context.fill();
  context.globalAlpha = 1;
}

/**
 * What the two lines mean, at the edge of the picture that is farther from the station.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./stage.js').StageInput} input
 */
export function nameRanges(context, { layout, scene, lane, look, width }) {
  const ranges = scene.lanes[lane]?.ranges;
  const node = layout.nodes[look.near];
  if (!ranges || !node) return;
  const left = node.x > width / 2;
  context.font = fonts.f1;
  context.fillStyle = palette.ink2;
  context.textAlign = left ? 'left' : 'right';
  const words = [`understood up to ${ranges[0]} m`, `sensed up to ${ranges[1]} m`];
  words.forEach((text, row) => writeLabel(context, text, left ? 4 : width - 4, (12 + 15 * row) * palette.k));
}
