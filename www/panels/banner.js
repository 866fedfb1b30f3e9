// @ts-check
// One line under the header: did the link replay exactly, what was clamped, is an old future still there.

import { isEmbed } from '../embed.js';
import { button, byId, make, setText } from '../parts/dom.js';

export class Banner {
  /**
   * @param {import('../types.js').Context} context
   * @param {() => void} forgotten  the old future is gone
   */
  constructor(context, forgotten) {
    this.context = context;
    this.forgotten = forgotten;
    this.host = byId('banner');
    this.text = make('p', {});
    this.close = button('Dismiss', () => this.dismiss(), { class: 'inline' });
    this.host.append(this.text, this.close);
    this.watching = false;
    this.ghost = false;
    /** What has to be said about the link besides the notices of the engine. */
    this.remark = '';
  }

  notices() {
    return [...this.context.session.notices(), ...(this.remark ? [this.remark] : [])];
  }

  /**
   * A link was opened: its remarks, then its verdict when its time is reached.
   * @param {string} remark  one more; "": none
   */
  arrive(remark) {
    this.host.hidden = true;
    this.watching = true;
    this.ghost = false;
    this.remark = remark;
    const notices = this.notices();
    if (notices.length) this.say(notices.join(' '));
  }

  /** The scene has changed: an abandoned future may be there. */
  show() {
    const ghost = this.context.session.ghost();
    if (ghost && !this.ghost) this.say('A knob was turned in the past. The old future stays faintly visible in the strips.', 'Forget it');
    else if (!ghost && this.ghost) this.host.hidden = true;
    this.ghost = ghost;
  }

  /** At most ten times a second. */
  draw() {
    if (!this.watching) return;
    const { kind, text } = this.context.session.arrival();
    if (kind === 'pending') return;
    this.watching = false;
    if (kind === 'none' || (kind === 'exact' && isEmbed())) return;
    const notices = this.notices();
    this.say([...notices, `${text[0].toUpperCase()}${text.slice(1)}.`].join(' '));
    this.host.dataset.kind = kind;
  }

  /**
   * @param {string} text
   * @param {string} [action]
   */
  say(text, action = 'Dismiss') {
    setText(this.text, text);
    setText(this.close, action);
    this.host.hidden = false;
    this.context.announcer.say(text);
  }

  dismiss() {
    if (this.close.textContent !== 'Dismiss') {
      this.context.session.dismiss_ghost();
      this.ghost = false;
      this.forgotten();
    }
    this.host.hidden = true;
    this.context.clock.wake();
  }
}
