// @ts-check
// The chart of a figure. One link moves over its points, under the pointer or by arrow keys: it opens the run behind a point.

import { fitCanvas, freshContext, palette } from '../draw/canvas.js';
import { make, onResize, setText } from '../parts/dom.js';
import { openMenu } from '../parts/menu.js';
import { estimateText } from './experiments-table.js';
import { joined } from './experiments-words.js';

/** A point is meant within this distance, px. */
const NEAR = 28;

/** Marks at one place of the axis cover each other within this distance, px. */
const COVERED = 9;

/** Below this width names stand under the plot, which then needs more height, px. */
const NARROW = 520;

/** Heights, px. */
const HEIGHT = { wide: 380, narrow: 420 };

const HINT = 'A point opens the run of its first seed: point at it, or press Tab and the arrow keys.';

/** @typedef {{ line: number, at: number, x: number, y: number }} Place */

/**
 * What has to be known to read the chart: intervals that leave it, and series that cannot be told apart because they are
 * the same. The chart as a file says it too.
 * @param {import('../types.js').SweepTable} table
 */
export function remarks({ lines, y }) {
  const cells = lines.flatMap((line) => line.cells);
  const share = y[1] === '%' && cells.every((cell) => (cell.mean ?? 0) <= 100);
  const most = share ? 100 : Infinity;
  const marked = lines.every((line) => line.cells.length < 24);
  const cut = marked && cells.some(({ mean, half_width: half }) => mean !== null && half !== null && (mean - half < 0 || mean + half > most));
  const key = (/** @type {import('../types.js').SweepLine} */ line) => JSON.stringify(line.cells.map((cell) => cell.mean));
  const known = lines.filter((line) => line.cells.some((cell) => cell.mean !== null));
  const groups = [...new Set(known.map(key))].map((each) => known.filter((line) => key(line) === each)).filter((group) => group.length > 1);
  return [
    ...cut ? [`Intervals are drawn ${share ? 'from 0 to 100 % only' : 'from 0 on only'}; an end without a bar lies beyond.`] : [],
    ...groups.map((group) => `${joined(group.map((line) => line.label))} coincide at every point.`),
  ];
}

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
    // A finger has not pointed before it presses. Where marks cover each other a press asks which is meant; the
    // keyboard stands on one of them.
    this.host.addEventListener('click', (event) => {
      const place = event.detail ? this.near(event) ?? (event.target === this.link ? this.here : undefined) : undefined;
      if (!place || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const under = this.under(place);
      if (under.length > 1) {
        event.preventDefault();
        this.offer(under);
      } else if (event.target !== this.link) this.link.click();
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

  /** The points whose marks cover this one's, itself too, from above. @param {Place} place */
  under(place) {
    return this.places.filter((each) => each.at === place.at && Math.abs(each.y - place.y) <= COVERED).sort((one, other) => one.y - other.y);
  }

  /** Which of several points' runs is meant. @param {Place[]} places */
  offer(places) {
    const items = places.map(({ line, at }) => {
      const { label, unit, cells } = this.lineAt(line);
      const address = this.addressOf(line, at);
      return { text: `${label}: ${estimateText(cells[at])}${unit && ` ${unit}`}`, action: () => {
        location.hash = address;
      } };
    });
    const menu = openMenu(this.link, items);
    menu.classList.add('points');
    menu.setAttribute('aria-label', 'Open the run of seed 1 of');
    menu.prepend(make('p', { class: 'small quiet', 'aria-hidden': 'true' }, 'Open the run of seed 1 of'));
  }

  /** @param {number} line @returns {import('../types.js').SweepLine} */
  lineAt(line) {
    const found = this.table?.lines[line];
    if (!found) throw new Error(`the figure has no line ${line}`);
    return found;
  }

  /** The address of the run behind a point. @param {number} line @param {number} at */
  addressOf(line, at) {
    const cell = this.lineAt(line).cells[at];
    return `#${cell.link}${this.table?.x[0] === 'Time' ? `&t=${cell.x}` : ''}`;
  }

  /**
   * Points at one place of the axis in words, equal ones together.
   * @param {Place[]} places
   */
  list(places) {
    /** @type {Map<string, string[]>} */
    const groups = new Map();
    for (const { line, at } of places) {
      const { label, unit, cells } = this.lineAt(line);
      const value = `${estimateText(cells[at])}${unit && ` ${unit}`}`;
      groups.set(value, [...groups.get(value) ?? [], label]);
    }
    return [...groups].map(([value, labels]) => `${joined(labels)}: ${value}`).join('; ');
  }

  /** @param {PointerEvent} event */
  aim(event) {
    const place = this.near(event);
    if (place) this.stand(place, true, true);
    else if (document.activeElement !== this.link) this.stand(this.here, false);
  }

  /**
   * The link stands on this point.
   * @param {Place | undefined} place
   * @param {boolean} told  say what it is
   * @param {boolean} [pointed]  with all that the pointer cannot tell from it
   */
  stand(place, told, pointed = false) {
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
    const where = `${axis} ${cell.x}${unit && ` ${unit}`}`;
    const runs = `${cell.n} ${cell.n === 1 ? 'run' : 'runs'}`;
    const words = `${line.label}, ${where}: ${estimateText(cell)}${line.unit && ` ${line.unit}`}, ${runs}`;
    const others = this.under(place);
    this.link.href = this.addressOf(place.line, place.at);
    this.link.setAttribute('aria-label', `${words}. Open the run of seed 1`);
    this.link.style.left = `${place.x}px`;
    this.link.style.top = `${place.y}px`;
    const covered = others.filter((each) => each !== place);
    if (!told) setText(this.readout, HINT);
    else if (pointed && covered.length) setText(this.readout, `${where}: ${this.list(others)}; ${runs} each. Press to choose whose run to open.`);
    else setText(this.readout, `${words}. Press to open the run of seed 1.${covered.length ? ` In the same place: ${this.list(covered)}.` : ''}`);
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
