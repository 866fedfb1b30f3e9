// @ts-check
// Draws one lane's network at one instant from a frame: nodes, packets where they are, queues, drops.

import { font, fonts, palette } from './canvas.js';
import { HEAD, PER_GHOST, PER_PACKET, PER_QUEUE } from './frame.js';
import { drawGhosts } from './ghosts.js';
import { clearLabels, takePlace, writeLabel } from './labels.js';
import { along } from './layout.js';
import { drawCause } from './marks.js';
import { drawPacket, shapeOf } from './packets.js';
import { drawRanges, nameRanges } from './ranges.js';
import { drawFailed, drawStations, fillStation, inkOn } from './stations.js';
import { drawQueues } from './queues.js';

/** Packets are drawn a quarter larger on links than in the legend. */
const ON_LINK = 1.25;

/** How long a timer mark stays at its node, simulated seconds. */
const TIMER_SHOWN = 0.5;

/** With more packets than this on a stage their numbers would cover each other. */
const MOST_LABELS = 12;

/** @type {number[]} */
const SOLID = [];
const ACK_DASH = [1, 3];

/** @typedef {{ x: number, y: number, index: number }} TimerMark  where the mark of a timer that fired stands, and of which timeout */

/**
 * @typedef {object} StageInput
 * @property {import('./layout.js').Layout} layout
 * @property {import('../types.js').Scene} scene
 * @property {Float32Array} frame
 * @property {number} lane
 * @property {import('../store/model.js').Model} model
 * @property {boolean} captions
 * @property {number} width
 * @property {import('./stations.js').Stations | null} stations  of a radio channel
 * @property {import('./ranges.js').Look} look
 */

const point = { x: 0, y: 0 };

/**
 * @param {CanvasRenderingContext2D} context
 * @param {StageInput} input
 * @returns {TimerMark | null}
 */
export function drawStage(context, input) {
  const { layout } = input;
  context.textBaseline = 'alphabetic';
  clearLabels();
  for (const node of layout.nodes) takePlace(node.x - layout.radius, node.y - layout.radius, node.x + layout.radius, node.y + layout.radius);
  drawRanges(context, input);
  drawLinks(context, layout);
  if (input.captions) drawCaptions(context, input);
  drawTimerArc(context, input);
  drawNodes(context, input);
  drawQueues(context, input);
  drawPackets(context, input);
  nameRanges(context, input);
  drawStations(context, input);
  drawFailed(context, input);
  const mark = drawTimerMark(context, input);
  drawGhosts(context, input);
  return mark;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./layout.js').Layout} layout
 */
function drawLinks(context, layout) {
  context.lineWidth = palette.w;
  context.strokeStyle = palette.line;
  for (const link of layout.links) {
    context.setLineDash(link.reverse ? ACK_DASH : SOLID);
    context.beginPath();
    context.moveTo(link.x0, link.y0);
    context.lineTo(link.x1, link.y1);
    context.stroke();
  }
  context.setLineDash(SOLID);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {StageInput} input
 */
function drawNodes(context, input) {
  const { layout } = input;
  context.textAlign = 'center';
  context.lineWidth = 1.5 * palette.w;
  for (const [at, node] of layout.nodes.entries()) {
    context.beginPath();
    context.arc(node.x, node.y, layout.radius, 0, 2 * Math.PI);
    context.fillStyle = palette.paper;
    context.fill();
    fillStation(context, input, at);
    context.strokeStyle = palette.ink;
    context.stroke();
    if (layout.radius < 8 || node.label.length > 3) continue;
    context.fillStyle = inkOn(input, at);
    context.font = node.label.length > 2 ? font(600, 10 * palette.k) : fonts.f1b;
    context.fillText(node.label, node.x, node.y + 4.3 * palette.k);
  }
}

/**
 * Names of the ends and the narrowest link.
 * @param {CanvasRenderingContext2D} context
 * @param {StageInput} input
 */
function drawCaptions(context, { layout, scene, frame, width }) {
  const k = palette.k;
  context.font = fonts.f1;
  context.fillStyle = palette.ink2;
  if (layout.chain) {
    for (const node of layout.nodes) {
      if (node.role === 'router') continue;
      // Upright, packets wait right of the sender and the end of the chain has no room below.
      const beside = layout.upright && node.role === 'receiver';
      context.textAlign = beside ? 'left' : 'center';
      if (beside) context.fillText(node.role, node.x + layout.radius + 8, node.y + 4.3);
      else if (layout.ground && node.role === 'receiver' && !layout.upright) {
        // Below a radio receiver wait its ACKs.
        context.textAlign = 'right';
        writeLabel(context, node.role, node.x - layout.radius, node.y + layout.radius + 12 * k);
      }
      else context.fillText(node.role, node.x, layout.upright ? node.y - layout.radius - 8 : node.y + layout.radius + 14 * k);
    }
  }
  const slow = narrowest(scene);
  if (slow < 0) return;
  const link = layout.links[slow];
  const place = layout.nodes[link.from];
  const hop = scene.links.filter((other, at) => at <= slow && !other.reverse).length;
  const stalled = stallOf(frame, slow);
  const name = layout.chain ? `hop ${hop}` : 'bottleneck';
  const rate = `${name}: ${Number(scene.links[slow].rate_mbps.toPrecision(3))} Mbit/s`;
  const text = stalled > 0 ? `${rate}, stalled for another ${Math.ceil(stalled * 1000)} ms` : rate;
  if (layout.upright) {
    // Right of the numbers of ACKs.
    const x = place.x + layout.radius + (layout.chain ? 76 : 14);
    context.textAlign = 'left';
    writeLabel(context, rate, x, (link.y0 + link.y1) / 2 + (layout.chain ? 10 : 0));
    if (stalled > 0) writeLabel(context, `stalled for another ${Math.ceil(stalled * 1000)} ms`, x, (link.y0 + link.y1) / 2 + 25);
    return;
  }
  context.textAlign = 'center';
  const half = context.measureText(text).width / 2;
  const free = layout.chain ? 74 * k : 4;
  const x = Math.max(free + half, Math.min(width - free - half, (link.x0 + link.x1) / 2));
  writeLabel(context, text, x, layout.chain ? place.y + layout.radius + 14 * k : (link.y0 + link.y1) / 2 + 30 * k);
}

/**
 * The link with the smallest rate, if it is narrower than another; -1: all alike.
 * @param {import('../types.js').Scene} scene
 */
function narrowest(scene) {
  let slow = -1;
  let fastest = 0;
  scene.links.forEach((link, at) => {
    if (link.reverse) return;
    fastest = Math.max(fastest, link.rate_mbps);
    if (slow < 0 || link.rate_mbps < scene.links[slow].rate_mbps) slow = at;
  });
  return slow >= 0 && scene.links[slow].rate_mbps < fastest ? slow : -1;
}

/**
 * @param {Float32Array} frame
 * @param {number} link
 */
function stallOf(frame, link) {
  const start = HEAD + frame[0] * PER_PACKET;
  for (let at = start; at < start + frame[1] * PER_QUEUE; at += PER_QUEUE) if (frame[at] === link) return frame[at + 4];
  return 0;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {StageInput} input
 */
function drawPackets(context, { layout, frame, lane }) {
  const colour = palette.lanes[lane];
  const labels = layout.upright && layout.chain && travelling(frame) <= MOST_LABELS;
  const scale = ON_LINK * palette.k * Math.min(1, Math.max(0.6, layout.radius / (layout.upright ? 16 : 13 * palette.k)));
  for (let i = 0, at = HEAD; i < frame[0]; i++, at += PER_PACKET) {
    const progress = frame[at + 1];
    if (progress < 0) continue;
    const link = layout.links[frame[at]];
    if (!link) continue;
    along(link, progress, point);
    const shape = shapeOf(frame[at + 2], frame[at + 3]);
    drawPacket(context, shape, point.x, point.y, link.dx, link.dy, colour, scale, lane === 3);
    if (!labels || shape === 'other') continue;
    context.font = fonts.f1;
    context.fillStyle = palette.ink2;
    context.textAlign = link.reverse ? 'left' : 'right';
    const x = layout.nodes[link.from].x + (link.reverse ? 1 : -1) * (layout.radius + 12);
    writeLabel(context, shape === 'ack' ? `ACK ${frame[at + 5]}` : String(frame[at + 5]), x, point.y + 4);
  }
}

/**
 * How many packets are on links, not in queues.
 * @param {Float32Array} frame
 */
function travelling(frame) {
  let count = 0;
  for (let i = 0, at = HEAD; i < frame[0]; i++, at += PER_PACKET) if (frame[at + 1] >= 0) count += 1;
  return count;
}

/**
 * The sender whose timer matters here: the source of a flow.
 * @param {StageInput} input
 * @param {number} flow
 */
function senderPlace({ layout, scene }, flow) {
  const source = scene.flows[flow]?.src;
  const at = scene.nodes.findIndex((node) => String(node.id) === String(source));
  return layout.nodes[at < 0 ? 0 : at];
}

/**
 * What is left of the running retransmission timer, as an arc around the first sender.
 * @param {CanvasRenderingContext2D} context
 * @param {StageInput} input
 */
function drawTimerArc(context, input) {
  const status = input.model.lanes[input.lane];
  if (!status || status.timer < 0 || !(status.rto > 0)) return;
  const node = senderPlace(input, 0);
  const part = Math.min(1, status.timer / status.rto);
  context.strokeStyle = palette.ink;
  context.lineWidth = 2 * palette.w;
  context.beginPath();
  context.arc(node.x, node.y, input.layout.radius + 3.5, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * part);
  context.stroke();
}

/**
 * The letter on the node whose timer fired.
 * @param {CanvasRenderingContext2D} context
 * @param {StageInput} input
 * @returns {TimerMark | null}
 */
function drawTimerMark(context, input) {
  const { layout, model, lane, frame } = input;
  const timeout = model.latestTimeout(lane);
  if (!timeout) return null;
  const age = model.now - timeout.t;
  if (age > TIMER_SHOWN) return null;
  const k = palette.k;
  const node = senderPlace(input, timeout.flow);
  const letter = model.truthLetter(timeout, model.now);
  const { x, y, z, beside } = timerPlace(layout, frame, node);
  drawCause(context, letter, x, y, z);
  takePlace(x - z / 2, y - z / 2, x + z / 2, y + z / 2);
  const mark = { x, y, index: timeout.index };
  // The lane's line says it too; a drop on the first hop needs the room.
  if (beside === null || (!layout.upright && dropsNear(frame, layout, node))) return mark;
  const whose = input.scene.flows.length > 1 ? `flow ${timeout.flow + 1}: ` : '';
  context.font = fonts.f1;
  context.fillStyle = layout.upright ? palette.ink : palette.ink2;
  context.textAlign = 'left';
  writeLabel(context, `${whose}timer fired ${Math.floor(age * 1000)} ms ago`, beside, layout.upright ? node.y - layout.radius - 8 : y + 4 * k);
  return mark;
}

/**
 * Where the mark of a timer stands, how high it is, and where its words begin; null: no room for words.
 * @param {import('./layout.js').Layout} layout
 * @param {Float32Array} frame
 * @param {import('./layout.js').NodePlace} node
 * @returns {{ x: number, y: number, z: number, beside: number | null }}
 */
function timerPlace(layout, frame, node) {
  const k = palette.k;
  const { radius } = layout;
  if (layout.upright && !layout.chain) return { x: node.x, y: node.y - radius - 13, z: 20, beside: null };
  if (layout.upright) return { x: node.x - radius - 26, y: node.y - 6, z: 24, beside: node.x + radius + 8 };
  // Above the packets that wait at the sender, if they leave room.
  const waiting = waitingAt(frame, layout, node) * 3.6 * k;
  const y = node.y - radius - Math.max(25 * k, waiting + 15 * k);
  if (y > 10 * k) return { x: node.x, y, z: 21 * k, beside: node.x + 19 * k };
  return { x: node.x - radius - 14 * k, y: node.y - 16 * k, z: 21 * k, beside: null };
}

/**
 * Whether a drop is shown on a link from this node.
 * @param {Float32Array} frame
 * @param {import('./layout.js').Layout} layout
 * @param {import('./layout.js').NodePlace} node
 */
function dropsNear(frame, layout, node) {
  const start = HEAD + frame[0] * PER_PACKET + frame[1] * PER_QUEUE;
  for (let i = 0, at = start; i < frame[2]; i++, at += PER_GHOST) {
    const link = layout.links[frame[at]];
    if (link && !link.reverse && layout.nodes[link.from] === node) return true;
  }
  return false;
}

/**
 * @param {Float32Array} frame
 * @param {import('./layout.js').Layout} layout
 * @param {import('./layout.js').NodePlace} node
 */
function waitingAt(frame, layout, node) {
  let most = 0;
  const start = HEAD + frame[0] * PER_PACKET;
  for (let at = start; at < start + frame[1] * PER_QUEUE; at += PER_QUEUE) {
    const link = layout.links[frame[at]];
    if (link && !link.reverse && layout.nodes[link.from] === node) most = Math.max(most, frame[at + 1]);
  }
  return most;
}
