// @ts-check
// "Repeat with 10 seeds": the scenario runs to its end with ten seeds in a row; means with 95 % intervals stand below the
// scoreboard of the one run.

import { summaryOf } from '../engine.js';
import { button, byId, make, setText, swatch } from '../parts/dom.js';
import { Pool } from '../pool.js';

const RUNS = 10;

/** Nothing can be said about the time left before this part is done. */
const FIRST_PART = 0.02;

/** Names longer than this stand below their swatch. */
const LONG = 9;

export class RepeatPanel {
  /** @param {import('../types.js').Context} context */
  constructor(context) {
    this.context = context;
    this.host = byId('repeat');
    /** @type {Pool<import('../types.js').RunScore> | undefined} */
    this.pool = undefined;
    /** What the shown means were made from. */
    this.scenario = '';
    this.revision = -1;
    this.started = 0;
    this.start = button(`Repeat with ${RUNS} seeds`, () => this.begin(), { id: 'repeat-start' });
    this.bar = make('progress', { max: 1, 'aria-label': 'Runs done' });
    this.left = make('span', { class: 'small quiet figures' });
    this.cancel = button('Cancel', () => this.stop(), { id: 'repeat-cancel', class: 'inline' });
    this.running = make('div', { class: 'repeat-running', hidden: true }, this.bar, this.left, this.cancel);
    this.said = make('p', { class: 'small quiet', id: 'repeat-said' });
    this.result = make('div', { id: 'repeat-result' });
    this.host.append(this.start, this.running, this.said, this.result);
  }

  begin() {
    const { session, model } = this.context;
    if (model.scene.knobs.trace === 'file') {
      setText(this.said, 'A run that follows a file is not repeated: workers run what the link says, and the file is no part of it.');
      return;
    }
    this.scenario = session.scenario_link();
    this.started = performance.now();
    this.result.replaceChildren();
    setText(this.said, `Each run lasts ${model.duration} s of simulated time, with the knobs turned when they were turned here.`);
    this.show(true);
    this.moved(0);
    const tasks = Array.from({ length: RUNS }, (_, more) => ({ fragment: this.scenario, more }));
    this.pool = new Pool(tasks, {
      done: (scores) => this.done(scores),
      moved: (part) => this.moved(part),
      failed: (why) => {
        this.show(false);
        setText(this.said, `The runs stopped: ${why}.`);
      },
    });
  }

  /** @param {boolean} running */
  show(running) {
    const focused = this.host.contains(document.activeElement);
    this.start.hidden = running;
    this.running.hidden = !running;
    if (focused) (running ? this.cancel : this.start).focus();
  }

  /** @param {number} part  0 to 1 */
  moved(part) {
    this.bar.value = part;
    const spent = (performance.now() - this.started) / 1000;
    const left = part > FIRST_PART ? `, about ${Math.ceil((spent * (1 - part)) / part)} s left` : '';
    setText(this.left, `${Math.floor(part * RUNS + 1e-9)} of ${RUNS} runs${left}`);
  }

  /** Keeps what is done. */
  stop() {
    const { pool } = this;
    pool?.stop();
    this.show(false);
    const finished = pool?.finished ?? [];
    if (finished.length) this.done(finished);
    else setText(this.said, 'Cancelled before a run was done.');
  }

  /** @param {import('../types.js').RunScore[]} scores */
  done(scores) {
    this.show(false);
    const summary = summaryOf(scores);
    const seeds = scores.length > 1 ? `seeds ${scores[0].seed} to ${scores[scores.length - 1].seed}` : `seed ${scores[0].seed}`;
    const interval = summary.runs > 1 ? 'mean ± 95 % interval (Student)' : 'a single run has no interval';
    const head = make('tr', {}, make('td'));
    summary.lanes.forEach((label, lane) => head.append(make('th', { class: 'lane-name', scope: 'col' }, swatch(lane), label)));
    const rows = told(summary.rows).map((row) => make('tr', { title: row.note, 'data-row': row.id, class: row.id === 'goodput' ? 'strong' : null },
      make('td', {}, row.unit ? `${row.label}, ${row.unit}` : row.label),
      ...row.cells.map((cell) => make('td', {}, cell.text))));
    const many = summary.lanes.length > 2 || summary.lanes.some((label) => label.length > LONG);
    const runs = make('details', {}, make('summary', { class: 'small quiet' }, 'Seeds and fingerprints'),
      make('ul', { class: 'small figures' }, ...scores.map((score) => make('li', {}, `seed ${score.seed}: run ${score.fingerprint.slice(0, 8)}`))));
    this.result.replaceChildren(
      make('table', { 'data-many': many },
        make('caption', { class: 'small quiet' }, `${summary.runs} ${summary.runs === 1 ? 'run' : 'runs'}, ${seeds}: ${interval}`),
        make('thead', {}, head), make('tbody', {}, ...rows)),
      runs);
    setText(this.said, '');
    this.revision = -1;
    this.context.announcer.say(`${summary.runs} runs are done.`);
  }

  /** Says so when the scenario is not the one that was repeated. */
  words() {
    const { model, session } = this.context;
    if (!this.result.firstChild || this.revision === model.revision) return;
    this.revision = model.revision;
    const same = session.scenario_link() === this.scenario;
    this.result.toggleAttribute('data-stale', !same);
    setText(this.said, same ? '' : 'The scenario has changed since; these are means of the earlier one.');
  }
}

/**
 * The rows that have something to say; precision and recall stay together.
 * @param {import('../types.js').SummaryRow[]} rows
 */
function told(rows) {
  const kind = (/** @type {string} */ id) => id.replace(/-(recall|precision)$/, '');
  const known = new Set(rows.filter((row) => row.cells.some((cell) => cell.n)).map((row) => kind(row.id)));
  return rows.filter((row) => known.has(kind(row.id)));
}
