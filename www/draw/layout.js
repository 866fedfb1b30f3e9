// @ts-check
// Where nodes, links and queues stand on a stage. Data travel on one rail of a link, ACKs on the other.

import { palette } from './canvas.js';
import { groundOf, toPixels } from './map.js';

/** Height of the tallest queue, px; below a limit of about 14 packets a slab keeps its natural pitch. */
const QUEUE = 50;
const SLAB = 3.6;
const SLAB_UPRIGHT = 9;
/** Room for a full queue beside an upright chain, px. */
const QUEUE_UPRIGHT = 126;

/** Limits above this count bytes, or so many packets that a bracket would say nothing. */
const MOST_COUNTED = 1000;

/** Breadth of a waiting packet, px. */
const BREADTH = 18;
/** Nodes one above the other, more than this many, have their queues beside them. */
const FEW = 3;
/** Room for a queue beside such a node, px. */
const QUEUE_BESIDE = 24;

/** Distance of the two rails from the line between the nodes, px. */
const DATA_RAIL = -6.5;
const ACK_RAIL = 8;

/**
 * @typedef {object} LinkPlace
 * @property {number} x0  start of the drawn rail
 * @property {number} y0
 * @property {number} x1
 * @property {number} y1
 * @property {number} dx  unit vector of travel
 * @property {number} dy
 * @property {number} from  place of the sending node
 * @property {boolean} reverse
 * @property {number} queueX  where the first waiting packet stands
 * @property {number} queueY
 * @property {number} growX  direction in which the queue grows
 * @property {number} growY
 * @property {number} pitch  px per waiting packet
 * @property {number} limit
 * @property {boolean} sideways  the queue lies beside its node instead of standing above or below it
 * @property {number} breadth    of a waiting packet, px
 *
 * @typedef {object} NodePlace
 * @property {number} x
 * @property {number} y
 * @property {string} label
 * @property {string} role
 *
 * @typedef {object} Layout
 * @property {NodePlace[]} nodes
 * @property {LinkPlace[]} links
 * @property {number} radius
 * @property {number} height
 * @property {boolean} upright  a chain turned upright, for phones
 * @property {boolean} chain    all nodes on one line
 * @property {import('./map.js').Ground | null} ground  of radio stations
 */

/** @param {import('../types.js').Scene} scene */
export function isChain(scene) {
  return scene.nodes.every((node) => Math.abs(node.y - scene.nodes[0].y) < 1e-6);
}

/**
 * @param {import('../types.js').Scene} scene
 * @param {number} width   CSS px
 * @param {number} height  CSS px; 0: as high as it needs
 * @param {boolean} upright
 * @param {number} stages  how many stages share the height
 * @param {boolean} captions  room for words below a chain
 * @param {Layout | null} [kept]  the ground stays as it is there, while a station is dragged over it
 * @returns {Layout}
 */
export function layOut(scene, width, height, upright, stages, captions, kept = null) {
  const k = palette.k;
  const chain = kept?.chain ?? isChain(scene);
  const natural = naturalHeight(scene, chain, stages, captions);
  const box = { width, height: upright ? Math.max(height, 240) : natural };
  const radius = kept?.radius ?? nodeRadius(scene, box, upright, chain);
  const place = placer(box, upright, chain, radius, k);
  const x = range(scene.nodes.map((node) => node.x));
  const y = range(scene.nodes.map((node) => node.y));
  const metres = scene.nodes.flatMap((node) => (node.metres ? [node.metres] : []));
  const ground = kept?.ground ?? (metres.length ? groundOf(metres, place) : null);
  // Whoever is carried off the picture is seen at its edge: when it is let go, the picture makes room.
  const inside = (/** @type {import('./map.js').Point} */ at) => (kept ? { x: within(at.x, radius + 2, width - radius - 2), y: within(at.y, radius + 2, box.height - radius - 2) } : at);
  const nodes = scene.nodes.map((node) => ({
    ...(ground && node.metres ? inside(toPixels(ground, node.metres)) : place(x(node.x), y(node.y))), label: String(node.label ?? node.id), role: node.role,
  }));
  const index = new Map(scene.nodes.map((node, at) => [String(node.id), at]));
  /** @type {Map<string, number>} */
  const slots = new Map();
  const crowd = (/** @type {number} */ at) => nodes.filter((node) => Math.abs(node.x - nodes[at].x) < 1).length;
  const links = scene.links.map((link) => {
    const from = index.get(String(link.from)) ?? 0;
    const to = index.get(String(link.to)) ?? 0;
    const slotKey = `${from}${link.reverse}`;
    const slot = slots.get(slotKey) ?? 0;
    slots.set(slotKey, slot + 1);
    const beside = !upright && !chain && crowd(from) > FEW;
    return placeLink(link, nodes[from], nodes[to], from, slot, radius, upright, chain, beside);
  });
  return { nodes, links, radius, height: box.height, upright, chain, ground };
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
function within(value, low, high) {
  return Math.max(low, Math.min(high, value));
}

/**
 * Spreads values over 0..1, so that the stage is used to its edges; one value alone stands in the middle.
 * @param {number[]} values
 * @returns {(value: number) => number}
 */
function range(values) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  return span > 1e-9 ? (value) => (value - low) / span : () => 0.5;
}

/**
 * @param {import('../types.js').Scene} scene
 * @param {boolean} chain
 * @param {number} stages
 * @param {boolean} captions
 */
function naturalHeight(scene, chain, stages, captions) {
  const k = palette.k;
  // Below a radio station stands which attempt it is.
  const below = scene.nodes.some((node) => node.metres) ? 14 : 4;
  if (chain) return (4 + QUEUE + 4 + 13 + 13 + (captions ? 18 : below)) * k;
  const rows = new Set(scene.nodes.map((node) => Math.round(node.y * 100))).size;
  return Math.min(stages > 1 ? 150 : 220, 90 + rows * 34) * k;
}

/**
 * @param {import('../types.js').Scene} scene
 * @param {{ width: number, height: number }} box
 * @param {boolean} upright
 * @param {boolean} chain
 */
function nodeRadius(scene, box, upright, chain) {
  const along = upright ? box.height - 60 : box.width - 84;
  if (chain) return Math.max(4, Math.min(upright ? 16 : 13 * palette.k, along / scene.nodes.length / 2.6));
  /** @type {Map<number, number>} */
  const columns = new Map();
  for (const node of scene.nodes) {
    const column = Math.round((upright ? node.y : node.x) * 50);
    columns.set(column, (columns.get(column) ?? 0) + 1);
  }
  const most = Math.max(...columns.values());
  const across = upright ? box.width - 40 : box.height - 30;
  return Math.max(4, Math.min(13 * palette.k, across / most / 2.4));
}

/**
 * @param {{ width: number, height: number }} box
 * @param {boolean} upright
 * @param {boolean} chain
 * @param {number} radius
 * @param {number} k
 * @returns {(x: number, y: number) => { x: number, y: number }}
 */
function placer(box, upright, chain, radius, k) {
  if (upright) {
    const top = 38;
    const span = box.height - top - radius - 10;
    const centre = chain ? 108 : box.width / 2;
    const spread = chain ? 0 : box.width - 90;
    return (x, y) => ({ x: centre + (y - 0.5) * spread, y: top + x * span });
  }
  const left = 40 * k;
  const span = box.width - 84 * k;
  if (chain) {
    const y = (4 + QUEUE + 4) * k + radius;
    return (x) => ({ x: left + x * span, y });
  }
  const top = 30 * k + radius;
  const drop = box.height - top - radius - 24 * k;
  return (x, y) => ({ x: left + x * span, y: top + y * drop });
}

/**
 * @param {import('../types.js').SceneLink} link
 * @param {NodePlace} a
 * @param {NodePlace} b
 * @param {number} from
 * @param {number} slot  how many queues stand at this side of the node already
 * @param {number} radius
 * @param {boolean} upright
 * @param {boolean} chain
 * @param {boolean} beside  the node stands in a crowded column
 * @returns {LinkPlace}
 */
function placeLink(link, a, b, from, slot, radius, upright, chain, beside) {
  const k = palette.k;
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const dx = (b.x - a.x) / length;
  const dy = (b.y - a.y) / length;
  // The normal belongs to the pair, not to the direction of travel, so that both rails keep their sides.
  const pair = link.reverse ? -1 : 1;
  const nx = -dy * pair;
  const ny = dx * pair;
  const off = (link.reverse ? ACK_RAIL : DATA_RAIL) * (upright ? -1 : k);
  const limit = link.limit <= MOST_COUNTED ? link.limit : 0;
  const side = link.reverse ? -1 : 1;
  const shown = limit || 14;
  // Beside a node means away from the link.
  const away = dx > 0 ? -1 : 1;
  if (beside) {
    return {
      x0: a.x + nx * off + dx * radius, y0: a.y + ny * off + dy * radius,
      x1: b.x + nx * off - dx * radius, y1: b.y + ny * off - dy * radius,
      dx, dy, from, reverse: link.reverse, limit, pitch: Math.min(SLAB, QUEUE_BESIDE / shown) * k,
      queueX: a.x + away * (radius + 4 * k), queueY: a.y, growX: away, growY: 0,
      sideways: true, breadth: Math.min(BREADTH * k, Math.max(4, 2 * radius - 2)),
    };
  }
  const pitch = upright ? Math.min(SLAB_UPRIGHT, QUEUE_UPRIGHT * (chain ? 1 : 0.75) / shown) : Math.min(SLAB, QUEUE / shown) * k;
  return {
    x0: a.x + nx * off + dx * radius, y0: a.y + ny * off + dy * radius,
    x1: b.x + nx * off - dx * radius, y1: b.y + ny * off - dy * radius,
    dx, dy, from, reverse: link.reverse, limit, pitch,
    queueX: upright ? a.x + side * (radius + 8) : a.x + slot * 22 * k,
    queueY: upright ? a.y + slot * 22 : a.y - side * (radius + 4 * k),
    growX: upright ? side : 0,
    growY: upright ? 0 : -side,
    sideways: upright,
    breadth: upright ? BREADTH : BREADTH * k,
  };
}

/**
 * The place of a packet between the ends of its rail.
 * @param {LinkPlace} link
 * @param {number} progress 0..1
 * @param {{ x: number, y: number }} out
 */
export function along(link, progress, out) {
  const room = 9 * palette.k;
  const length = Math.hypot(link.x1 - link.x0, link.y1 - link.y0);
  const start = Math.min(room, length / 3);
  const at = start + (length - 2 * start) * Math.max(0, Math.min(1, progress));
  out.x = link.x0 + link.dx * at;
  out.y = link.y0 + link.dy * at;
}
