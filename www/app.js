// @ts-check
// Ties panels to one session and one clock. Two paces: pictures in every frame, words and tables in turns.

import { Announcer } from './announce.js';
import { readPalette, watchPixelRatio } from './draw/canvas.js';
import { lastPanic, problemsOf } from './engine.js';
import { hideTrouble, showBadLink, showPanic } from './errors.js';
import { listenToKeys } from './keyboard.js';
import { fragmentOf, LinkBar } from './link.js';
import { connectActions } from './panels/actions.js';
import { Banner } from './panels/banner.js';
import { CardPanel } from './panels/card.js';
import { Events } from './panels/events.js';
import { Knobs } from './panels/knobs.js';
import { Lanes } from './panels/lanes.js';
import { showLegend } from './panels/legend.js';
import { Scoreboard } from './panels/scoreboard.js';
import { Second, secondOf } from './panels/second.js';
import { Strips } from './panels/strips.js';
import { connectTabs } from './panels/tabs.js';
import { TimeBar } from './panels/timebar.js';
import { Topology, WIDE } from './panels/topology.js';
import { button, byId, make, setText } from './parts/dom.js';
import { clockText } from './parts/format.js';
import { Clock } from './store/clock.js';
import { Model } from './store/model.js';
import { Store } from './store/store.js';
import { reducedMotion, Theme } from './theme.js';

/** Every slow panel has its turn in this time while time runs, ms; tables take longer by themselves. */
const WORDS = 100;

/** A scenario that does not say its speed plays at this one. */
const FIRST_SPEED = 0.1;

/** How a link says "as fast as possible". */
const MAX_SPEED = 1_000_000;

/** A scenario that does not say its time starts this long before the first wrong belief, s. */
const LEAD = 1;
/** The search for that time is given up after so long, in ms. */
const START_PATIENCE = 4000;

/** The strips can show this many seconds; 0: the whole run. */
const WINDOWS = [1, 2, 5, 12, 30, 60, 0];

export class App {
  /**
   * @param {import('./types.js').Session} session
   * @param {import('./types.js').Catalogue} catalogue
   */
  constructor(session, catalogue) {
    this.session = session;
    this.catalogue = catalogue;
    this.wall = -Infinity;
    this.store = new Store();
    this.model = new Model(session, catalogue);
    this.announcer = new Announcer();
    this.clock = new Clock(session, {
      frame: (wall) => this.frame(wall),
      broken: (error) => this.broken(error),
      state: () => this.bar.showPlaying(),
    });
    const context = { session, catalogue, store: this.store, clock: this.clock, model: this.model, announcer: this.announcer };
    readPalette();
    this.topology = new Topology(context);
    this.strips = new Strips(context);
    this.second = new Second(context, this.strips, () => this.changed());
    this.bar = new TimeBar(context, () => this.changed());
    this.knobs = new Knobs(context, () => this.turned());
    this.lanes = new Lanes(context, () => this.turned());
    this.events = new Events(context, () => this.changed());
    this.card = new CardPanel(context, { changed: () => this.changed(), narrow: (filter) => this.events.narrow(filter) });
    this.score = new Scoreboard(context);
    this.banner = new Banner(context);
    this.theme = new Theme(() => this.restyled());
    this.link = new LinkBar(() => this.fragment(), (fragment) => this.open(fragment));
    connectActions(context, this.theme, { changed: () => this.changed(), presented: () => this.reshaped() });
    connectTabs(() => this.clock.wake());
    /** What follows at a slower pace takes turns, one in a frame. @type {((wall: number, settled: boolean) => void)[]} */
    this.slow = [
      () => this.topology.words(),
      () => {
        this.bar.words();
        this.banner.draw();
      },
      (wall, settled) => this.card.draw(wall, settled),
      (wall, settled) => this.events.draw(wall, settled),
      (wall, settled) => this.score.draw(wall, settled),
      (wall, settled) => this.strips.words(wall, settled),
      (wall, settled) => this.second.words(wall, settled),
    ];
    this.turn = 0;
    /** What the elements of lanes were made for. */
    this.built = '';
    /** Stands for a scenario that is no preset. */
    this.own = make('option', { value: '', hidden: true });
    this.buildKnobs();
    this.buildSelects();
    this.listen();
  }

  buildKnobs() {
    const [first, ...rest] = this.knobs.groups;
    byId('knobs').append(
      make('div', { class: 'knob-scroll' }, ...(first ? [first] : []), this.lanes.rows, ...rest, this.lanes.seedRow),
      make('div', { class: 'knob-foot' },
        button('Undo', () => this.undo(), { id: 'undo' }),
        button('Reset to preset', () => this.reset(), { id: 'reset' })));
  }

  buildSelects() {
    const scenario = /** @type {HTMLSelectElement} */ (byId('scenario'));
    scenario.append(this.own, ...this.catalogue.presets.map((preset) => make('option', { value: preset.id, title: preset.sentence }, preset.title)));
    scenario.addEventListener('change', () => this.load(`p=${scenario.value}`));
    const window = /** @type {HTMLSelectElement} */ (byId('window'));
    window.classList.add('inline', 'small');
    window.append(...WINDOWS.map((span) => make('option', { value: span }, span ? `${span} s` : 'whole run')));
    window.value = String(this.store.state.window);
    window.addEventListener('change', () => this.store.set({ window: Number(window.value) }));
  }

  listen() {
    this.store.subscribe((changed) => this.viewed(changed));
    WIDE.addEventListener('change', () => this.reshaped());
    watchPixelRatio(() => this.reshaped());
    listenToKeys({
      toggle: () => {
        this.clock.toggle();
        this.changed();
      },
      step: (direction, far) => this.bar.step(direction, far),
      home: () => this.bar.seek(0),
      end: () => this.bar.seek(this.model.highWater),
      lane: (lane) => {
        if (lane < this.model.scene.lanes.length) this.store.set({ lane, split: false, timeout: null, picked: null });
      },
      undo: () => this.undo(),
      escape: () => {
        if (document.documentElement.dataset.present !== undefined) byId('present').click();
      },
    });
    addEventListener('error', (event) => this.broken(event.error ?? event.message));
    addEventListener('unhandledrejection', (event) => this.broken(event.reason));
    addEventListener('pagehide', () => this.link.flush());
  }

  /** Shows the scenario that the session holds, as its link asks. */
  start() {
    showLegend(this.catalogue);
    const { view } = this.model.scene;
    if (view.theme) this.theme.choose(view.theme);
    const speed = view.speed ?? FIRST_SPEED;
    this.clock.speed = speed >= MAX_SPEED ? Infinity : speed;
    this.bar.showSpeed();
    const lanes = this.model.scene.lanes.length;
    const lane = Math.max(0, Math.min(view.lane ?? 0, lanes - 1));
    this.store.set({ panel: secondOf(view.panels) });
    this.store.set({ lane, split: lanes === 2 && (view.lane === undefined || view.lane === null) && innerHeight >= 800, timeout: null, picked: null });
    this.rebuilt();
    this.banner.arrive();
    if (view.t !== undefined && view.t !== null) {
      this.clock.seek(view.t, () => {
        this.select(view.sel);
        this.begin(view.paused === true);
      });
    } else this.findStart(view.paused === true);
  }

  /**
   * One second before the first time that a lane is wrong, else at the start, which nobody has to wait for long.
   * @param {boolean} paused
   */
  findStart(paused) {
    const wrongest = this.model.scene.lanes.length > 1 ? 1 : 0;
    /** @param {unknown} found */
    const there = (found) => {
      const wrong = this.session.timeouts(wrongest).findLast((timeout) => timeout.right === false);
      this.clock.seek(found && wrong ? wrong.t - LEAD : 0, () => this.begin(paused));
    };
    this.clock.find('mismatch', wrongest, there);
    setTimeout(() => {
      if (this.clock.arrived !== there) return;
      this.clock.forget();
      this.clock.seek(0, () => this.begin(paused));
    }, START_PATIENCE);
  }

  /** @param {boolean} paused */
  begin(paused) {
    if (paused || reducedMotion()) this.clock.pause();
    else this.clock.play();
    this.bar.showPlaying();
  }

  /** A selection in a link is lane:number of an event. @param {string | null | undefined} sel */
  select(sel) {
    if (sel === undefined || sel === null) return;
    const [lane, event] = String(sel).split(':').map(Number);
    const row = this.timeoutRows(lane).find((each) => each.n === event);
    if (row) this.store.set({ timeout: { lane, index: row.timeout ?? 0 } });
  }

  /** The timeouts among a lane's events, with their numbers. @param {number} lane */
  timeoutRows(lane) {
    const { rows } = this.session.events(lane, 0, this.session.event_count(lane), 'timeout');
    return rows.filter((row) => row.timeout !== null && row.timeout !== undefined);
  }

  /** Another scenario, chosen here. @param {string} fragment */
  load(fragment) {
    if (!this.open(fragment)) return;
    this.link.write('pushState', fragment);
  }

  /**
   * A fragment from the address; what cannot be read is said and nothing else is shown.
   * @param {string} fragment
   */
  open(fragment) {
    this.clock.pause();
    try {
      this.session.load(fragment);
    } catch (error) {
      const problems = problemsOf(error);
      if (!problems) {
        this.broken(error);
        return false;
      }
      showBadLink(problems, fragment, () => {
        location.hash = '';
        if (fragmentOf(location.href) === this.link.shown) this.open('');
      });
      return false;
    }
    hideTrouble();
    this.model.seen.clear();
    // The same scenario may come with another view, which the revision does not tell.
    this.model.revision = -1;
    this.model.readScene();
    this.start();
    return true;
  }

  /** An input has changed: the engine may have to run the lanes again. */
  turned() {
    this.model.seen.clear();
    this.clock.work();
    this.changed();
  }

  undo() {
    if (!this.session.undo()) {
      this.announcer.say('Nothing to undo.');
      return;
    }
    this.store.set({ lane: Math.min(this.store.state.lane, this.session.scene().lanes.length - 1) });
    this.turned();
  }

  reset() {
    this.session.reset();
    this.store.set({ lane: 0, timeout: null, picked: null });
    this.turned();
  }

  /** What the address says may be out of date. */
  changed() {
    this.link.changed();
    this.clock.wake();
  }

  fragment() {
    const { lane, split, timeout } = this.store.state;
    const event = timeout ? this.timeoutRows(timeout.lane).find((row) => row.timeout === timeout.index) : undefined;
    return this.session.link({
      speed: Math.min(this.clock.speed, MAX_SPEED),
      ...(event ? { lane: timeout?.lane, sel: `${timeout?.lane}:${event.n}` } : {}),
      ...(split || event ? {} : { lane }),
      ...(this.store.state.panel ? { panels: this.store.state.panel } : {}),
      ...(this.theme.chosen ? { theme: this.theme.chosen } : {}),
      paused: !this.clock.playing,
    });
  }

  /** @param {Partial<import('./store/store.js').ViewState>} changed */
  viewed(changed) {
    if ('lane' in changed || 'split' in changed) {
      this.lanes.showTabs();
      this.topology.rebuild();
    }
    if ('window' in changed) this.strips.restyle();
    if ('panel' in changed || 'lane' in changed) this.second.rebuild();
    this.clock.wake();
  }

  /** The scene is another: everything that names nodes, lanes or knobs is made again. */
  rebuilt() {
    const { scene } = this.model;
    setText(byId('sentence'), scene.sentence);
    showCaption(scene.view.title || scene.caption || scene.title);
    this.own.textContent = scene.title || 'A scenario of your own';
    /** @type {HTMLSelectElement} */ (byId('scenario')).value = scene.preset ?? '';
    document.title = `cwndlab: ${scene.title || 'a scenario'}`;
    this.knobs.show();
    this.banner.show();
    const lanes = `${JSON.stringify(scene.lanes)}/${scene.seed}/${scene.nodes.length}`;
    if (lanes === this.built) {
      // A knob was turned, or its time was passed: the same elements, other numbers.
      this.topology.resized();
      this.strips.restyle();
      this.second.restyle();
      return;
    }
    this.built = lanes;
    this.lanes.show();
    this.topology.rebuild();
    this.strips.rebuild();
    this.second.rebuild();
  }

  /** Another theme. */
  restyled() {
    showLegend(this.catalogue);
    this.strips.restyle();
    this.second.restyle();
  }

  /** Another layout: width class, pixel ratio, Present. */
  reshaped() {
    readPalette();
    this.lanes.showTabs();
    this.topology.rebuild();
    this.strips.resized();
    this.second.resized();
    this.bar.resized();
  }

  /** @param {number} wall  ms */
  frame(wall) {
    const settled = this.clock.settled;
    const words = settled || wall - this.wall >= WORDS / this.slow.length;
    if (words) {
      this.wall = wall;
      if (this.model.readScene()) this.rebuilt();
    }
    this.model.read();
    this.model.readTimeouts(wall, settled);
    this.topology.draw(wall, settled);
    this.strips.draw(wall);
    this.second.draw(wall);
    this.bar.draw();
    if (settled) for (const slow of this.slow) slow(wall, true);
    else if (words) this.slow[this.turn++ % this.slow.length](wall, false);
  }

  /** @param {unknown} error  The engine or the page has failed: say so, keep the link. */
  broken(error) {
    this.clock.stop();
    this.link.cancel();
    const said = lastPanic();
    const text = said || String(/** @type {Error} */ (error)?.stack ?? error);
    console.error(error);
    showPanic(text, this.model.scene.seed);
    this.announcer.say(`The simulator stopped at ${clockText(this.model.now)}.`);
  }
}

/**
 * What to watch; the part before a colon is what to look at.
 * @param {string} text
 */
function showCaption(text) {
  const at = text.indexOf(': ');
  byId('caption').replaceChildren(...(at > 0 && at < 40 ? [make('b', {}, text.slice(0, at + 1)), text.slice(at + 1)] : [text]));
}
