// @ts-check
// Where a scenario begins that does not say so: shortly before a timeout about which a sender is wrong, and at which it has
// a window to lose.

import { clockText } from './parts/format.js';

/** A scenario that does not say its time starts this long before the wrong belief, s. */
const LEAD = 1;

/** The search for that time is given up after so long, ms. */
const PATIENCE = 4000;

/** A window that falls from so many segments is seen to fall. */
const SEEN = 5;

/** So many wrong beliefs are looked at; if none has such a window, the first one it is. */
const MOST = 10;

/**
 * One second before the first time that a lane is wrong and loses a window worth seeing, else the first time that it is
 * wrong, else at the start, which nobody has to wait for long.
 * @param {import('./app.js').App} app
 * @param {boolean} paused
 */
export function findStart(app, paused) {
  const { banner, clock, model, session } = app;
  const lane = model.scene.lanes.length > 1 ? 1 : 0;
  document.body.dataset.opening = '';
  const begin = () => {
    delete document.body.dataset.opening;
    // Whose mistake comes next is told: card, list and time bar are that lane's, unless the link names another.
    const { timeout } = app.store.state;
    const named = model.scene.view.lane ?? null;
    if (!Number.isNaN(first) && named === null && !timeout) app.store.set({ lane });
    app.begin(paused);
  };
  /** The first wrong belief, s. */
  let first = Number.NaN;
  let looked = 0;
  const words = `a timeout at which ${model.scene.lanes[lane]?.label ?? 'the sender'} is wrong about the cause and loses its window`;
  const look = () => clock.find('mismatch', lane, there, words, begin);
  /** Where duplicate ACKs had inflated the window, it falls in every lane. @param {import('./types.js').Timeout} wrong */
  const falls = (wrong) => {
    const changed = session.card(lane, wrong.index)?.changed ?? [];
    return Number(changed.find((row) => row.what === 'cwnd')?.before) >= SEEN && !changed.some((row) => row.what === 'inflation');
  };
  /** @param {unknown} found */
  const there = (found) => {
    const wrong = session.timeouts(lane).findLast((timeout) => timeout.right === false);
    looked += 1;
    if (found && wrong) {
      if (looked === 1) first = wrong.t;
      if (falls(wrong)) {
        clock.seek(wrong.t - LEAD, begin, begin);
        return;
      }
      if (looked < MOST) {
        look();
        return;
      }
    }
    clock.seek((first || LEAD) - LEAD, begin, begin);
  };
  // A knob or a lane that is turned meanwhile ends the search: time goes on from what is shown.
  look();
  setTimeout(() => {
    if (clock.arrived !== there) return;
    const until = clockText(model.now);
    clock.forget();
    clock.seek((first || LEAD) - LEAD, begin, begin);
    if (!first) banner.say(`No timeout with belief ≠ truth up to ${until}, so this starts at 0 s. “Run until” can look further.`);
  }, PATIENCE);
}
