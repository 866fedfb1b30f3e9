// @ts-check
// Ties panels to one session and one clock. Two paces: pictures in every frame, words and tables in turns.

import { Announcer } from './announce.js';
import { readPalette, watchPixelRatio } from './draw/canvas.js';
import { Embed, framed, isEmbed, leaveFrame } from './embed.js';
import { lastPanic, problemsOf } from './engine.js';
import { hideTrouble, showBadLink, showPanic } from './errors.js';
import { findStart } from './opening.js';
import { listenToKeys } from './keyboard.js';
import { addressOf, fragmentOf, LinkBar } from './link.js';
import { connectActions } from './panels/actions.js';
import { Banner } from './panels/banner.js';
import { showCaption } from './panels/caption.js';
import { CardPanel } from './panels/card.js';
import { openEmbedDialog } from './panels/embed-dialog.js';
import { Events } from './panels/events.js';
import { Knobs } from './panels/knobs.js';
import { Lanes } from './panels/lanes.js';
import { showLegend } from './panels/legend.js';
import { Experiments, isExperiments } from './panels/experiments.js';
import { RepeatPanel } from './panels/repeat.js';
import { MANUAL, openManual } from './panels/manual.js';
import { Scoreboard } from './panels/scoreboard.js';
import { Selects } from './panels/selects.js';
import { Second } from './panels/second.js';
import { Strips } from './panels/strips.js';
import { FlowList } from './panels/flows.js';
import { Mirrors } from './panels/mirrors.js';
import { Notes } from './panels/notes.js';
import { connectTabs } from './panels/tabs.js';
import { Tour } from './panels/tour.js';
import { Task } from './panels/task.js';
import { TimeBar } from './panels/timebar.js';
import { TraceFile } from './panels/trace-file.js';
import { isRadio, Topology, WIDE } from './panels/topology.js';
import { button, byId, make, setText } from './parts/dom.js';
import { clockText } from './parts/format.js';
import { Clock } from './store/clock.js';
import { Model } from './store/model.js';
import { Store } from './store/store.js';
import { reducedMotion, Theme } from './theme.js';
import { selectedIn, speedOf, stateOf, viewOf } from './view-link.js';

/** Every slow panel has its turn in this time while time runs, ms; tables take longer by themselves. */
const WORDS = 100;

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
    this.topology = new Topology(context, () => this.turned(), () => this.changed());
    this.strips = new Strips(context);
    this.second = new Second(context, this.strips, () => this.changed());
    this.bar = new TimeBar(context, () => this.changed());
    this.trace = new TraceFile(context, { turned: () => this.turned(), say: (text) => this.banner.say(text) });
    this.knobs = new Knobs(context, () => this.turned(), () => this.trace.choose());
    this.lanes = new Lanes(context, () => this.turned());
    this.events = new Events(context, () => this.changed());
    this.card = new CardPanel(context, { changed: () => this.changed(), narrow: (filter) => this.events.narrow(filter) });
    this.score = new Scoreboard(context);
    this.repeat = new RepeatPanel(context);
    this.flows = new FlowList(context);
    this.mirrors = new Mirrors(context, this.topology, this.strips);
    this.task = new Task(context, () => this.changed());
    this.notes = new Notes(context);
    this.banner = new Banner(context, () => this.strips.restyle());
    this.experiments = new Experiments(context, {
      open: (fragment) => {
        // Back leads to the run as it is left.
        const before = this.fragment();
        this.link.write('replaceState', before);
        this.link.write('pushState', fragment);
        this.open(fragment, before);
      },
      write: (fragment) => this.link.write('pushState', fragment),
      leave: () => {
        this.experiments.hide();
        this.link.write('pushState', this.fragment());
      },
      theme: () => this.theme.next(),
    });
    this.theme = new Theme(() => this.restyled());
    this.link = new LinkBar(() => this.experiments.fragment ?? this.fragment(), (fragment, before) => this.open(fragment, before));
    this.embed = new Embed({ address: () => addressOf(this.fragment()), show: (fragment) => this.open(fragment) });
    byId('embed').addEventListener('click', () => openEmbedDialog(context, (view) => this.fragment(view)));
    connectActions(context, this.theme, { changed: () => this.changed(), presented: () => this.reshaped(), address: () => addressOf(this.fragment()), tour: () => this.tour.start(), manual: () => this.manual(), notes: () => this.notes.toggle() });
    this.tour = new Tour();
    connectTabs(() => this.clock.wake());
    /** What follows at a slower pace takes turns, one in a frame. @type {((wall: number, settled: boolean) => void)[]} */
    this.slow = [
      () => this.topology.words(),
      () => {
        this.bar.words();
        this.banner.draw();
        this.repeat.words();
      },
      (wall, settled) => this.card.draw(wall, settled),
      (wall, settled) => this.events.draw(wall, settled),
      (wall, settled) => this.score.draw(wall, settled),
      (wall, settled) => this.flows.draw(wall, settled),
      () => this.lanes.words(),
      (wall, settled) => this.mirrors.draw(wall, settled),
      (wall, settled) => this.strips.words(wall, settled),
      (wall, settled) => this.second.words(wall, settled),
    ];
    this.turn = 0;
    this.ratio = devicePixelRatio;
    /** What the elements of lanes were made for. */
    this.built = '';
    this.selects = new Selects(context, (preset) => this.load(`p=${preset}`));
    this.buildKnobs();
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

  listen() {
    this.store.subscribe((changed) => this.viewed(changed));
    WIDE.addEventListener('change', () => this.reshaped());
    watchPixelRatio(() => this.clock.wake());
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
      notes: () => this.notes.toggle(),
      ranges: () => this.topology.toggleRanges(),
      escape: () => {
        if (this.notes.leave()) return;
        if (document.documentElement.dataset.present !== undefined) byId('present').click();
        else leaveFrame();
      },
    });
    addEventListener('error', (event) => this.broken(event.error ?? event.message));
    addEventListener('unhandledrejection', (event) => this.broken(event.reason));
    addEventListener('pagehide', () => this.link.flush());
  }

  /** Shows the scenario that the session holds, as its link asks. @param {string} fragment */
  start(fragment) {
    showLegend(this.catalogue, isRadio(this.model.scene));
    const { view } = this.model.scene;
    this.embed.apply(view);
    this.link.silent = framed() || isEmbed();
    this.tour.ready();
    if (view.theme) this.theme.choose(view.theme);
    this.clock.speed = speedOf(view);
    this.bar.showSpeed();
    this.store.set(stateOf(view, this.model.scene.lanes.length));
    this.rebuilt();
    this.banner.arrive(this.trace.remark(fragment));
    if (view.t !== undefined && view.t !== null) {
      this.clock.seek(view.t, () => {
        const timeout = selectedIn(this.session, view.sel);
        if (timeout) this.store.set({ timeout });
        this.begin(view.paused === true);
      });
    } else findStart(this, view.paused === true);
  }

  /** @param {boolean} paused */
  begin(paused) {
    if (paused || reducedMotion()) this.clock.pause();
    else this.clock.play();
    this.bar.showPlaying();
  }

  /** Another scenario, chosen here. @param {string} fragment */
  load(fragment) {
    if (!this.open(fragment)) return;
    this.link.write('pushState', fragment);
  }

  /**
   * A fragment from the address; what cannot be read is said and nothing else is shown.
   * @param {string} fragment
   * @param {string} [before]  what the address said before
   */
  open(fragment, before = '') {
    if (isExperiments(fragment)) {
      this.link.cancel();
      this.experiments.show(fragment, before);
      return false;
    }
    if (this.experiments.back(fragment)) return true;
    this.experiments.hide();
    if (fragment === MANUAL) {
      this.manual();
      return false;
    }
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
    this.knobs.settle();
    this.lanes.showSeed();
    this.model.seen.clear();
    // The same scenario may come with another view, which the revision does not tell.
    this.model.revision = -1;
    this.model.readScene();
    this.start(fragment);
    return true;
  }

  /** The help page. */
  manual() {
    openManual(this.catalogue, (fragment) => this.load(fragment));
  }

  /** An input has changed: the engine may have to run the lanes again. */
  turned() {
    this.model.seen.clear();
    this.clock.again();
    this.changed();
  }

  undo() {
    this.clock.forget();
    if (!this.session.undo()) {
      this.announcer.say('Nothing to undo.');
      return;
    }
    this.store.set({ lane: Math.min(this.store.state.lane, this.session.scene().lanes.length - 1) });
    this.settleInputs();
    this.turned();
  }

  reset() {
    this.clock.forget();
    this.session.reset();
    this.store.set({ lane: 0, flow: 0, timeout: null, picked: null });
    this.settleInputs();
    this.turned();
  }

  /** Refused texts go: the inputs show what is in force. */
  settleInputs() {
    this.model.readScene();
    this.rebuilt();
    this.knobs.settle();
    this.lanes.showSeed();
  }

  /** What the address says may be out of date. */
  changed() {
    this.link.changed();
    this.clock.wake();
  }

  /**
   * The fragment of a link to what is shown.
   * @param {import('./types.js').View} [view]  what it shall say instead
   */
  fragment(view) {
    return this.session.link({ ...viewOf(this), ...view });
  }

  /** @param {Partial<import('./store/store.js').ViewState>} changed */
  viewed(changed) {
    if ('lane' in changed || 'split' in changed) {
      this.lanes.showTabs();
      this.topology.rebuild();
    }
    if ('ranges' in changed) this.topology.resized();
    if ('timeout' in changed) this.followFlow();
    if ('cursor' in changed) this.events.underCursor();
    if ('window' in changed) this.strips.rewindow();
    if ('flow' in changed) this.strips.restyle();
    if (['panel', 'lane', 'flow', 'split'].some((each) => each in changed)) this.second.rebuild();
    this.clock.wake();
  }

  /** The strips name the flow whose timeout is looked at. */
  followFlow() {
    const { timeout } = this.store.state;
    const flow = timeout && this.model.timeouts[timeout.lane]?.find((each) => each.index === timeout.index)?.flow;
    if (typeof flow === 'number' && flow !== this.store.state.flow) this.store.set({ flow });
  }

  /** The scene is another: everything that names nodes, lanes or knobs is made again. */
  rebuilt() {
    const { scene } = this.model;
    const sentence = isEmbed() ? scene.view.title || scene.title : scene.sentence;
    setText(byId('sentence'), sentence);
    byId('sentence').title = sentence;
    byId('scenario').title = scene.sentence;
    showCaption(scene.view.title || scene.caption || scene.title);
    this.selects.show(scene);
    document.title = `cwndlab: ${scene.title || 'a scenario'}`;
    this.knobs.show();
    this.flows.show();
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
    showLegend(this.catalogue, isRadio(this.model.scene));
    this.strips.restyle();
    this.second.restyle();
    this.experiments.page?.chart.draw();
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
    if (this.ratio !== devicePixelRatio) {
      this.ratio = devicePixelRatio;
      this.reshaped();
    }
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
    this.task.draw(wall);
    if (settled) for (const slow of this.slow) slow(wall, true);
    else if (words) this.slow[this.turn++ % this.slow.length](wall, false);
  }

  /** @param {unknown} error  The engine or the page has failed: say so, keep the link. */
  broken(error) {
    this.clock.stop();
    this.experiments.hide();
    this.link.cancel();
    console.error(error);
    showPanic(lastPanic() || String(/** @type {Error} */ (error)?.stack ?? error), this.model.scene.seed, clockText(this.model.now));
    this.announcer.say(`The simulator stopped at ${clockText(this.model.now)}.`);
  }
}
