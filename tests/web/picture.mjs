// @ts-check
// Takes the picture in the README: BASE_URL=http://127.0.0.1:PORT/ CHROMIUM=/usr/bin/chromium node tests/web/picture.mjs

import path from 'node:path';

import { baseUrl, openPage, root, withBrowser } from './harness.mjs';
import { started } from './user.mjs';

/** A stall that NewReno takes for congestion and NRT does not, with some random loss before it. */
const SCENE = '#p=delay-spike&cc=nrt,newreno&loss=0.01&t=14.5&paused=1&theme=light';

await withBrowser('chromium', async (browser) => {
  const { page } = await openPage(browser, `${baseUrl}${SCENE}`, { width: 1440, height: 900 });
  await started(page);
  await page.waitForFunction(() => document.getElementById('clock')?.textContent?.startsWith('14.5'));
  await page.screenshot({ path: /** @type {`${string}.png`} */ (path.join(root, 'docs/page.png')) });
});
