// @ts-check
// Under each strip two rails: the true cause of every timeout, and below it what the sender concluded.

import { font, fonts, haloText, palette } from '../draw/canvas.js';
import { drawCause, drawRing } from '../draw/marks.js';
import { placeOnRails } from './rail-marks.js';

/** Height of both rails, px before the type factor. */
export const RAILS = 46;
const TRUTH = 13;
const BELIEF = 34.5;
const MARK = 18;
const RING = 19;

/** Marks nearer than this are pushed apart. */
const APART = 25;
/** Pushed further than this, or out of the plot, those that show the same are one with a count. */
const FAR = 2 * MARK;

/** The count of joined marks stands at their left and takes so much. */
const COUNT = 17;

/**
 * What a mark shows: only those that show the same are joined.
 * @param {import('../store/model.js').Model} model
 * @param {import('../types.js').Timeout} timeout
 */
function kindOf(model, timeout) {
  return [model.truthLetter(timeout, model.now), model.verdictLetter(timeout, model.now), model.standing(timeout, model.now)].join('/');
}

/**
 * The timeouts of a lane in the window, each with a place.
 * @param {import('./strips.js').Strips} strips
 * @param {import('../types.js').Context} context
 * @param {number} lane
 */
function place(strips, { model }, lane) {
  const k = palette.k;
  const list = (model.timeouts[lane] ?? []).filter(({ t }) => t <= model.now + 1e-9 && t >= strips.t0 && t <= strips.t1);
  return placeOnRails(list, (t) => strips.x(t), (timeout) => kindOf(model, timeout), { x0: strips.x0, apart: APART * k, far: FAR * k, count: COUNT * k });
}

/**
 * The marks of a lane with the middle of their truths and the height of both rails.
 * @param {import('./strips.js').Strips} strips
 * @param {import('../types.js').Context} context
 * @param {number} lane
 */
export function marksOf(strips, context, lane) {
  const k = palette.k;
  const y = strips.top(lane) + strips.plot + TRUTH * k;
  return place(strips, context, lane).map((mark) => ({ ...mark, y, height: RAILS * k }));
}

/**
 * @param {CanvasRenderingContext2D} canvas
 * @param {import('./strips.js').Strips} strips
 * @param {import('../types.js').Context} context
 */
export function drawRails(canvas, strips, context) {
  const { model, store } = context;
  const k = palette.k;
  const open = store.state.timeout ?? latestOf(context);
  for (let lane = 0; lane < strips.charts.length; lane++) {
    const base = strips.top(lane) + strips.plot;
    const truth = base + TRUTH * k;
    const belief = base + BELIEF * k;
    canvas.font = fonts.f1;
    canvas.fillStyle = palette.ink2;
    canvas.textAlign = 'right';
    canvas.textBaseline = 'alphabetic';
    canvas.fillText('truth', strips.x0 - 14 * k, truth + 4 * k);
    canvas.fillText('belief', strips.x0 - 14 * k, belief + 4 * k);
    const placed = place(strips, context, lane);
    for (const mark of placed) {
      const chosen = open !== null && open.lane === lane && mark.timeouts.some(({ index }) => index === open.index);
      canvas.strokeStyle = palette.ink;
      canvas.lineWidth = (chosen ? 1.6 : 0.9) * palette.w;
      canvas.setLineDash(chosen ? [] : [2, 2]);
      canvas.beginPath();
      canvas.moveTo(mark.trueX, base - strips.plot * 0.35);
      canvas.lineTo(mark.trueX, base);
      canvas.lineTo(mark.x, truth - 11 * k);
      for (const { t } of mark.timeouts.slice(1)) {
        canvas.moveTo(strips.x(t), base - strips.plot * 0.2);
        canvas.lineTo(strips.x(t), base);
      }
      canvas.stroke();
      canvas.setLineDash([]);
      if (chosen) frame(canvas, mark.x, truth, k);
      const cause = model.truthLetter(mark.timeout, model.now);
      const verdict = model.verdictLetter(mark.timeout, model.now);
      drawCause(canvas, cause, mark.x, truth, MARK * k);
      drawRing(canvas, verdict, model.standing(mark.timeout, model.now), mark.x, belief, RING * k);
    }
    // Counts stand between both rails, beside their marks.
    canvas.fillStyle = palette.ink;
    canvas.textAlign = 'right';
    for (const { timeouts, x } of placed) {
      if (timeouts.length === 1) continue;
      const framed = open?.lane === lane && timeouts.some(({ index }) => index === open.index);
      canvas.font = timeouts.length < 100 ? fonts.f1b : font(600, 10 * k);
      haloText(canvas, timeouts.length < 100 ? `${timeouts.length}×` : String(timeouts.length), x - (framed ? 15.5 : 11.5) * k, (truth + belief) / 2 + 4 * k);
    }
  }
}

/**
 * The frame around the selected pair of marks.
 * @param {CanvasRenderingContext2D} canvas
 * @param {number} x
 * @param {number} y
 * @param {number} k
 */
function frame(canvas, x, y, k) {
  canvas.lineWidth = 1.5 * palette.w;
  canvas.beginPath();
  canvas.roundRect(x - 13.5 * k, y - 12.5 * k, 27 * k, 46.5 * k, 4);
  canvas.stroke();
}

/**
 * The timeout whose card is open when none was chosen.
 * @param {import('../types.js').Context} context
 */
export function latestOf({ model, store }) {
  const latest = model.latestTimeout(store.state.lane);
  return latest ? { lane: store.state.lane, index: latest.index } : null;
}

/**
 * The mark at a point of the strips; null: none.
 * @param {import('./strips.js').Strips} strips
 * @param {import('../types.js').Context} context
 * @param {number} x
 * @param {number} y
 */
export function markAt(strips, context, x, y) {
  const k = palette.k;
  for (let lane = 0; lane < strips.charts.length; lane++) {
    const base = strips.top(lane) + strips.plot;
    if (y < base || y > base + RAILS * k) continue;
    for (const mark of place(strips, context, lane)) {
      if (Math.abs(mark.x - x) <= 13 * k) return { lane, index: mark.timeout.index };
    }
  }
  return null;
}
