// @ts-check
// The only module that loads the WebAssembly package.
import init, { Outcomes, Session, catalogue, experiments, last_panic, summarize, variant_name } from '../pkg/cwndlab.js';

/**
 * The WebAssembly bytes that the single-file build carries in the page; undefined where they are fetched.
 * @returns {Uint8Array<ArrayBuffer> | undefined}
 */
export function embeddedWasm() {
  const block = document.getElementById('wasm-base64');
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
  return document.getElementById('wasm-base64') !== null;
}

/**
 * Loads the engine.
 * @returns {Promise<import('./types.js').Catalogue>}
 */
export async function loadEngine() {
  const bytes = embeddedWasm();
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

/**
 * The experiments that there are.
 * @returns {import('./types.js').ExperimentList}
 */
export function listExperiments() {
  return experiments();
}

/**
 * A place for the outcomes of one setting's runs, empty.
 * @param {string} setting
 * @returns {import('./types.js').Outcomes}
 */
export function openOutcomes(setting) {
  return Outcomes.open(setting);
}

/**
 * What the engine said when it panicked, if it did.
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
