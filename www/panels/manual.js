// @ts-check
// The help page: how links are written, with every preset, variant, part and knob as the engine itself lists them.

import { addressOf } from '../link.js';
import { button, byId, make } from '../parts/dom.js';
import { openSheet } from '../parts/menu.js';
import { TERMS } from './terms.js';

/** The fragment that opens this page. */
export const MANUAL = 'help';

const GROUPS = { topology: 'Topology', channel: 'Channel', queue: 'Queues', traffic: 'Traffic', timer: 'TCP and its timer' };

/**
 * @param {string[]} heads
 * @param {(Node | string)[][]} rows
 */
function table(heads, rows) {
  const head = make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text)));
  return make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows.map((cells) => make('tr', {}, ...cells.map((cell) => make('td', {}, cell))))));
}

/** @param {string} text */
function code(text) {
  return make('code', {}, text);
}

/** @param {import('../types.js').Knob} knob */
function knobRow(knob) {
  const value = typeof knob.default === 'number' ? String(knob.default) : knob.default;
  return [code(knob.id), knob.label, knob.allowed, value, knob.live ? 'while time runs' : 'before the run', knob.source];
}

/** @param {import('../types.js').Catalogue} catalogue */
function variants(catalogue) {
  const axes = /** @type {const} */ (['window', 'recovery', 'diagnose', 'timeout']);
  const rows = axes.flatMap((axis) => catalogue.parts[axis].map((part) => [axis, code(part.id), part.title, part.source]));
  const odd = catalogue.pairs.filter((pair) => pair.kind !== 'defined').map((pair) => make('li', {}, code(`${pair.recovery} + ${pair.timeout}`), ` ${pair.kind === 'refused' ? 'is refused: ' : 'is '}${pair.note}`));
  return [
    make('h3', {}, 'Variants'),
    make('p', {}, 'A variant is a short name; a short name and a timeout part; window, recovery and timeout; or window, recovery, diagnosis and timeout, joined by ', code('+'), '.'),
    table(['Short name', 'Stands for'], catalogue.variants.map((variant) => [code(variant.id), `${variant.label}. ${variant.sentence}`])),
    table(['Axis', 'Part', 'What it does', 'Source'], rows),
    ...(odd.length ? [make('ul', {}, ...odd)] : []),
  ];
}

/**
 * @param {import('../types.js').Catalogue} catalogue
 * @param {(fragment: string) => void} load  opens an example
 */
export function openManual(catalogue, load) {
  const example = (/** @type {{ link: string, says: string }} */ { link, says }) => make('li', {},
    button('Open', () => {
      sheet.hidePopover();
      load(link);
    }, { class: 'inline', 'aria-label': `Open ${says}` }),
    make('span', {}, code(`#${link}`), make('span', { class: 'quiet' }, ` ${says}`)));
  const keys = (/** @type {'scenario' | 'view'} */ group) => table(['Key', 'Sets', 'Value', 'Example'],
    catalogue.keys.filter((key) => key.group === group).map((key) => [code(key.id), key.title, key.values, code(`${key.id}=${key.example}`)]));
  const knobs = Object.entries(GROUPS).flatMap(([group, title]) => [
    make('h3', {}, title),
    table(['Key', 'Sets', 'Value', 'Default', 'Turns', 'Source'], catalogue.knobs.filter((knob) => knob.group === group).map(knobRow)),
  ]);
  const sheet = openSheet(byId('help'), 'Links and parameters',
    make('p', {}, 'A link carries everything a run depends on. Behind ', code('#'), ' stand ', code('key=value'), ' parts joined by ', code('&'), ', in any order, each key once: a start, what differs from it, and what to look at. Numbers have a point. What cannot be read is said by name; a number out of range is moved to the nearest possible one, and the page says so.'),
    make('p', {}, 'To make links by program, join strings: ', code(`"${addressOf('p=chain&loss=')}" + loss`), '. Only a title needs percent-encoding.'),
    make('ul', { class: 'examples' }, ...catalogue.examples.map(example)),
    make('p', {}, code('#experiments'), ' lists the figures of papers, and ', code('#experiments=nrt/10'), ' opens one of them; ', code('&setting=smoke'), ' says how much is run.'),
    make('h3', {}, 'Starts'),
    table(['p=', 'Name', 'Shows'], [
      ...catalogue.topologies.map((each) => [code(each.id), each.title, 'a topology with its defaults']),
      ...catalogue.presets.map((each) => [code(each.id), each.title, each.sentence]),
    ]),
    ...variants(catalogue),
    make('h3', {}, 'Keys of the run'), keys('scenario'),
    make('h3', {}, 'Keys of the view'), keys('view'),
    ...knobs,
    make('h3', {}, 'Words'), table(['Word', 'What it is'], Object.values(TERMS)),
    make('p', { class: 'quiet' }, 'A scenario that no start leads to is packed: ', code('s=1.'), ' and the scenario in binary form, deflated, in base64url. The page writes such links itself.'));
  sheet.classList.add('page');
  return sheet;
}
