// @ts-check
// Words inside a PNG file (PNG specification, third edition, §11.3.3), so that a program can find the run again.

/** Length of the signature and of the first chunk, IHDR, behind which text may stand. */
const HEAD = 8 + 25;

/**
 * The check value of a chunk (PNG specification, annex D).
 * @param {Uint8Array} bytes
 */
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * A text chunk.
 * @param {string} keyword
 * @param {string} text  Latin-1; links are ASCII
 */
function chunk(keyword, text) {
  const body = Uint8Array.from(`tEXt${keyword}\0${text}`, (letter) => letter.charCodeAt(0) & 0xff);
  const bytes = new Uint8Array(body.length + 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length - 4);
  bytes.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  return bytes;
}

/**
 * A PNG with texts.
 * @param {Uint8Array<ArrayBuffer>} png
 * @param {Record<string, string>} texts  by keyword
 */
export function withTexts(png, texts) {
  const chunks = Object.entries(texts).map(([keyword, text]) => chunk(keyword, text));
  return new Blob([png.slice(0, HEAD), ...chunks, png.slice(HEAD)], { type: 'image/png' });
}
