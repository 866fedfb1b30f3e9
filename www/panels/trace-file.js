// @ts-check
// A recorded trace from a file that the person has: chosen by the knob, or dropped anywhere on the page. It stays here;
// links only name it.

import { problemsOf } from '../engine.js';
import { make } from '../parts/dom.js';

/** Longer files are not read: it is more than the engine takes, bytes. */
const MOST = 4_000_000;

/** Whether a link asks for a file. */
const ASKED = /(?:^|[#&])trace=file(?:&|$)/;

/** What a file has to be, for whoever chooses one. */
export const TRACE_FORMAT = 'a text file of rising milliseconds, one number a line, each a chance to send 1500 bytes (Mahimahi)';

export class TraceFile {
  /**
   * @param {import('../types.js').Context} context
   * @param {{ turned: () => void, say: (text: string) => void }} hooks
   */
  constructor(context, hooks) {
    this.context = context;
    this.hooks = hooks;
    this.input = make('input', { type: 'file', id: 'trace-file', hidden: true, tabindex: -1, 'aria-label': 'A recorded trace' });
    document.body.append(this.input);
    this.input.addEventListener('change', () => {
      const [file] = this.input.files ?? [];
      // The same file can be chosen again after it was mended.
      if (file) this.read(file).finally(() => {
        this.input.value = '';
      });
    });
    addEventListener('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    });
    addEventListener('drop', (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      this.read(file);
    });
  }

  /** Has the browser ask for a file. */
  choose() {
    this.input.click();
  }

  /** @param {File} file */
  async read(file) {
    const { context, hooks } = this;
    if (file.size > MOST) {
      hooks.say(`${file.name} has ${Math.round(file.size / 1e6)} MB; a recorded trace may have ${MOST / 1e6}.`);
      return;
    }
    let text;
    try {
      text = await file.text();
    } catch {
      hooks.say(`${file.name} cannot be read.`);
      return;
    }
    context.clock.forget();
    try {
      context.session.set_trace(text);
    } catch (error) {
      const problems = problemsOf(error);
      if (!problems) throw error;
      hooks.say(problems.map(({ where, what, hint }) => `${file.name}, ${where}: “${what}” is not possible; allowed: ${hint}.`).join(' '));
      return;
    }
    hooks.say(`The bottleneck follows ${file.name}. Links to this run do not carry the file: send it along.`);
    hooks.turned();
  }

  /**
   * What has to be said about a link that names a file.
   * @param {string} fragment
   */
  remark(fragment) {
    if (!ASKED.test(fragment) || this.context.session.scene().knobs.trace === 'file') return '';
    return 'This run followed a recorded trace, which is no part of the link: drop its file on the page. Until then the bottleneck does without.';
  }
}
