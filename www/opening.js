// @ts-check
// Where a scenario begins that does not say so: shortly before the first timeout about which a sender is wrong.

import { clockText } from './parts/format.js';

/** A scenario that does not say its time starts this long before the first wrong belief, s. */
const LEAD = 1;

/** The search for that time is given up after so long, ms. */
const PATIENCE = 4000;

/**
 * One second before the first time that a lane is wrong, else at the start, which nobody has to wait for long.
 * @param {import('./app.js').App} app
 * @param {boolean} paused
 */
export function findStart(app, paused) {
  const { banner, clock, model, session } = app;
  const lane = model.scene.lanes.length > 1 ? 1 : 0;
  const begin = () => app.begin(paused);
  /** @param {unknown} found */
  const there = (found) => {
    const wrong = session.timeouts(lane).findLast((timeout) => timeout.right === false);
    clock.seek(found && wrong ? wrong.t - LEAD : 0, begin);
  };
  // A knob or a lane that is turned meanwhile ends the search: time goes on from what is shown.
  clock.find('mismatch', lane, there, 'the first timeout where belief ≠ truth', begin);
  setTimeout(() => {
    if (clock.arrived !== there) return;
    const until = clockText(model.now);
    clock.forget();
    clock.seek(0, begin);
    banner.say(`No timeout with belief ≠ truth up to ${until}, so this starts at 0 s. “Run until” can look further.`);
  }, PATIENCE);
}
