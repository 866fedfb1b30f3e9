// @ts-check
// The lanes: which variant runs in each, adding and removing, which one is shown, and the seed they share.

import { problemsOf, refusal } from '../engine.js';
import { button, byId, make, setText, swatch } from '../parts/dom.js';
import { clockText } from '../parts/format.js';
import { openCompose } from './compose.js';
import { WIDE } from './topology.js';

const MOST = 4;

/** The entry of the list that opens the dialog; no variant is called so. */
const COMPOSE = '…';

export class Lanes {
  /**
   * @param {import('../types.js').Context} context
   * @param {() => void} turned
   */
  constructor(context, turned) {
    this.context = context;
    this.turned = turned;
    this.rows = make('div', { class: 'knob-group' });
    this.why = make('p', { class: 'small quiet', role: 'status' });
    this.differs = make('p', { class: 'small quiet figures differs', title: 'All lanes meet the same luck; marking at random and back-off in the air are not held equal' });
    this.seedWhy = make('p', { class: 'why small quiet', id: 'seed-why', hidden: true });
    this.seed = make('input', { id: 'seed', type: 'text', inputmode: 'numeric', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'seed-why' });
    this.seed.addEventListener('change', () => this.reseed(this.seed.value));
    this.seedRow = make('div', { class: 'knob-group' }, make('div', { class: 'seed-row' },
      make('label', { for: 'seed' }, 'Seed'), this.seed,
      button('New', () => this.fresh())), this.seedWhy);
    this.tabs = byId('lane-tabs');
    WIDE.addEventListener('change', () => this.showTabs());
  }

  /** The scene has changed. */
  show() {
    const { scene } = this.context.model;
    const rows = scene.lanes.map((lane, at) => this.row(lane, at));
    const note = make('span', { class: 'label' }, 'Variants, same luck');
    const add = button(`+ Add a lane (${scene.lanes.length} of ${MOST})`, () => this.add(), { class: 'bare lane-add', disabled: scene.lanes.length >= MOST });
    this.rows.replaceChildren(note, ...rows, add, this.differs, this.why);
    this.words();
    if (document.activeElement !== this.seed) this.showSeed();
    this.showTabs();
  }

  /** From when on the lanes are different runs. */
  words() {
    const { model, session } = this.context;
    const [first, ...others] = model.scene.lanes;
    const parted = others.flatMap((lane, at) => {
      const from = session.differs_from(at + 1);
      return from === undefined || from > model.now ? [] : [`${lane.label} differs from ${first.label} from ${clockText(from)} on.`];
    });
    this.differs.hidden = !others.length;
    setText(this.differs, parted.length ? parted.join(' ') : 'Up to now all lanes are the same run.');
  }

  /**
   * @param {import('../types.js').SceneLane} lane
   * @param {number} at
   */
  row(lane, at) {
    const { variants } = this.context.catalogue;
    const known = variants.some((variant) => variant.id === lane.variant);
    // A lane with parameters of its own has a name of its own.
    const text = (/** @type {import('../types.js').Variant} */ variant) =>
      (variant.id === lane.variant && variant.label !== lane.label ? nameOf(lane, variant.label) : variant.label);
    const options = variants.map((variant) => make('option', { value: variant.id, title: variant.sentence }, text(variant)));
    if (!known) options.push(make('option', { value: lane.variant }, lane.label));
    options.push(make('option', { value: COMPOSE }, 'Compose from parts…'));
    const select = make('select', { 'aria-label': `Variant of lane ${at + 1}` }, ...options);
    select.value = lane.variant;
    select.addEventListener('change', () => {
      if (select.value !== COMPOSE) {
        this.choose(this.current().map((variant, each) => (each === at ? select.value : variant)));
        return;
      }
      select.value = lane.variant;
      openCompose(this.context, select, at, this.turned);
    });
    const row = make('div', { class: 'lane-row' }, swatch(at), select);
    if (this.context.model.scene.lanes.length > 1) {
      row.append(button('×', () => this.choose(this.current().filter((_, each) => each !== at)), { class: 'bare', 'aria-label': `Remove lane ${at + 1}, ${lane.label}` }));
    }
    return row;
  }

  current() {
    return this.context.model.scene.lanes.map((lane) => lane.variant);
  }

  add() {
    const used = this.current();
    const free = this.context.catalogue.variants.find((variant) => !used.includes(variant.id));
    this.choose([...used, free?.id ?? used[0]]);
  }

  /** @param {string[]} variants */
  choose(variants) {
    this.context.clock.forget();
    try {
      this.context.session.set_lanes(variants);
    } catch (error) {
      this.refuse(error);
      this.show();
      return;
    }
    setText(this.why, '');
    const { store } = this.context;
    store.set({ lane: Math.min(store.state.lane, variants.length - 1), timeout: null, picked: null });
    this.turned();
  }

  /** A seed that nobody chose. */
  fresh() {
    this.context.clock.forget();
    this.seed.value = this.context.session.new_seed();
    this.acceptSeed();
    this.turned();
  }

  /** The seed in force; a refused text is forgotten. */
  showSeed() {
    this.seed.value = this.context.session.scene().seed;
    this.acceptSeed();
  }

  acceptSeed() {
    this.seed.removeAttribute('aria-invalid');
    this.seedWhy.hidden = true;
  }

  /** @param {string} seed */
  reseed(seed) {
    this.context.clock.forget();
    try {
      this.context.session.set_seed(seed.trim());
    } catch (error) {
      this.seed.setAttribute('aria-invalid', 'true');
      this.seedWhy.hidden = false;
      this.refuse(error, this.seedWhy);
      return;
    }
    this.seed.value = seed.trim();
    this.acceptSeed();
    this.turned();
  }

  /**
   * @param {unknown} error
   * @param {HTMLElement} [place]  where to say it
   */
  refuse(error, place = this.why) {
    const problems = problemsOf(error);
    if (!problems) throw error;
    const text = refusal(problems);
    setText(place, text);
    this.context.announcer.say(text);
  }

  /** The lane tabs above the stage, with Split where two fit. */
  showTabs() {
    const { model, store } = this.context;
    const { lane, split } = store.state;
    const both = split && WIDE.matches && model.scene.lanes.length > 1 && document.documentElement.dataset.present === undefined;
    const tabs = model.scene.lanes.map((each, at) => {
      const about = this.context.catalogue.variants.find((variant) => variant.id === each.variant)?.sentence;
      const tab = button('', () => store.set({ lane: at, split: false, timeout: null, picked: null }), { 'aria-pressed': String(at === lane && !both), title: about });
      tab.append(make('kbd', {}, String(at + 1)), each.label);
      return tab;
    });
    if (WIDE.matches && model.scene.lanes.length > 1 && document.documentElement.dataset.present === undefined) {
      tabs.push(button('Split', () => store.set({ split: !split }), { 'aria-pressed': String(both) }));
    }
    this.tabs.replaceChildren(...tabs);
    this.tabs.hidden = model.scene.lanes.length < 2;
  }
}

/**
 * @param {import('../types.js').SceneLane} lane
 * @param {string} variant  as its authors write it
 */
function nameOf(lane, variant) {
  return lane.label.startsWith(variant) ? lane.label : `${variant}, ${lane.label}`;
}
