// @ts-check
// Queues as countable packets: one slab each, the limit as a bracket, copies and probes named.

import { fonts, palette } from './canvas.js';
import { HEAD, PER_PACKET, PER_QUEUE } from './frame.js';
import { writeLabel } from './labels.js';
import { drawPacket, shapeOf } from './packets.js';

/**
 * Queues: one slab per packet, with the limit as a bracket.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./stage.js').StageInput} input
 */
export function drawQueues(context, { layout, frame, lane }) {
  const colour = palette.lanes[lane];
  const start = HEAD + frame[0] * PER_PACKET;
  for (let at = start; at < start + frame[1] * PER_QUEUE; at += PER_QUEUE) {
    const link = layout.links[frame[at]];
    if (!link) continue;
    const waiting = frame[at + 1];
    // Beside the nodes of a crowded column there is room for the packets alone.
    if (link.sideways && !layout.upright) continue;
    if (link.limit > 0 && waiting > 2) drawBracket(context, link, waiting);
    else if (waiting > 20) {
      context.font = fonts.f1;
      context.fillStyle = palette.ink2;
      context.textAlign = 'left';
      writeLabel(context, `${waiting} waiting`, link.queueX + link.breadth, link.queueY + link.growY * 20);
    }
  }
  for (let i = 0, at = HEAD; i < frame[0]; i++, at += PER_PACKET) {
    const progress = frame[at + 1];
    if (progress >= 0) continue;
    const link = layout.links[frame[at]];
    if (!link) continue;
    slab(context, link, -progress - 1, shapeOf(frame[at + 2], frame[at + 3]), colour, lane === 3);
  }
  nameWaiting(context, layout, frame, colour, lane === 3);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./layout.js').LinkPlace} link
 * @param {number} waiting
 */
function drawBracket(context, link, waiting) {
  const k = palette.k;
  context.lineWidth = palette.w;
  context.strokeStyle = palette.line;
  context.font = fonts.f1;
  context.fillStyle = palette.ink2;
  context.beginPath();
  if (link.sideways) {
    const end = link.queueX + link.growX * link.limit * link.pitch;
    const y = link.queueY + 13;
    context.moveTo(link.queueX, y);
    context.lineTo(end, y);
    context.moveTo(end, y - 4);
    context.lineTo(end, y + 3);
    context.stroke();
    context.textAlign = link.growX > 0 ? 'left' : 'right';
    writeLabel(context, `${waiting} of ${link.limit}`, end + link.growX * 6, y + 4);
    return;
  }
  const x = link.queueX - link.breadth / 2 - 4;
  const end = link.queueY + link.growY * link.limit * link.pitch;
  context.moveTo(x, link.queueY);
  context.lineTo(x, end);
  context.moveTo(x - 3, end);
  context.lineTo(x + 3, end);
  context.stroke();
  const text = link.limit > 14 ? `${waiting} of ${link.limit}` : `limit ${link.limit}`;
  const fits = context.measureText(text).width < x - 6;
  context.textAlign = fits ? 'right' : 'left';
  writeLabel(context, text, fits ? x - 6 : link.queueX + link.breadth / 2 + 5 * k, end + (link.growY < 0 ? 9 : 0) * k);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./layout.js').LinkPlace} link
 * @param {number} place
 * @param {import('./packets.js').PacketShape} shape
 * @param {string} colour
 * @param {boolean} cased
 */
function slab(context, link, place, shape, colour, cased) {
  const { breadth, sideways } = link;
  const gap = Math.min(sideways ? 1.5 : 0.8 * palette.k, link.pitch * 0.3);
  const thick = link.pitch - gap;
  const w = sideways ? thick : breadth;
  const h = sideways ? breadth : thick;
  const x = sideways ? link.queueX + link.growX * place * link.pitch - (link.growX < 0 ? w : 0) : link.queueX - breadth / 2;
  const y = sideways ? link.queueY - breadth / 2 : link.queueY + link.growY * place * link.pitch - (link.growY < 0 ? h : 0);
  const solid = shape === 'data' || shape === 'ack' || thick < 2.4;
  if (solid) {
    context.fillStyle = shape === 'other' ? palette.line : colour;
    context.fillRect(x, y, w, h);
    if (!cased) return;
    context.strokeStyle = palette.ink;
    context.lineWidth = 0.5;
    context.strokeRect(x, y, w, h);
    return;
  }
  const line = shape === 'other' ? 1.2 : Math.min(1.8, thick / 2);
  context.fillStyle = palette.paper;
  context.fillRect(x, y, w, h);
  context.strokeStyle = shape === 'other' ? palette.line : cased ? palette.ink : colour;
  context.lineWidth = line;
  context.strokeRect(x + line / 2, y + line / 2, w - line, h - line);
}

/**
 * A probe or a copy that waits gets a leader and a name: the first of each queue.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./layout.js').Layout} layout
 * @param {Float32Array} frame
 * @param {string} colour
 * @param {boolean} cased
 */
function nameWaiting(context, layout, frame, colour, cased) {
  const k = palette.k;
  let named = -1;
  for (let i = 0, at = HEAD; i < frame[0]; i++, at += PER_PACKET) {
    if (frame[at + 1] >= 0 || frame[at] === named) continue;
    const shape = shapeOf(frame[at + 2], frame[at + 3]);
    if (shape !== 'probe' && shape !== 'again') continue;
    const link = layout.links[frame[at]];
    if (!link || link.reverse || (link.sideways && !layout.upright)) continue;
    named = frame[at];
    const middle = (-frame[at + 1] - 0.5) * link.pitch;
    const text = shape === 'probe' ? `probe ${frame[at + 5]}` : `${frame[at + 5]} again`;
    context.strokeStyle = palette.ink;
    context.lineWidth = palette.w;
    context.fillStyle = palette.ink;
    context.font = fonts.f1;
    context.textAlign = 'left';
    context.beginPath();
    if (layout.upright) {
      const x = link.queueX + middle;
      context.moveTo(x, link.queueY - 11);
      context.lineTo(x, link.queueY - 18);
      context.stroke();
      writeLabel(context, text, x - 6, link.queueY - 22);
      continue;
    }
    const x = link.queueX + link.breadth / 2;
    const y = link.queueY - middle;
    context.moveTo(x + 2, y);
    context.lineTo(x + 2 + 8 * k, y);
    context.stroke();
    drawPacket(context, shape, x + 20 * k, y, 1, 0, colour, k, cased);
    context.fillStyle = palette.ink;
    context.font = fonts.f1;
    context.textAlign = 'left';
    writeLabel(context, text, x + 34 * k, y + 4 * k);
  }
}
