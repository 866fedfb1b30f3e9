// @ts-check
// Keys: space or K, arrows, Home, End, 1–4, R, ?, Ctrl+Z. Never while someone types, and letters can be switched off.

/**
 * @typedef {object} KeyActions
 * @property {() => void} toggle
 * @property {(direction: 1 | -1, far: boolean) => void} step
 * @property {() => void} home
 * @property {() => void} end
 * @property {(lane: number) => void} lane
 * @property {() => void} undo
 * @property {() => void} notes
 * @property {() => void} ranges
 * @property {() => void} escape
 */

/** Single characters act; a person who speaks to the computer may want them not to. */
export const keys = { single: true };

/** @param {KeyActions} actions */
export function listenToKeys(actions) {
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    if (document.body.dataset.state !== 'running' || target.closest('[popover]')) return;
    const types = target instanceof HTMLInputElement && target.type === 'text';
    const chooses = target instanceof HTMLSelectElement;
    const slides = target instanceof HTMLInputElement && target.type === 'range';
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z') {
      if (types) return;
      actions.undo();
    } else if (event.ctrlKey || event.metaKey || event.altKey || types || chooses) {
      return;
    } else if (event.key === ' ') {
      // Space presses a focused button; elsewhere it plays.
      if (target.closest('button, summary')) return;
      actions.toggle();
    } else if (event.key === 'Escape') {
      actions.escape();
      return;
    } else if (slides || (target.closest('[role="tablist"]') && event.key.startsWith('Arrow'))) {
      return;
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      actions.step(event.key === 'ArrowRight' ? 1 : -1, event.shiftKey);
    } else if (event.key === 'Home') {
      actions.home();
    } else if (event.key === 'End') {
      actions.end();
    } else if (keys.single && event.key === '?') {
      actions.notes();
    } else if (keys.single && event.key.toLowerCase() === 'r') {
      actions.ranges();
    } else if (keys.single && event.key.toLowerCase() === 'k') {
      actions.toggle();
    } else if (keys.single && event.key >= '1' && event.key <= '4') {
      actions.lane(Number(event.key) - 1);
    } else {
      return;
    }
    event.preventDefault();
  });
}
