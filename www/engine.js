// @ts-check
// The only module that loads the WebAssembly package.
import init, { version } from '../pkg/cwndlab.js';

/**
 * The WebAssembly bytes that the single-file build carries in the page; undefined where they are fetched.
 * @returns {Uint8Array<ArrayBuffer> | undefined}
 */
function embeddedWasm() {
  const block = document.getElementById('wasm-base64');
  if (!block) return undefined;
  return Uint8Array.from(atob(block.textContent), (character) => character.charCodeAt(0));
}

/** Loads the engine and gives its version. */
export async function loadEngine() {
  const bytes = embeddedWasm();
  await (bytes ? init({ module_or_path: bytes }) : init());
  return version();
}
