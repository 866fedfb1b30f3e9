// @ts-check
// Workers that run one scenario with several seeds. They share nothing with the page but messages.

import { embeddedWasm } from './engine.js';

const WORKER = 'repeat-worker.js';

/** More workers than this gain nothing: their memory is that of a whole run each. */
const MOST_WORKERS = 8;

/** @typedef {{ done: (scores: import('./types.js').RunScore[]) => void, moved: (part: number) => void, failed: (why: string) => void }} Hooks */

/** @returns {Worker} */
function startWorker() {
  const block = document.getElementById(`worker:${WORKER}`);
  if (!block) return new Worker(new URL(`./${WORKER}`, import.meta.url), { type: 'module' });
  const url = URL.createObjectURL(new Blob([block.textContent ?? ''], { type: 'text/javascript' }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
}

export class Pool {
  /**
   * Begins.
   * @param {string} fragment  the scenario
   * @param {number} runs
   * @param {Hooks} hooks
   */
  constructor(fragment, runs, hooks) {
    this.hooks = hooks;
    this.fragment = fragment;
    this.next = 0;
    /** How much of each run is done. */
    this.parts = new Array(runs).fill(0);
    /** @type {(import('./types.js').RunScore | undefined)[]} */
    this.scores = new Array(runs).fill(undefined);
    /** @type {Worker[]} */
    this.workers = [];
    const bytes = embeddedWasm();
    // One core stays with the page.
    const count = Math.max(1, Math.min(MOST_WORKERS, runs, (navigator.hardwareConcurrency || 2) - 1));
    try {
      for (let each = 0; each < count; each++) {
        const worker = startWorker();
        this.workers.push(worker);
        worker.addEventListener('message', (event) => this.heard(worker, event.data));
        worker.addEventListener('error', (event) => this.fail(event.message || 'the browser does not start a worker here'));
        this.feed(worker, bytes);
      }
    } catch (error) {
      this.fail(String(/** @type {Error} */ (error)?.message ?? error));
    }
  }

  /**
   * @param {Worker} worker
   * @param {Uint8Array<ArrayBuffer>} [bytes]
   */
  feed(worker, bytes) {
    if (this.next >= this.parts.length) return;
    worker.postMessage({ bytes, fragment: this.fragment, run: this.next });
    this.next += 1;
  }

  /**
   * @param {Worker} worker
   * @param {{ run: number, progress?: number, score?: import('./types.js').RunScore, error?: string }} said
   */
  heard(worker, said) {
    if (!this.workers.length) return;
    if (said.error !== undefined) {
      this.fail(said.error);
      return;
    }
    this.parts[said.run] = said.score ? 1 : said.progress ?? 0;
    this.hooks.moved(this.parts.reduce((sum, part) => sum + part, 0) / this.parts.length);
    if (!said.score) return;
    this.scores[said.run] = said.score;
    this.feed(worker);
    const scores = this.finished;
    if (scores.length < this.parts.length) return;
    this.stop();
    this.hooks.done(scores);
  }

  /** Runs that reached their end, in the order of their seeds. */
  get finished() {
    return this.scores.filter((score) => score !== undefined);
  }

  /** @param {string} why */
  fail(why) {
    if (!this.workers.length && this.next) return;
    this.stop();
    this.hooks.failed(why);
  }

  /** Ends the workers wherever they are. */
  stop() {
    for (const worker of this.workers) worker.terminate();
    this.workers = [];
  }
}
