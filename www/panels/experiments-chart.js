// @ts-check
// The chart of a figure. One link moves over its points, under the pointer or by arrow keys: it opens the run behind a point.

import { fitCanvas, freshContext, palette } from '../draw/canvas.js';
import { make, onResize, setText } from '../parts/dom.js';
import { estimateText } from './experiments-table.js';

/** A point is meant within this distance, px. */
const NEAR = 28;

/** Below this width names stand under the plot, which then needs more height, px. */
const NARROW = 520;

/** Heights, px. */
const HEIGHT = { wide: 380, narrow: 420 };

const HINT = 'A point opens the run of its first seed: point at it, or press Tab and the arrow keys.';

/** @typedef {{ line: number, at: number, x: number, y: number }} Place */

export class SweepChart {
  /**
   * @param {import('../store/outcomes.js').Book} book
   * @param {string} figure
   * @param {string} name  what the picture is called
   */
  constructor(book, figure, name) {
    this.book = book;
    this.figure = figure;
    this.canvas = make('canvas', { role: 'img', 'aria-label': `${name}. The numbers stand in the table below.` });
    this.link = make('a', { class: 'point', hidden: true, href: '#' });
    this.host = make('div', { class: 'sweep' }, this.canvas, this.link);
    this.readout = make('p', { class: 'small quiet readout' }, HINT);
    this.element = make('div', {}, this.host, this.readout);
    /** @type {Place[]} */
    this.places = [];
    /** @type {import('../types.js').SweepTable | undefined} */
    this.table = undefined;
    /** The point that the link stands on. @type {Place | undefined} */
    this.here = undefined;
    onResize(this.host, () => this.draw());
    this.host.addEventListener('pointermove', (event) => this.aim(event));
    this.host.addEventListener('pointerdown', (event) => this.aim(event));
    this.host.addEventListener('pointerleave', () => {
      if (document.activeElement !== this.link) this.stand(this.places[0], false);
    });
    // A finger has not pointed before it presses.
    this.host.addEventListener('click', (event) => {
      if (event.target !== this.link && this.near(event)) this.link.click();
    });
    this.link.addEventListener('focus', () => this.stand(this.here, true));
    this.link.addEventListener('blur', () => setText(this.readout, HINT));
    this.link.addEventListener('keydown', (event) => this.key(event));
  }

  /** @param {import('../types.js').SweepTable} table */
  show(table) {
    this.table = table;
    this.draw();
  }

  draw() {
    const width = this.host.clientWidth;
    if (!width || !this.table) return;
    const height = Math.round((width < NARROW * palette.k ? HEIGHT.narrow : HEIGHT.wide) * palette.k);
    const ratio = fitCanvas(this.canvas, width, height);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    freshContext(this.canvas, 1);
    const flat = this.book.door.draw(this.figure, this.canvas, ratio * palette.k, document.documentElement.dataset.theme ?? 'light');
    let next = 0;
    this.places = this.table.lines.flatMap((line, index) => line.cells.map((_, at) => ({
      line: index, at, x: flat[next++] * palette.k, y: flat[next++] * palette.k,
    }))).filter((place) => Number.isFinite(place.x));
    const { here } = this;
    const same = here && this.places.find((place) => place.line === here.line && place.at === here.at);
    this.stand(same ?? this.places[0], document.activeElement === this.link);
  }

  /** The point that an event means. @param {MouseEvent} event */
  near(event) {
    const box = this.host.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const far = (/** @type {Place} */ place) => Math.hypot(place.x - x, place.y - y);
    const nearest = this.places.reduce((/** @type {Place | undefined} */ best, place) => (best && far(best) <= far(place) ? best : place), undefined);
    return nearest && far(nearest) <= NEAR ? nearest : undefined;
  }

  /** @param {PointerEvent} event */
  aim(event) {
    const place = this.near(event);
    if (place) this.stand(place, true);
    else if (document.activeElement !== this.link) this.stand(this.here, false);
  }

  /**
   * The link stands on this point.
   * @param {Place | undefined} place
   * @param {boolean} told  say what it is
   */
  stand(place, told) {
    this.here = place;
    const line = place && this.table?.lines[place.line];
    const cell = place && line?.cells[place.at];
    this.link.hidden = !cell;
    this.link.toggleAttribute('data-told', told && cell !== undefined);
    if (!this.table || !place || !line || !cell) {
      setText(this.readout, HINT);
      return;
    }
    const [axis, unit] = this.table.x;
    const words = `${line.label}, ${axis} ${cell.x}${unit && ` ${unit}`}: ${estimateText(cell)}${line.unit && ` ${line.unit}`}, ${cell.n} ${cell.n === 1 ? 'run' : 'runs'}`;
    this.link.href = `#${cell.link}${axis === 'Time' ? `&t=${cell.x}` : ''}`;
    this.link.setAttribute('aria-label', `${words}. Open the run of seed 1`);
    this.link.style.left = `${place.x}px`;
    this.link.style.top = `${place.y}px`;
    setText(this.readout, told ? `${words}. Press to open the run of seed 1.` : HINT);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { here } = this;
    const [along, across] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (!here || !(along || across)) return;
    event.preventDefault();
    const ahead = this.places.filter((place) => (across
      ? place.at === here.at && (place.line - here.line) * across > 0
      : place.line === here.line && (place.at - here.at) * along > 0));
    const far = (/** @type {Place} */ place) => Math.abs(place.at - here.at) + Math.abs(place.line - here.line);
    const next = ahead.sort((one, other) => far(one) - far(other))[0];
    if (next) this.stand(next, true);
  }
}
