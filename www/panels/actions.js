// @ts-check
// The actions of the header: Export, Present, Theme, Help.

import { button, byId, make } from '../parts/dom.js';
import { causeSvg, ringSvg } from '../draw/marks.js';
import { keys } from '../keyboard.js';
import { openMenu, openSheet } from '../parts/menu.js';
import { clockText } from '../parts/format.js';
import { withTexts } from '../parts/png.js';
import { pictureOf } from '../picture.js';
import { save } from '../parts/save.js';
import { RADIO_TERMS } from './radio-terms.js';
import { PAGE_TERMS, TCP_TERMS } from './terms.js';

const KEYS = [
  ['Space or K', 'play, pause time'],
  ['← →', 'previous, next event of the shown lane'],
  ['Shift + ← →', 'previous, next loss or timeout'],
  ['Home, End', 'start, latest time computed so far; “Run until” goes on to the end of the run'],
  ['1 to 4', 'show that lane'],
  ['R', 'show how far all radio stations reach, or no longer'],
  ['Shift + arrows on a station', 'move it by 10 m'],
  ['?', 'explain what is pointed at, on and off'],
  ['Ctrl + Z', 'undo the last knob or choice'],
];

/**
 * @param {import('../types.js').Context} context
 * @param {import('../theme.js').Theme} theme
 * @param {{ changed: () => void, presented: () => void, address: () => string, tour: () => void, manual: () => void, notes: () => void }} hooks
 *   `address`: the link to what is shown; `tour`, `manual`, `notes`: open them
 */
export function connectActions(context, theme, hooks) {
  const { session, catalogue, announcer } = context;
  const stem = () => `cwndlab-${context.model.scene.preset ?? 'scenario'}-${session.fingerprint().slice(0, 8)}`;
  const picture = async () => {
    const { scene, now } = context.model;
    const [name, link] = [`${stem()}.png`, hooks.address()];
    const run = `run ${session.fingerprint()} at ${clockText(now)}, seed ${scene.seed}, engine ${catalogue.engine}`;
    try {
      const drawn = await pictureOf([scene.title, run, link]);
      const bytes = new Uint8Array(await drawn.arrayBuffer());
      save(name, 'image/png', withTexts(bytes, { Software: `cwndlab ${catalogue.version}`, Comment: run, Source: link }), announcer);
    } catch (error) {
      announcer.say(`No picture was made: ${/** @type {Error} */ (error).message}.`);
    }
  };
  byId('export').addEventListener('click', () => openMenu(byId('export'), [
    { text: 'Events of the run, CSV', action: () => save(`${stem()}-events.csv`, 'text/csv', session.csv('events'), announcer) },
    { text: 'Windows of the run, CSV', action: () => save(`${stem()}-series.csv`, 'text/csv', session.csv('series'), announcer) },
    ...(context.store.state.panel ? [{ text: 'Second lane, CSV', action: () => save(`${stem()}-${context.store.state.panel}.csv`, 'text/csv', session.panel_csv(), announcer) }] : []),
    { text: 'View, PNG', action: picture },
    { text: 'Charts, SVG', action: () => save(`${stem()}.svg`, 'image/svg+xml', session.svg(), announcer) },
  ]));
  const present = byId('present');
  const shape = () => {
    theme.apply();
    hooks.presented();
  };
  present.addEventListener('click', () => {
    const on = document.documentElement.toggleAttribute('data-present');
    present.setAttribute('aria-pressed', String(on));
    shape();
  });
  // Its type is as large as the window allows.
  addEventListener('resize', () => {
    if (document.documentElement.dataset.present !== undefined) shape();
  });
  byId('theme').addEventListener('click', () => {
    theme.next();
    announcer.say(`${theme.name} theme`);
    hooks.changed();
  });
  byId('help').addEventListener('click', () => {
    const leave = (/** @type {() => void} */ to) => () => {
      sheet.hidePopover();
      to();
    };
    const ways = make('div', { class: 'row' },
      button('Two-minute tour', leave(hooks.tour), { id: 'help-tour' }),
      button('Links and parameters', leave(hooks.manual), { id: 'help-manual' }),
      button('Explain what I point at', leave(hooks.notes)));
    const sheet = openSheet(byId('help'), 'Keys and terms', ways, ...help(catalogue));
  });
  const more = byId('more');
  const close = () => {
    document.body.removeAttribute('data-menu');
    more.setAttribute('aria-expanded', 'false');
  };
  more.addEventListener('click', (event) => {
    event.stopPropagation();
    more.setAttribute('aria-expanded', String(document.body.toggleAttribute('data-menu')));
  });
  document.addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
}

/** @param {import('../types.js').Catalogue} catalogue */
function help(catalogue) {
  const list = (/** @type {[Node | string, string][]} */ rows) => {
    const dl = make('dl');
    for (const [term, text] of rows) dl.append(make('dt', {}, term), make('dd', {}, text));
    return dl;
  };
  const single = make('input', { type: 'checkbox', id: 'single-keys' });
  single.checked = keys.single;
  single.addEventListener('change', () => {
    keys.single = single.checked;
  });
  const titled = (/** @type {Node} */ icon, /** @type {string} */ word) => make('span', { class: 'row' }, icon, ` ${word}`);
  return [
    list(/** @type {[string, string][]} */ (KEYS)),
    make('p', {}, single, ' ', make('label', { for: 'single-keys' }, 'Letters and digits act as keys')),
    make('h3', {}, 'True causes of a timeout'),
    list(catalogue.causes.filter((cause) => cause.letter).map((cause) => [titled(causeSvg(cause.letter, 15), cause.word), cause.note])),
    make('h3', {}, 'What a sender may conclude'),
    list(catalogue.verdicts.filter((verdict) => verdict.letter).map((verdict) => [titled(ringSvg(verdict.letter, verdict.letter === 'U' ? 'open' : 'right', 17), verdict.word), verdict.note])),
    make('p', { class: 'quiet' }, 'The arc around a sender is what is left of its retransmission timer. A hollow cause on the time bar lies later than now; ? there was not shown yet.'),
    make('h3', {}, 'Words of TCP'), list(Object.values(TCP_TERMS)),
    make('h3', {}, 'Radio'),
    list(Object.values(RADIO_TERMS)),
    make('h3', {}, 'Words of this page'), list(Object.values(PAGE_TERMS)),
    make('h3', {}, 'Experiments'),
    make('p', { class: 'quiet' }, 'Experiments runs the figures of a paper anew: each point is a mean of runs like this one, drawn with its 95 % interval as runs are done, and opens the run behind it. Beside it stands what the paper claims, and what rule and numbers say about that. Runs go on while you look at something else; one processor stays with the page.'),
    make('h3', {}, 'Same luck'),
    make('p', { class: 'quiet' }, 'All lanes meet the same channel: a segment that exists in two lanes is lost in both or in neither, and links stall at the same times. Marking by random early detection and back-off in the air are not held equal.'),
    make('p', { class: 'quiet small' }, `cwndlab ${catalogue.version}, engine ${catalogue.engine}. Nothing leaves this page.`),
  ];
}
