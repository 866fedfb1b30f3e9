// @ts-check
// Making and finding elements. Text is always set as text.

/**
 * The element with this id, which the static page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]  false, null: left out; true: empty
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {string} tag
 * @param {Record<string, string | number | undefined>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function makeSvg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * Sets the text if it differs, so that nothing is laid out again for nothing.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * A button.
 * @param {string} text
 * @param {() => void} action
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 */
export function button(text, action, attributes = {}) {
  const element = make('button', { type: 'button', ...attributes }, text);
  element.addEventListener('click', action);
  return element;
}

/** The dash of each lane: it tells lanes apart without colour. */
export const LANE_DASH = [[], [15, 3], [2, 2.5], [10, 2, 2, 2]];

/**
 * A short piece of a lane's line, to stand before its name.
 * @param {number} lane
 */
export function swatch(lane) {
  const line = { x1: 0, y1: 5, x2: 26, y2: 5, 'stroke-dasharray': LANE_DASH[lane]?.join(' ') || undefined };
  const icon = makeSvg('svg', { class: 'swatch', viewBox: '0 0 26 10', 'aria-hidden': 'true' });
  // Yellow is too pale for light paper: it is drawn inside an ink casing.
  if (lane === 3) icon.append(makeSvg('line', { ...line, stroke: 'var(--ink)', 'stroke-width': 5.4, 'stroke-dasharray': undefined }));
  icon.append(makeSvg('line', { ...line, stroke: `var(--lane${lane + 1})`, 'stroke-width': 3.4 }));
  return icon;
}

/**
 * Calls back in the frame after an element got another size, so that what is done about it cannot change sizes anew
 * while they are being reported.
 * @param {Element} element
 * @param {() => void} changed
 */
export function onResize(element, changed) {
  new ResizeObserver(() => requestAnimationFrame(changed)).observe(element);
}

/**
 * Follows whether an element is shown, without asking for layout in the middle of a frame.
 * @param {Element} element
 * @param {() => void} changed
 * @returns {{ shown: boolean }}
 */
export function watchShown(element, changed) {
  const state = { shown: true };
  new ResizeObserver(([entry]) => {
    const shown = entry.contentRect.width > 0;
    if (shown === state.shown) return;
    state.shown = shown;
    changed();
  }).observe(element);
  return state;
}
