// @ts-check
// One run after another, far from the page's clock. The page sends what to run, hears how far it is and what it came to;
// it ends a run by ending the worker. A module of its own where the page is served, inside a Blob in the single file.

import init, { Repeat, last_panic } from '../pkg/cwndlab.js';

/** Events between two reports: some hundredths of a second. */
const SLICE = 50_000;

/** @type {Promise<unknown> | undefined} */
let engine;

/**
 * @param {{ bytes?: Uint8Array<ArrayBuffer>, fragment: string, run: number }} task
 */
async function work({ bytes, fragment, run }) {
  engine ??= bytes ? init({ module_or_path: bytes }) : init();
  await engine;
  const repeat = Repeat.open(fragment, run);
  while (!repeat.work(SLICE)) postMessage({ run, progress: repeat.progress() });
  postMessage({ run, score: repeat.score() });
  repeat.free();
}

addEventListener('message', (event) => {
  const { data } = /** @type {MessageEvent} */ (event);
  work(data).catch((error) => postMessage({ run: data.run, error: last_panic() || String(error?.message ?? JSON.stringify(error)) }));
});
