// @ts-check
// Values of knobs as people read and turn them: per cent, units, places on a slider.

import { plainNumber } from '../parts/format.js';

/** Places on a slider. */
export const PLACES = 200;

/** A range this many times its step is turned on a log scale. */
const WIDE_RANGE = 1000;

/** Sliders on a log scale that start at 0 have their first step here. */
const FIRST_OF_RANGE = 1e-4;

/**
 * A probability, which people read and turn as per cent.
 * @param {import('../types.js').Knob} knob
 */
function isShare(knob) {
  return knob.unit === '' && knob.min === 0 && knob.max === 1 && knob.step < 1;
}

/** @param {import('../types.js').Knob} knob */
export function factorOf(knob) {
  return isShare(knob) ? 100 : 1;
}

/** @param {import('../types.js').Knob} knob */
export function unitOf(knob) {
  return isShare(knob) ? '%' : knob.unit;
}

/**
 * A value as its text box shows it.
 * @param {import('../types.js').Knob} knob
 * @param {number} value
 */
export function shown(knob, value) {
  return plainNumber(value * factorOf(knob), 6);
}

/** @param {import('../types.js').Knob} knob */
function isLog(knob) {
  return knob.scale === 'log' || (!isShare(knob) && knob.max / Math.max(knob.min, knob.step, 1e-9) >= WIDE_RANGE);
}

/**
 * Where the log scale of a knob begins.
 * @param {import('../types.js').Knob} knob
 */
function floorOf(knob) {
  return knob.min > 0 ? knob.min : Math.max(knob.step || 0, knob.max * FIRST_OF_RANGE);
}

/**
 * The part of its slider that a value stands at.
 * @param {import('../types.js').Knob} knob
 * @param {number} value
 */
export function partOf(knob, value) {
  if (isShare(knob)) return Math.sqrt(clamp(value));
  if (!isLog(knob)) return clamp((value - knob.min) / (knob.max - knob.min || 1));
  const floor = floorOf(knob);
  const first = knob.min > 0 ? 0 : 1 / PLACES;
  if (value < floor) return 0;
  return clamp(first + (1 - first) * (Math.log(value / floor) / Math.log(knob.max / floor)));
}

/**
 * The value at a part of the slider, on the knob's steps and with at most three digits.
 * @param {import('../types.js').Knob} knob
 * @param {number} part
 */
export function valueOf(knob, part) {
  if (part <= 0) return knob.min;
  if (part >= 1) return knob.max;
  let value;
  if (isShare(knob)) value = part * part;
  else if (isLog(knob)) {
    const floor = floorOf(knob);
    const first = knob.min > 0 ? 0 : 1 / PLACES;
    value = Number((floor * (knob.max / floor) ** ((part - first) / (1 - first))).toPrecision(2));
  } else value = knob.min + part * (knob.max - knob.min);
  if (knob.step > 0) value = Math.round(value / knob.step) * knob.step;
  return Math.max(knob.min, Math.min(knob.max, Number(value.toPrecision(6))));
}

/** @param {number} part */
function clamp(part) {
  return Math.max(0, Math.min(1, part));
}
