// @ts-check
// Boot: load the engine, open the link, hand over to the app. Every way to fail has a page.

import { App } from './app.js';
import { loadEngine, openSession, problemsOf } from './engine.js';
import { showBadLink, showNoEngine, showPanic } from './errors.js';
import { fragmentOf } from './link.js';
import { isExperiments } from './panels/experiments.js';
import { MANUAL } from './panels/manual.js';

async function boot() {
  document.body.dataset.state = 'starting';
  let catalogue;
  try {
    catalogue = await loadEngine();
  } catch (error) {
    showNoEngine(error);
    return;
  }
  const fragment = fragmentOf(location.href);
  const manual = fragment === MANUAL;
  const experiments = isExperiments(fragment);
  try {
    const app = new App(openSession(manual || experiments ? '' : fragment), catalogue);
    document.body.dataset.state = 'running';
    app.start(fragment);
    if (manual) app.manual();
    if (experiments) app.open(fragment);
  } catch (error) {
    const problems = problemsOf(error);
    if (!problems) {
      showPanic(String(/** @type {Error} */ (error)?.stack ?? error), '');
      return;
    }
    showBadLink(problems, fragment, () => {
      location.hash = '';
      location.reload();
    });
    addEventListener('hashchange', () => location.reload());
  }
}

boot();
