// @ts-check
// The tabs of the phone and of the side panel: they only say which panel shows.

/** @param {() => void} changed */
export function connectTabs(changed) {
  connect('.tabs', 'tab', changed);
  connect('.side-tabs', 'side', changed);
}

/**
 * @param {string} selector
 * @param {'tab' | 'side'} name
 * @param {() => void} changed
 */
function connect(selector, name, changed) {
  const list = document.querySelector(selector);
  const tabs = /** @type {HTMLButtonElement[]} */ ([...(list?.querySelectorAll('button') ?? [])]);
  const choose = (/** @type {HTMLButtonElement} */ chosen) => {
    document.body.dataset[name] = chosen.dataset[name];
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
    }
    changed();
  };
  for (const tab of tabs) tab.addEventListener('click', () => choose(tab));
  list?.addEventListener('keydown', (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
    const next = tabs[(at + step + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  });
}
