// @ts-check
// What the simulator is busy with when it takes longer than a moment: said above the time bar, with a way to stop it.

import { button, byId, make, setText } from '../parts/dom.js';
import { clockText } from '../parts/format.js';

/** What is over sooner needs no words, ms. */
const MOMENT = 250;

export class Task {
  /** @param {import('../types.js').Context} context */
  constructor(context) {
    this.context = context;
    this.host = byId('task');
    this.text = make('span', { class: 'figures' });
    this.host.append(this.text, button('Stop looking', () => context.clock.forget()));
    this.said = '';
  }

  /** Every frame. @param {number} wall  ms */
  draw(wall) {
    const { clock, model, announcer } = this.context;
    const { looking } = clock;
    if (!looking || wall - looking.since < MOMENT) {
      if (!looking) this.said = '';
      if (!looking && !this.host.hidden) this.host.hidden = true;
      return;
    }
    setText(this.text, `Looking for ${looking.words}: at ${clockText(model.now)} of ${model.duration} s`);
    this.host.hidden = false;
    if (this.said === looking.words) return;
    this.said = looking.words;
    announcer.say(`Looking for ${looking.words}.`);
  }
}
