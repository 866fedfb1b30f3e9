// @ts-check
// What the engine says of claims, in words: figures by name and as links, metrics and knobs by their names, signs as printed.

import { make } from '../parts/dom.js';
import { nameOf } from './experiments-list.js';

/** Metrics in the middle of a sentence. */
export const METRICS = /** @type {Record<string, string>} */ ({
  goodput: 'throughput',
  sent: 'packets sent',
  cwnd: 'mean window',
  timeouts: 'timeouts',
  random: 'timeouts by random loss',
  congestion: 'timeouts by congestion',
  contention: 'timeouts by contention',
  spurious: 'spurious timeouts',
  rpl: 'accuracy for random loss',
  cpl: 'accuracy for congestion',
  s: 'accuracy for spurious timeouts',
  nc: 'accuracy for what is not congestion',
  'rpl-precision': 'precision for random loss',
  'cpl-precision': 'precision for congestion',
  's-precision': 'precision for spurious timeouts',
  'nc-precision': 'precision for what is not congestion',
  'rpl-by-trace': 'accuracy for random loss by drops alone',
  'cpl-by-trace': 'accuracy for congestion by drops alone',
  's-by-trace': 'accuracy for spurious timeouts by drops alone',
  'nc-by-trace': 'accuracy for what is not congestion by drops alone',
  'rpl-precision-by-trace': 'precision for random loss by drops alone',
  'cpl-precision-by-trace': 'precision for congestion by drops alone',
  's-precision-by-trace': 'precision for spurious timeouts by drops alone',
  'nc-precision-by-trace': 'precision for what is not congestion by drops alone',
  'rpl-n': 'timeouts in the accuracy for random loss',
  'cpl-n': 'timeouts in the accuracy for congestion',
  's-n': 'timeouts in the accuracy for spurious timeouts',
  'nc-n': 'timeouts in the accuracy for what is not congestion',
  'rpl-n-by-trace': 'timeouts in the accuracy for random loss by drops alone',
  'cpl-n-by-trace': 'timeouts in the accuracy for congestion by drops alone',
  's-n-by-trace': 'timeouts in the accuracy for spurious timeouts by drops alone',
  'nc-n-by-trace': 'timeouts in the accuracy for what is not congestion by drops alone',
  'rpl-share': 'share of random loss',
  'cpl-share': 'share of congestion',
  's-share': 'share of spurious timeouts',
  'rpl-share-by-trace': 'share of random loss by drops alone',
  'cpl-share-by-trace': 'share of congestion by drops alone',
  's-share-by-trace': 'share of spurious timeouts by drops alone',
  marks: 'ECN marks',
  retransmissions: 'retransmissions',
  'after-timeout': 'retransmissions after timeouts',
  'after-duplicates': 'retransmissions after duplicate ACKs',
  needless: 'needless retransmissions',
  'needless-share': 'share of needless retransmissions',
  cuts: 'needless window cuts',
  'net-cuts': 'needless window cuts that were not taken back',
  'cut-segments': 'segments cut away needlessly',
  'fast-retransmits': 'fast retransmits',
  'needless-fast': 'spurious fast retransmits',
  jain: 'Jain’s index',
  'nrt-flow': 'throughput of an NRT flow',
  'newreno-flow': 'throughput of a NewReno flow',
  'nrt-share': 'NRT flow over fair share',
  'newreno-share': 'NewReno flow over fair share',
});

/** Metrics of two runs together. */
const RELATIVE = /** @type {Record<string, string>} */ ({
  'nrt-over-newreno': 'NRT flow over NewReno flow',
  'newreno-kept': 'NewReno flow over the same among NewReno alone',
});

/** @param {string} id  of a metric */
function metricWords(id) {
  return METRICS[id] ?? RELATIVE[id];
}

/** Parameters that are no knobs. */
const PARAMETERS = /** @type {Record<string, string>} */ ({ seeds: 'runs of each point in the setting paper:', nodes: 'stations:' });

/** A rule whose formula needs words. */
const RULES = /** @type {Record<string, string>} */ ({
  ratio: 'the 95 % interval of the ratio, seed by seed, meets the range from half to twice of what is claimed above 1 (claimed 1.4 ×: from 1.2 to 1.8); partly: the ratio is on the right side of 1',
});

/**
 * Signs as they are printed.
 * @param {string} text
 */
export function printed(text) {
  return text
    .replaceAll(/\s*->\s*/g, ' → ').replaceAll('>=', '≥').replaceAll('<=', '≤').replaceAll("'", '’')
    .replaceAll(/(\d) (?:x|times) /g, '$1 × ').replaceAll(/(\d)x(?=\d)/g, '$1 × ')
    .replaceAll(' - ', ' – ').replaceAll(/(^|[\s(])-(?=\d)/g, '$1−').replaceAll(/(?<![\w-])(\d+(?:\.\d+)?)-(?=\d)/g, '$1–').replaceAll(/(\w)\.\.(?=\w)/g, '$1–')
    .replaceAll(/(\d) ?%/g, '$1\u{a0}%').replaceAll(/\b(Fig|Sec|Eq) (?=\d)/g, '$1. ');
}

/** @param {[string, string]} rule  id and text */
export function ruleWords([id, text]) {
  return `${id.replace('-', ' ')}: ${RULES[id] ?? printed(text)}`;
}

/** @param {string[]} names */
export function joined(names) {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');
}

/** What a series is not above, by the count of points, is said once. @param {string} text */
function gathered(text) {
  return text.split('; ').map((part) => {
    const [, list, end] = part.match(/^(.*?)( \([a-z ]+\))?$/) ?? [];
    const found = (list ?? '').split(', ').map((each) => each.match(/^(.+) not clearly above (.+) at (\d+)(?: points?)?$/));
    if (found.length < 2 || found.some((each) => !each)) return part;
    /** @type {Map<string, Map<string, string[]>>} */
    const subjects = new Map();
    for (const [, one, other, count] of found.filter((each) => each !== null)) {
      const counts = subjects.get(one) ?? new Map();
      subjects.set(one, counts.set(count, [...counts.get(count) ?? [], other]));
    }
    const words = [...subjects].map(([one, counts]) => `${one} not clearly above ${[...counts]
      .map(([count, others]) => `${joined(others)} at ${count} ${count === '1' ? 'point' : 'points'}`).join(', ')}`);
    return `${words.join('; ')}${end ?? ''}`;
  }).join('; ');
}

/** Counts of points are not places on the axis. @param {string} text */
function counted(text) {
  return text
    .replaceAll(/(not clearly above [^,;]+?|too few runs|nothing to measure) at (\d+)(?=[,;)]|$| \()/g, (_, what, count) => `${what} at ${count} ${count === '1' ? 'point' : 'points'}`)
    .replaceAll('of 1 points', 'of 1 point');
}

/** A figure over time has no points: the means over its whole runs are compared. @param {string} text */
function overTime(text) {
  return text
    .replace('on the claimed side at 1 of 1 points', 'mean over the whole run on the claimed side')
    .replace('on the claimed side at 0 of 1 points', 'mean over the whole run not on the claimed side')
    .replace('on the claimed side at 0 of 0 points, ', '')
    .replaceAll(/ at 1(?: points?)?(?=[,;)]|$)/g, '');
}

/**
 * @typedef {object} Vocabulary
 * @property {import('../types.js').ExperimentList} list
 * @property {import('../types.js').Knob[]} knobs
 * @property {(figure: string) => string} address  of a figure, for a link
 */

/**
 * A sentence of the engine about a claim.
 * @param {Vocabulary} vocabulary
 * @param {import('../types.js').Check} check
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function sentence({ list, knobs, address }, check, text) {
  const figures = new Map(list.figures.map((figure) => [figure.id, figure]));
  const course = check.figures.length > 0 && check.figures.every((id) => figures.get(id)?.course);
  const value = (/** @type {string} */ all, /** @type {string} */ id, /** @type {string} */ number) => {
    const knob = knobs.find((each) => each.id === id);
    return knob ? `${knob.label} ${number}${knob.unit && ` ${knob.unit}`}` : PARAMETERS[id] ? `${PARAMETERS[id]} ${number}` : all;
  };
  const words = (/** @type {string} */ piece) => {
    const named = check.rules.includes('parameter')
      ? piece.replaceAll(/\b([a-z_]+) ([\d.]+)/g, value)
      : piece.replaceAll(/\b[a-z]+(?:-[a-z]+)+\b/g, (id) => metricWords(id) ?? id);
    return printed(named);
  };
  /** @type {(Node | string)[]} */
  const nodes = [];
  let rest = course ? overTime(text) : counted(gathered(text));
  for (let match = rest.match(/\b[a-z]+\/[\w-]+/); match; match = rest.match(/\b[a-z]+\/[\w-]+/)) {
    const [id] = match;
    const figure = figures.get(id);
    nodes.push(words(rest.slice(0, match.index)));
    rest = rest.slice((match.index ?? 0) + id.length);
    if (!figure) {
      nodes.push(id);
      continue;
    }
    if (figure.of) nodes.push(`“${figure.title}” (`, make('a', { href: address(id) }, id), ')');
    else nodes.push(make('a', { href: address(id) }, nameOf(id)));
    const metric = rest.match(/^ ([a-z-]+)\b/);
    if (metric && metricWords(metric[1])) {
      nodes.push(`, ${metricWords(metric[1])}`);
      rest = rest.slice(metric[0].length);
    }
  }
  nodes.push(words(rest));
  return nodes.filter((node) => node !== '');
}
