// @ts-check
// Workers that do many runs: one scenario with several seeds, or those of a figure. They share nothing with the page but messages.

import { embeddedWasm } from './engine.js';

const WORKER = 'run-worker.js';

/** More workers than this gain nothing: their memory is that of a whole run each. */
const MOST_WORKERS = 8;

/**
 * @template R
 * @typedef {object} Hooks
 * @property {(results: R[]) => void} done   all of them, in the order of the tasks
 * @property {(part: number) => void} moved  how much is done, 0 to 1
 * @property {(why: string) => void} failed
 * @property {(run: number, result: R) => void} [got]  one of them
 */

/** How many workers share `runs` runs: one core stays with the page. @param {number} runs */
export function workersFor(runs) {
  return Math.max(1, Math.min(MOST_WORKERS, runs, (navigator.hardwareConcurrency || 2) - 1));
}

/** @returns {Worker} */
function startWorker() {
  const block = document.getElementById(`worker:${WORKER}`);
  if (!block) return new Worker(new URL(`./${WORKER}`, import.meta.url), { type: 'module' });
  const url = URL.createObjectURL(new Blob([block.textContent ?? ''], { type: 'text/javascript' }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
}

/** @template R  what a run comes to */
export class Pool {
  /**
   * Begins.
   * @param {import('./types.js').Task[]} tasks
   * @param {Hooks<R>} hooks
   */
  constructor(tasks, hooks) {
    this.hooks = hooks;
    this.tasks = tasks;
    this.next = 0;
    /** How much of each run is done. */
    this.parts = new Array(tasks.length).fill(0);
    /** @type {(R | undefined)[]} */
    this.results = new Array(tasks.length).fill(undefined);
    /** @type {Worker[]} */
    this.workers = [];
    const bytes = embeddedWasm('link' in tasks[0] ? 'experiments' : 'cwndlab');
    const count = workersFor(tasks.length);
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
    if (this.next >= this.tasks.length) return;
    worker.postMessage({ bytes, run: this.next, task: this.tasks[this.next] });
    this.next += 1;
  }

  /**
   * @param {Worker} worker
   * @param {{ run: number, progress?: number, result?: R, error?: string }} said
   */
  heard(worker, said) {
    if (!this.workers.length) return;
    if (said.error !== undefined) {
      this.fail(said.error);
      return;
    }
    this.parts[said.run] = said.result ? 1 : said.progress ?? 0;
    if (said.result) {
      this.results[said.run] = said.result;
      this.feed(worker);
      this.hooks.got?.(said.run, said.result);
    }
    this.hooks.moved(this.parts.reduce((sum, part) => sum + part, 0) / this.parts.length);
    const results = this.finished;
    if (results.length < this.tasks.length) return;
    this.stop();
    this.hooks.done(results);
  }

  /** What the runs came to that reached their end, in the order of the tasks. */
  get finished() {
    return this.results.filter((result) => result !== undefined);
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
