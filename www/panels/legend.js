// @ts-check
// The legend is always visible: five packets, five causes, three rings.

import { byId, make } from '../parts/dom.js';
import { causeSvg, ringSvg } from '../draw/marks.js';
import { packetSvg } from '../draw/packets.js';
import { shortWord } from '../parts/format.js';

/** Causes in the order of the legend. */
const ORDER = ['C', 'K', 'R', 'S', 'L'];

/** @param {import('../types.js').Catalogue} catalogue */
export function showLegend(catalogue) {
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
    make('span', { class: 'cause', title: 'The truth is not decided at this instant' }, causeSvg('?', 15), 'not known yet'),
    make('span', { class: 'ring', title: 'The sender concluded what really happened' }, ringSvg('C', false, 17), 'belief right'),
    make('span', { class: 'ring', title: 'The sender concluded something else' }, ringSvg('C', true, 17), 'wrong'),
    make('span', { class: 'ring none', title: 'The sender has not concluded anything yet' }, ringSvg('', false, 17), 'none yet'));
}
