// @ts-check
// What moves on the second lane: now, the value at the line's end, what is left of the timer, and the cursor.

import { fonts, haloText, palette } from '../draw/canvas.js';

/** On charts narrower than this the engine leaves no room for words at the line's end, CSS px. */
const NARROW = 480;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./second.js').Second} second
 * @param {import('../types.js').Context} app
 */
export function drawOverlay(context, second, app) {
  const { model, session, store } = app;
  const { x0, x1 } = second.area;
  const k = palette.k;
  const nowX = Math.max(x0, Math.min(x1, second.strips.x(model.now)));
  const now = Math.round(model.now * 1e9);
  second.lanes.forEach((lane, row) => {
    const top = second.top(row);
    const [value, timer] = session.panel_now(lane);
    context.strokeStyle = palette.ink;
    context.lineWidth = palette.w;
    context.beginPath();
    context.moveTo(nowX, top + 2);
    context.lineTo(nowX, top + second.area.y1);
    context.stroke();
    if (timer >= 0) {
      // The running timer sinks to the axis; it expires when it is there.
      context.lineWidth = 5 * k;
      context.beginPath();
      context.moveTo(nowX, second.y(row, timer));
      context.lineTo(nowX, second.y(row, 0));
      context.stroke();
    }
    if (value >= 0) {
      context.beginPath();
      context.arc(nowX, second.y(row, value), 3.6 * k, 0, 2 * Math.PI);
      context.fillStyle = palette.lanes[lane];
      context.fill();
      context.strokeStyle = lane === 3 ? palette.ink : palette.paper;
      context.lineWidth = 1.5;
      context.stroke();
    }
    words(context, second, row, session.panel_words(lane, now).split('\n'), model.scene.lanes[lane]?.label ?? '');
  });
  const t = store.state.cursor;
  if (t === null || t < second.strips.t0 || t > second.strips.t1) return;
  drawCursor(context, second, app, t);
}

/**
 * Name and numbers at the right, or over the plot where it is narrow.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./second.js').Second} second
 * @param {number} row
 * @param {string[]} lines
 * @param {string} name
 */
function words(context, second, row, lines, name) {
  const k = palette.k;
  const narrow = second.width < NARROW;
  const x = narrow ? second.area.x0 + 4 : second.area.x1 + 8 * k;
  const top = second.top(row) + second.area.y0;
  context.fillStyle = palette.ink;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.font = fonts.f1b;
  haloText(context, narrow ? [name, ...lines].join('  ') : short(context, name, second.width - x), x, top + 10 * k);
  if (narrow) return;
  context.font = fonts.f1;
  lines.forEach((line, at) => context.fillText(line, x, top + (26 + 16 * at) * k));
}

/** Names as they were cut, by name, room and font. @type {Map<string, string>} */
const cut = new Map();

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} name
 * @param {number} room
 */
function short(context, name, room) {
  const key = `${name}/${Math.round(room)}/${context.font}`;
  let text = cut.get(key);
  if (text === undefined) {
    text = name;
    while (text.length > 2 && context.measureText(text).width > room) text = `${text.slice(0, -2)}…`;
    cut.set(key, text);
  }
  return text;
}

/** The numbers under the cursor, read when it moves. */
const under = { key: '', texts: [''] };

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./second.js').Second} second
 * @param {import('../types.js').Context} app
 * @param {number} t
 */
function drawCursor(context, second, { session, model }, t) {
  const key = `${t}/${second.key}/${t > model.now}`;
  if (key !== under.key) {
    under.key = key;
    const at = Math.round(t * 1e9);
    under.texts = second.lanes.map((lane) => (t > model.now ? '' : session.panel_words(lane, at).replaceAll('\n', ', ')));
  }
  const k = palette.k;
  const x = second.strips.x(t);
  context.strokeStyle = palette.ink2;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, second.plot * second.lanes.length);
  context.stroke();
  context.setLineDash([]);
  const left = x > (second.area.x0 + second.area.x1) / 2;
  context.fillStyle = palette.ink;
  context.textAlign = left ? 'right' : 'left';
  context.font = fonts.f1;
  second.lanes.forEach((_, row) => {
    haloText(context, under.texts[row] ?? '', x + (left ? -6 : 6), second.top(row) + second.area.y0 + 22 * k);
  });
}
