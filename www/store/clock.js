// @ts-check
// The play loop: wall time × speed moves the target, the engine gets there in slices.
// The model never sees the frame rate: a target is an instant, and every instant up to it happens.

import { plainNumber } from '../parts/format.js';

/** One frame spends at most this long in the engine, ms. */
const BUDGET = 6;

/** Events of one slice: about a millisecond at most. */
const SLICE = 1000;

/** A frame that comes later than this (hidden tab, debugger) is no reason to catch up, ms. */
const LONGEST_FRAME = 100;

const NS = 1e9;

/** First stride at speed `max`, seconds of simulated time per frame. */
const FIRST_STRIDE = 0.05;

export class Clock {
  /**
   * @param {import('../types.js').Session} session
   * @param {{ frame: (wall: number) => void, broken: (error: unknown) => void, state: () => void }} hooks
   *   `frame` draws; `state` hears that playing began or ended; `broken` gets what the engine throws
   */
  constructor(session, hooks) {
    this.session = session;
    this.hooks = hooks;
    this.playing = false;
    this.speed = 0.1;
    /** The engine has work to do before the target shows. */
    this.busy = false;
    /** Called when the target shows. @type {((found: { at: number, what: string } | null) => void) | null} */
    this.arrived = null;
    /**
     * What the engine is busy with, for whoever waits: a search, a seek, or the way back to what was shown (`again`).
     * @type {{ words: string, since: number, again: boolean, dropped: () => void } | null}
     */
    this.task = null;
    /** Where time goes unless something is looked for, ns. */
    this.target = 0;
    this.stopped = false;
    /** Something covers the picture: time waits, what was begun is finished. */
    this.held = false;
    this.stride = FIRST_STRIDE;
    this.last = 0;
    this.request = 0;
    this.tick = (/** @type {number} */ wall) => this.frame(wall);
    document.addEventListener('visibilitychange', () => {
      this.last = 0;
    });
  }

  /** Nothing moves and nothing is left to compute. */
  get settled() {
    return !this.playing && !this.busy;
  }

  /** Asks for one frame; more follow while time moves. */
  wake() {
    if (!this.request && !this.stopped) this.request = requestAnimationFrame(this.tick);
  }

  /** Time waits, or goes on where it was. @param {boolean} held */
  hold(held) {
    this.held = held;
    this.last = 0;
    this.wake();
  }

  /** Draws no more. */
  stop() {
    this.stopped = true;
    cancelAnimationFrame(this.request);
  }

  play() {
    this.forget();
    if (this.session.now() >= this.session.duration()) this.session.go(0);
    this.playing = true;
    this.last = 0;
    this.hooks.state();
    this.wake();
  }

  pause() {
    this.forget();
    if (!this.playing) return;
    this.playing = false;
    this.hooks.state();
    this.wake();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /**
   * Shows another instant.
   * @param {number} seconds
   * @param {() => void} [then]  called when it is shown
   * @param {() => void} [dropped]  called instead of `then` when something else was asked for meanwhile
   */
  seek(seconds, then, dropped) {
    this.forget();
    this.arrived = then ?? null;
    this.target = Math.max(0, Math.min(Math.round(seconds * NS), this.session.duration()));
    this.session.go(this.target);
    this.begin(this.way(), false, dropped);
    this.work();
  }

  /** The inputs are others: the engine may have to come again to what was shown. */
  again() {
    if (!this.task) this.begin(this.way(), true);
    this.work();
  }

  /** Where time goes, in words. */
  way() {
    return `Computing up to ${plainNumber(this.target / NS)} s`;
  }

  /**
   * @param {string} words
   * @param {boolean} [again]
   * @param {() => void} [dropped]
   */
  begin(words, again = false, dropped = () => {}) {
    this.task = { words, since: performance.now(), again, dropped };
  }

  /**
   * Pauses and looks for an instant.
   * @param {import('../types.js').FindKind} kind
   * @param {number} lane
   * @param {(found: { at: number, what: string } | null) => void} then
   * @param {string} words  what is looked for, for whoever waits
   * @param {() => void} [dropped]  called instead of `then` when something else was asked for meanwhile
   */
  find(kind, lane, then, words, dropped = () => {}) {
    this.pause();
    this.session.find(kind, lane);
    this.arrived = then;
    this.begin(`Looking for ${words}`, false, dropped);
    this.work();
  }

  /** Lets the engine go on with what it was told. */
  work() {
    this.busy = true;
    this.wake();
  }

  /** Something else is wanted than a seek or a search: time stands at what is shown. The way back to it goes on. */
  forget() {
    if (!this.task?.again) this.drop();
  }

  /** Gives up what the engine is busy with: time stands at what is shown. */
  drop() {
    const { task } = this;
    if (!task) return;
    this.arrived = null;
    this.task = null;
    this.session.cancel();
    this.target = this.session.now();
    task.dropped();
  }

  /** @param {number} wall  ms */
  frame(wall) {
    this.request = 0;
    const elapsed = this.last ? Math.min(wall - this.last, LONGEST_FRAME) : 0;
    this.last = wall;
    try {
      if (this.playing && !this.held && !this.busy && elapsed > 0) this.advance(elapsed / 1000);
      if (this.busy) this.run();
      this.hooks.frame(wall);
    } catch (error) {
      this.stop();
      this.hooks.broken(error);
      return;
    }
    if ((this.playing && !this.held) || this.busy) this.wake();
    else this.last = 0;
  }

  /** @param {number} elapsed  seconds of wall time */
  advance(elapsed) {
    const now = this.session.now();
    const end = this.session.duration();
    if (now >= end) {
      this.pause();
      return;
    }
    const step = this.speed === Infinity ? this.stride : elapsed * this.speed;
    this.target = Math.min(end, now + Math.max(1, Math.round(step * NS)));
    this.session.go(this.target);
    this.busy = true;
  }

  run() {
    const start = performance.now();
    let done = false;
    let spent = 0;
    while (!done && spent < BUDGET) {
      done = this.session.work(SLICE);
      spent = performance.now() - start;
    }
    // At speed `max` the stride follows the machine.
    if (this.playing && this.speed === Infinity) {
      if (!done) this.stride = Math.max(this.stride / 2, 1e-4);
      else if (spent < BUDGET / 2) this.stride = Math.min(this.stride * 1.5, 60);
    }
    if (!done) return;
    this.busy = false;
    this.task = null;
    this.target = this.session.now();
    const then = this.arrived;
    if (!then) return;
    this.arrived = null;
    then(this.session.found() ?? null);
  }
}
