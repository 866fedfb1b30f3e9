// @ts-check
// What the simulator is busy with when it takes longer than a moment: said above the time bar, with a way to stop it.

import { button, byId, make, setText } from '../parts/dom.js';

/** What is over sooner needs no words, ms. */
const MOMENT = 500;

export class Task {
  /**
   * @param {import('../types.js').Context} context
   * @param {() => void} changed  time stands elsewhere than the person asked for
   */
  constructor(context, changed) {
    this.context = context;
    this.host = byId('task');
    this.text = make('span', { class: 'figures' });
    this.host.append(this.text, button('Stop', () => {
      context.clock.pause();
      context.clock.drop();
      changed();
    }));
    this.said = '';
  }

  /** Every frame. @param {number} wall  ms */
  draw(wall) {
    const { clock, model, announcer } = this.context;
    const { task } = clock;
    if (!task) {
      this.said = '';
      this.host.hidden = true;
      return;
    }
    if (wall - task.since < MOMENT) return;
    setText(this.text, `${task.words}: ${Math.floor(model.now)} s …`);
    this.host.hidden = false;
    if (this.said === task.words) return;
    this.said = task.words;
    announcer.say(`${task.words}.`);
  }
}
