// @ts-check
// One run after another, far from the page's clock. The page sends what to run, hears how far it is and what it came to;
// it ends a run by ending the worker. A module of its own where the page is served, inside a Blob in the single file.

/** Events between two reports: some hundredths of a second. */
const SLICE = 50_000;

/** What the engine said when it panicked, if it did. */
let lastPanic = () => '';

/** A run of the page's scenario and a run of a figure are in different packages; a worker loads the one that it needs. */
const simulator = once(() => import('../pkg/cwndlab.js'));
const experiments = once(() => import('../pkg/experiments.js'));

/**
 * A package that is loaded when it is first asked for.
 * @template {{ default: (source?: { module_or_path: Uint8Array<ArrayBuffer> }) => Promise<unknown>, last_panic: () => string }} P
 * @param {() => Promise<P>} load
 * @returns {(bytes?: Uint8Array<ArrayBuffer>) => Promise<P>}  `bytes`: where they are not fetched
 */
function once(load) {
  /** @type {Promise<P> | undefined} */
  let loaded;
  return (bytes) => (loaded ??= load().then(async (engine) => {
    await engine.default(bytes && { module_or_path: bytes });
    lastPanic = engine.last_panic;
    return engine;
  }));
}

/**
 * @param {{ bytes?: Uint8Array<ArrayBuffer>, run: number, task: import('./types.js').Task }} message
 */
async function work({ bytes, run, task }) {
  const one = 'link' in task
    ? (await experiments(bytes)).Run.open(task.link, task.course)
    : (await simulator(bytes)).Repeat.open(task.fragment, task.more);
  while (!one.work(SLICE)) postMessage({ run, progress: one.progress() });
  postMessage({ run, result: 'outcome' in one ? one.outcome() : one.score() });
  one.free();
}

addEventListener('message', (event) => {
  const { data } = /** @type {MessageEvent} */ (event);
  work(data).catch((error) => postMessage({ run: data.run, error: lastPanic() || String(error?.message ?? JSON.stringify(error)) }));
});
