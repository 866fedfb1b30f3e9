// @ts-check
// The two selects in the head of the page: which scenario, and how long a window the strips show.

import { byId, make } from '../parts/dom.js';

/** The strips can show this many seconds; 0: the whole run. */
const WINDOWS = [0.1, 1, 2, 5, 12, 30, 60, 0];

export class Selects {
  /**
   * @param {import('../types.js').Context} context
   * @param {(preset: string) => void} load  shows a preset
   */
  constructor({ catalogue, store }, load) {
    /** Stands for a scenario that is no preset. */
    this.own = make('option', { value: '', hidden: true });
    this.scenario = /** @type {HTMLSelectElement} */ (byId('scenario'));
    this.scenario.append(this.own, ...catalogue.presets.map((preset) => make('option', { value: preset.id, title: preset.sentence }, preset.title)));
    this.scenario.addEventListener('change', () => load(this.scenario.value));
    const window = /** @type {HTMLSelectElement} */ (byId('window'));
    window.classList.add('inline', 'small');
    window.append(...WINDOWS.map((span) => make('option', { value: span }, span ? `${span} s` : 'whole run')));
    window.value = String(store.state.window);
    window.addEventListener('change', () => store.set({ window: Number(window.value) }));
  }

  /** @param {import('../types.js').Scene} scene */
  show(scene) {
    this.own.textContent = scene.title || 'A scenario of your own';
    this.scenario.value = scene.preset ?? '';
  }
}
