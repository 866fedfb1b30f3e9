// @ts-check
// The snippet that puts this view into another page: the single file in a sandboxed frame.

import { isSingleFile } from '../engine.js';
import { byId, button, make, setText } from '../parts/dom.js';
import { parseNumber } from '../parts/format.js';
import { openSheet } from '../parts/menu.js';
import { snippet } from '../parts/snippet.js';
import { CHOICES } from './second.js';

/** Offered sizes, CSS px; the first is chosen. */
const SIZES = [[800, 600], [960, 640], [640, 700], [390, 800]];
const SMALLEST = 240;
const LARGEST = 4000;

/** What the small cut can show. */
const PANELS = [['topology', 'Topology'], ['cwnd', 'Windows of the lanes']];

/** The single file stands beside the page, unless this is it. */
function singleFile() {
  const here = location.href.split('#')[0];
  return isSingleFile() ? here : new URL('cwndlab.html', here).href;
}

/**
 * @param {import('../types.js').Context} context
 * @param {(view: import('../types.js').View) => string} fragment  the link's fragment with this view
 */
export function openEmbedDialog(context, fragment) {
  const { scene } = context.model;
  const title = make('input', { type: 'text', id: 'embed-title', maxlength: 200 });
  title.value = scene.view.title || scene.title;
  const theme = make('select', { id: 'embed-theme' }, make('option', { value: '' }, 'as the reader’s system'),
    ...['light', 'dark', 'projector'].map((name) => make('option', { value: name }, name)));
  const lane = make('select', { id: 'embed-lane' }, ...scene.lanes.map((each, at) => make('option', { value: at }, `${at + 1} ${each.label}`)));
  lane.value = String(context.store.state.lane);
  const panels = PANELS.map(([id, name]) => {
    const box = make('input', { type: 'checkbox', id: `embed-${id}`, checked: true });
    return { id, box, row: make('label', { class: 'check' }, box, ` ${name}`) };
  });
  const second = make('select', { id: 'embed-second' }, ...CHOICES.map(([id, name]) => make('option', { value: id }, name)));
  second.value = context.store.state.panel;
  const paused = make('input', { type: 'checkbox', id: 'embed-paused' });
  const size = make('select', { id: 'embed-size' }, ...SIZES.map(([width, height]) => make('option', { value: `${width} × ${height}` }, `${width} × ${height}`)), make('option', { value: '' }, 'other'));
  const [width, height] = ['width', 'height'].map((name, at) => {
    const box = make('input', { type: 'text', inputmode: 'numeric', 'aria-label': `${name}, px`, id: `embed-${name}` });
    box.value = String(SIZES[0][at]);
    return box;
  });
  const text = make('textarea', { id: 'embed-text', readonly: true, rows: 7, spellcheck: 'false', 'aria-label': 'HTML to paste' });
  const said = make('p', { class: 'quiet small', role: 'status', id: 'embed-said' });

  const write = () => {
    const pixels = [width, height].map((box) => Math.round(parseNumber(box.value) ?? NaN));
    const wrong = pixels.some((each) => !(each >= SMALLEST && each <= LARGEST));
    const open = [...panels.filter(({ box }) => box.checked).map(({ id }) => id), ...(second.value ? [second.value] : [])];
    setText(said, wrong ? `Width and height: ${SMALLEST} to ${LARGEST} px.` : '');
    if (!open.length) setText(said, 'Choose at least one panel.');
    if (wrong || !open.length) return;
    text.value = snippet({
      address: singleFile(),
      fragment: fragment({
        embed: true, sel: null, lane: Number(lane.value), paused: paused.checked, panels: open.join(','),
        ...(title.value.trim() ? { title: title.value.trim() } : {}), ...(theme.value ? { theme: theme.value } : {}),
      }),
      title: `cwndlab: ${title.value.trim() || scene.title}`,
      width: pixels[0],
      height: pixels[1],
    });
  };
  size.addEventListener('change', () => {
    if (size.value) [width.value, height.value] = size.value.split(' × ');
  });
  for (const box of [width, height]) {
    box.addEventListener('input', () => {
      const typed = `${box === width ? box.value : width.value} × ${box === height ? box.value : height.value}`;
      size.value = SIZES.some((each) => each.join(' × ') === typed) ? typed : '';
    });
  }
  const row = (/** @type {string} */ label, /** @type {HTMLElement} */ control) => [make('label', { for: control.id }, label), control];
  const form = make('div', { class: 'embed-form' },
    ...row('Title', title), ...row('Theme', theme), ...row('Lane shown', lane),
    make('span', {}, 'Panels'), make('div', { class: 'checks' }, ...panels.map((panel) => panel.row)),
    ...row('Second lane', second),
    make('span', {}, 'Start'), make('label', { class: 'check' }, paused, ' paused'),
    ...row('Size, px', size), make('span', {}), make('div', { class: 'checks' }, width, '×', height));
  form.addEventListener('input', write);
  form.addEventListener('change', write);
  const copy = button('Copy', async () => {
    text.focus();
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
      setText(said, 'Copied.');
    } catch {
      setText(said, 'The browser does not let the page copy. The text is selected: press Ctrl+C, or ⌘C.');
    }
  }, { class: 'strong', id: 'embed-copy' });
  write();
  const disk = location.protocol === 'file:' ? [make('p', { class: 'quiet small' }, 'This page was opened from disk: put cwndlab.html on a web server and write its address into the snippet.')] : [];
  const sheet = openSheet(byId('embed'), 'Embed this view', make('p', { class: 'quiet' }, 'The frame shows this scenario from this instant on, and can be opened in full from there.'), form, text, said, ...disk);
  sheet.querySelector('.row:last-child')?.prepend(copy);
}
