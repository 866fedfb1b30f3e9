// @ts-check
// Takes the pictures in docs: BASE_URL=http://127.0.0.1:PORT/ CHROMIUM=/usr/bin/chromium node tests/web/picture.mjs
//
// docs/page.png stands in the README; docs/screens has the page at three sizes in three themes.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { baseUrl, openPage, root, withBrowser } from './harness.mjs';
import { fewColours } from './small-png.mjs';
import { started, stands } from './user.mjs';

/** A stall that NewReno takes for congestion and NRT does not, with some random loss before it. */
const SCENE = '#p=delay-spike&cc=nrt,newreno&loss=0.01&t=14.5&paused=1';

const SIZES = { desktop: { width: 1440, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } };
const THEMES = ['light', 'dark', 'projector'];

await withBrowser('chromium', async (browser) => {
  /** @param {string} file  in docs @param {string} fragment @param {{ width: number, height: number }} size */
  const take = async (file, fragment, size) => {
    const { page } = await openPage(browser, baseUrl + fragment, size);
    await started(page);
    await page.waitForFunction(() => document.getElementById('clock')?.textContent?.startsWith('14.5'));
    await stands(page);
    await writeFile(path.join(root, 'docs', file), await fewColours(page, await page.screenshot({ encoding: 'base64' })));
    await page.close();
  };
  await mkdir(path.join(root, 'docs/screens'), { recursive: true });
  await take('page.png', `${SCENE}&theme=light`, SIZES.desktop);
  for (const theme of THEMES) {
    for (const [name, size] of Object.entries(SIZES)) await take(`screens/${name}-${theme}.png`, `${SCENE}&theme=${theme}`, size);
  }
});
