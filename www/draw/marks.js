// @ts-check
// Causes are ink shapes with a letter, verdicts are rings: one geometry, drawn on a canvas or made as SVG.

import { makeSvg } from '../parts/dom.js';
import { font, palette } from './canvas.js';

/**
 * @typedef {object} Shape  in a unit where the mark is 1 high, centred on 0, 0
 * @property {string} d
 * @property {'ink' | 'paper' | 'none'} fill
 * @property {'ink' | 'paper' | 'none'} stroke
 * @property {number} width   in units; 0: none
 * @property {number[]} dash  in units
 *
 * @typedef {object} Mark
 * @property {Shape[]} shapes
 * @property {string} letter
 * @property {'ink' | 'paper'} colour  of the letter
 * @property {number} weight
 * @property {number} size      of the letter, in units
 * @property {number} baseline  in units below the centre
 */

/** @param {number} r */
const circle = (r) => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;

/** The letter of a mark is this high. */
const LETTER = 0.56;

/**
 * @param {string} letter  C, K, R, S, L or ?
 * @param {boolean} hollow computed but later than now
 * @param {number} line    stroke, in units
 * @returns {Mark}
 */
function causeMark(letter, hollow, line) {
  const fill = hollow ? 'paper' : 'ink';
  /** @type {Mark} */
  const mark = { shapes: [], letter, colour: hollow ? 'ink' : 'paper', weight: 700, size: LETTER, baseline: 0.36 * LETTER };
  /** @type {(d: string, over?: Partial<Shape>) => void} */
  const add = (d, over = {}) => {
    mark.shapes.push({ d, fill, stroke: 'ink', width: line, dash: [], ...over });
  };
  switch (letter) {
    case 'C':
      add('M-.44 -.44H.44V.44H-.44Z');
      break;
    case 'K':
      add(circle(0.48));
      break;
    case 'L':
      add('M0 -.58L.63 .47H-.63Z');
      mark.size = LETTER * 0.92;
      mark.baseline = 0.31;
      break;
    case 'S':
      add('M0 -.6L.6 0L0 .6L-.6 0Z', { fill: 'paper', width: line * 1.15 });
      mark.colour = 'ink';
      break;
    case 'R':
      add('M-.51 -.51L.51 .51M.51 -.51L-.51 .51', { fill: 'none', width: 0.36 });
      if (hollow) add('M-.47 -.47L.47 .47M.47 -.47L-.47 .47', { fill: 'none', stroke: 'paper', width: 0.36 - 2 * line });
      add(circle(0.33), { stroke: 'none', width: 0 });
      break;
    default:
      add(circle(0.49), { fill: 'paper', dash: [0.13, 0.125] });
      mark.colour = 'ink';
  }
  return mark;
}

/**
 * Thin where the verdict is right, heavy where it is wrong, half a ring where it is not judged, dots where there is none.
 * @param {string} letter
 * @param {import('../types.js').Standing} standing
 * @param {number} z  height in px: strokes of rings are given in px
 * @returns {Mark}
 */
function ringMark(letter, standing, z) {
  const scale = Math.max(1, z / 20) * (palette.w > 1 ? 1.25 : 1);
  const wrong = standing === 'wrong';
  const none = standing === 'none' || letter === '';
  const r = 0.5 - 1 / z;
  const width = none ? 1.2 * palette.w : (wrong ? 2.6 : 1.1) * scale;
  // An open ring is four arcs: gaps at the top, the bottom and the sides.
  const arc = (Math.PI * r) / 2;
  const dash = none ? [1.5 / z, 3 / z] : standing === 'open' ? [arc * 0.3, arc * 0.4, arc * 0.3, 0] : [];
  const shape = { d: circle(r), fill: /** @type {const} */ ('paper'), stroke: /** @type {const} */ ('ink'), width: width / z, dash };
  return { shapes: [shape], letter: none ? '…' : letter, colour: 'ink', weight: wrong ? 700 : 500, size: LETTER, baseline: 0.2 };
}

/** @type {Map<string, { mark: Mark, paths: Path2D[] }>} */
const cache = new Map();

/**
 * @param {string} key
 * @param {() => Mark} build
 */
function cached(key, build) {
  let entry = cache.get(key);
  if (!entry) {
    const mark = build();
    entry = { mark, paths: mark.shapes.map((shape) => new Path2D(shape.d)) };
    cache.set(key, entry);
  }
  return entry;
}

/** @param {number} z */
const strokeOf = (z) => (Math.max(1.5, z * 0.085) * (palette.w > 1 ? 1.2 : 1)) / z;

/**
 * Draws a cause.
 * @param {CanvasRenderingContext2D} context
 * @param {string} letter
 * @param {number} x
 * @param {number} y
 * @param {number} z  height, px
 * @param {boolean} [hollow]
 * @param {boolean} [lettered]
 */
export function drawCause(context, letter, x, y, z, hollow = false, lettered = true) {
  const { mark, paths } = cached(`${letter}${hollow}${z}/${palette.w}`, () => causeMark(letter, hollow, strokeOf(z)));
  draw(context, mark, paths, x, y, z, lettered);
}

/**
 * Draws a verdict.
 * @param {CanvasRenderingContext2D} context
 * @param {string} letter
 * @param {import('../types.js').Standing} standing
 * @param {number} x
 * @param {number} y
 * @param {number} z
 */
export function drawRing(context, letter, standing, x, y, z) {
  const { mark, paths } = cached(`o${letter}${standing}${z}/${palette.w}`, () => ringMark(letter, standing, z));
  draw(context, mark, paths, x, y, z, true);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Mark} mark
 * @param {Path2D[]} paths
 * @param {number} x
 * @param {number} y
 * @param {number} z
 * @param {boolean} lettered
 */
function draw(context, mark, paths, x, y, z, lettered) {
  context.save();
  context.translate(x, y);
  context.save();
  context.scale(z, z);
  context.lineJoin = 'round';
  context.lineCap = 'butt';
  for (let i = 0; i < paths.length; i++) {
    const shape = mark.shapes[i];
    if (shape.fill !== 'none') {
      context.fillStyle = palette[shape.fill];
      context.fill(paths[i]);
    }
    if (shape.width > 0 && shape.stroke !== 'none') {
      context.setLineDash(shape.dash);
      context.strokeStyle = palette[shape.stroke];
      context.lineWidth = shape.width;
      context.stroke(paths[i]);
    }
  }
  context.restore();
  if (lettered) {
    context.font = font(mark.weight, mark.size * z);
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    context.fillStyle = palette[mark.colour];
    context.fillText(mark.letter, 0, mark.baseline * z);
  }
  context.restore();
}

/**
 * A cause as an SVG element.
 * @param {string} letter
 * @param {number} z
 * @param {boolean} [hollow]
 */
export function causeSvg(letter, z, hollow = false) {
  return svg(causeMark(letter, hollow, strokeOf(z)), z * palette.k, 1.3);
}

/**
 * A verdict as an SVG element.
 * @param {string} letter
 * @param {import('../types.js').Standing} standing
 * @param {number} z
 */
export function ringSvg(letter, standing, z) {
  return svg(ringMark(letter, standing, z), z * palette.k, 1.08);
}

/**
 * @param {Mark} mark
 * @param {number} z
 * @param {number} room  of the square around the mark, in units
 */
function svg(mark, z, room) {
  const box = makeSvg('svg', { width: z * room, height: z * room, viewBox: `${-room / 2} ${-room / 2} ${room} ${room}`, 'aria-hidden': 'true' });
  const colour = (/** @type {string} */ name) => (name === 'none' ? 'none' : `var(--${name})`);
  for (const shape of mark.shapes) {
    box.append(makeSvg('path', {
      d: shape.d,
      fill: colour(shape.fill),
      stroke: shape.width > 0 ? colour(shape.stroke) : 'none',
      'stroke-width': shape.width,
      'stroke-linejoin': 'round',
      'stroke-dasharray': shape.dash.join(' ') || undefined,
    }));
  }
  box.append(makeSvg('text', { x: 0, y: mark.baseline, 'text-anchor': 'middle', 'font-size': mark.size, 'font-weight': mark.weight, fill: colour(mark.colour) }, mark.letter));
  return box;
}
