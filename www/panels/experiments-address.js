// @ts-check
// Addresses of the Experiments view: `experiments`, `experiments=FIGURE`, and with either `&setting=ID`.

/** The fragment that opens the list; with `=` and an id a figure. */
export const EXPERIMENTS = 'experiments';

/** Whether a fragment is an address of this view. @param {string} fragment */
export function isExperiments(fragment) {
  return fragment === EXPERIMENTS || fragment.startsWith(`${EXPERIMENTS}=`) || fragment.startsWith(`${EXPERIMENTS}&`);
}

/**
 * An address. Without a setting it shows the most thorough results that came with the page.
 * @param {string} figure  empty: the list
 * @param {string} [setting]
 */
export function addressOf(figure, setting) {
  return `${EXPERIMENTS}${figure && `=${figure}`}${setting ? `&setting=${setting}` : ''}`;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text.trim();
  }
}

/**
 * What an address says; `problems`: what of it cannot be read.
 * @param {string} fragment
 * @param {{ figures: string[], settings: string[] }} known
 * @returns {{ figure: string, setting: string | undefined, problems: import('../types.js').Problem[] }}
 */
export function readAddress(fragment, { figures, settings }) {
  const [first, ...parts] = fragment.split('&');
  const asked = decoded(first.slice(EXPERIMENTS.length + 1));
  const problems = [];
  const figure = figures.find((id) => id.toLowerCase() === asked.toLowerCase()) ?? '';
  if (asked && !figure) problems.push({ where: 'experiments', what: asked, hint: `a figure: ${figures.join(', ')}` });
  /** @type {string | undefined} */
  let setting;
  for (const part of parts.filter(Boolean)) {
    const at = part.indexOf('=');
    const name = decoded(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? '' : decoded(part.slice(at + 1));
    if (name !== 'setting') problems.push({ where: 'part', what: name, hint: 'setting' });
    else if (!settings.includes(value)) problems.push({ where: name, what: value, hint: settings.join(', ') });
    else if (setting && setting !== value) problems.push({ where: name, what: value, hint: `one setting; ${setting} is named before` });
    else setting = value;
  }
  return { figure, setting, problems };
}
