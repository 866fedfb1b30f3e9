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
  // Attributes, because the page's policy forbids styles made here.
  for (const name of ['color', 'fill', 'font-family']) if (!copy.hasAttribute(name)) copy.setAttribute(name, style.getPropertyValue(name));
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
 * Draws every text that is seen inside an element; controls are no part of a picture.
 * @param {CanvasRenderingContext2D} context
 * @param {Element} element
 */
function drawTexts(context, element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !node.textContent?.trim() || parent.closest('svg, select, button, label, input') || !shown(parent)) continue;
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
 * Draws what is seen inside an element where the page has it, but its icons.
 * @param {CanvasRenderingContext2D} context
 * @param {Element} element
 */
function drawElement(context, element) {
  for (const drawn of element.querySelectorAll('canvas')) {
    if (!shown(drawn) || !drawn.width) continue;
    const box = drawn.getBoundingClientRect();
    context.drawImage(drawn, box.left, box.top, box.width, box.height);
  }
  for (const key of element.querySelectorAll('.key-ssthresh')) {
    if (!shown(key)) continue;
    const box = key.getBoundingClientRect();
    context.strokeStyle = palette.ink2;
    context.lineWidth = 1.4;
    context.setLineDash([1.5, 2.5]);
    context.beginPath();
    context.moveTo(box.left, box.top + 1);
    context.lineTo(box.right, box.top + 1);
    context.stroke();
    context.setLineDash([]);
  }
  drawTexts(context, element);
}

/**
 * @typedef {object} Block  an element and how far from its place on the page it is drawn
 * @property {Element} element
 * @property {number} dx
 * @property {number} dy
 */

/**
 * The legend's items in lines as wide as the view.
 * @param {{ left: number, top: number, width: number, height: number }} view
 */
function legendBelow(view) {
  /** @type {Block[]} */
  const blocks = [];
  const items = [...document.querySelectorAll('#legend > *')].filter(shown);
  let x = view.left;
  let y = view.top + view.height + 12;
  let line = 0;
  for (const element of items) {
    const box = element.getBoundingClientRect();
    if (x > view.left && x + box.width > view.left + view.width) {
      x = view.left;
      y += line + 4;
    }
    blocks.push({ element, dx: x - box.left, dy: y - box.top });
    x += box.width + 12;
    line = Math.max(line, box.height);
  }
  return { blocks, bottom: items.length ? y + line : view.top + view.height };
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

/** The parts of the page that are the view: every panel of the middle column but the list of events. */
function panels() {
  return [...document.querySelectorAll('.centre > *:not(#events)')].filter(shown);
}

/**
 * @param {string[]} words  lines below the view: title, run, link
 * @returns {Promise<Blob>}
 */
export async function pictureOf(words) {
  const elements = panels();
  if (!elements.some((element) => element.querySelector('canvas'))) throw new Error('no picture is open: choose Topology or Traces');
  const view = boxOf(elements);
  const legend = legendBelow(view);
  const blocks = [...elements.map((element) => ({ element, dx: 0, dy: 0 })), ...legend.blocks];
  const canvas = document.createElement('canvas');
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const font = `400 ${SMALL}px ${getComputedStyle(document.body).fontFamily}`;
  context.font = font;
  const lines = words.flatMap((text) => wrapped(context, text, view.width));
  const width = view.width + 2 * MARGIN;
  const height = legend.bottom - view.top + 12 + lines.length * LINE + 2 * MARGIN;
  const ratio = Math.min(globalThis.devicePixelRatio || 1, Math.sqrt(MAX_PIXELS / (width * height)));
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const at = (/** @type {number} */ dx, /** @type {number} */ dy) => context.setTransform(ratio, 0, 0, ratio, (MARGIN - view.left + dx) * ratio, (MARGIN - view.top + dy) * ratio);
  // What is drawn now belongs to one instant; icons have to be decoded first.
  for (const { element, dx, dy } of blocks) {
    at(dx, dy);
    drawElement(context, element);
  }
  at(0, 0);
  context.font = font;
  context.fillStyle = palette.ink2;
  lines.forEach((line, index) => context.fillText(line, view.left, legend.bottom + 8 + (index + 1) * LINE));
  const icons = blocks.flatMap(({ element, dx, dy }) => [...element.querySelectorAll('svg')]
    .filter((svg) => shown(svg) && !svg.closest('button'))
    .map(async (svg) => {
      const box = svg.getBoundingClientRect();
      const image = await imageOf(svg, box);
      return () => {
        at(dx, dy);
        if (image) context.drawImage(image, box.left, box.top, box.width, box.height);
      };
    }));
  for (const draw of await Promise.all(icons)) draw();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser makes no PNG'))), 'image/png');
  });
}
