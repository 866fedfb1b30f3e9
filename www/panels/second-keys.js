// @ts-check
// What is what in the second lane: each kind of thing with its shape, in ink.

import { make, makeSvg } from '../parts/dom.js';

const INK = 'var(--ink)';
const INK2 = 'var(--ink2)';

/** @type {Record<string, () => SVGElement>} */
const shapes = {
  bar: () => makeSvg('rect', { x: 9, y: 1.5, width: 2.4, height: 9, fill: INK }),
  square: () => makeSvg('rect', { x: 6.5, y: 2.5, width: 7, height: 7, fill: 'none', stroke: INK, 'stroke-width': 1.6 }),
  tag: () => makeSvg('path', { d: 'M4 2.5H12L16 6L12 9.5H4Z', fill: 'none', stroke: INK, 'stroke-width': 1.6 }),
  bracket: () => makeSvg('path', { d: 'M12 1H9.500V11H12', fill: 'none', stroke: INK2, 'stroke-width': 1 }),
  cross: () => makeSvg('path', { d: 'M6.500 2.500L13.500 9.500M6.500 9.500L13.500 2.500', stroke: INK, 'stroke-width': 1.6 }),
  caret: () => makeSvg('path', { d: 'M6.500 3.500L10 7.500L13.500 3.500', fill: 'none', stroke: INK, 'stroke-width': 1.6 }),
  dot: () => makeSvg('rect', { x: 8.6, y: 4.6, width: 2.8, height: 2.8, fill: INK }),
  block: () => makeSvg('rect', { x: 7.5, y: 1, width: 5, height: 10, fill: INK }),
  lane: () => makeSvg('path', { d: 'M0 6H20', stroke: INK, 'stroke-width': 2.2 }),
  dotted: () => makeSvg('path', { d: 'M0 6H20', stroke: INK2, 'stroke-width': 1.4, 'stroke-dasharray': '1.5 2.5' }),
  lit: () => makeSvg('rect', { x: 4, y: 2, width: 12, height: 8, fill: 'var(--lane1)' }),
  grey: () => makeSvg('rect', { x: 4, y: 2, width: 12, height: 8, fill: 'var(--line)' }),
  pale: () => makeSvg('rect', { x: 4, y: 2, width: 12, height: 8, fill: 'var(--hair)' }),
  blank: () => makeSvg('rect', { x: 4.5, y: 2.5, width: 11, height: 7, fill: 'var(--paper)', stroke: 'var(--hair)' }),
  fine: () => makeSvg('path', { d: 'M0 6H20', stroke: INK2, 'stroke-width': 1 }),
};

/** @type {Record<string, [keyof typeof shapes, string][]>} */
const KEYS = {
  sequence: [['bar', 'sent'], ['square', 'sent again'], ['tag', 'probe'], ['cross', 'lost'], ['fine', 'acknowledged'], ['bracket', 'SACK range']],
  queue: [['lane', 'waiting'], ['cross', 'dropped'], ['caret', 'marked'], ['dotted', 'RED average']],
  rtt: [['dot', 'RTT'], ['lane', 'srtt'], ['dotted', 'RTO'], ['fine', 'left of the timer'], ['block', 'left of it now']],
  ladder: [['lane', 'data'], ['fine', 'ACK'], ['dotted', 'tried again'], ['cross', 'noise'], ['square', 'collision or busy'], ['caret', 'out of range'], ['bar', 'queue full']],
  airtime: [['lit', 'sends'], ['grey', 'receives'], ['pale', 'senses'], ['blank', 'idle']],
};

/**
 * The key of a panel.
 * @param {string} panel
 */
export function keyOf(panel) {
  return (KEYS[panel] ?? []).map(([shape, word]) => {
    const icon = makeSvg('svg', { viewBox: '0 0 20 12', width: 20, height: 12, 'aria-hidden': 'true' }, shapes[shape]());
    return make('span', {}, icon, word);
  });
}
