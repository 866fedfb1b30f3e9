// @ts-check
// What the person has chosen to look at. Simulated state is not here: the engine owns it.

/**
 * @typedef {object} ViewState
 * @property {number} lane            the shown lane
 * @property {number} flow            whose window the strips name where a lane has several
 * @property {boolean} split          two lanes on the topology stage
 * @property {{ lane: number, index: number } | null} timeout  whose card is open; null: the latest of the shown lane
 * @property {import('../types.js').Picked | null} picked        a packet, node or queue that was clicked
 * @property {number | null} cursor   seconds under the pointer, in every panel
 * @property {number} window          seconds that the strips show; 0: the whole run
 * @property {string} panel           id of the panel in the second lane; "": none
 * @property {boolean} ranges         those of all radio stations
 * @property {string} filter          of the event list
 */

export class Store {
  constructor() {
    /** @type {ViewState} */
    this.state = { lane: 0, flow: 0, split: false, timeout: null, picked: null, cursor: null, window: 12, panel: '', ranges: false, filter: '' };
    /** @type {((changed: Partial<ViewState>) => void)[]} */
    this.listeners = [];
  }

  /** @param {(changed: Partial<ViewState>) => void} listener */
  subscribe(listener) {
    this.listeners.push(listener);
  }

  /** @param {Partial<ViewState>} changed */
  set(changed) {
    Object.assign(this.state, changed);
    for (const listener of this.listeners) listener(changed);
  }
}
