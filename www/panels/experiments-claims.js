// @ts-check
// Claims of papers: what became of them, by which rule and numbers, and why where they do not hold.

import { make } from '../parts/dom.js';
import { printed, ruleWords, sentence } from './experiments-words.js';

/**
 * @typedef {object} Words  the claims in the papers' words
 * @property {Map<string, import('../store/outcomes.js').Claim>} claims
 *
 * @typedef {import('./experiments-words.js').Vocabulary & Words} Told  what is needed to tell about claims
 */

/** What decides a claim. @typedef {'measured' | 'parameter' | 'worked' | 'none'} Kind */

/** @param {import('../types.js').Check} check @returns {Kind} */
export function kindOf({ rules }) {
  const only = (/** @type {string} */ id) => rules.every((rule) => rule === id);
  return only('parameter') ? 'parameter' : only('worked-example') ? 'worked' : only('none') ? 'none' : 'measured';
}

/**
 * A verdict as a badge.
 * @param {Told} told
 * @param {import('../types.js').VerdictId} verdict
 * @param {boolean} partial  runs are missing
 */
export function badge({ list }, verdict, partial) {
  const words = list.verdicts.find(([id]) => id === verdict)?.[1] ?? verdict;
  return make('span', { class: 'verdict-badge', 'data-verdict': verdict }, partial ? `so far: ${words}` : words);
}

/** How many of `kind` came to which verdict.
 * @param {Told} told
 * @param {import('../types.js').Check[]} checks
 * @param {import('../types.js').Ruling[]} rulings
 */
function counts({ list }, checks, rulings) {
  const ids = new Set(checks.filter((check) => kindOf(check) === 'measured').map((check) => check.id));
  const judged = rulings.filter((ruling) => ids.has(ruling.id));
  const verdicts = list.verdicts
    .map(([id, words]) => ({ id, words, count: judged.filter((ruling) => ruling.verdict === id).length }))
    .filter(({ count }) => count);
  return { measured: ids.size, waiting: ids.size - judged.length, verdicts };
}

/**
 * How many of a figure's claims came to which verdict, in a few words; empty where there is none.
 * @param {Told} told
 * @param {import('../types.js').Check[]} checks
 * @param {import('../types.js').Ruling[]} rulings
 */
export function tally(told, checks, rulings) {
  const { verdicts, waiting } = counts(told, checks, rulings);
  const parts = verdicts.map(({ words, count }) => `${words} ${count}`);
  const carried = checks.filter((check) => kindOf(check) === 'parameter').length;
  return [...parts, waiting ? `not run yet ${waiting}` : '', carried ? `parameters ${carried}` : ''].filter(Boolean).join(', ');
}

/** A verdict of so many claims. */
const MANY = /** @type {Record<string, string>} */ ({ reproduces: 'reproduce', differs: 'do not reproduce' });

/**
 * The same of all claims, in a sentence: what was measured apart from what the runs only carry or a test plays.
 * @param {Told} told
 * @param {import('../types.js').Check[]} checks
 * @param {import('../types.js').Ruling[]} rulings
 */
export function summary(told, checks, rulings) {
  const { measured, verdicts, waiting } = counts(told, checks, rulings);
  const parts = verdicts.map(({ id, words, count }) => `${count} ${count > 1 ? MANY[id] ?? words : words}`);
  const of = (/** @type {Kind} */ kind) => checks.filter((check) => kindOf(check) === kind);
  const other = of('parameter').filter((check) => rulings.find((ruling) => ruling.id === check.id)?.verdict === 'differs').length;
  return `${checks.length} claims: of ${measured} measured claims ${[...parts, ...waiting ? [`${waiting} not run yet`] : []].join(', ')}; ${[
    `${of('parameter').length - other} are parameters that the runs carry`,
    ...other ? [`${other} are parameters that they do not`] : [],
    `${of('worked').length} are decided by worked examples`,
    `${of('none').length} cannot be tested here`,
  ].join('; ')}.`;
}

/** Where one of several findings ends that are not of one mind. */
const NEXT = /(?<=\((?:reproduces|partly|does not reproduce|open)\)); /;

/**
 * What was measured; several findings of a claim of several parts stand below each other, with the figure of each.
 * @param {Told} told
 * @param {import('../types.js').Check} check
 * @param {import('../types.js').Ruling | undefined} ruling
 */
function findings(told, check, ruling) {
  if (!ruling?.measured) return [];
  const parts = ruling.measured.split(NEXT);
  const readings = ruling.reading.split('; ');
  if (parts.length < 2) return sentence(told, check, ruling.measured);
  return parts.map((part, at) => {
    const [figure] = readings[at]?.match(/^[a-z]+\/\w+/) ?? [];
    return make('div', {}, ...sentence(told, check, readings.length === parts.length && figure && check.figures.length > 1 ? `${figure}: ${part}` : part));
  });
}

/** What the numbers of a claim are called. */
const FOUND = { measured: 'Measured', parameter: 'Runs carry', worked: 'Decided by', none: '' };

/**
 * One claim.
 * @param {Told} told
 * @param {import('../types.js').Check} check
 * @param {import('../types.js').Ruling | undefined} ruling
 * @param {string[]} missing  its figures of which runs are missing
 */
export function claimCard(told, check, ruling, missing) {
  const claim = told.claims.get(check.id);
  const kind = kindOf(check);
  const lacks = kind === 'measured' ? missing : [];
  const mark = () => {
    if (!ruling) return make('span', { class: 'verdict-badge' }, 'not run yet');
    const holds = ruling.verdict === 'reproduces';
    if (kind === 'parameter') return make('span', { class: 'verdict-badge', 'data-verdict': holds ? 'carried' : 'differs' }, holds ? 'parameter, carried' : 'parameter, not carried');
    if (kind === 'worked') return make('span', { class: 'verdict-badge', 'data-verdict': 'worked' }, 'worked example');
    return badge(told, ruling.verdict, lacks.length > 0);
  };
  const where = make('span', { class: 'small' }, printed(claim?.place ?? ''), ' ', make('span', { class: 'claim-id' }, check.id));
  const list = () => make('dl', { class: 'small' });
  const add = (/** @type {HTMLElement} */ to, /** @type {string} */ term, /** @type {(Node | string)[]} */ content) => {
    if (content.length) to.append(make('dt', {}, term), make('dd', {}, ...content));
  };
  const text = (/** @type {string | undefined} */ words) => (words ? [words] : []);
  const said = (/** @type {string | undefined} */ words) => (words ? sentence(told, check, words) : []);
  const shown = list();
  add(shown, FOUND[kind], kind === 'worked' ? text(ruling?.measured) : findings(told, check, ruling));
  add(shown, 'Reason', said(ruling?.reason.replace(/^reason unknown$/, 'unknown')));
  add(shown, ruling ? 'Runs missing' : 'Needs', text(lacks.join(', ')));
  if (kind === 'none') add(shown, 'Why', text(printed(claim?.note ?? '')));
  const folded = list();
  if (kind !== 'none') {
    add(folded, 'Read as', said(ruling?.reading));
    for (const rule of told.list.rules) if (check.rules.includes(rule[0])) add(folded, 'Rule', [ruleWords(rule)]);
    add(folded, 'Remark', text(printed(claim?.note ?? '')));
  }
  return make('article', { class: 'claim', 'data-claim': check.id }, make('p', { class: 'row' }, where, mark()),
    make('p', {}, printed(claim?.claim ?? '')), ...shown.childElementCount ? [shown] : [],
    ...folded.childElementCount ? [make('details', {}, make('summary', { class: 'small quiet' }, 'Reading and rule'), folded)] : []);
}
