// @ts-check
// The stage: the shown lane's network, or two lanes side by side, from one frame of the engine each.

import { button, byId, make, onResize, setText, swatch } from '../parts/dom.js';
import { fitCanvas, freshContext } from '../draw/canvas.js';
import { HEAD, PER_GHOST, PER_PACKET, PER_QUEUE } from '../draw/frame.js';
import { along, layOut } from '../draw/layout.js';
import { FLAG } from '../draw/packets.js';
import { drawStage } from '../draw/stage.js';
import { follow, latelyOf } from '../draw/stations.js';
import { reducedMotion } from '../theme.js';
import { Carry, nodeOf } from './carry.js';

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

/** How long a remark stands in the place of what a lane is doing, ms. */
const REMARK = 4000;

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
  /**
   * @param {import('../types.js').Context} context
   * @param {() => void} turned   a station was moved
   * @param {() => void} changed  the choice of ranges belongs to the link
   */
  constructor(context, turned, changed) {
    this.context = context;
    this.turned = turned;
    this.changed = changed;
    this.host = byId('stages');
    this.ranges = button('Ranges', () => this.toggleRanges(), { id: 'ranges', 'data-term': 'ranges', title: 'How far every station is understood (R); point at one for its own' });
    byId('lane-tabs').before(make('div', { class: 'segments', hidden: true }, this.ranges));
    /** @type {Stage[]} */
    this.stages = [];
    this.jumped = -Infinity;
    onResize(this.host, () => this.resized());
  }

  /** Shows how far all stations reach, or no longer. */
  toggleRanges() {
    const { store, model, announcer } = this.context;
    if (!isRadio(model.scene)) {
      announcer.say('There are no radio stations here.');
      return;
    }
    store.set({ ranges: !store.state.ranges });
    this.changed();
  }

  /** Whether a station is being carried. */
  get holds() {
    return this.stages.some((stage) => stage.carry.held !== null && !stage.carry.released);
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
    this.stages = lanes.map((lane) => new Stage(this.context, lane, this));
    this.host.replaceChildren(...this.stages.map((stage) => stage.element));
    this.resized();
  }

  resized() {
    const { model, store } = this.context;
    if (this.ranges.parentElement) this.ranges.parentElement.hidden = !isRadio(model.scene);
    this.ranges.setAttribute('aria-pressed', String(store.state.ranges));
    for (const stage of this.stages) stage.carry.settle();
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

/** @param {import('../types.js').Scene} scene */
export function isRadio(scene) {
  return scene.nodes.some((node) => node.metres);
}

export class Stage {
  /**
   * @param {import('../types.js').Context} context
   * @param {number} lane
   * @param {Topology} topology
   */
  constructor(context, lane, topology) {
    this.context = context;
    this.lane = lane;
    this.topology = topology;
    this.stages = 1;
    this.remarked = -Infinity;
    /** The nodes that are pointed at and focused; -1: none. */
    this.pointed = -1;
    this.focused = -1;
    /** @type {import('../draw/stations.js').Tones} */
    this.tones = new Float32Array(0);
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
    this.carry = new Carry(context, this, topology.turned);
    this.canvas.addEventListener('click', (event) => {
      if (!this.carry.spent) this.press(event);
    });
    this.canvas.addEventListener('pointermove', (event) => {
      const carried = this.carry.held !== null && !this.carry.released;
      const hit = this.hit(event);
      this.canvas.style.cursor = carried ? 'grabbing' : this.onTimerMark(event) || hit ? 'pointer' : 'default';
      this.look(carried ? this.pointed : hit?.what === 'node' ? hit.node : -1, this.focused);
    });
    this.canvas.addEventListener('pointerleave', () => this.look(-1, this.focused));
    this.element.addEventListener('focusin', (event) => this.look(this.pointed, nodeOf(event.target)));
    this.element.addEventListener('focusout', () => this.look(this.pointed, -1));
  }

  /**
   * @param {number} pointed
   * @param {number} focused
   */
  look(pointed, focused) {
    if (pointed === this.pointed && focused === this.focused) return;
    this.pointed = pointed;
    this.focused = focused;
    this.context.clock.wake();
  }

  /** The node whose ranges are shown; -1: none. */
  near() {
    const { picked } = this.context.store.state;
    if (this.carry.held) return this.carry.held.node;
    if (this.pointed >= 0 || this.focused >= 0) return this.pointed >= 0 ? this.pointed : this.focused;
    return picked?.what === 'node' && picked.lane === this.lane ? picked.node : -1;
  }

  /** @param {MouseEvent} event */
  press(event) {
    const { store } = this.context;
    if (this.onTimerMark(event)) store.set({ timeout: { lane: this.lane, index: this.timerMark?.index ?? 0 }, picked: null });
    else store.set({ picked: this.hit(event) });
  }

  /**
   * Says something in the place of what the lane is doing, for some seconds.
   * @param {string} text
   */
  remark(text) {
    this.remarked = performance.now();
    setText(this.status, text);
    this.context.announcer.say(text);
  }

  /**
   * @param {number} stages
   * @param {boolean} last
   */
  resize(stages, last) {
    const upright = UPRIGHT.matches;
    this.stages = stages;
    this.width = this.element.clientWidth;
    if (!this.width) return;
    const room = upright ? this.canvas.clientHeight : 0;
    this.layout = layOut(this.scene(), this.width, room, upright, stages, last, this.topology.holds ? this.layout : null);
    this.captions = last;
    if (!upright) this.canvas.style.height = `${this.layout.height}px`;
    this.ratio = fitCanvas(this.canvas, this.width, this.layout.height);
  }

  /** The scene, with a station where it is carried. @returns {import('../types.js').Scene} */
  scene() {
    const { scene } = this.context.model;
    const { held } = this.carry;
    return held ? { ...scene, nodes: scene.nodes.map((node, at) => (at === held.node ? { ...node, metres: held.metres } : node)) } : scene;
  }

  /** A station is carried on. */
  relay() {
    if (this.layout) this.layout = layOut(this.scene(), this.width, this.layout.height, this.layout.upright, this.stages, this.captions, this.layout);
    this.context.clock.wake();
  }

  /** What the stations of a radio channel are at. */
  stationsNow() {
    const { clock, session } = this.context;
    const lately = latelyOf(clock.speed);
    const numbers = session.stations(this.lane, lately);
    this.tones = follow(numbers, this.tones, this.layout?.nodes.length ?? 0, clock.playing ? clock.speed : 0);
    return { numbers, tones: this.tones, lately };
  }

  draw() {
    if (!this.layout || !this.width) return;
    const { model, session, store } = this.context;
    this.frame = session.frame(this.lane);
    this.timerMark = drawStage(freshContext(this.canvas, this.ratio), {
      layout: this.layout, scene: model.scene, frame: this.frame, lane: this.lane, model, captions: this.captions, width: this.width,
      stations: this.layout.ground ? this.stationsNow() : null, look: { all: store.state.ranges, near: this.layout.ground ? this.near() : -1 },
    });
  }

  words() {
    if (performance.now() - this.remarked > REMARK) setText(this.status, this.context.session.trace(this.lane));
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
      id: `n${at}`, x: node.x, y: node.y, r: layout.radius + 4, text: `Node ${node.label}, ${node.role}${layout.ground ? '; Shift and an arrow move it by 10 m' : ''}`, act: pick({ what: 'node', lane, node: at }),
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

  /**
   * The node at a place of the canvas, with as much around it as a finger needs; -1: none.
   * @param {number} x
   * @param {number} y
   */
  nodeAt(x, y) {
    let best = Math.max(REACH, this.layout?.radius ?? 0);
    let found = -1;
    this.layout?.nodes.forEach((node, at) => {
      const distance = Math.hypot(node.x - x, node.y - y);
      if (distance >= best) return;
      best = distance;
      found = at;
    });
    return found;
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
