// @ts-check
// The engine loads wherever the page may stand: served, from disk, and in a sandboxed frame.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseUrl, browsers, openPage, singleFileUrl, withBrowser } from './harness.mjs';

/** @typedef {import('puppeteer-core').Frame} Frame */

/**
 * Waits until the simulator runs in the frame and shows a fingerprint.
 * @param {Frame} frame
 */
async function engineRuns(frame) {
  await frame.waitForFunction(() => document.body?.dataset.state === 'running'
    && /^[0-9a-f]{8}$/.test(document.getElementById('fingerprint')?.textContent ?? ''));
}

for (const name of browsers) {
  test(`the engine loads in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      for (const [place, url] of [['served', baseUrl], ['from disk', singleFileUrl]]) {
        await t.test(place, async () => {
          const { page, errors } = await openPage(browser, url);
          await engineRuns(page.mainFrame());
          assert.deepEqual(errors, []);
          await page.close();
        });
      }
      await t.test('in a sandboxed frame', async () => {
        const { page, errors } = await openPage(browser, `${baseUrl}tests/web/frame.html`);
        const frame = await page.waitForFrame((candidate) => candidate.url().endsWith('cwndlab.html'));
        await engineRuns(frame);
        assert.deepEqual(errors, []);
        await page.close();
      });
    });
  });
}
