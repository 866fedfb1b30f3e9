// @ts-check
// Drops of the last half second: a dashed ghost where it died, a leader, the cause; several on one link are counted.
// Routers' news of the same time: a way that was found, lies under its links; one that was lost is told at its node.

import { fonts, palette } from './canvas.js';
import { HEAD, PER_GHOST, PER_PACKET, PER_QUEUE } from './frame.js';
import { takePlace, writeLabel } from './labels.js';
import { along } from './layout.js';
import { drawCause } from './marks.js';

/** @type {number[]} */
const SOLID = [];
const GHOST_DASH = [2, 2];

/** Kinds of ghosts that are no packets but news of a router: it gave the link up, found a way, knows none any more, sends another way. */
const BROKEN = 3;
const FOUND = 4;
const LOST = 5;
const SALVAGED = 6;

/** How long news stay, s. */
const NEWS_SHOWN = 0.5;

/** How wide a way that was found lies under its links, px. */
const WAY = 9;

/** Nodes smaller than this stand close, px. */
const SMALL = 8;

/** Drops nearer than this are one mark there, px. */
const CLOSE = 32;

const point = { x: 0, y: 0 };

/**
 * The drops of one link, in front of its queue or on its way.
 * @typedef {{ link: number, queued: boolean, progress: number, count: number, broken: boolean, kind: number, flow: number, number: number, cause: number }} Group
 */

/**
 * The drops by link, or by place where many links lie close; the newest of each stands for all.
 * @param {Float32Array} frame
 * @param {import('./layout.js').Layout} layout
 * @returns {Group[]}
 */
function groups(frame, layout) {
  /** @type {Map<string, Group>} */
  const found = new Map();
  const start = HEAD + frame[0] * PER_PACKET + frame[1] * PER_QUEUE;
  for (let i = 0, at = start; i < frame[2]; i++, at += PER_GHOST) {
    if (frame[at + 2] >= FOUND) continue;
    const queued = frame[at + 1] <= 0;
    const link = layout.links[frame[at]];
    if (!link) continue;
    along(link, frame[at + 1], point);
    const where = layout.radius < SMALL && !queued ? `${Math.round(point.x / CLOSE)}/${Math.round(point.y / CLOSE)}` : frame[at];
    const key = `${where}${queued}`;
    const before = found.get(key);
    found.set(key, {
      link: frame[at], queued, progress: frame[at + 1],
      count: (before?.count ?? 0) + (frame[at + 2] === BROKEN ? 0 : 1), broken: before?.broken || frame[at + 2] === BROKEN,
      kind: frame[at + 2], flow: frame[at + 3], number: frame[at + 4], cause: frame[at + 5],
    });
  }
  return [...found.values()];
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./stage.js').StageInput} input
 */
export function drawGhosts(context, input) {
  if (input.frame[2] === 0) return;
  drawNews(context, input);
  // Words come after all marks, so that none is covered by the next.
  /** @type {(() => void)[]} */
  const words = [];
  for (const group of groups(input.frame, input.layout)) {
    const link = input.layout.links[group.link];
    if (!link) continue;
    words.push(group.queued ? atQueue(context, input, group, link) : onLink(context, input, group, link));
  }
  context.font = fonts.f1;
  context.fillStyle = palette.ink;
  for (const write of words) write();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./stage.js').StageInput} input
 */
function drawNews(context, { frame, lane, layout, scene }) {
  const start = HEAD + frame[0] * PER_PACKET + frame[1] * PER_QUEUE;
  for (let i = 0, at = start; i < frame[2]; i++, at += PER_GHOST) {
    const kind = frame[at + 2];
    const link = layout.links[frame[at]];
    if (kind < FOUND || !link) continue;
    const node = layout.nodes[link.from];
    if (kind === FOUND) {
      context.strokeStyle = palette.lanes[lane];
      context.lineWidth = WAY * palette.w;
      context.globalAlpha = 0.5 * (1 - frame[at + 6] / NEWS_SHOWN);
      context.beginPath();
      along(link, 0, point);
      context.moveTo(point.x, point.y);
      along(link, 1, point);
      context.lineTo(point.x, point.y);
      context.stroke();
      context.globalAlpha = 1;
    }
    const target = frame[at + 4];
    if (target < 0) continue;
    const words = new Map([[FOUND, 'found a way to'], [LOST, 'knows no way to'], [SALVAGED, 'sends another way to']]).get(kind);
    context.font = fonts.f1;
    context.fillStyle = palette.ink;
    context.textAlign = 'left';
    writeLabel(context, `${words} ${scene.nodes[target]?.label ?? target}`, node.x + layout.radius, node.y - layout.radius - 4 * palette.k);
  }
}

/**
 * What was lost, short.
 * @param {import('../types.js').Scene} scene
 * @param {Group} group
 */
function lost(scene, { count, broken, kind, flow, number }) {
  if (count === 0) return 'link given up';
  if (count > 1 || kind === BROKEN) return `${count} packet${count > 1 ? 's' : ''} lost${broken ? ', link given up' : ''}`;
  const whose = scene.flows.length > 1 && kind < 2 ? `flow ${flow + 1}: ` : '';
  return kind === 2 ? 'other lost' : `${whose}${kind === 1 ? 'ACK' : 'segment'} ${number} lost`;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./stage.js').StageInput} input
 * @param {Group} group
 * @param {import('./layout.js').LinkPlace} link
 * @returns {() => void}  writes its words
 */
function onLink(context, { layout, lane, model, scene, width }, group, link) {
  const k = palette.k;
  along(link, group.progress, point);
  const { x, y } = point;
  const small = layout.radius < SMALL;
  // Data lead up (left on an upright chain); below the ACKs there is no room, so theirs stands beside.
  const side = link.reverse ? 1 : -1;
  const beside = layout.upright || link.reverse;
  const markX = layout.upright ? x + side * 34 : link.reverse ? x + 20 * k : x;
  const markY = beside ? y : y - (small ? 14 : 24) * k;
  const z = (link.reverse || small ? 15 : 19) * k;
  context.setLineDash(GHOST_DASH);
  context.strokeStyle = palette.ink;
  context.lineWidth = 1.2 * palette.w;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(markX, markY);
  context.stroke();
  context.fillStyle = palette.paper;
  context.fillRect(x - 7 * k, y - 4.5 * k, 14 * k, 9 * k);
  context.strokeStyle = lane === 3 ? palette.ink : palette.lanes[lane];
  context.strokeRect(x - 7 * k, y - 4.5 * k, 14 * k, 9 * k);
  context.setLineDash(SOLID);
  takePlace(markX - z / 2, markY - z / 2, markX + z / 2, markY + z / 2);
  drawCause(context, model.causeList[group.cause]?.letter ?? '?', markX, markY, z);
  return () => {
    const text = lost(scene, group);
    const right = markX + 13 * k;
    if ((layout.upright && !link.reverse) || right + context.measureText(text).width > width) {
      writeLeft(context, text, markX, markY, z);
      return;
    }
    context.textAlign = 'left';
    if (writeLabel(context, text, right, markY + 4 * k) || link.reverse) return;
    context.textAlign = 'right';
    if (context.measureText(text).width < markX - 13 * k) writeLabel(context, text, markX - 13 * k, markY + 4 * k);
  };
}

/**
 * Words left of a mark; in two lines below it where the picture ends too soon.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} markX
 * @param {number} markY
 * @param {number} z  height of the mark
 */
function writeLeft(context, text, markX, markY, z) {
  const k = palette.k;
  const x = markX - z / 2 - 4.5 * k;
  if (context.measureText(text).width < x) {
    context.textAlign = 'right';
    writeLabel(context, text, x, markY + 4 * k);
    return;
  }
  const first = text.slice(0, breakOf(text));
  const y = markY + z / 2 + 12 * k;
  context.textAlign = 'left';
  // The lower line names it: without room for that one nothing is said.
  if (writeLabel(context, text.slice(first.length + 1), 2, y + 13 * k)) writeLabel(context, first, 2, y);
}

/**
 * The space nearest to the middle of a text.
 * @param {string} text
 */
function breakOf(text) {
  const middle = Math.floor(text.length / 2);
  const before = text.lastIndexOf(' ', middle);
  const after = text.indexOf(' ', middle);
  return after < 0 || (before > 0 && middle - before <= after - middle) ? before : after;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./stage.js').StageInput} input
 * @param {Group} group
 * @param {import('./layout.js').LinkPlace} link
 * @returns {() => void}  writes its words
 */
function atQueue(context, { layout, model }, group, link) {
  const k = palette.k;
  const node = layout.nodes[link.from];
  if (link.sideways && !layout.upright) {
    // In a crowded column the mark stands on the link, where there is room.
    drawCause(context, model.causeList[group.cause]?.letter ?? '?', node.x - link.growX * (layout.radius + 12 * k), node.y, 12 * k);
    return () => {};
  }
  const x = layout.upright ? node.x - layout.radius - 16 : link.queueX - 53 * k;
  const y = layout.upright ? node.y - 6 : node.y - (layout.radius + 10 * k) * (link.reverse ? -1 : 1);
  drawCause(context, model.causeList[group.cause]?.letter ?? '?', x, y, 16 * k);
  takePlace(x - 8 * k, y - 8 * k, x + 8 * k, y + 8 * k);
  return () => writeLeft(context, `${group.count} dropped`, x, y, 16 * k);
}
