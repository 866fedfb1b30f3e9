// @ts-check
// The runs of a figure in a pool of workers: what is done so far, how long the rest may take, and an end at any time.

import { Pool, workersFor } from './pool.js';

/** Simulated seconds that a worker does in a second: chains of radio hops on a slow machine, a dumbbell on a fast one. */
const SPEEDS = [40, 400];

/** Nothing can be said about the time left before this part is done. */
const FIRST_PART = 0.02;

/** By figure: simulated seconds that a worker did in a second. @type {Map<string, number>} */
const watched = new Map();

/**
 * How long `runs` runs of a figure may take here, in words: a rough range as long as none of it was watched.
 * @param {string} figure
 * @param {number} runs
 * @param {import('./types.js').Setting} setting
 */
export function expectedText(figure, runs, setting) {
  const time = (/** @type {number} */ speed) => (runs * setting.seconds) / speed / workersFor(runs);
  const speed = watched.get(figure);
  if (speed) return `about ${durationText(time(speed))}`;
  // One digit says how rough it is.
  const [most, least] = SPEEDS.map((each) => Number(time(each).toPrecision(1)));
  return most < 10 ? 'some seconds' : `${durationText(least)} to ${durationText(most)}`;
}

/** @param {number} seconds */
function durationText(seconds) {
  if (seconds < 90) return `${Math.max(1, seconds < 20 ? Math.round(seconds) : 5 * Math.round(seconds / 5))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 360) / 10} h`;
}

export class Sweep {
  /**
   * Begins; what is known of a run stays until it is done anew.
   * @param {import('./store/outcomes.js').Book} book
   * @param {string} figure
   * @param {{ got: () => void, moved: () => void, ended: (why: string) => void }} hooks
   *   `ended`: empty where all is done
   */
  constructor(book, figure, hooks) {
    this.book = book;
    this.figure = figure;
    this.part = 0;
    this.started = performance.now();
    this.jobs = book.jobs(figure);
    this.done = 0;
    const remember = () => {
      const spent = (performance.now() - this.started) / 1000;
      if (this.part > FIRST_PART) watched.set(figure, (this.part * this.jobs.length * book.setting.seconds) / spent / workersFor(this.jobs.length));
    };
    this.remember = remember;
    /** @type {Pool<import('./types.js').Outcome>} */
    this.pool = new Pool(this.jobs, {
      got: (run, outcome) => {
        this.done += 1;
        book.put(this.jobs[run].link, outcome, true);
        hooks.got();
      },
      moved: (part) => {
        this.part = part;
        hooks.moved();
      },
      done: () => {
        remember();
        hooks.ended('');
      },
      failed: (why) => hooks.ended(why),
    });
  }

  /** Keeps what is done. */
  stop() {
    this.pool.stop();
    this.remember();
  }

  /** How far it is, in words. */
  get words() {
    const spent = (performance.now() - this.started) / 1000;
    const left = this.part > FIRST_PART ? `, about ${durationText((spent * (1 - this.part)) / this.part)} left` : '';
    return `${this.done} of ${this.jobs.length} runs${left}`;
  }
}
