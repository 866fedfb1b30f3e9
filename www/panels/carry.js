// @ts-check
// Moving radio stations: by dragging them over the stage, or with Shift and the arrows where they have the focus. Each
// move is an entry of the knob "move", at most ten a second.

import { problemsOf, refusal } from '../engine.js';
import { toMetres } from '../draw/map.js';
import { metresText } from '../parts/format.js';

/** A pointer that moved less than this has pressed, px. */
const STILL = 4;

/** One entry in this time while dragging, ms. */
const EVERY = 100;

/** Metres of one press of an arrow. */
const STEP = 10;

/** Why a node of another topology stays where it is. */
const WIRED = 'Only radio stations can be moved: here the links say who is connected.';

/**
 * @typedef {{ node: number, metres: [number, number] }} Held  a station and where it is carried
 * @typedef {{ node: number, pointer: number, x: number, y: number, dx: number, dy: number, moved: boolean }} Grab
 */

export class Carry {
  /**
   * @param {import('../types.js').Context} context
   * @param {import('./topology.js').Stage} stage
   * @param {() => void} turned
   */
  constructor(context, stage, turned) {
    this.context = context;
    this.stage = stage;
    this.turned = turned;
    /** @type {Grab | null} */
    this.grab = null;
    /** @type {Held | null} */
    this.held = null;
    this.released = false;
    /** The press that follows a drag is none. */
    this.spent = false;
    this.sent = -Infinity;
    this.timer = 0;
    /** Where stations were moved that the scene does not know yet. @type {Map<number, [number, number]>} */
    this.pending = new Map();
    const { canvas, element } = stage;
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', () => this.release());
    canvas.addEventListener('touchstart', (event) => this.touch(event), { passive: false });
    element.addEventListener('keydown', (event) => this.key(event), { capture: true });
  }

  /** A finger on a station carries it and does not scroll. @param {TouchEvent} event */
  touch(event) {
    const box = this.stage.canvas.getBoundingClientRect();
    const [finger] = event.touches;
    if (event.touches.length === 1 && this.stage.nodeAt(finger.clientX - box.left, finger.clientY - box.top) >= 0) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.spent = false;
    const node = event.isPrimary && event.button === 0 ? this.stage.nodeAt(event.offsetX, event.offsetY) : -1;
    const place = this.stage.layout?.nodes[node];
    if (!place) return;
    this.grab = { node, pointer: event.pointerId, x: event.offsetX, y: event.offsetY, dx: place.x - event.offsetX, dy: place.y - event.offsetY, moved: false };
    this.stage.canvas.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { grab, stage } = this;
    if (!grab || grab.pointer !== event.pointerId) return;
    if (!grab.moved && Math.hypot(event.offsetX - grab.x, event.offsetY - grab.y) < STILL) return;
    grab.moved = true;
    this.spent = true;
    const ground = stage.layout?.ground;
    if (!ground) {
      this.grab = null;
      stage.remark(WIRED);
      return;
    }
    this.held = { node: grab.node, metres: toMetres(ground, { x: event.offsetX + grab.dx, y: event.offsetY + grab.dy }) };
    this.released = false;
    stage.relay();
    const wait = EVERY - (performance.now() - this.sent);
    if (wait <= 0) this.flush();
    else if (!this.timer) this.timer = window.setTimeout(() => this.flush(), wait);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { grab } = this;
    if (!grab) return;
    // The press of a finger was taken from the page when it began.
    if (!grab.moved && event.pointerType === 'touch') this.stage.press(event);
    this.release();
  }

  /** Ends a drag: the ground fits the stations again. */
  release() {
    this.grab = null;
    if (!this.held) return;
    this.flush();
    this.released = true;
    if (this.pending.size) this.stage.relay();
    else this.stage.topology.resized();
  }

  /** What the stage shows as held; after the release once more, until the scene has the place. */
  settle() {
    this.pending.clear();
    if (this.released) this.held = null;
  }

  flush() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.held) this.turn(this.held.node, this.held.metres);
  }

  /**
   * @param {number} node
   * @param {[number, number]} metres
   */
  turn(node, metres) {
    const { context, stage } = this;
    const known = this.placeOf(node);
    if (known && known[0] === metres[0] && known[1] === metres[1]) return;
    this.sent = performance.now();
    context.clock.forget();
    try {
      context.session.set_knob('move', `${node}/${metres[0]}/${metres[1]}`);
    } catch (error) {
      const problems = problemsOf(error);
      if (!problems) throw error;
      stage.remark(refusal(problems));
      return;
    }
    this.pending.set(node, metres);
    stage.remark(`Station ${context.model.scene.nodes[node]?.label ?? node} at ${metresText(metres[0])}, ${metresText(metres[1])}.`);
    this.turned();
  }

  /** @param {number} node */
  placeOf(node) {
    return this.pending.get(node) ?? this.context.model.scene.nodes[node]?.metres;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const node = nodeOf(event.target);
    const sign = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (node < 0 || sign === undefined || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const from = this.placeOf(node);
    const ground = this.stage.layout?.ground;
    if (!from || !ground) {
      this.stage.remark(WIRED);
      return;
    }
    // An upright chain runs down the page.
    const across = Math.abs(ground.right.x) >= Math.abs(ground.right.y);
    const sideways = event.key === 'ArrowRight' || event.key === 'ArrowLeft';
    this.turn(node, sideways === across ? [from[0] + sign * STEP, from[1]] : [from[0], from[1] + sign * STEP]);
  }
}

/**
 * The node whose invisible button an event is about; -1: none.
 * @param {EventTarget | null} target
 */
export function nodeOf(target) {
  const item = target instanceof HTMLElement ? (target.dataset.item ?? '') : '';
  return item.startsWith('n') ? Number(item.slice(1)) : -1;
}
