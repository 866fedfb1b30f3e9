// @ts-check
// The Experiments view: papers and figures over the whole window, at addresses of their own. The live run waits under it.

import { loadExperiments } from '../engine.js';
import { button, byId, make, setText } from '../parts/dom.js';
import { Book, readClaims } from '../store/outcomes.js';
import { Sweep } from '../sweep.js';
import { FigurePage } from './experiments-figure.js';
import { EXPERIMENTS, addressOf, isExperiments, readAddress } from './experiments-address.js';
import { CAPABILITIES, capabilityTable, listPage, nameOf, paperOf } from './experiments-list.js';

export { isExperiments };

/** What was drawn stands at least this long while runs come in, ms. */
const REFRESH = 250;

/** The setting that is looked at first where nothing came with the page. */
const FIRST_SETTING = 'smoke';

export class Experiments {
  /**
   * @param {import('../types.js').Context} context
   * @param {{ open: (fragment: string) => void, leave: () => void, theme: () => void, write: (fragment: string) => void }} hooks
   *   `open`, `leave`: to this view and back, with the address; `write`: it goes on; `theme`: the next one
   */
  constructor(context, hooks) {
    this.context = context;
    this.hooks = hooks;
    /** The address of what is shown; undefined while the live run is. @type {string | undefined} */
    this.fragment = undefined;
    /** The id of the figure that is shown, empty for the list. */
    this.asked = '';
    /** Whether the address that is shown could be read. */
    this.readable = false;
    /** The fragment of the live run as it was left. */
    this.left = '';
    /** @type {import('./experiments-claims.js').Told | undefined} */
    this.told = undefined;
    /** @type {Book[]} */
    this.books = [];
    /** Of the setting that is looked at. @type {Book | undefined} */
    this.book = undefined;
    /** Of the setting that is looked at where the address names none. @type {Book | undefined} */
    this.usual = undefined;
    /** The setting that the address names. @type {string | undefined} */
    this.chosen = undefined;
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
    this.button.addEventListener('click', () => hooks.open(addressOf('', this.chosen)));
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
    /** @type {import('./experiments-claims.js').Told} */
    const told = { list, claims: new Map(), knobs: this.context.catalogue.knobs, address: (figure) => `#${addressOf(figure, this.chosen)}` };
    this.told = told;
    const made = { engine: this.context.catalogue.engine, metrics: list.metrics };
    this.books = list.settings.map((setting) => new Book(setting, made));
    this.usual = this.books.find((book) => book.setting.id === FIRST_SETTING);
    this.look();
    const paper = paperOf(list.figures[0].id);
    const claims = readClaims().then((all) => {
      told.claims = all;
    }, (error) => {
      this.trouble = `The words of the claims could not be read: ${/** @type {Error} */ (error).message}.`;
    });
    Promise.all([claims, ...this.books.map((book) => book.read(paper))]).then(() => {
      // The most thorough of what came with the page is looked at first, unless the address names another.
      this.usual = this.books.filter((book) => book.known.size).at(-1) ?? this.usual;
      if (!this.chosen) this.book = this.usual;
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
    const shown = this.readable ? this.asked : undefined;
    this.fragment = fragment;
    this.look();
    // Back and forward between settings of a figure stay where they are.
    if (this.readable && shown === this.asked) {
      this.refresh();
      return;
    }
    this.build();
    this.view.scrollTop = 0;
    this.heading.focus();
  }

  /** Takes figure and setting from the address, as soon as it is known which there are. */
  look() {
    if (!this.told || this.fragment === undefined) return;
    const { figure, setting, problems } = this.read(this.fragment);
    this.readable = problems.length === 0;
    this.asked = figure;
    this.chosen = setting;
    this.book = this.books.find((book) => book.setting.id === setting) ?? this.usual;
  }

  /** What an address says. @param {string} fragment */
  read(fragment) {
    const figures = [...this.told?.list.figures.map(({ id }) => id) ?? [], CAPABILITIES.id];
    return readAddress(fragment, { figures, settings: this.books.map(({ setting }) => setting.id) });
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
    this.readable = false;
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
    const { figure: id, problems } = this.read(fragment);
    const figure = told.list.figures.find((each) => each.id === id);
    this.page = undefined;
    if (problems.length) {
      this.refuse(id, problems);
    } else if (figure) {
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
   * An address that cannot be read: what of it, and what is allowed there.
   * @param {string} id  the figure, as far as it could be read
   * @param {import('../types.js').Problem[]} problems
   */
  refuse(id, problems) {
    const [first] = problems;
    this.place(first.where === EXPERIMENTS && problems.length === 1 ? `There is no figure “${first.what}”` : 'This address cannot be read', '');
    const rows = problems.map(({ where, what, hint }) => make('li', {},
      make('b', {}, where === EXPERIMENTS ? 'figure' : where), `: ${what ? `“${what}” is not possible` : 'not possible'}; allowed: ${hint}.`));
    const { setting } = this.read(this.fragment ?? '');
    this.body.replaceChildren(make('ul', { class: 'problems' }, ...rows),
      make('p', {}, make('a', { href: `#${addressOf(id, setting)}` }, id ? `Open ${nameOf(id)}` : 'Open the list of figures'), ' with what could be read.'));
  }

  /**
   * @param {string} heading
   * @param {string} last  the end of the way to it
   */
  place(heading, last) {
    setText(this.heading, heading);
    document.title = `cwndlab: ${heading}`;
    this.way.replaceChildren(...last
      ? [make('a', { href: `#${addressOf('', this.chosen)}` }, 'Experiments'), make('span', { class: 'quiet' }, ` / ${last}`)]
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
    this.chosen = book.setting.id;
    const fragment = addressOf(this.asked, this.chosen);
    if (this.fragment !== undefined && fragment !== this.fragment) {
      this.fragment = fragment;
      this.hooks.write(fragment);
    }
    this.refresh();
    // What was pressed is made anew.
    if (!this.page) document.getElementById(`list-${book.setting.id}`)?.focus();
  }

  refresh() {
    if (!this.page) {
      this.build();
      return;
    }
    this.place(this.page.name, nameOf(this.asked));
    this.page.refresh();
  }

  /**
   * One figure runs at a time.
   * @param {Book} book
   * @param {string} figure
   */
  run(book, figure) {
    if (this.sweep) return;
    if (book.setting.id !== this.chosen) this.choose(book);
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
