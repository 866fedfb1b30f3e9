// @ts-check
// What canvases draw can also be reached by keyboard and read aloud: an invisible button lies on each node, packet and
// mark. One Tab stop per picture, arrows within; renewed at most twice a second.

import { make } from '../parts/dom.js';
import { clockText, shortWord } from '../parts/format.js';
import { marksOf } from './rails.js';

/** Renewed at most this often, ms. */
const EVERY = 500;

/** So many packets have a button of their own; the rest are counted. */
const MOST = 40;

/** How a belief stands beside the truth, in words. */
const STANDING = { none: '', open: ', not judged', right: ', right', wrong: ', wrong' };

/** @typedef {{ id: string, x: number, y: number, r: number, text: string, act: () => void }} Item */

export class Mirrors {
  /**
   * @param {import('../types.js').Context} context
   * @param {import('./topology.js').Topology} topology
   * @param {import('./strips.js').Strips} strips
   */
  constructor(context, topology, strips) {
    this.context = context;
    this.topology = topology;
    this.strips = strips;
    this.wall = -Infinity;
    this.key = '';
    /** @type {WeakMap<HTMLElement, Mirror>} */
    this.mirrors = new WeakMap();
  }

  /**
   * @param {number} wall
   * @param {boolean} settled
   */
  draw(wall, settled) {
    const { model } = this.context;
    const key = `${model.now}/${model.revision}/${this.strips.width}/${this.strips.t0}/${this.topology.stages.map((stage) => stage.layout?.height)}/${model.decided()}`;
    if (key === this.key || (!settled && wall - this.wall < EVERY)) return;
    this.key = key;
    this.wall = wall;
    for (const stage of this.topology.stages) {
      const name = model.scene.lanes[stage.lane]?.label ?? '';
      this.mirror(stage.element, `Nodes and packets of ${name}`).show(stage.items(MOST), stage.canvas.offsetTop);
    }
    this.mirror(this.strips.host, 'Timeouts on the strips').show(this.marks(), 0);
  }

  /**
   * @param {HTMLElement} host
   * @param {string} label
   */
  mirror(host, label) {
    let mirror = this.mirrors.get(host);
    if (!mirror) {
      mirror = new Mirror(label);
      this.mirrors.set(host, mirror);
    }
    // Panels replace their children now and then.
    if (mirror.group.parentElement !== host) host.append(mirror.group);
    return mirror;
  }

  /** The marks of timeouts under the strips. @returns {Item[]} */
  marks() {
    const { model, store } = this.context;
    return model.scene.lanes.flatMap((row, lane) => marksOf(this.strips, this.context, lane).reverse().map(({ x, y, height, timeout, timeouts }) => {
      const truth = model.truthLetter(timeout, model.now) === '?' ? 'cause not known yet' : `it was ${shortWord(model.causes.get(timeout.truth)?.word ?? '')}`;
      const belief = model.verdictLetter(timeout, model.now) ? `concluded ${model.verdicts.get(timeout.verdict ?? '')?.word ?? ''}` : 'no verdict yet';
      return {
        id: `${lane}:${timeout.index}`, x, y: y + height / 2 - 12, r: 14,
        text: `${row.label}, ${timeouts.length > 1 ? `${timeouts.length} timeouts alike up to` : 'timeout at'} ${clockText(timeout.t)}: ${belief}, ${truth}${STANDING[model.standing(timeout, model.now)]}`,
        act: () => store.set({ timeout: { lane, index: timeout.index }, lane, picked: null }),
      };
    }));
  }
}

class Mirror {
  /** @param {string} label */
  constructor(label) {
    this.group = make('div', { class: 'mirror', role: 'group', 'aria-label': label });
    /** @type {Map<string, { button: HTMLButtonElement, act: () => void }>} */
    this.buttons = new Map();
    this.group.addEventListener('keydown', (event) => this.move(event));
  }

  /**
   * @param {Item[]} items
   * @param {number} top  of the canvas in its host
   */
  show(items, top) {
    const wanted = new Set(items.map((item) => item.id));
    for (const [id, { button }] of this.buttons) {
      if (wanted.has(id) || document.activeElement === button) continue;
      button.remove();
      this.buttons.delete(id);
    }
    this.group.style.top = `${top}px`;
    for (const item of items) {
      let entry = this.buttons.get(item.id);
      if (!entry) {
        const made = { button: make('button', { type: 'button', tabindex: -1 }), act: item.act };
        made.button.addEventListener('click', () => made.act());
        made.button.dataset.item = item.id;
        this.buttons.set(item.id, made);
        entry = made;
      }
      entry.act = item.act;
      const { button } = entry;
      const { x, y, r, text } = item;
      if (button.getAttribute('aria-label') !== text) button.setAttribute('aria-label', text);
      const box = `left:${Math.round(x - r)}px;top:${Math.round(y - r)}px;width:${Math.round(2 * r)}px;height:${Math.round(2 * r)}px`;
      if (button.dataset.box !== box) {
        button.dataset.box = box;
        Object.assign(button.style, { left: `${Math.round(x - r)}px`, top: `${Math.round(y - r)}px`, width: `${Math.round(2 * r)}px`, height: `${Math.round(2 * r)}px` });
      }
      if (button.parentElement !== this.group) this.group.append(button);
    }
    const buttons = this.all();
    if (buttons.length && !buttons.some((button) => button.tabIndex === 0)) buttons[0].tabIndex = 0;
  }

  all() {
    return /** @type {HTMLButtonElement[]} */ ([...this.group.children]);
  }

  /** @param {KeyboardEvent} event */
  move(event) {
    const buttons = this.all();
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || !buttons.length) return;
    event.preventDefault();
    event.stopPropagation();
    const next = buttons[(to + buttons.length) % buttons.length];
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }
}
