// @ts-check
// The view as a PNG at the screen's resolution: canvases as they are, text and small icons drawn where the page has them,
// and below them what it takes to see the same run again.

import { palette } from './draw/canvas.js';

/** Larger pictures are refused or blank in some browsers, px. */
const MAX_PIXELS = 16_700_000;

/** Around the view, CSS px. */
const MARGIN = 16;

const SMALL = 12;
const LINE = 17;

/**
 * @param {Element} element
 */
function shown(element) {
  return element.checkVisibility() && !element.closest('.sr-only, [hidden]') && element.getBoundingClientRect().width > 1;
}

/**
 * The box around some elements.
 * @param {Element[]} elements
 */
function boxOf(elements) {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  return { left, top, width: Math.max(...boxes.map((box) => box.right)) - left, height: Math.max(...boxes.map((box) => box.bottom)) - top };
}

/**
 * An inline icon as an image: the page's custom properties mean nothing inside one, so they are written out.
 * @param {SVGElement} svg
 * @param {DOMRect} box
 * @returns {Promise<HTMLImageElement | undefined>}
 */
async function imageOf(svg, box) {
  const copy = /** @type {SVGElement} */ (svg.cloneNode(true));
  const style = getComputedStyle(svg);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  copy.setAttribute('style', `color:${style.color};fill:${style.fill};font-family:${style.fontFamily.replaceAll('"', "'")}`);
  const text = new XMLSerializer().serializeToString(copy).replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  try {
    await image.decode();
    return image;
  } catch {
    return undefined;
  }
}

/**
 * The lines that a text node is broken into, with their places.
 * @param {Text} node
 */
function linesOf(node) {
  /** @type {{ text: string, box: DOMRect }[]} */
  const lines = [];
  const range = document.createRange();
  for (let at = 0; at < node.data.length; at++) {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const last = lines[lines.length - 1];
    if (last && Math.abs(last.box.top - box.top) < 2) last.text += node.data[at];
    else lines.push({ text: node.data[at], box });
  }
  return lines;
}

/**
 * Draws every text that is seen inside an element.
 * @param {CanvasRenderingContext2D} context
 * @param {Element} element
 */
function drawTexts(context, element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !node.textContent?.trim() || parent.closest('svg, select, option') || !shown(parent)) continue;
    const style = getComputedStyle(parent);
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.fillStyle = style.color;
    const clip = parent.getBoundingClientRect();
    for (const { text, box } of linesOf(/** @type {Text} */ (node))) {
      // What the page cuts off with an ellipsis is not part of the view.
      if (box.top + 2 > clip.bottom && clip.height > 0) continue;
      context.fillText(text, box.left, box.top + box.height * 0.78);
    }
  }
}

/**
 * Breaks a text where it has to be, links without spaces too.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} width
 */
function wrapped(context, text, width) {
  const lines = [''];
  for (const piece of text.split(/(?<=[&\s,])/)) {
    let rest = piece;
    while (rest) {
      const line = lines[lines.length - 1];
      if (context.measureText(line + rest).width <= width) {
        lines[lines.length - 1] = line + rest;
        break;
      }
      if (line) {
        lines.push('');
        continue;
      }
      let fits = rest.length;
      while (fits > 1 && context.measureText(rest.slice(0, fits)).width > width) fits -= 1;
      lines[lines.length - 1] = rest.slice(0, fits);
      rest = rest.slice(fits);
      if (rest) lines.push('');
    }
  }
  return lines;
}

/**
 * The parts of the page that are the view: every panel of the middle column but the list of events.
 */
function parts() {
  const panels = [...document.querySelectorAll('.centre > *:not(#events)'), ...document.querySelectorAll('#legend')];
  return panels.filter(shown);
}

/**
 * @param {string[]} words  lines below the view: title, run, link
 * @returns {Promise<Blob>}
 */
export async function pictureOf(words) {
  const elements = parts();
  if (!elements.some((element) => element.querySelector('canvas'))) throw new Error('no picture is open: choose Topology or Traces');
  const view = boxOf(elements);
  const measuring = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  const family = getComputedStyle(document.body).fontFamily;
  measuring.font = `400 ${SMALL}px ${family}`;
  const lines = words.flatMap((text) => wrapped(measuring, text, view.width));
  const width = view.width + 2 * MARGIN;
  const height = view.height + 2 * MARGIN + lines.length * LINE + 8;
  const ratio = Math.min(globalThis.devicePixelRatio || 1, Math.sqrt(MAX_PIXELS / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(ratio, 0, 0, ratio, (MARGIN - view.left) * ratio, (MARGIN - view.top) * ratio);
  /** @type {(() => void)[]} */
  const icons = [];
  // What is drawn now belongs to one instant; icons have to be decoded first.
  for (const element of elements) {
    for (const drawn of element.querySelectorAll('canvas')) {
      if (!shown(drawn) || !drawn.width) continue;
      const box = drawn.getBoundingClientRect();
      context.drawImage(drawn, box.left, box.top, box.width, box.height);
    }
    drawTexts(context, element);
  }
  context.font = `400 ${SMALL}px ${family}`;
  context.fillStyle = palette.ink2;
  lines.forEach((line, at) => context.fillText(line, view.left, view.top + view.height + 8 + (at + 1) * LINE - 4));
  const svgs = elements.flatMap((element) => [...element.querySelectorAll('svg')]).filter(shown);
  await Promise.all(svgs.map(async (svg) => {
    const box = svg.getBoundingClientRect();
    const image = await imageOf(svg, box);
    if (image) icons.push(() => context.drawImage(image, box.left, box.top, box.width, box.height));
  }));
  for (const draw of icons) draw();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser makes no PNG'))), 'image/png');
  });
}
