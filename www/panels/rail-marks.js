// @ts-check
// Places of marks on the rails under a strip: each timeout has one, or several that are alike share one. Marks that tell
// different stories are never joined.

/**
 * @typedef {object} Timed
 * @property {number} t  s
 *
 * @typedef {object} Room
 * @property {number} x0     left end of the plot, px
 * @property {number} apart  marks nearer than this are pushed apart, px
 * @property {number} far    pushed further than this, a mark joins another of its kind, px
 * @property {number} count  what the count of a joined mark takes at its left, px
 */

/**
 * @template {Timed} T
 * @typedef {{ x: number, trueX: number, timeout: T, timeouts: T[], kind: string }} Placed  `timeouts` newest first
 */

/** A mark joins one that is no further away than so many marks. */
const REACH = 6;

/** More joined ones have a longer count, which takes this much more. */
const MANY = 10;
const MANY_ROOM = 1.4;

/**
 * Timeouts in order of time, each with a place, newest first: the earlier one gives way to the left.
 * @template {Timed} T
 * @param {T[]} list
 * @param {(t: number) => number} place  from seconds to px
 * @param {(timeout: T) => string} kindOf  what a mark shows: only marks that show the same are joined
 * @param {Room} room
 * @returns {Placed<T>[]}
 */
export function placeOnRails(list, place, kindOf, room) {
  /** @type {Placed<T>[]} */
  const placed = [];
  for (let at = list.length - 1; at >= 0; at--) {
    const timeout = list[at];
    const trueX = place(timeout.t);
    const kind = kindOf(timeout);
    const x = beside(placed.at(-1), trueX, room);
    const near = trueX - x > room.far || x < room.x0 ? placed.findLastIndex((mark) => mark.kind === kind) : -1;
    if (near >= 0 && placed[near].trueX - trueX <= REACH * room.apart) {
      placed[near].timeouts.push(timeout);
      settle(placed, near + 1, room);
    } else placed.push({ x, trueX, timeout, timeouts: [timeout], kind });
  }
  while (placed.length && placed[placed.length - 1].x < room.x0 && joinOne(placed, room));
  // What is left finds room at the right.
  for (let at = placed.length - 1, least = room.x0; at >= 0; at--) {
    placed[at].x = Math.max(placed[at].x, least);
    least = placed[at].x + room.apart + (at ? countRoom(placed[at - 1], room) : 0);
  }
  return placed;
}

/**
 * @param {Placed<Timed> | undefined} right
 * @param {number} trueX
 * @param {Room} room
 */
function beside(right, trueX, room) {
  return right ? Math.min(trueX, right.x - room.apart - countRoom(right, room)) : trueX;
}

/**
 * @param {Placed<Timed>} mark
 * @param {Room} room
 */
function countRoom({ timeouts }, room) {
  if (timeouts.length === 1) return 0;
  return timeouts.length < MANY ? room.count : room.count * MANY_ROOM;
}

/**
 * Places the marks from one on again.
 * @param {Placed<Timed>[]} placed
 * @param {number} from
 * @param {Room} room
 */
function settle(placed, from, room) {
  for (let at = from; at < placed.length; at++) placed[at].x = beside(placed[at - 1], placed[at].trueX, room);
}

/**
 * Joins the earliest mark that has one of its kind with the next of them. Returns whether there was any.
 * @template {Timed} T
 * @param {Placed<T>[]} placed
 * @param {Room} room
 */
function joinOne(placed, room) {
  for (let at = placed.length - 1; at > 0; at--) {
    const other = placed.slice(0, at).findLastIndex((mark) => mark.kind === placed[at].kind);
    if (other < 0) continue;
    placed[other].timeouts.push(...placed[at].timeouts);
    placed.splice(at, 1);
    settle(placed, other + 1, room);
    return true;
  }
  return false;
}
