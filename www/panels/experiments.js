// @ts-check
// The Experiments view: papers and figures over the whole window, at addresses of their own. The live run waits under it.

import { loadExperiments } from '../engine.js';
import { button, byId, make, setText } from '../parts/dom.js';
import { Book, readClaims } from '../store/outcomes.js';
import { Sweep } from '../sweep.js';
import { FigurePage } from './experiments-figure.js';
import { CAPABILITIES, capabilityTable, listPage, nameOf, paperOf } from './experiments-list.js';

/** The fragment that opens the list; with `=` and an id a figure. */
export const EXPERIMENTS = 'experiments';

/** What was drawn stands at least this long while runs come in, ms. */
const REFRESH = 250;

/** The setting that is looked at first where nothing came with the page. */
const FIRST_SETTING = 'smoke';

/** Whether a fragment is an address of this view. @param {string} fragment */
export function isExperiments(fragment) {
  return fragment === EXPERIMENTS || fragment.startsWith(`${EXPERIMENTS}=`);
}

/** The id in a fragment, empty for the list. @param {string} fragment */
function figureIn(fragment) {
  const id = fragment.slice(EXPERIMENTS.length + 1).trim();
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

export class Experiments {
  /**
   * @param {import('../types.js').Context} context
   * @param {{ open: () => void, leave: () => void, theme: () => void }} hooks
   *   `open`, `leave`: to this view and back, with the address; `theme`: the next one
   */
  constructor(context, hooks) {
    this.context = context;
    this.hooks = hooks;
    /** The address of what is shown; undefined while the live run is. @type {string | undefined} */
    this.fragment = undefined;
    /** The fragment of the live run as it was left. */
    this.left = '';
    /** @type {import('./experiments-claims.js').Told | undefined} */
    this.told = undefined;
    /** @type {Book[]} */
    this.books = [];
    /** @type {Book | undefined} */
    this.book = undefined;
    /** @type {Sweep | undefined} */
    this.sweep = undefined;
    /** @type {FigurePage | undefined} */
    this.page = undefined;
    this.trouble = '';
    this.loading = false;
    /** Why the experiments could not be loaded. */
    this.failure = '';
    this.timer = 0;
    this.title = '';
    this.button = byId('experiments');
    this.button.addEventListener('click', () => hooks.open());
    this.heading = make('h2', { tabindex: -1 });
    this.way = make('nav', { 'aria-label': 'Place' });
    this.body = make('div', { class: 'body' });
    this.view = make('div', { class: 'experiments', popover: 'manual', role: 'dialog', 'aria-label': 'Experiments', tabindex: -1 },
      make('header', {}, button('Live run', () => hooks.leave(), { id: 'experiments-leave' }), this.way,
        button('Theme', () => hooks.theme(), { class: 'bare' })),
      this.heading, this.body);
    this.view.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) hooks.leave();
    });
  }

  /** Loads what there is to be told, when the view is first opened. */
  prepare() {
    if (this.told || this.loading) return;
    this.loading = true;
    this.failure = '';
    loadExperiments().then((list) => this.loaded(list)).catch((error) => {
      this.failure = String(error?.message ?? error);
    }).finally(() => {
      this.loading = false;
      this.build();
    });
  }

  /** @param {import('../types.js').ExperimentList} list */
  loaded(list) {
    const told = { list, claims: new Map() };
    this.told = told;
    const made = { engine: this.context.catalogue.engine, metrics: list.metrics };
    this.books = list.settings.map((setting) => new Book(setting, made));
    this.book = this.books.find((book) => book.setting.id === FIRST_SETTING);
    const paper = paperOf(list.figures[0].id);
    const claims = readClaims().then((all) => {
      told.claims = all;
    }, (error) => {
      this.trouble = `The words of the claims could not be read: ${/** @type {Error} */ (error).message}.`;
    });
    Promise.all([claims, ...this.books.map((book) => book.read(paper))]).then(() => {
      // The most thorough of what came with the page is looked at first, unless something was run meanwhile.
      const come = this.books.filter((book) => book.known.size).at(-1);
      if (come && !this.sweep) this.book = come;
      this.refresh();
    });
  }

  /**
   * @param {string} fragment  an address of this view
   * @param {string} before    what the address said before
   */
  show(fragment, before) {
    this.prepare();
    if (this.fragment === undefined) {
      this.left = before;
      this.title = document.title;
      document.body.append(this.view);
      this.view.showPopover();
      for (const each of document.body.children) {
        if (each instanceof HTMLElement && each !== this.view && each.id !== 'live') each.inert = true;
      }
      this.context.clock.hold(true);
    }
    this.fragment = fragment;
    this.build();
    this.view.scrollTop = 0;
    this.heading.focus();
  }

  /** Whether this is the run that waits under the view, which then is shown again as it was. @param {string} fragment */
  back(fragment) {
    if (this.fragment === undefined || fragment !== this.left) return false;
    this.hide();
    return true;
  }

  hide() {
    if (this.fragment === undefined) return;
    this.fragment = undefined;
    this.page = undefined;
    this.view.hidePopover();
    this.view.remove();
    for (const each of document.body.children) if (each instanceof HTMLElement) each.inert = false;
    document.title = this.title;
    this.context.clock.hold(false);
    this.button.focus();
  }

  /** The page of the address. */
  build() {
    const { told, book, fragment } = this;
    if (fragment === undefined) return;
    if (!told || !book) {
      this.wait();
      return;
    }
    const id = figureIn(fragment);
    const figure = told.list.figures.find((each) => each.id === id);
    this.page = undefined;
    if (figure) {
      const page = new FigurePage(told, figure, {
        books: () => this.books,
        book: () => this.book ?? book,
        choose: (chosen) => this.choose(chosen),
        run: (chosen, each) => this.run(chosen, each),
        cancel: () => this.cancel(),
        sweep: () => this.sweep,
        announcer: this.context.announcer,
        engine: this.context.catalogue.engine,
      });
      this.page = page;
      this.place(page.name, nameOf(id));
      this.body.replaceChildren(page.element);
    } else if (id === CAPABILITIES.id) {
      this.place(`${nameOf(id)}: ${CAPABILITIES.title}`, nameOf(id));
      this.body.replaceChildren(capabilityTable(told.list.capabilities), make('p', { class: 'quiet' }, 'What the parts of the simulator can conclude, over NewReno’s recovery. Nothing is run for it.'));
    } else if (id) {
      this.place(`There is no figure “${id}”`, '');
      this.body.replaceChildren(make('p', {}, 'Figures are: ', ...told.list.figures.flatMap((each, at) => [at ? ', ' : '', make('a', { href: `#${EXPERIMENTS}=${each.id}` }, each.id)]), '.'));
    } else {
      this.place('Experiments', '');
      this.body.replaceChildren(this.chooser(), listPage(told, book, this.trouble));
    }
  }

  /** What is shown until the experiments are here, or instead of them. */
  wait() {
    this.place('Experiments', '');
    const { failure } = this;
    const again = button('Try again', () => {
      this.prepare();
      this.build();
      this.heading.focus();
    });
    this.body.replaceChildren(...failure
      ? [make('p', { role: 'alert' }, 'The experiments could not be loaded; the live run is unharmed. If trying again does not help, reload the page: its address leads back here.'),
        make('code', {}, failure), make('div', { class: 'row' }, again)]
      : [make('p', { class: 'quiet', role: 'status' }, 'The experiments are being loaded. The live run waits.')]);
  }

  /**
   * @param {string} heading
   * @param {string} last  the end of the way to it
   */
  place(heading, last) {
    setText(this.heading, heading);
    document.title = `cwndlab: ${heading}`;
    this.way.replaceChildren(...last
      ? [make('a', { href: `#${EXPERIMENTS}` }, 'Experiments'), make('span', { class: 'quiet' }, ` / ${last}`)]
      : []);
  }

  /** Which setting the list tells of. */
  chooser() {
    const choices = this.books.map((each) => button(each.setting.id, () => this.choose(each), { 'aria-pressed': String(each === this.book), id: `list-${each.setting.id}` }));
    return make('div', {},
      make('p', {}, 'Figures of papers, run anew here. Each point is the mean of a few runs like the one on the first page, and opens the run behind it; what the paper claims stands beside, with what was measured.'),
      make('div', { class: 'row' }, make('span', { class: 'small quiet' }, 'Verdicts by the setting'), make('div', { class: 'segments', role: 'group', 'aria-label': 'Setting' }, ...choices)));
  }

  /** @param {Book} book */
  choose(book) {
    this.book = book;
    this.refresh();
    // What was pressed is made anew.
    if (!this.page) document.getElementById(`list-${book.setting.id}`)?.focus();
  }

  refresh() {
    if (this.page) this.page.refresh();
    else this.build();
  }

  /**
   * One figure runs at a time.
   * @param {Book} book
   * @param {string} figure
   */
  run(book, figure) {
    if (this.sweep) return;
    this.book = book;
    const { announcer } = this.context;
    this.sweep = new Sweep(book, figure, {
      got: () => this.later(),
      moved: () => this.moved(),
      ended: (why) => {
        this.sweep = undefined;
        if (why) book.trouble = `The runs stopped: ${why}.`;
        announcer.say(why ? `The runs of ${nameOf(figure)} stopped: ${why}` : `The runs of ${nameOf(figure)} are done.`);
        this.moved();
        this.refresh();
      },
    });
    book.trouble = '';
    this.refresh();
    document.getElementById('sweep-cancel')?.focus();
  }

  /** Keeps what is done. */
  cancel() {
    const { sweep } = this;
    if (!sweep) return;
    sweep.stop();
    this.sweep = undefined;
    this.context.announcer.say(`Cancelled; ${sweep.done} runs are kept.`);
    this.moved();
    this.refresh();
  }

  /** Something more is known: drawn soon. */
  later() {
    if (this.timer) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      if (this.page) this.page.refresh();
    }, REFRESH);
  }

  moved() {
    const { sweep } = this;
    setText(this.button, sweep ? `Experiments ${Math.floor(100 * sweep.part)} %` : 'Experiments');
    this.page?.moved();
  }
}
