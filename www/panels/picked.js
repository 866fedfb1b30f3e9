// @ts-check
// What a pressed packet or node shows in the card's place: the header, the queues, the timer.

import { button, make } from '../parts/dom.js';
import { HEAD, PER_PACKET, PER_QUEUE } from '../draw/frame.js';
import { FLAG, shapeOf } from '../draw/packets.js';
import { clockText, plainNumber, segmentsText } from '../parts/format.js';
import { stationRows } from './station-rows.js';

const NAMES = { data: 'Segment', ack: 'ACK', again: 'Segment', probe: 'Probe', other: 'Other traffic' };

/**
 * @param {HTMLElement} host
 * @param {import('../types.js').Context} context
 * @param {import('../types.js').Picked} picked
 * @param {{ narrow: (filter: string) => void }} hooks
 */
export function pickedCard(host, context, picked, hooks) {
  const lines = picked.what === 'packet' ? packetLines(context, picked) : nodeLines(context, picked);
  const list = make('dl', { class: 'evidence figures' });
  for (const [term, text] of lines.rows) list.append(make('dt', {}, term), make('dd', {}, text));
  const actions = [button('Close', () => context.store.set({ picked: null }), { class: 'inline' })];
  if (picked.what === 'packet' && picked.kind === 0) actions.push(button('Its events in the list', () => hooks.narrow(`#${picked.number}/${picked.flow + 1}`), { class: 'inline' }));
  const focused = host.contains(document.activeElement) ? [...host.querySelectorAll('button')].findIndex((each) => each === document.activeElement) : -1;
  host.replaceChildren(
    make('div', { class: 'row' }, make('span', { class: 'label' }, picked.what === 'packet' ? 'Packet' : 'Node')),
    make('h2', { class: 'figures' }, lines.title), list, ...(picked.what === 'packet' ? history(context, picked) : []), make('div', { class: 'foot' }, ...actions));
  if (focused >= 0) host.querySelectorAll('button')[focused]?.focus();
}

/**
 * @param {import('../types.js').Context} context
 * @param {Extract<import('../types.js').Picked, { what: 'packet' }>} picked
 * @returns {{ title: string, rows: [string, string][] }}
 */
function packetLines({ model, session }, picked) {
  const frame = session.frame(picked.lane);
  const { scene } = model;
  for (let i = 0, at = HEAD; i < frame[0]; i++, at += PER_PACKET) {
    if (frame[at + 2] !== picked.kind || frame[at + 4] !== picked.flow || frame[at + 5] !== picked.number || frame[at + 6] !== picked.copy) continue;
    const flags = frame[at + 3];
    const link = scene.links[frame[at]];
    const progress = frame[at + 1];
    const marks = [];
    if (flags & FLAG.AGAIN) marks.push('sent again');
    if (flags & FLAG.PROBE) marks.push('probe');
    if (flags & FLAG.MARKED) marks.push('congestion mark');
    if (flags & FLAG.STALLED) marks.push('held by a stalled link');
    return {
      title: `${NAMES[shapeOf(picked.kind, flags)]} ${picked.number}`,
      rows: [
        ['Lane', scene.lanes[picked.lane]?.label ?? ''],
        ['Flow', scene.flows[picked.flow]?.label ?? String(picked.flow)],
        [picked.kind === 1 ? 'Asks for' : 'Copy', picked.kind === 1 ? `segment ${picked.number}` : picked.copy ? `sent ${picked.copy + 1} times by now` : 'the first of this segment'],
        ['Where', progress < 0 ? `${-progress} in the queue to node ${nodeName(scene, link?.to)}` : `${Math.round(progress * 100)} % of the way from node ${nodeName(scene, link?.from)} to ${nodeName(scene, link?.to)}`],
        ['Flags', marks.join(', ') || 'none'],
        .../** @type {[string, string][]} */ ((session.header(picked.lane, picked.kind, picked.flow, picked.number, picked.copy) ?? []).map((field) => [field.name, field.text])),
      ],
    };
  }
  return { title: `${picked.kind === 1 ? 'ACK' : 'Segment'} ${picked.number}`, rows: [['Where', 'it has left the network: arrived or lost. Its events tell which.']] };
}

/** So many of the latest events of a segment stand in its card. */
const LATEST = 8;

/**
 * What happened to the copies of a segment up to now, in order.
 * @param {import('../types.js').Context} context
 * @param {Extract<import('../types.js').Picked, { what: 'packet' }>} picked
 * @returns {Node[]}
 */
function history({ session, model, clock }, picked) {
  if (picked.kind !== 0) return [];
  const filter = `#${picked.number}/${picked.flow + 1}`;
  const { total } = session.events(picked.lane, 0, 0, filter);
  const from = Math.max(0, total - LATEST);
  const { rows } = session.events(picked.lane, from, LATEST, filter);
  const heading = make('p', { class: 'label' }, 'Its copies so far');
  if (!rows.length) return [heading, make('p', { class: 'small quiet' }, 'Sent once; nothing happened to it yet.')];
  const lines = rows.map((row) => make('li', { class: 'small figures' }, button(clockText(row.t), () => {
    clock.pause();
    clock.seek(row.t);
  }, { class: 'textual' }), ` ${row.text}`));
  const more = from > 0 ? [make('li', { class: 'small quiet' }, `${from} earlier`)] : [];
  return [heading, make('ul', { class: 'history', 'data-now': model.now.toFixed(3) }, ...more, ...lines)];
}

/**
 * @param {import('../types.js').Scene} scene
 * @param {string | number | undefined} id
 */
function nodeName(scene, id) {
  return scene.nodes.find((node) => String(node.id) === String(id))?.label ?? String(id ?? '?');
}

/**
 * @param {import('../types.js').Context} context
 * @param {Extract<import('../types.js').Picked, { what: 'node' }>} picked
 * @returns {{ title: string, rows: [string, string][] }}
 */
function nodeLines({ model, session }, picked) {
  const { scene } = model;
  const node = scene.nodes[picked.node];
  /** @type {[string, string][]} */
  const rows = [['Lane', scene.lanes[picked.lane]?.label ?? ''], ['Role', node?.role ?? ''], ...stationRows({ model, session }, picked)];
  const frame = session.frame(picked.lane);
  const start = HEAD + frame[0] * PER_PACKET;
  for (let at = start; at < start + frame[1] * PER_QUEUE; at += PER_QUEUE) {
    const link = scene.links[frame[at]];
    if (!link || String(link.from) !== String(node?.id)) continue;
    const limit = frame[at + 2] > 0 ? ` of ${frame[at + 2]}` : '';
    const average = frame[at + 3] >= 0 ? `, average ${plainNumber(frame[at + 3], 3)}` : '';
    const stalled = frame[at + 4] > 0 ? `, stalled for another ${Math.ceil(frame[at + 4] * 1000)} ms` : '';
    rows.push([`To ${nodeName(scene, link.to)}`, `${frame[at + 1]}${limit} waiting${average}${stalled}; ${plainNumber(link.rate_mbps, 3)} Mbit/s, ${plainNumber(link.delay_ms, 3)} ms`]);
  }
  const status = model.lanes[picked.lane];
  const here = scene.flows.flatMap((flow, at) => (String(flow.src) === String(node?.id) ? [at] : []));
  const windows = here.some((flow) => flow > 0) ? session.flows(picked.lane).rows : [];
  for (const flow of here.slice(0, 4)) {
    if (flow > 0) rows.push([`Flow ${flow + 1}`, `cwnd ${segmentsText(windows[flow]?.cwnd ?? 0)} segments, ${windows[flow]?.timeouts ?? 0} timeouts`]);
  }
  if (status && here.includes(0)) {
    rows.push(['cwnd', `${segmentsText(status.cwnd)} segments, ssthresh ${segmentsText(status.ssthresh)}`]);
    rows.push(['In flight', `${Math.round(status.flight)} segments`]);
    rows.push(['Timer', status.timer >= 0 ? `fires in ${Math.round(status.timer)} ms, RTO ${Math.round(status.rto)} ms` : 'not running']);
  }
  return { title: `Node ${node?.label ?? ''}`, rows };
}
