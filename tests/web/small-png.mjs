// @ts-check
// Pictures of the page have few colours: written with a palette of 256 they are a third as large.
import { deflateSync } from 'node:zlib';

import { crc32 } from '../../www/parts/png.js';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Colours of a palette. */
const MOST = 256;

/**
 * A picture with at most 256 colours: its most frequent ones, and for any other the nearest of them.
 * @param {import('puppeteer-core').Page} page  decodes it
 * @param {string} png  in base64
 * @returns {Promise<Buffer>}
 */
export async function fewColours(page, png) {
  const { width, pixels } = await page.evaluate(async (shot) => {
    const image = new Image();
    image.src = `data:image/png;base64,${shot}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    let text = '';
    for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(data[at], data[at + 1], data[at + 2]);
    return { width: image.width, pixels: btoa(text) };
  }, png);
  return encode(Buffer.from(pixels, 'base64'), width);
}

/**
 * @param {Buffer} rgb  three bytes for each pixel
 * @param {number} width
 */
export function encode(rgb, width) {
  const height = rgb.length / 3 / width;
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = rgb.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST).map(([colour]) => colour);
  /** @type {Map<number, number>} */
  const places = new Map(palette.map((colour, at) => [colour, at]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < rgb.length / 3; at++) {
    const colour = rgb.readUIntBE(3 * at, 3);
    let place = places.get(colour);
    if (place === undefined) {
      place = nearest(palette, colour);
      places.set(colour, place);
    }
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = place;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits for a pixel, with a palette.
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([Buffer.from(SIGNATURE), chunk('IHDR', head), chunk('PLTE', colours), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

/** @param {number[]} palette @param {number} colour */
function nearest(palette, colour) {
  let [best, least] = [0, Infinity];
  palette.forEach((each, at) => {
    const distance = [16, 8, 0].reduce((sum, bits) => sum + (((each >> bits) & 255) - ((colour >> bits) & 255)) ** 2, 0);
    if (distance < least) [best, least] = [at, distance];
  });
  return best;
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(body, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}
