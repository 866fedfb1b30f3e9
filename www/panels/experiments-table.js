// @ts-check
// The numbers of a figure: as a table of links to runs, and as a file.

import { make } from '../parts/dom.js';
import { csvOf } from '../parts/csv.js';

/**
 * A mean and its interval.
 * @param {import('../types.js').SweepCell} cell
 */
export function estimateText({ mean, half_width: half }) {
  if (mean === null) return 'n/a';
  const size = Math.abs(mean);
  const digits = size >= 100 || (size === 0 && !half) ? 0 : size >= 10 ? 1 : 3;
  return half === null ? mean.toFixed(digits) : `${mean.toFixed(digits)} ± ${half.toFixed(digits)}`;
}

/** Without a name the numbers are shares or counts, as the chart says too. @param {[string, string]} axis  name and unit */
function axisText([name, unit]) {
  return [name || (unit ? 'Share' : 'Count'), unit].filter(Boolean).join(', ');
}

/** @param {import('../types.js').SweepTable} table */
export function numbersTable(table) {
  const head = make('tr', {}, make('th', { scope: 'col' }, axisText(table.x)), ...table.lines.map((line) => make('th', { scope: 'col' }, line.label)));
  const rows = (table.lines[0]?.cells ?? []).map(({ x }, at) => make('tr', {}, make('th', { scope: 'row' }, String(Number(x.toPrecision(6)))),
    ...table.lines.map(({ cells }) => make('td', {}, cells[at].mean === null ? '' : make('a', { href: `#${cells[at].link}` }, estimateText(cells[at]))))));
  return make('table', { class: 'numbers figures' },
    make('caption', { class: 'small quiet' }, `${axisText(table.y)}; a number opens the run of seed 1`),
    make('thead', {}, head), make('tbody', {}, ...rows));
}

/**
 * What is not drawn: a row for each line, a column for each point.
 * @param {import('../types.js').SweepTable} table
 */
export function besideTable({ beside, along }) {
  const head = make('tr', {}, make('th', { scope: 'col' }, axisText(along)), ...(beside[0]?.cells ?? []).map(({ x }) => make('th', { scope: 'col' }, String(x))));
  const rows = beside.map((line) => make('tr', {}, make('th', { scope: 'row' }, axisText([line.label, line.unit])),
    ...line.cells.map((cell) => make('td', {}, cell.mean === null ? '' : estimateText(cell)))));
  return make('table', { class: 'numbers beside figures' }, make('caption', { class: 'small quiet' }, 'Beside it, means of the runs'),
    make('thead', {}, head), make('tbody', {}, ...rows));
}

/**
 * The numbers as the tool writes them.
 * @param {import('../types.js').SweepTable} table
 * @param {number} engine
 * @param {string} setting
 */
export function numbersCsv(table, engine, setting) {
  const heads = ['engine', 'setting', 'figure', 'line', 'metric', 'unit', 'x', 'n', 'mean', 'half_width', 'link'];
  const rows = [...table.lines, ...table.beside].flatMap((line) => line.cells.map((cell) => [
    engine, setting, table.figure, line.label, line.metric, line.unit, cell.x, cell.n, cell.mean ?? '', cell.half_width ?? '', cell.link,
  ]));
  return csvOf([heads, ...rows]);
}
