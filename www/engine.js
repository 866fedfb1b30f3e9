// @ts-check
// The only module of the page that loads the WebAssembly packages: the simulator at once, the experiments when they are opened.
// They share no memory; what goes from one to the other is text.
import init, { Session, catalogue, last_panic, summarize, variant_name } from '../pkg/cwndlab.js';

/**
 * The WebAssembly bytes of a package that the single-file build carries in the page; undefined where they are fetched.
 * @param {'cwndlab' | 'experiments'} name
 * @returns {Uint8Array<ArrayBuffer> | undefined}
 */
export function embeddedWasm(name) {
  const block = document.getElementById(`wasm:${name}`);
  if (!block) return undefined;
  return Uint8Array.from(atob(block.textContent ?? ''), (character) => character.charCodeAt(0));
}

/**
 * A text that the single-file build carries in the page; undefined where it is fetched.
 * @param {string} path
 */
export function embeddedText(path) {
  return document.getElementById(`text:${path}`)?.textContent ?? undefined;
}

/** Whether everything lies in this one file, which fetches nothing. */
export function isSingleFile() {
  return document.getElementById('wasm:cwndlab') !== null;
}

/**
 * Loads the engine.
 * @returns {Promise<import('./types.js').Catalogue>}
 */
export async function loadEngine() {
  const bytes = embeddedWasm('cwndlab');
  await (bytes ? init({ module_or_path: bytes }) : init());
  return catalogue();
}

/**
 * A session on the scenario that a link's fragment names; empty: the first example.
 * @param {string} fragment
 * @returns {import('./types.js').Session}
 * @throws {{ problems: import('./types.js').Problem[] }}
 */
export function openSession(fragment) {
  return /** @type {import('./types.js').SessionClass} */ (/** @type {unknown} */ (Session)).open(fragment);
}

/**
 * The shortest name of the variant that a text spells.
 * @param {string} text
 * @returns {string}
 * @throws {{ problems: import('./types.js').Problem[] }}
 */
export function variantName(text) {
  return variant_name(text);
}

/**
 * The means over some runs of one scenario.
 * @param {import('./types.js').RunScore[]} scores
 * @returns {import('./types.js').Summary}
 */
export function summaryOf(scores) {
  return summarize(scores);
}

/** @type {typeof import('../pkg/experiments.js') | undefined} */
let experiments;

/**
 * Loads the package of the experiments, unless it is here.
 * @returns {Promise<import('./types.js').ExperimentList>}  the experiments that there are
 */
export async function loadExperiments() {
  if (!experiments) {
    const loaded = await import('../pkg/experiments.js');
    const bytes = embeddedWasm('experiments');
    await (bytes ? loaded.default({ module_or_path: bytes }) : loaded.default());
    experiments = loaded;
  }
  return experiments.experiments();
}

/**
 * A place for the outcomes of one setting's runs, empty. The experiments have to be loaded.
 * @param {string} setting
 * @returns {import('./types.js').Outcomes}
 */
export function openOutcomes(setting) {
  if (!experiments) throw new Error('the experiments are not loaded');
  return experiments.Outcomes.open(setting);
}

/**
 * What an engine said when it panicked, if one did; both leave it at one place of the page.
 * @returns {string}
 */
export function lastPanic() {
  try {
    return last_panic() ?? '';
  } catch {
    return '';
  }
}

/**
 * The problems that a refused input was thrown with; undefined for any other error.
 * @param {unknown} error
 * @returns {import('./types.js').Problem[] | undefined}
 */
export function problemsOf(error) {
  const problems = /** @type {{ problems?: unknown }} */ (error)?.problems;
  return Array.isArray(problems) ? problems : undefined;
}

/**
 * A refusal in words, for where the input itself stands beside it.
 * @param {import('./types.js').Problem[]} problems
 */
export function refusal(problems) {
  return problems.map(({ what, hint }) => `“${what}” is not possible; allowed: ${hint}`).join('. ');
}
