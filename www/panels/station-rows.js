// @ts-check
// What the card of a radio station says beside its queues: where it stands and what it is at.

import { PER_STATION } from '../draw/stations.js';
import { metresText, plainNumber } from '../parts/format.js';

const DOES = ['the medium is idle here', 'senses others and understands nothing', 'receives a frame', 'sends'];

/**
 * @param {Pick<import('../types.js').Context, 'model' | 'session'>} context
 * @param {Extract<import('../types.js').Picked, { what: 'node' }>} picked
 * @returns {[string, string][]}
 */
export function stationRows({ model, session }, picked) {
  const metres = model.scene.nodes[picked.node]?.metres;
  if (!metres) return [];
  const ranges = model.scene.lanes[picked.lane]?.ranges;
  /** @type {[string, string][]} */
  const rows = [['Stands at', `${metresText(metres[0])}, ${metresText(metres[1])}`]];
  if (ranges) rows.push(['Reach', `understood up to ${plainNumber(ranges[0], 5)} m, sensed up to ${plainNumber(ranges[1], 5)} m`]);
  const numbers = session.stations(picked.lane, 0);
  for (let i = 0, at = 1; i < numbers[0]; i++, at += PER_STATION) {
    if (numbers[at] !== picked.node) continue;
    const [, does, slots, window, reserved, attempt] = numbers.subarray(at, at + PER_STATION);
    rows.push(['Medium', DOES[does] ?? '']);
    rows.push(['Back-off', slots >= 0 ? `${slots} slots left, drawn from 0 to ${window}` : 'none']);
    rows.push(['NAV', reserved > 0 ? `reserved by others for ${plainNumber(reserved, 3)} ms` : 'not reserved']);
    if (attempt > 0) rows.push(['Try', `number ${attempt + 1} at the packet in front`]);
  }
  return rows;
}
