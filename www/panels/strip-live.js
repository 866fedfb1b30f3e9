// @ts-check
// What moves on the strips: the live end of each line, now, names and values, the time axis, the cursor.

import { fonts, haloText, palette } from '../draw/canvas.js';
import { LANE_DASH } from '../parts/dom.js';
import { clockText, niceStep, segmentsText } from '../parts/format.js';
import { flowName } from './flows.js';

/** @type {number[]} */
const NONE = [];

/** Height of the time axis, px before the type factor. */
export const AXIS = 25;

/** On strips narrower than this the engine leaves no room for names at the line's end, CSS px. */
const NARROW = 480;

/**
 * The live end of every lane: the newest piece of line, now, name and value; and the cursor.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./strips.js').Strips} strips
 * @param {import('../types.js').Context} app
 */
export function drawLive(context, strips, app) {
  const { model, session, store } = app;
  const { flow } = store.state;
  const k = palette.k;
  const nowX = Math.max(strips.x0, Math.min(strips.x1, strips.x(model.now)));
  for (let lane = 0; lane < strips.charts.length; lane++) {
    const status = model.lanes[lane];
    if (!status) continue;
    const points = strips.until[lane] < model.now || flow > 0 ? session.tail(lane, flow, Math.round(strips.until[lane] * 1e9)) : NONE;
    if (strips.until[lane] < model.now) tail(context, strips, app, lane, points);
    // The status is that of the first flow; of another the newest point tells the window.
    const cwnd = flow > 0 && points.length >= 3 ? points[points.length - 2] : status.cwnd;
    const top = strips.top(lane);
    const base = top + strips.plot;
    context.strokeStyle = palette.ink;
    context.lineWidth = palette.w;
    context.setLineDash([]);
    context.beginPath();
    context.moveTo(nowX, top + 2);
    context.lineTo(nowX, base);
    context.stroke();
    const y = strips.y(lane, cwnd);
    context.beginPath();
    context.arc(nowX, y, 3.6 * k, 0, 2 * Math.PI);
    context.fillStyle = palette.lanes[lane];
    context.fill();
    context.strokeStyle = lane === 3 ? palette.ink : palette.paper;
    context.lineWidth = 1.5;
    context.stroke();
    endLabel(context, strips, app, lane, y, cwnd);
  }
  drawNow(context, strips, model.now, nowX);
  if (store.state.cursor !== null) drawCursor(context, strips, app, store.state.cursor);
}

/**
 * Name and value at the line's end; on narrow strips the name stands over the plot's corner.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./strips.js').Strips} strips
 * @param {import('../types.js').Context} app
 * @param {number} lane
 * @param {number} y
 * @param {number} cwnd
 */
function endLabel(context, strips, app, lane, y, cwnd) {
  const k = palette.k;
  const top = strips.top(lane);
  const base = top + strips.plot;
  const { scene } = app.model;
  const { label } = scene.lanes[lane];
  const { flow } = app.store.state;
  const named = scene.flows.length > 1 ? flowName(scene, flow) : '';
  const x = strips.x1 + 8 * k;
  const narrow = strips.width < NARROW;
  context.textAlign = 'left';
  context.fillStyle = palette.ink;
  context.font = fonts.f2b;
  const lines = narrow ? [] : [...nameLines(context, label, strips.width - x), ...(named ? nameLines(context, named, strips.width - x) : [])];
  const value = narrow
    ? Math.max(Math.min(y + 6 * k, base - 4), top + 18 * k)
    : Math.max(Math.min(y + 11 * k, base - 8 * k), top + (16 + 16 * lines.length) * k);
  if (narrow) {
    haloText(context, named ? `${label}, ${named}` : label, strips.x0 + 4, top + 12 * k);
    context.textAlign = 'right';
    haloText(context, segmentsText(cwnd), strips.width - 1, value);
    return;
  }
  lines.forEach((line, at) => context.fillText(line, x, value - (17 + 16 * (lines.length - 1 - at)) * k));
  context.font = fonts.f3;
  context.fillText(segmentsText(cwnd), x, value);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./strips.js').Strips} strips
 * @param {import('../types.js').Context} app
 * @param {number} lane
 * @param {ArrayLike<number>} points  (t, cwnd, ssthresh)
 */
function tail(context, strips, app, lane, points) {
  if (points.length < 3) return;
  const { model } = app;
  context.save();
  context.beginPath();
  context.rect(strips.x0, strips.top(lane) - 2, strips.x1 - strips.x0 + 2, strips.plot + 4);
  context.clip();
  for (const [offset, colour, width] of /** @type {const} */ ([[2, palette.ink2, 1.4], [1, palette.lanes[lane], 2.2]])) {
    if (!Number.isFinite(points[offset])) continue;
    context.beginPath();
    context.moveTo(strips.x(Math.max(points[0], strips.until[lane])), strips.y(lane, points[offset]));
    for (let at = 3; at + 2 < points.length; at += 3) {
      const x = strips.x(points[at]);
      context.lineTo(x, strips.y(lane, points[at - 3 + offset]));
      context.lineTo(x, strips.y(lane, points[at + offset]));
    }
    context.lineTo(strips.x(model.now), strips.y(lane, points[points.length - 3 + offset]));
    context.setLineDash(offset === 2 ? [1.5, 2.5] : LANE_DASH[lane] ?? []);
    context.strokeStyle = colour;
    context.lineWidth = width * palette.w;
    context.stroke();
  }
  context.restore();
}

/**
 * The numbers of the time axis, and now, which takes the place of those that it would touch.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./strips.js').Strips} strips
 * @param {number} now  seconds
 * @param {number} nowX
 */
function drawNow(context, strips, now, nowX) {
  const k = palette.k;
  const y = strips.height - AXIS * k;
  const label = clockText(now);
  context.font = fonts.f1b;
  const half = halfWidth(context, label);
  const x = Math.min(Math.max(nowX, strips.x0 + half - 8 * k), strips.width - half);
  context.fillStyle = palette.ink;
  context.textAlign = 'center';
  context.fillText(label, x, y + 18 * k);
  context.font = fonts.f1;
  context.fillStyle = palette.ink2;
  for (const tick of strips.ticks) if (Math.abs(tick.x - x) > half + 18 * k) context.fillText(tick.text, tick.x, y + 18 * k);
}

/** Half the width of a time by its length: figures are alike wide, and measuring costs. @type {Map<string, number>} */
const widths = new Map();

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} label
 */
function halfWidth(context, label) {
  const key = `${label.length}${context.font}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const half = context.measureText(label).width / 2 + 2;
  widths.set(key, half);
  return half;
}

/**
 * The ticks of the time axis.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./strips.js').Strips} strips
 * @returns {{ x: number, text: string }[]} their numbers
 */
export function drawTicks(context, strips) {
  const k = palette.k;
  const y = strips.height - AXIS * k;
  const ticks = [];
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  const step = niceStep((strips.t1 - strips.t0) / Math.max(2, Math.floor((strips.x1 - strips.x0) / (90 * k))));
  for (let t = Math.ceil(strips.t0 / step - 1e-9) * step; t <= strips.t1 + 1e-9; t += step) {
    const x = strips.x(t);
    context.beginPath();
    context.moveTo(x, y + 2 * k);
    context.lineTo(x, y + 5 * k);
    context.stroke();
    ticks.push({ x, text: `${Number(t.toFixed(6))}${ticks.length ? '' : ' s'}` });
  }
  return ticks;
}

/** The windows under the cursor, read when it moves. */
const under = { t: -1, revision: -1, flow: 0, texts: [''] };

/**
 * @param {import('../types.js').Context} app
 * @param {number} t
 */
function readUnder({ model, session, store }, t) {
  const { flow } = store.state;
  if (under.t === t && under.revision === model.revision && under.flow === flow) return;
  under.flow = flow;
  under.t = t;
  under.revision = model.revision;
  under.texts = model.scene.lanes.map((_, lane) => {
    const [, cwnd, ssthresh] = t <= model.now ? session.tail(lane, flow, Math.round(t * 1e9)) : [];
    return cwnd === undefined ? '' : `${segmentsText(cwnd)}, ssthresh ${segmentsText(ssthresh)}`;
  });
}

/**
 * One cursor time in every panel, with the windows of every lane.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./strips.js').Strips} strips
 * @param {import('../types.js').Context} app
 * @param {number} t
 */
function drawCursor(context, strips, app, t) {
  if (t < strips.t0 || t > strips.t1) return;
  readUnder(app, t);
  const k = palette.k;
  const x = strips.x(t);
  context.strokeStyle = palette.ink2;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, strips.height - AXIS * k);
  context.stroke();
  context.setLineDash([]);
  const left = x > (strips.x0 + strips.x1) / 2;
  context.fillStyle = palette.ink;
  context.textAlign = left ? 'right' : 'left';
  for (let lane = 0; lane < strips.charts.length; lane++) {
    const text = under.texts[lane];
    context.font = fonts.f1;
    haloText(context, lane ? text : `${clockText(t)}${text ? `: ${text}` : ''}`, x + (left ? -6 : 6), strips.top(lane) + 11 * k);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} room
 */
function fitText(context, text, room) {
  let shown = text;
  while (shown.length > 2 && context.measureText(shown).width > room) shown = `${shown.slice(0, -2)}…`;
  return shown;
}

/** Names as they were fitted, by name, room and font. @type {Map<string, string[]>} */
const fitted = new Map();

/**
 * A name in one line, or in two where it has two parts and no room.
 * @param {CanvasRenderingContext2D} context
 * @param {string} label
 * @param {number} room
 */
function nameLines(context, label, room) {
  const key = `${label}/${Math.round(room)}/${context.font}`;
  const known = fitted.get(key);
  if (known) return known;
  const plus = label.lastIndexOf(' + ');
  const at = plus > 0 ? plus : label.lastIndexOf(' ');
  const parts = at > 0 && context.measureText(label).width > room ? [label.slice(0, at), label.slice(at + 1)] : [label];
  const lines = parts.map((part) => fitText(context, part, room));
  fitted.set(key, lines);
  return lines;
}
