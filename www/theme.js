// @ts-check
// Light, dark and projector. The system's wish rules until the person or the link chooses.

import { readPalette } from './draw/canvas.js';

const THEMES = ['light', 'dark', 'projector'];

export class Theme {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** What a link should say; undefined: nothing was chosen. @type {string | undefined} */
    this.chosen = undefined;
    this.system = matchMedia('(prefers-color-scheme: dark)');
    this.system.addEventListener('change', () => this.apply());
    this.apply();
  }

  get name() {
    return this.chosen ?? (this.system.matches ? 'dark' : 'light');
  }

  /** @param {string | undefined} name */
  choose(name) {
    if (name !== undefined && !THEMES.includes(name)) return;
    this.chosen = name;
    this.apply();
  }

  next() {
    this.choose(THEMES[(THEMES.indexOf(this.name) + 1) % THEMES.length]);
  }

  apply() {
    document.documentElement.dataset.theme = this.name;
    readPalette();
    this.changed();
  }
}

const little = matchMedia('(prefers-reduced-motion: reduce)');

/** The person asked the system for little motion. */
export function reducedMotion() {
  return little.matches;
}
