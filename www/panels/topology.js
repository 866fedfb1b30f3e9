// @ts-check
// The stage: the shown lane's network, or two lanes side by side, from one frame of the engine each.

import { byId, make, onResize, setText, swatch } from '../parts/dom.js';
import { fitCanvas, freshContext } from '../draw/canvas.js';
import { HEAD, PER_GHOST, PER_PACKET, PER_QUEUE } from '../draw/frame.js';
import { along, layOut } from '../draw/layout.js';
import { FLAG } from '../draw/packets.js';
import { drawStage } from '../draw/stage.js';
import { reducedMotion } from '../theme.js';

/** From this width two lanes fit. */
export const WIDE = matchMedia('(min-width: 1200px)');
/** Panels stand behind tabs: where a phone is narrow, and where it lies on its side. */
export const PHONE = matchMedia('(max-width: 767px), (max-width: 1199px) and (max-height: 439px)');
/** A chain stands upright. */
const UPRIGHT = matchMedia('(max-width: 767px) and (min-height: 440px)');

/** A finger or pointer this near to something means it, px. */
const REACH = 16;

/** With reduced motion the stage is drawn at most this often while time runs, ms. */
const JUMP = 400;

const point = { x: 0, y: 0 };

/** Kind of a packet in a frame that is traffic of others. */
const OTHER = 2;

/** Stands for the copy of a packet that is no longer there. */
const LOST = 65_535;

/**
 * What stands for a packet of a frame.
 * @param {number} lane
 * @param {Float32Array} frame
 * @param {number} at
 * @returns {Extract<import('../types.js').Picked, { what: 'packet' }>}
 */
function packetOf(lane, frame, at) {
  return { what: 'packet', lane, kind: frame[at + 2], flow: frame[at + 4], number: frame[at + 5], copy: frame[at + 6] };
}

/**
 * @param {import('../types.js').Scene} scene
 * @param {Float32Array} frame
 * @param {number} at
 */
function packetText(scene, frame, at) {
  const flow = scene.flows.length > 1 ? ` of flow ${frame[at + 4] + 1}` : '';
  const what = frame[at + 2] === 1 ? 'ACK' : frame[at + 3] & FLAG.PROBE ? 'Probe' : 'Segment';
  return `${what} ${frame[at + 5]}${flow}${frame[at + 3] & FLAG.AGAIN ? ', sent again' : ''}${frame[at + 1] < 0 ? ', waiting' : ''}`;
}

export class Topology {
  /** @param {import('../types.js').Context} context */
  constructor(context) {
    this.context = context;
    this.host = byId('stages');
    /** @type {Stage[]} */
    this.stages = [];
    this.jumped = -Infinity;
    onResize(this.host, () => this.resized());
  }

  /** The lanes on stage: the shown one, and with Split a second. */
  shownLanes() {
    const { store, model } = this.context;
    const { lane, split } = store.state;
    const count = model.scene.lanes.length;
    if (!split || count < 2 || !WIDE.matches || document.documentElement.dataset.present !== undefined) return [Math.min(lane, count - 1)];
    const other = lane === 0 ? 1 : 0;
    return [Math.min(lane, other), Math.max(lane, other)];
  }

  /** Builds the stages again: other lanes, another scene, another size. */
  rebuild() {
    const lanes = this.shownLanes();
    this.stages = lanes.map((lane) => new Stage(this.context, lane));
    this.host.replaceChildren(...this.stages.map((stage) => stage.element));
    this.resized();
  }

  resized() {
    for (const [at, stage] of this.stages.entries()) stage.resize(this.stages.length, at === this.stages.length - 1);
    this.context.clock.wake();
  }

  /**
   * Every frame; with reduced motion packets jump instead of gliding.
   * @param {number} wall  ms
   * @param {boolean} settled
   */
  draw(wall, settled) {
    if (!settled && reducedMotion() && wall - this.jumped < JUMP) return;
    this.jumped = wall;
    for (const stage of this.stages) stage.draw();
  }

  /** At most ten times a second. */
  words() {
    for (const stage of this.stages) stage.words();
  }
}

class Stage {
  /**
   * @param {import('../types.js').Context} context
   * @param {number} lane
   */
  constructor(context, lane) {
    this.context = context;
    this.lane = lane;
    const name = context.model.scene.lanes[lane]?.label ?? '';
    this.canvas = make('canvas', { role: 'img', 'aria-label': `Network of ${name}` });
    this.status = make('span', { class: 'status' });
    this.element = make('div', { class: 'stage', 'data-lane': lane },
      make('div', { class: 'name' }, swatch(lane), make('b', {}, name), this.status), this.canvas);
    /** @type {import('../draw/layout.js').Layout | null} */
    this.layout = null;
    this.ratio = 1;
    this.width = 0;
    this.captions = true;
    /** @type {Float32Array} */
    this.frame = new Float32Array(HEAD);
    /** The mark of the timer that fired last, as long as it is shown. @type {import('../draw/stage.js').TimerMark | null} */
    this.timerMark = null;
    this.canvas.addEventListener('click', (event) => {
      if (this.onTimerMark(event)) context.store.set({ timeout: { lane: this.lane, index: this.timerMark?.index ?? 0 }, picked: null });
      else context.store.set({ picked: this.hit(event) });
    });
    this.canvas.addEventListener('pointermove', (event) => {
      this.canvas.style.cursor = this.onTimerMark(event) || this.hit(event) ? 'pointer' : 'default';
    });
  }

  /**
   * @param {number} stages
   * @param {boolean} last
   */
  resize(stages, last) {
    const upright = UPRIGHT.matches;
    this.width = this.element.clientWidth;
    if (!this.width) return;
    const room = upright ? this.canvas.clientHeight : 0;
    this.layout = layOut(this.context.model.scene, this.width, room, upright, stages, last);
    this.captions = last;
    if (!upright) this.canvas.style.height = `${this.layout.height}px`;
    this.ratio = fitCanvas(this.canvas, this.width, this.layout.height);
  }

  draw() {
    if (!this.layout || !this.width) return;
    const { model, session } = this.context;
    this.frame = session.frame(this.lane);
    this.timerMark = drawStage(freshContext(this.canvas, this.ratio), {
      layout: this.layout, scene: model.scene, frame: this.frame, lane: this.lane, model, captions: this.captions, width: this.width,
    });
  }

  words() {
    setText(this.status, this.context.session.trace(this.lane));
  }

  /**
   * Nodes, and packets up to a number, with their places on the canvas.
   * @param {number} most
   * @returns {import('./mirrors.js').Item[]}
   */
  items(most) {
    const { layout, context, lane } = this;
    if (!layout) return [];
    const { scene } = context.model;
    const pick = (/** @type {import('../types.js').Picked} */ picked) => () => context.store.set({ picked });
    /** @type {import('./mirrors.js').Item[]} */
    const items = layout.nodes.map((node, at) => ({
      id: `n${at}`, x: node.x, y: node.y, r: layout.radius + 4, text: `Node ${node.label}, ${node.role}`, act: pick({ what: 'node', lane, node: at }),
    }));
    const frame = context.session.frame(lane);
    for (let i = 0, at = HEAD; i < frame[0] && i < most; i++, at += PER_PACKET) {
      if (frame[at + 2] === OTHER || !this.placeOf(frame, at)) continue;
      const picked = packetOf(lane, frame, at);
      items.push({ id: `p${picked.kind}/${picked.flow}/${picked.number}/${picked.copy}`, x: point.x, y: point.y, r: 12, text: packetText(scene, frame, at), act: pick(picked) });
    }
    return items;
  }

  /**
   * Puts the place of a packet of a frame into `point`; false where it has none.
   * @param {Float32Array} frame
   * @param {number} at
   */
  placeOf(frame, at) {
    const link = this.layout?.links[frame[at]];
    if (!link) return false;
    const progress = frame[at + 1];
    if (progress >= 0) along(link, progress, point);
    else {
      point.x = link.queueX - link.growX * (progress + 0.5) * link.pitch;
      point.y = link.queueY - link.growY * (progress + 0.5) * link.pitch;
    }
    return true;
  }

  /** @param {MouseEvent} event */
  onTimerMark(event) {
    return this.timerMark !== null && Math.hypot(this.timerMark.x - event.offsetX, this.timerMark.y - event.offsetY) < REACH;
  }

  /**
   * What is pointed at: the nearest packet, else the nearest node.
   * @param {MouseEvent} event
   * @returns {import('../types.js').Picked | null}
   */
  hit(event) {
    if (!this.layout) return null;
    const x = event.offsetX;
    const y = event.offsetY;
    const frame = this.context.session.frame(this.lane);
    let best = REACH;
    /** @type {import('../types.js').Picked | null} */
    let picked = null;
    for (let i = 0, at = HEAD; i < frame[0]; i++, at += PER_PACKET) {
      if (!this.placeOf(frame, at)) continue;
      const distance = Math.hypot(point.x - x, point.y - y);
      if (distance >= best) continue;
      best = distance;
      picked = packetOf(this.lane, frame, at);
    }
    const drops = HEAD + frame[0] * PER_PACKET + frame[1] * PER_QUEUE;
    for (let i = 0, at = drops; i < frame[2]; i++, at += PER_GHOST) {
      const link = this.layout.links[frame[at]];
      if (!link || frame[at + 2] === OTHER) continue;
      along(link, frame[at + 1], point);
      const distance = Math.hypot(point.x - x, point.y - y);
      if (distance >= best) continue;
      best = distance;
      picked = { what: 'packet', lane: this.lane, kind: frame[at + 2], flow: frame[at + 3], number: frame[at + 4], copy: LOST };
    }
    this.layout.nodes.forEach((node, at) => {
      const distance = Math.hypot(node.x - x, node.y - y) - (this.layout?.radius ?? 0);
      if (distance >= Math.min(best, 10)) return;
      best = distance;
      picked = { what: 'node', lane: this.lane, node: at };
    });
    return picked;
  }
}
