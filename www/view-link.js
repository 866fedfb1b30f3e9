// @ts-check
// What a link says about the view, besides the scenario: read from a link, and written for what is shown.

import { isEmbed } from './embed.js';
import { secondOf } from './panels/second.js';

/** A scenario that does not say its speed plays at this one. */
const FIRST_SPEED = 0.1;

/** How a link says "as fast as possible". */
const MAX_SPEED = 1_000_000;

/** @param {import('./types.js').View} view */
export function speedOf(view) {
  const speed = view.speed ?? FIRST_SPEED;
  return speed >= MAX_SPEED ? Infinity : speed;
}

/**
 * What a scenario of so many lanes shows first.
 * @param {import('./types.js').View} view
 * @param {number} lanes
 */
export function stateOf(view, lanes) {
  const free = view.lane === undefined || view.lane === null;
  return {
    panel: secondOf(view.panels),
    ranges: (view.panels ?? '').split(',').includes('ranges'),
    lane: Math.max(0, Math.min(view.lane ?? 0, lanes - 1)),
    flow: 0,
    split: !isEmbed() && lanes === 2 && free && innerHeight >= 800,
    timeout: null,
    picked: null,
  };
}

/**
 * The timeouts among a lane's events, with their numbers.
 * @param {import('./types.js').Session} session
 * @param {number} lane
 */
function timeoutRows(session, lane) {
  const { rows } = session.events(lane, 0, session.event_count(lane), 'timeout');
  return rows.filter((row) => row.timeout !== null && row.timeout !== undefined);
}

/**
 * The timeout that a selection in a link names, as lane:number of an event; undefined: none.
 * @param {import('./types.js').Session} session
 * @param {string | null | undefined} sel
 */
export function selectedIn(session, sel) {
  if (sel === undefined || sel === null) return undefined;
  const [lane, event] = String(sel).split(':').map(Number);
  const row = timeoutRows(session, lane).find((each) => each.n === event);
  return row && { lane, index: row.timeout ?? 0 };
}

/**
 * The view that is shown now.
 * @param {import('./app.js').App} app
 * @returns {import('./types.js').View}
 */
export function viewOf({ store, session, model, clock, theme }) {
  const { lane, split, timeout, panel, ranges } = store.state;
  const panels = [panel, ranges ? 'ranges' : ''].filter(Boolean);
  const { title } = model.scene.view;
  const event = timeout ? timeoutRows(session, timeout.lane).find((row) => row.timeout === timeout.index) : undefined;
  return {
    speed: Math.min(clock.speed, MAX_SPEED),
    ...(event ? { lane: timeout?.lane, sel: `${timeout?.lane}:${event.n}` } : {}),
    ...(split || event ? {} : { lane }),
    ...(panels.length ? { panels: panels.join(',') } : {}),
    ...(theme.chosen ? { theme: theme.chosen } : {}),
    ...(title ? { title } : {}),
    paused: !clock.playing,
  };
}
