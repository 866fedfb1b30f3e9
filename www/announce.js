// @ts-check
// The live region: polite, at most one message a second, the last one wins.

import { byId } from './parts/dom.js';

const PAUSE = 1000;

export class Announcer {
  constructor() {
    this.region = byId('live');
    this.last = -Infinity;
    this.waiting = '';
    this.timer = 0;
  }

  /** @param {string} text */
  say(text) {
    if (!text) return;
    this.waiting = text;
    if (this.timer) return;
    const wait = Math.max(0, this.last + PAUSE - performance.now());
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.last = performance.now();
      this.region.textContent = this.waiting;
    }, wait);
  }
}
