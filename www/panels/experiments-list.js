// @ts-check
// The list of papers and figures.

import { make } from '../parts/dom.js';
import { claimCard, summary, tally } from './experiments-claims.js';

/** Papers by the first part of their figures' ids. */
const PAPERS = /** @type {Record<string, string>} */ ({ nrt: 'TCP NRT' });

/** A table without runs: what the schemes can say, which the registry knows. */
export const CAPABILITIES = { id: 'nrt/t2', title: 'What each scheme can say about a timeout' };

/** @param {string} id */
export function paperOf(id) {
  return id.split('/')[0];
}

/** What a figure is called: `nrt/10` is Fig. 10, `nrt/t1` Table 1. @param {string} id */
export function nameOf(id) {
  const number = id.slice(id.indexOf('/') + 1);
  if (/^t\d/.test(number)) return `Table ${number.slice(1)}`;
  return /^\d/.test(number) ? `Fig. ${number}` : number;
}

/**
 * @param {string[]} heads
 * @param {(Node | string)[][]} rows
 */
function tableOf(heads, rows) {
  return make('table', { class: 'listed' },
    make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
    make('tbody', {}, ...rows.map(([first, ...rest]) => make('tr', {}, make('th', { scope: 'row' }, first), ...rest.map((cell) => make('td', {}, cell))))));
}

/**
 * What each scheme can say about a timeout.
 * @param {import('../types.js').Capability[]} rows
 */
export function capabilityTable(rows) {
  const yes = (/** @type {boolean} */ can) => (can ? 'yes' : '–');
  return tableOf(['Variant', 'Congestion', 'Random loss', 'Spurious', 'Not congestion'],
    rows.map((row) => [row.title, yes(row.congestion), yes(row.random), yes(row.spurious), yes(row.not_congestion)]));
}

/**
 * @param {import('./experiments-claims.js').Told} told
 * @param {import('../store/outcomes.js').Book} book
 * @param {string} trouble  why claims have no words
 */
export function listPage(told, book, trouble) {
  const { list } = told;
  const rulings = book.door.judge('');
  const known = (/** @type {string} */ figure) => {
    const { runs, done } = book.count(figure);
    return done ? `${done} of ${runs} runs` : '–';
  };
  const claims = (/** @type {string} */ figure) => {
    const all = list.checks.filter((check) => check.figures.includes(figure));
    return tally(told, all, rulings) || '–';
  };
  const link = (/** @type {{ id: string }} */ { id }, /** @type {string} */ text) => make('a', { href: told.address(id) }, text);
  const papers = [...new Set(list.figures.map((figure) => paperOf(figure.id)))];
  const content = papers.flatMap((paper) => {
    const own = list.figures.filter((figure) => paperOf(figure.id) === paper);
    const rows = own.filter((figure) => !figure.of)
      .map((figure) => [link(figure, nameOf(figure.id)), link(figure, figure.title), claims(figure.id), known(figure.id)]);
    if (paper === paperOf(CAPABILITIES.id)) rows.push([link(CAPABILITIES, nameOf(CAPABILITIES.id)), link(CAPABILITIES, CAPABILITIES.title), '–', 'no runs']);
    const contrasts = own.filter((figure) => figure.of)
      .map((figure) => [link(figure, figure.title), `${nameOf(figure.of)}, but ${figure.words}`, known(figure.id)]);
    const free = list.checks.filter((check) => !check.figures.length);
    return [
      make('h3', {}, PAPERS[paper] ?? paper),
      make('p', { class: 'quiet', id: 'experiments-tally' }, `${summary(told, list.checks, rulings)} Verdicts follow rules that stand beside each claim; a claim that looks at several figures is judged when runs of all of them are known.`),
      tableOf(['Figure', 'Shows', 'Claims', 'Known'], rows),
      make('h3', {}, 'One choice changed'),
      make('p', { class: 'quiet' }, 'Where the paper is silent, a choice may decide the outcome. Each of these is a figure with one choice changed; it is a reason for a claim that does not hold only if it makes the claim hold.'),
      tableOf(['Experiment', 'What is changed', 'Known'], contrasts),
      make('details', {}, make('summary', {}, `${free.length} claims that no figure decides`),
        make('div', { class: 'claims' }, ...free.map((check) => claimCard(told, check, rulings.find((ruling) => ruling.id === check.id), [])))),
    ];
  });
  return make('div', { class: 'list-page' }, ...(trouble ? [make('p', { class: 'small quiet' }, trouble)] : []), ...content);
}
