// @ts-check
// What the engine shows now, read once per frame for all panels.

/** Numbers per lane in a status, after the two times. */
const PER_LANE = 8;
const FIRST_LANE = 2;

/** Lists of timeouts are read at most this often while time runs, ms. */
const EVERY = 100;

/** @typedef {{ cwnd: number, ssthresh: number, flight: number, rto: number, timer: number, state: number, expiries: number, drops: number }} LaneStatus */

export class Model {
  /**
   * @param {import('../types.js').Session} session
   * @param {import('../types.js').Catalogue} catalogue
   */
  constructor(session, catalogue) {
    this.session = session;
    /** @type {Map<string, import('../types.js').Term>} */
    this.causes = new Map(catalogue.causes.map((term) => [term.id, term]));
    this.causeList = catalogue.causes;
    /** @type {Map<string, import('../types.js').Term>} */
    this.verdicts = new Map(catalogue.verdicts.map((term) => [term.id, term]));
    this.scene = session.scene();
    this.revision = session.revision();
    /** Seconds. */
    this.now = 0;
    this.highWater = 0;
    this.duration = session.duration() / 1e9;
    /** @type {LaneStatus[]} */
    this.lanes = [];
    /** @type {import('../types.js').Timeout[][]} */
    this.timeouts = [];
    /** Causes that were shown on this timeline, by lane and time: after going back they stand hollow on the time bar. @type {Map<string, string>} */
    this.seen = new Map();
    this.timeoutsRead = { wall: -Infinity, now: -1, high: -1, revision: -1 };
    this.readScene();
  }

  /** True when the scene has changed since it was last read. */
  readScene() {
    const revision = this.session.revision();
    if (revision === this.revision && this.lanes.length) return false;
    this.revision = revision;
    this.scene = this.session.scene();
    this.duration = this.session.duration() / 1e9;
    this.lanes = this.scene.lanes.map(() => ({ cwnd: 0, ssthresh: 0, flight: 0, rto: 0, timer: -1, state: 0, expiries: 0, drops: 0 }));
    this.timeouts = this.scene.lanes.map(() => []);
    this.timeoutsRead.revision = -1;
    return true;
  }

  /** Reads the numbers of this frame. */
  read() {
    const status = this.session.status();
    this.now = status[0];
    this.highWater = status[1];
    for (let i = 0; i < this.lanes.length; i++) {
      const at = FIRST_LANE + i * PER_LANE;
      const lane = this.lanes[i];
      lane.cwnd = status[at];
      lane.ssthresh = status[at + 1];
      lane.flight = status[at + 2];
      lane.rto = status[at + 3];
      lane.timer = status[at + 4];
      lane.state = status[at + 5];
      lane.expiries = status[at + 6];
      lane.drops = status[at + 7];
    }
  }

  /**
   * Reads the timeouts again when time has moved: what is known of them depends on it. 
   * @param {number} wall  ms
   * @param {boolean} settled  time stands: read what is shown at once
   */
  readTimeouts(wall, settled) {
    const read = this.timeoutsRead;
    const stale = read.now !== this.now || read.high !== this.highWater || read.revision !== this.revision;
    if (!stale || (!settled && wall - read.wall < EVERY && read.revision === this.revision)) return;
    read.wall = wall;
    read.now = this.now;
    read.high = this.highWater;
    read.revision = this.revision;
    this.timeouts = this.scene.lanes.map((_, lane) => this.session.timeouts(lane));
    this.timeouts.forEach((list, lane) => {
      for (const timeout of list) {
        const letter = this.truthLetter(timeout, this.now);
        if (letter !== '?') this.seen.set(`${lane}:${timeout.t}`, letter);
      }
    });
  }

  /**
   * The letter of a timeout's cause as known at an instant: "?" until the truth is decided.
   * @param {import('../types.js').Timeout} timeout
   * @param {number} at  seconds
   */
  truthLetter(timeout, at) {
    if (timeout.decided_at === null || timeout.decided_at === undefined || timeout.decided_at > at) return '?';
    return this.causes.get(timeout.truth)?.letter ?? '?';
  }

  /**
   * The letter of a timeout later than now: what was seen of it before going back.
   * @param {number} lane
   * @param {import('../types.js').Timeout} timeout
   */
  laterLetter(lane, timeout) {
    const foreseen = /** @type {{ foreseen?: string | null }} */ (timeout).foreseen;
    return this.causes.get(foreseen ?? '')?.letter ?? this.seen.get(`${lane}:${timeout.t}`) ?? '?';
  }

  /**
   * The letter of the sender's verdict as given at an instant: "" before it.
   * @param {import('../types.js').Timeout} timeout
   * @param {number} at
   */
  verdictLetter(timeout, at) {
    if (!timeout.verdict || timeout.verdict_at === null || timeout.verdict_at > at) return '';
    return (this.verdicts.get(timeout.verdict)?.letter ?? '').replace('…', '');
  }

  /**
   * How the sender's verdict stands at an instant: `none` before it, `open` where it is not judged, because the truth is
   * not known yet or the rules pass over it.
   * @param {import('../types.js').Timeout} timeout
   * @param {number} at
   * @returns {import('../types.js').Standing}
   */
  standing(timeout, at) {
    if (this.verdictLetter(timeout, at) === '') return 'none';
    if (this.truthLetter(timeout, at) === '?') return 'open';
    return standingOf(timeout.right);
  }

  /** How many truths and verdicts stand at now: when the number changes a mark changes. */
  decided() {
    let count = 0;
    for (const list of this.timeouts) {
      for (const timeout of list) {
        if (timeout.t > this.now) break;
        count += 1 + (this.truthLetter(timeout, this.now) === '?' ? 0 : 1000) + (this.verdictLetter(timeout, this.now) ? 1_000_000 : 0);
      }
    }
    return count;
  }

  /**
   * The last timeout of a lane at or before now; undefined: none yet.
   * @param {number} lane
   */
  latestTimeout(lane) {
    const list = this.timeouts[lane] ?? [];
    for (let i = list.length - 1; i >= 0; i--) if (list[i].t <= this.now + 1e-9) return list[i];
    return undefined;
  }
}

/**
 * @param {boolean | null | undefined} right
 * @returns {import('../types.js').Standing}
 */
export function standingOf(right) {
  if (right === null || right === undefined) return 'open';
  return right ? 'right' : 'wrong';
}
