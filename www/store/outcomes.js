// @ts-check
// What is known of the runs of figures: a book for each setting, with results that come with the page and runs done here.

import { embeddedText, isSingleFile, openOutcomes } from '../engine.js';
import { parseCsv } from '../parts/csv.js';

/** The files of results that come with the page, by setting: `results/PAPER-SETTING.csv`. */
export const COMMITTED = /** @type {Record<string, string[]>} */ ({ nrt: ['smoke', 'quick'] });

/** @typedef {{ id: string, paper: string, place: string, claim: string, test: string, note: string }} Claim */

/**
 * A file beside the page, or inside it.
 * @param {string} path
 */
async function textOf(path) {
  const inside = embeddedText(path);
  if (inside !== undefined) return inside;
  const answer = await fetch(new URL(path, document.baseURI));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

/**
 * The claims of all papers, in the papers' words, by id.
 * @returns {Promise<Map<string, Claim>>}
 */
export async function readClaims() {
  const [heads = [], ...rows] = parseCsv(await textOf('claims/claims.csv'));
  const claims = rows.map((row) => /** @type {Claim} */ (Object.fromEntries(heads.map((head, at) => [head, row[at] ?? '']))));
  return new Map(claims.map((claim) => [claim.id, claim]));
}

/** NaN stands for nothing to measure. @param {(number | null)[]} values */
function numbers(values) {
  return Float64Array.from(values, (value) => value ?? NaN);
}

export class Book {
  /**
   * @param {import('../types.js').Setting} setting
   * @param {{ engine: number, metrics: string[] }} made  what rows of results have to be made with
   */
  constructor(setting, made) {
    this.setting = setting;
    this.made = made;
    this.door = openOutcomes(setting.id);
    /** By link: whether the run was done here, and whether cwnd over time is known of it. @type {Map<string, { here: boolean, course: boolean }>} */
    this.known = new Map();
    /** @type {Map<string, import('../types.js').PlannedRun[]>} */
    this.plans = new Map();
    /** @type {Promise<void> | undefined} */
    this.reading = undefined;
    /** What went wrong with the results that come with the page. */
    this.trouble = '';
  }

  /** @param {string} figure */
  plan(figure) {
    let plan = this.plans.get(figure);
    if (!plan) {
      plan = this.door.plan(figure);
      this.plans.set(figure, plan);
    }
    return plan;
  }

  /** @param {import('../types.js').PlannedRun} run */
  has(run) {
    const known = this.known.get(run.link);
    return known !== undefined && (known.course || !run.course);
  }

  /** Runs of a figure: all, those known, those of them done here. @param {string} figure */
  count(figure) {
    const plan = this.plan(figure);
    const done = plan.filter((run) => this.has(run));
    return { runs: plan.length, done: done.length, here: done.filter((run) => this.known.get(run.link)?.here).length };
  }

  /**
   * What is run next, each link once: what is missing; else what was not done here yet; else all of it again. A result
   * that is known stays until its run is done anew.
   * @param {string} figure
   * @returns {{ link: string, course: boolean }[]}
   */
  jobs(figure) {
    const plan = this.plan(figure);
    const missing = plan.filter((run) => !this.has(run));
    const foreign = plan.filter((run) => !this.known.get(run.link)?.here);
    const next = [missing, foreign, plan].find((runs) => runs.length) ?? [];
    // Another figure may draw the course of the same run, which must not be lost.
    return [...new Map(next.map(({ link, course }) => [link, { link, course: course || this.known.get(link)?.course === true }])).values()];
  }

  /**
   * @param {string} link
   * @param {import('../types.js').Outcome} outcome
   * @param {boolean} here
   */
  put(link, outcome, here) {
    this.door.put(link, outcome.fingerprint, numbers(outcome.values), outcome.confusion, Float64Array.from(outcome.course));
    this.known.set(link, { here, course: outcome.course.length > 0 });
  }

  /** Reads what comes with the page, once. @param {string} paper */
  read(paper) {
    this.reading ??= this.readCommitted(paper).catch((error) => {
      this.trouble = `The results that come with the page could not be read: ${/** @type {Error} */ (error).message}.`;
    });
    return this.reading;
  }

  /** @param {string} paper */
  async readCommitted(paper) {
    const path = `results/${paper}-${this.setting.id}.csv`;
    // The single file holds the smallest of them alone.
    if (!COMMITTED[paper]?.includes(this.setting.id) || (isSingleFile() && embeddedText(path) === undefined)) return;
    const [heads = [], ...rows] = parseCsv(await textOf(path));
    const at = (/** @type {string} */ name) => heads.indexOf(name);
    const [engine, fingerprint, confusion, course, link] = ['engine', 'fingerprint', 'confusion', 'course', 'link'].map(at);
    const metrics = this.made.metrics.map(at);
    const usable = rows.filter((row) => row.length === heads.length && Number(row[engine]) === this.made.engine);
    if (usable.length < rows.length) this.trouble = `${rows.length - usable.length} of the results that come with the page were made by another engine and are left out.`;
    for (const row of usable) {
      if (this.known.has(row[link])) continue;
      const values = metrics.map((each) => (row[each] ? Number(row[each]) : null));
      const parts = row[course] ? row[course].split(' ').map(Number) : [];
      this.put(row[link], { fingerprint: row[fingerprint], values, confusion: row[confusion], course: parts }, false);
    }
  }
}
