// @ts-check
// Claims of papers: what became of them, by which rule and numbers, and why where they do not hold.

import { make } from '../parts/dom.js';

/**
 * @typedef {object} Told  what is needed to tell about claims
 * @property {import('../types.js').ExperimentList} list
 * @property {Map<string, import('../store/outcomes.js').Claim>} claims
 */

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

/**
 * How many claims came to which verdict, in words.
 * @param {Told} told
 * @param {import('../types.js').Ruling[]} rulings
 */
export function tally({ list }, rulings) {
  return list.verdicts
    .map(([id, words]) => ({ words, count: rulings.filter((ruling) => ruling.verdict === id).length }))
    .filter(({ count }) => count)
    .map(({ words, count }) => `${words} ${count}`)
    .join(', ');
}

/** Readings longer than this are folded: the claim looks at many figures. */
const LONG = 240;

/**
 * One claim.
 * @param {Told} told
 * @param {import('../types.js').Check} check
 * @param {import('../types.js').Ruling | undefined} ruling
 * @param {string[]} missing  its figures of which runs are missing
 */
export function claimCard(told, check, ruling, missing) {
  const claim = told.claims.get(check.id);
  const head = make('p', { class: 'row' }, make('span', { class: 'small quiet' }, [claim?.place, check.id].filter(Boolean).join(', ')),
    ruling ? badge(told, ruling.verdict, missing.length > 0) : make('span', { class: 'verdict-badge' }, 'not run yet'));
  const facts = make('dl', { class: 'small' });
  const add = (/** @type {string} */ term, /** @type {string} */ text) => {
    if (text) facts.append(make('dt', {}, term), make('dd', {}, text));
  };
  add('Read as', ruling?.reading ?? '');
  add('Measured', ruling?.measured ?? '');
  for (const [id, words] of told.list.rules) if (id !== 'none' && check.rules.includes(id)) add('Rule', `${id}: ${words}`);
  add('Reason', ruling?.reason ?? '');
  add('Remark', claim?.note ?? '');
  add(ruling ? 'Runs missing' : 'Needs', missing.join(', '));
  const long = `${ruling?.reading}${ruling?.measured}`.length > LONG;
  return make('article', { class: 'claim', 'data-claim': check.id }, head, make('p', {}, claim?.claim ?? ''),
    long ? make('details', {}, make('summary', { class: 'small quiet' }, 'Reading, numbers and rule'), facts) : facts);
}
