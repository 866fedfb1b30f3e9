// @ts-check
// A recorded trace: its file is chosen or dropped, a bad one is named by line and value, a link says that it lacks the file.
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { baseUrl, browsers, withBrowser } from './harness.mjs';
import { copyLink, stands, text, visits } from './user.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const DESKTOP = { width: 1440, height: 900 };
const WIRED = `${baseUrl}#p=random-loss&t=6&paused=1`;
/** One packet of 1500 bytes in 3 ms, about 4 Mbit/s. */
const SLOW = Array.from({ length: 400 }, (_, at) => 3 * at + 3).join('\n');

const folder = await mkdtemp(path.join(tmpdir(), 'cwndlab-'));
const good = path.join(folder, 'good.down');
await writeFile(good, SLOW);

/**
 * Drops a file on the middle of the page.
 * @param {Page} page
 * @param {string} name
 * @param {string} content
 */
async function drop(page, name, content) {
  await page.evaluate((file, words) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([words], file));
    const target = /** @type {Element} */ (document.querySelector('#strips'));
    const event = (/** @type {string} */ type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    if (target.dispatchEvent(event('dragover'))) throw new Error('files are not taken');
    target.dispatchEvent(event('drop'));
  }, name, content);
}

/** @param {Page} page */
const shownTrace = (page) => page.$eval('#knob-trace', (each) => /** @type {HTMLSelectElement} */ (each).value);

for (const name of browsers) {
  test(`recorded traces in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      const on = visits(t, browser, true);

      await on('the knob asks for a file, and the run follows it', WIRED, DESKTOP, async (page) => {
        const before = await text(page, '#fingerprint');
        await page.$eval('[data-knob="trace"]', (row) => {
          /** @type {HTMLDetailsElement} */ (row.closest('details')).open = true;
        });
        await page.evaluate(() => {
          const input = /** @type {HTMLInputElement} */ (document.getElementById('trace-file'));
          input.addEventListener('click', () => {
            document.body.dataset.asked = '';
          });
        });
        await page.select('#knob-trace', 'file');
        await page.waitForSelector('body[data-asked]');
        assert.match(await text(page, '[data-knob="trace"] .why'), /Choose a file, or drop it anywhere/);
        assert.equal(await shownTrace(page), 'rate', 'until then the rate is what it was');
        assert.equal(await page.$eval('#trace-choose', (each) => each.checkVisibility()), true);
        const input = /** @type {import('puppeteer-core').ElementHandle<HTMLInputElement>} */ (await page.$('#trace-file'));
        await input.uploadFile(good);
        await page.waitForFunction(() => /follows good\.down/.test(document.querySelector('#banner p')?.textContent ?? ''));
        await stands(page);
        assert.equal(await shownTrace(page), 'file');
        assert.notEqual(await text(page, '#fingerprint'), before, 'another run');
        const link = await copyLink(page);
        assert.match(link, /trace=file/);
        assert.doesNotMatch(link, /fp=/, 'without the file it is another run');
        await page.click('#undo');
        await page.waitForFunction((then) => document.getElementById('fingerprint')?.textContent === then, {}, before);
      });

      await on('a file can be dropped anywhere, and a bad one is named by line and value', WIRED, DESKTOP, async (page) => {
        const before = await text(page, '#fingerprint');
        await drop(page, 'bad.down', '5\n12\nlater\n');
        await page.waitForFunction(() => /bad\.down, line 3: “later”/.test(document.querySelector('#banner p')?.textContent ?? ''));
        assert.equal(await text(page, '#fingerprint'), before);
        await drop(page, 'good.down', SLOW);
        await page.waitForFunction(() => /follows good\.down/.test(document.querySelector('#banner p')?.textContent ?? ''));
        await stands(page);
        assert.equal(await shownTrace(page), 'file');
      });

      await on('radio has no such link, and says so', `${baseUrl}#p=chain-10&t=2&paused=1`, DESKTOP, async (page) => {
        await drop(page, 'good.down', SLOW);
        await page.waitForFunction(() => /good\.down, trace: .*a topology with a bottleneck/.test(document.querySelector('#banner p')?.textContent ?? ''));
      });

      await on('a link without its file says so', `${baseUrl}#p=random-loss&trace=file&t=6&paused=1`, DESKTOP, async (page) => {
        assert.match(await text(page, '#banner p'), /recorded trace, which is no part of the link: drop its file on the page/);
      });
    });
  });
}
