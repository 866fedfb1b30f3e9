// @ts-check
// Radio stations as on a map: from metres to pixels and back. A stage is broad and low, so the two directions may have
// scales of their own; whoever stands inside a range drawn by them is in range.

/**
 * @typedef {{ x: number, y: number }} Point
 *
 * @typedef {object} Ground
 * @property {Point} origin  where 0 m, 0 m lies, px
 * @property {Point} right   a metre to the right, px
 * @property {Point} down    a metre down, px
 */

/** One direction shows at most so many times as much of a metre as the other. */
const STRETCH = 6;

/**
 * @param {number[]} values
 * @returns {{ middle: number, span: number }}
 */
function extent(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return { middle: (low + high) / 2, span: high - low };
}

/**
 * The ground on which all stations stand inside the stage.
 * @param {[number, number][]} metres
 * @param {(x: number, y: number) => Point} place  from 0..1 to pixels
 * @returns {Ground}
 */
export function groundOf(metres, place) {
  const x = extent(metres.map((each) => each[0]));
  const y = extent(metres.map((each) => each[1]));
  const corner = place(0, 0);
  const along = place(1, 0);
  const across = place(0, 1);
  const a = { x: along.x - corner.x, y: along.y - corner.y };
  const b = { x: across.x - corner.x, y: across.y - corner.y };
  const long = Math.hypot(a.x, a.y);
  const broad = Math.hypot(b.x, b.y);
  const room = y.span > 0 ? broad / y.span : Infinity;
  const scale = Math.min(x.span > 0 ? long / x.span : Infinity, STRETCH * room);
  const first = Number.isFinite(scale) ? scale : 1;
  const second = Math.min(room, first);
  const right = { x: (a.x / long) * first, y: (a.y / long) * first };
  // A chain has no breadth: across it a metre is as long as along it.
  const down = broad > 0 ? { x: (b.x / broad) * second, y: (b.y / broad) * second } : { x: Math.abs(right.y), y: Math.abs(right.x) };
  const centre = place(0.5, 0.5);
  return {
    origin: { x: centre.x - x.middle * right.x - y.middle * down.x, y: centre.y - x.middle * right.y - y.middle * down.y },
    right, down,
  };
}

/**
 * @param {Ground} ground
 * @param {[number, number]} metres
 * @returns {Point}
 */
export function toPixels({ origin, right, down }, [x, y]) {
  return { x: origin.x + x * right.x + y * down.x, y: origin.y + x * right.y + y * down.y };
}

/**
 * @param {Ground} ground
 * @param {Point} point
 * @returns {[number, number]} whole metres
 */
export function toMetres({ origin, right, down }, point) {
  const x = point.x - origin.x;
  const y = point.y - origin.y;
  const area = right.x * down.y - right.y * down.x;
  return [Math.round((x * down.y - y * down.x) / area), Math.round((y * right.x - x * right.y) / area)];
}
