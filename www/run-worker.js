// @ts-check
// One run after another, far from the page's clock. The page sends what to run, hears how far it is and what it came to;
// it ends a run by ending the worker. A module of its own where the page is served, inside a Blob in the single file.

import init, { Repeat, Run, last_panic } from '../pkg/cwndlab.js';

/** Events between two reports: some hundredths of a second. */
const SLICE = 50_000;

/** @type {Promise<unknown> | undefined} */
let engine;

/**
 * @param {{ bytes?: Uint8Array<ArrayBuffer>, run: number, task: import('./types.js').Task }} message
 */
async function work({ bytes, run, task }) {
  engine ??= bytes ? init({ module_or_path: bytes }) : init();
  await engine;
  const one = 'link' in task ? Run.open(task.link, task.course) : Repeat.open(task.fragment, task.more);
  while (!one.work(SLICE)) postMessage({ run, progress: one.progress() });
  postMessage({ run, result: 'outcome' in one ? one.outcome() : one.score() });
  one.free();
}

addEventListener('message', (event) => {
  const { data } = /** @type {MessageEvent} */ (event);
  work(data).catch((error) => postMessage({ run: data.run, error: last_panic() || String(error?.message ?? JSON.stringify(error)) }));
});
