// @ts-check
// Pages shown instead of the simulator: a link that cannot be read, a panic, a browser without WebAssembly.

import { framed } from './embed.js';
import { button, byId, make } from './parts/dom.js';

/**
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {HTMLButtonElement[]} actions
 */
function show(title, content, actions) {
  clearTimeout(/** @type {{ cwndlabWatchdog?: number }} */ (globalThis).cwndlabWatchdog);
  const page = byId('trouble');
  page.replaceChildren(make('h2', { tabindex: -1 }, title), ...content, make('div', { class: 'row' }, ...actions));
  page.hidden = false;
  document.body.dataset.state = 'trouble';
  if (!framed()) /** @type {HTMLElement | null} */ (page.querySelector('h2'))?.focus();
}

/** Gives the page back to the simulator. */
export function hideTrouble() {
  const page = byId('trouble');
  page.hidden = true;
  page.replaceChildren();
  document.body.dataset.state = 'running';
}

/**
 * @param {import('./types.js').Problem[]} problems
 * @param {string} fragment
 * @param {() => void} openFirst
 */
export function showBadLink(problems, fragment, openFirst) {
  const list = problems.map((problem) =>
    make('li', {}, make('b', {}, problem.where || 'link'), `: “${problem.what}” is not possible.`, problem.hint ? make('div', { class: 'quiet' }, `Allowed: ${problem.hint}`) : ''));
  show('This link cannot be opened', [
    make('p', {}, 'Nothing was loaded in its place. What is wrong with it:'),
    make('ul', {}, ...list),
    make('code', {}, `#${fragment}`),
  ], [button('Open the first example', openFirst)]);
}

/**
 * @param {string} message  what the engine or the page said
 * @param {string} seed
 * @param {string} [shown]  the time that was shown
 */
export function showPanic(message, seed, shown = '') {
  show('The simulator stopped with an error', [
    make('p', {}, 'This is a mistake in cwndlab, not in what you did. The link below leads back to this scenario; with it the mistake can be found.'),
    make('code', {}, location.href),
    make('code', {}, [message, seed && !message.includes(`seed ${seed}`) && `seed ${seed}`, shown && `shown time ${shown}`].filter(Boolean).join('\n')),
  ], [
    button('Restart', () => location.reload()),
    button('Start from the first example', () => {
      location.hash = '';
      location.reload();
    }),
  ]);
}

/** @param {unknown} error */
export function showNoEngine(error) {
  const missing = typeof WebAssembly === 'undefined';
  show(missing ? 'This browser has no WebAssembly' : 'The simulator could not be loaded', [
    make('p', {}, missing
      ? 'cwndlab simulates in the page with WebAssembly. Another browser, or a setting that allows it, will run it. The link is unharmed.'
      : 'The page is here, its engine is not. It is loaded from pkg/, which has to be built and served beside the page.'),
    make('code', {}, location.href),
    make('code', {}, String(/** @type {Error} */ (error)?.message ?? error)),
  ], [button('Try again', () => location.reload())]);
}
