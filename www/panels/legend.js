// @ts-check
// The legend is always visible: five packets, five causes, four rings, and on radio what stations do.

import { byId, make, makeSvg } from '../parts/dom.js';
import { causeSvg, ringSvg } from '../draw/marks.js';
import { packetSvg } from '../draw/packets.js';
import { shortWord } from '../parts/format.js';
import { RADIO_TERMS } from './radio-terms.js';

/** Causes in the order of the legend. */
const ORDER = ['C', 'K', 'R', 'S', 'L'];

/** Radio stations by what they do: word, fill, ring and its dashes, note. */
const STATIONS = /** @type {const} */ ([
  ['sends', 'var(--lane1)', '', '', RADIO_TERMS.send],
  ['receives', 'var(--line)', '', '', RADIO_TERMS.receive],
  ['senses', 'var(--hair)', '', '', RADIO_TERMS.sense],
  ['back-off', 'none', 'var(--ink2)', '', RADIO_TERMS.backoff],
  ['NAV', 'none', 'var(--ink2)', '2 2.5', RADIO_TERMS.nav],
]);

/**
 * A station in one state.
 * @param {string} fill
 * @param {string} ring
 * @param {string} dash
 */
function stationSvg(fill, ring, dash) {
  const icon = makeSvg('svg', { width: 17, height: 17, viewBox: '-8.5 -8.5 17 17', 'aria-hidden': 'true' });
  icon.append(makeSvg('circle', { r: ring ? 4 : 5.5, fill, stroke: 'var(--ink)', 'stroke-width': 1.5 }));
  if (ring && dash) icon.append(makeSvg('circle', { r: 7.2, fill: 'none', stroke: ring, 'stroke-width': 1, 'stroke-dasharray': dash }));
  else if (ring) icon.append(makeSvg('path', { d: 'M0 -7A7 7 0 1 1 -6.2 3.2', fill: 'none', stroke: ring, 'stroke-width': 2 }));
  return icon;
}

/**
 * @param {import('../types.js').Catalogue} catalogue
 * @param {boolean} radio  there are stations
 */
export function showLegend(catalogue, radio) {
  const packet = (/** @type {import('../draw/packets.js').PacketShape} */ shape, /** @type {string} */ text, /** @type {string} */ note) =>
    make('span', { class: 'packet', title: note }, packetSvg(shape), text);
  const causes = ORDER.flatMap((letter) => catalogue.causes.find((cause) => cause.letter === letter) ?? []);
  byId('legend').replaceChildren(
    make('b', { class: 'title packet' }, 'Packets'),
    packet('data', 'data', 'A segment on its way to the receiver'),
    packet('ack', 'ACK', 'An acknowledgment on its way back'),
    packet('again', 'sent again', 'A further copy of a segment'),
    packet('probe', 'probe', 'New data sent to find out why the timer fired'),
    packet('other', 'other', 'Traffic of others'),
    make('b', { class: 'title cause' }, 'Why'),
    ...causes.map((cause) => make('span', { class: 'cause', title: cause.note }, causeSvg(cause.letter, 15), shortWord(cause.word))),
    make('span', { class: 'cause', title: 'The truth is not decided at this instant' }, causeSvg('?', 15), 'not known'),
    make('span', { class: 'ring', title: 'The sender concluded what really happened' }, ringSvg('C', 'right', 17), 'belief right'),
    make('span', { class: 'ring', title: 'The sender concluded something else' }, ringSvg('C', 'wrong', 17), 'wrong'),
    make('span', { class: 'ring', title: 'Neither right nor wrong: the truth is not known yet, the sender is undecided, or it concluded congestion at a spurious timeout beside which other segments were lost' }, ringSvg('C', 'open', 17), 'not judged'),
    make('span', { class: 'ring none', title: 'The sender has not concluded anything yet' }, ringSvg('', 'none', 17), 'none yet'),
    ...(radio ? [
      make('b', { class: 'title station' }, 'Stations'),
      ...STATIONS.map(([word, fill, ring, dash, note]) => make('span', { class: 'station', title: note[1] }, stationSvg(fill, ring, dash), word)),
    ] : []));
}
