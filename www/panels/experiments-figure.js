// @ts-check
// One figure: how much to run, the chart as it fills, what was chosen, the numbers, and the claims beside it.

import { button, make, setText } from '../parts/dom.js';
import { save } from '../parts/save.js';
import { expectedText } from '../sweep.js';
import { SweepChart, remarks } from './experiments-chart.js';
import { claimCard } from './experiments-claims.js';
import { nameOf } from './experiments-list.js';
import { besideTable, numbersCsv, numbersTable } from './experiments-table.js';

/** @typedef {import('../store/outcomes.js').Book} Book */

/**
 * @typedef {object} Hooks
 * @property {() => Book[]} books
 * @property {() => Book} book            whose numbers are shown
 * @property {(book: Book) => void} choose
 * @property {(book: Book, figure: string) => void} run
 * @property {() => void} cancel
 * @property {() => import('../sweep.js').Sweep | undefined} sweep  what runs now
 * @property {import('../announce.js').Announcer} announcer
 * @property {number} engine
 */

const EDIT = 'To change a choice, open a point: its run has every one of them as a knob or in its link.';

/**
 * What is known of the runs, and where it is from.
 * @param {number} runs
 * @param {number} done
 * @param {number} here
 */
function stateText(runs, done, here) {
  if (!done) return 'nothing known yet';
  if (here === 0 || here === done) return `${done} of ${runs} known, ${here ? 'run here' : 'came with the page'}`;
  return `${here} run here, ${done - here} came with the page${done < runs ? `, ${runs - done} missing` : ''}`;
}

/** What the keyboard can stand on. */
const STOPS = 'a, summary, button';

/**
 * New content. What was folded out stays so, and the keyboard where it was.
 * @param {HTMLElement} element
 * @param {HTMLElement[]} content
 */
function fill(element, content) {
  const open = [...element.querySelectorAll('details[open]')].map((fold) => fold.closest('article')?.dataset.claim);
  for (const each of content) {
    const fold = each.querySelector('details');
    if (fold && open.includes(each.dataset.claim)) fold.open = true;
  }
  const same = element.children.length === content.length && content.every((child, at) => child.isEqualNode(element.children[at]));
  if (same) return;
  const focused = [...element.querySelectorAll(STOPS)].indexOf(/** @type {Element} */ (document.activeElement));
  element.replaceChildren(...content);
  const stop = element.querySelectorAll(STOPS)[focused];
  if (stop instanceof HTMLElement) stop.focus();
}

export class FigurePage {
  /**
   * @param {import('./experiments-claims.js').Told} told
   * @param {import('../types.js').Experiment} figure
   * @param {Hooks} hooks
   */
  constructor(told, figure, hooks) {
    this.told = told;
    this.figure = figure;
    this.hooks = hooks;
    this.book = hooks.book();
    this.name = `${nameOf(figure.id)}: ${figure.title}`;
    this.settings = hooks.books().map((book) => this.settingRow(book));
    this.bar = make('progress', { max: 1, 'aria-label': 'Runs done' });
    this.left = make('span', { class: 'small quiet figures', id: 'sweep-left' });
    this.cancel = button('Cancel', () => hooks.cancel(), { id: 'sweep-cancel', class: 'inline' });
    this.running = make('div', { class: 'sweep-running', hidden: true }, this.bar, this.left, this.cancel);
    this.said = make('p', { class: 'small quiet', id: 'sweep-said' });
    this.chart = new SweepChart(this.book, figure.id, this.name);
    this.caption = make('ul', { class: 'choices small' });
    this.numbers = make('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Numbers' });
    this.claims = make('div', { class: 'claims' });
    const table = make('details', { open: !figure.course }, make('summary', {}, 'Numbers'), this.numbers);
    const stem = () => `cwndlab-${figure.id.replace('/', '-')}-${this.book.setting.id}`;
    const files = make('div', { class: 'row' },
      button('Chart, SVG', () => save(`${stem()}.svg`, 'image/svg+xml', this.book.door.svg(figure.id), hooks.announcer), { id: 'sweep-svg' }),
      button('Numbers, CSV', () => save(`${stem()}.csv`, 'text/csv', numbersCsv(this.book.door.table(figure.id), hooks.engine, this.book.setting.id), hooks.announcer), { id: 'sweep-csv' }));
    this.beside = make('p', { class: 'small' });
    this.element = make('div', { class: 'figure-page' },
      make('div', { class: 'figure-main' },
        make('fieldset', { class: 'settings' }, make('legend', { class: 'sr-only' }, 'How much is run'), ...this.settings.map((row) => row.element)),
        this.running, this.said, this.chart.element,
        make('h3', {}, 'What was chosen'), this.caption, this.beside, table, files),
      make('section', { class: 'figure-claims', 'aria-label': 'Claims' }, make('h3', {}, 'What the paper says of it'), this.claims));
    this.refresh();
  }

  /** @param {Book} book */
  settingRow(book) {
    const { setting } = book;
    const radio = make('input', { type: 'radio', name: 'setting', id: `setting-${setting.id}` });
    radio.addEventListener('change', () => this.hooks.choose(book));
    const seeds = setting.seeds === 1 ? '1 run of' : `${setting.seeds} runs of`;
    const what = `${seeds} ${setting.seconds} s for each point${setting.ends_only ? ', ends of the axis' : ''}`;
    const state = make('span', { class: 'small quiet state' });
    const run = button('Run', () => this.hooks.run(book, this.figure.id), { id: `run-${setting.id}`, 'aria-label': `Run ${setting.id}` });
    const cost = make('span', { class: 'small figures cost' });
    const element = make('div', { class: 'setting' },
      make('label', { for: radio.id }, radio, make('b', {}, setting.id), make('span', { class: 'small quiet' }, what)), cost, state, run);
    return { book, radio, cost, state, run, element };
  }

  /** What is known has changed, or another setting is looked at. */
  refresh() {
    const { figure } = this;
    this.book = this.hooks.book();
    this.chart.book = this.book;
    const table = this.book.door.table(figure.id);
    this.chart.show(table);
    fill(this.caption, [...remarks(table), ...table.caption, EDIT].map((line) => make('li', {}, line)));
    const others = this.told.list.figures.filter((each) => each.of === figure.id || each.id === figure.of);
    this.beside.hidden = others.length === 0;
    fill(this.beside, [make('span', {}, figure.of ? 'Changes one choice of ' : 'With one choice changed: ',
      ...others.flatMap((each, at) => [at ? ', ' : '', make('a', { href: this.told.address(each.id) }, each.of ? each.title : `${nameOf(each.id)}: ${each.title}`)]))]);
    fill(this.numbers, [numbersTable(table), besideTable(table)]);
    const of = figure.of || figure.id;
    const rulings = this.book.door.judge(of);
    const missing = (/** @type {import('../types.js').Check} */ check) => check.figures.filter((each) => {
      const { done, runs } = this.book.count(each);
      return done < runs;
    }).map(nameOf);
    // Those about this figure alone come first.
    const looking = this.told.list.checks.filter((check) => check.figures.includes(of)).sort((one, other) => one.figures.length - other.figures.length);
    const cards = looking
      .map((check) => claimCard(this.told, check, rulings.find((ruling) => ruling.id === check.id), missing(check)));
    fill(this.claims, cards.length ? cards : [make('p', { class: 'quiet' }, 'No claim looks at it.')]);
    this.moved();
  }

  /** How far the runs are. */
  moved() {
    const sweep = this.hooks.sweep();
    const mine = sweep?.figure === this.figure.id ? sweep : undefined;
    for (const { book, radio, cost, state, run, element } of this.settings) {
      const { runs, done, here } = book.count(this.figure.id);
      radio.checked = book === this.book;
      element.toggleAttribute('data-chosen', book === this.book);
      const jobs = book.jobs(this.figure.id).length;
      setText(cost, `${jobs} ${jobs === 1 ? 'run' : 'runs'}, ${expectedText(this.figure.id, jobs, book.setting)}`);
      setText(state, stateText(runs, done, here));
      setText(run, done === runs && (here === 0 || here === done) ? 'Run again' : done ? 'Go on' : 'Run');
      run.setAttribute('aria-label', `${run.textContent} ${book.setting.id}`);
      run.disabled = sweep !== undefined;
    }
    const focused = this.running.contains(document.activeElement);
    this.running.hidden = !mine;
    if (mine) {
      this.bar.value = mine.part;
      setText(this.left, `${mine.book.setting.id}: ${mine.words}`);
    } else if (focused) this.settings.find(({ book }) => book === this.book)?.run.focus();
    setText(this.said, this.word(mine !== undefined, sweep));
  }

  /**
   * One sentence about what is to be seen.
   * @param {boolean} mine
   * @param {import('../sweep.js').Sweep | undefined} sweep
   */
  word(mine, sweep) {
    if (sweep && !mine) return `${nameOf(sweep.figure)} is running; one figure runs at a time.`;
    if (this.book.trouble) return this.book.trouble;
    const { done, here } = this.book.count(this.figure.id);
    if (here && here < done) return 'Runs done here take the place of those that came with the page, one by one; the same run gives the same numbers.';
    if (!mine && !done) return 'Results are made by running: the chart fills as runs are done, and what is done is kept when you cancel.';
    return this.book.setting.seeds === 1 ? 'One run of each has no interval, so claims that need one stay open.' : '';
  }
}
