// @ts-check
// Numbers as people write them: typed in the user's locale, shown with few digits.

/**
 * A number as typed: `0,5`, `0.5` and ` 1 000 ` are understood.
 * @param {string} text
 * @returns {number | undefined}
 */
export function parseNumber(text) {
  const plain = text.replace(/[\s\u00a0\u202f'’_]/g, '').replace('−', '-');
  const commas = plain.split(',').length - 1;
  const points = plain.split('.').length - 1;
  let normal = plain;
  if (commas === 1 && points === 0) normal = plain.replace(',', '.');
  else if (commas && points) {
    // The mark that comes last is the decimal one; the other groups thousands.
    normal = plain.lastIndexOf(',') > plain.lastIndexOf('.')
      ? plain.replaceAll('.', '').replace(',', '.')
      : plain.replaceAll(',', '');
  }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(normal)) return undefined;
  const value = Number(normal);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * At most `digits` significant digits, no trailing zeros, no exponent.
 * @param {number} value
 * @param {number} [digits]
 */
export function plainNumber(value, digits = 4) {
  if (!Number.isFinite(value)) return String(value);
  return String(Number(value.toPrecision(digits)));
}

/** A place in metres, with the minus of numbers. @param {number} metres */
export function metresText(metres) {
  return `${String(metres).replace('-', '−')} m`;
}

/** @param {number} seconds */
export function clockText(seconds) {
  return `${seconds.toFixed(3)} s`;
}

/**
 * A window in segments, as the strips and cards show it.
 * @param {number} segments
 */
export function segmentsText(segments) {
  if (!Number.isFinite(segments) || segments >= 1e6) return '∞';
  return segments < 100 ? segments.toFixed(1) : segments.toFixed(0);
}

/** How many simulated seconds pass in one second; infinite: as fast as the machine can. */
export const SPEEDS = [1 / 1000, 1 / 500, 1 / 200, 1 / 100, 1 / 50, 1 / 20, 1 / 10, 1 / 5, 1 / 2, 1, 2, 5, 10, 20, 50, 100, Infinity];

/** @param {number} speed */
export function speedText(speed) {
  if (speed === Infinity) return 'max';
  const slow = 1 / speed;
  if (speed >= 1) return `${plainNumber(speed)}×`;
  return Math.abs(slow - Math.round(slow)) < 1e-6 * slow ? `1/${Math.round(slow)}` : `${Number(speed.toPrecision(2))}×`;
}

/**
 * The place on the speed slider nearest to a speed.
 * @param {number} speed
 */
export function speedIndex(speed) {
  if (speed === Infinity) return SPEEDS.length - 1;
  let best = 0;
  for (let i = 0; i < SPEEDS.length - 1; i++) {
    if (Math.abs(Math.log(SPEEDS[i] / speed)) < Math.abs(Math.log(SPEEDS[best] / speed))) best = i;
  }
  return best;
}

/**
 * The next of 1, 2, 5 × 10ⁿ.
 * @param {number} rough
 */
export function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  for (const factor of [1, 2, 5]) if (rough <= factor * power * 1.0001) return factor * power;
  return 10 * power;
}

/**
 * A word without what stands in parentheses after it: "spurious" of "spurious (delay)".
 * @param {string} word
 */
export function shortWord(word) {
  return word.split(' (')[0];
}
