// @ts-check
// What every canvas needs: a backing store for the screen's pixels, the theme's colours, fonts by token.

/** A canvas larger than this is refused or silently blank in some browsers. */
const MAX_PIXELS = 16_700_000;

/**
 * Fits the backing store to the CSS size and devicePixelRatio.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width   CSS px
 * @param {number} height  CSS px
 * @returns {number} backing pixels per CSS px
 */
export function fitCanvas(canvas, width, height) {
  let ratio = globalThis.devicePixelRatio || 1;
  const pixels = width * height * ratio * ratio;
  if (pixels > MAX_PIXELS) ratio *= Math.sqrt(MAX_PIXELS / pixels);
  const w = Math.max(1, Math.floor(width * ratio));
  const h = Math.max(1, Math.floor(height * ratio));
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  return ratio;
}

/**
 * The drawing context of a canvas, cleared and in CSS px.
 * @param {HTMLCanvasElement} canvas
 * @param {number} ratio
 * @returns {CanvasRenderingContext2D}
 */
export function freshContext(canvas, ratio) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** The theme in force, read from the style sheet once per change of theme. */
export const palette = {
  paper: '', ink: '', ink2: '', line: '', hair: '',
  lanes: ['', '', '', ''],
  /** Type factor and stroke factor. */
  k: 1,
  w: 1,
};

const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** Fonts of the canvases, by token; the letters of marks are sized by the mark. */
export const fonts = { f1: '', f1b: '', f2b: '', f3: '' };

/** Reads the tokens again. */
export function readPalette() {
  const style = getComputedStyle(document.documentElement);
  const token = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  palette.paper = token('--paper');
  palette.ink = token('--ink');
  palette.ink2 = token('--ink2');
  palette.line = token('--line');
  palette.hair = token('--hair');
  palette.lanes = [1, 2, 3, 4].map((lane) => token(`--lane${lane}`));
  palette.k = Number(token('--k')) || 1;
  palette.w = Number(token('--w')) || 1;
  fonts.f1 = font(400, 12 * palette.k);
  fonts.f1b = font(600, 12 * palette.k);
  fonts.f2b = font(600, 14 * palette.k);
  fonts.f3 = font(600, 17 * palette.k);
}

/** @type {Map<number, string>} */
const known = new Map();

/**
 * @param {number} weight
 * @param {number} size  CSS px
 */
export function font(weight, size) {
  const key = weight * 10_000 + Math.round(size * 10);
  let text = known.get(key);
  if (!text) {
    text = `${weight} ${Math.round(size * 10) / 10}px ${FAMILY}`;
    known.set(key, text);
  }
  return text;
}

/**
 * Text with a halo of paper, so that it can stand on lines.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
export function haloText(context, text, x, y) {
  context.strokeStyle = palette.paper;
  context.lineWidth = 4;
  context.lineJoin = 'round';
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/**
 * Calls back when the page is moved to a screen with other pixels, or zoomed.
 * @param {() => void} changed
 */
export function watchPixelRatio(changed) {
  const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  query.addEventListener('change', () => {
    changed();
    watchPixelRatio(changed);
  }, { once: true });
}
