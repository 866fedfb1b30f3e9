// @ts-check
// The page inside other pages: the snippet, the small cut, and what a guest must not do.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { snippet } from '../../www/parts/snippet.js';
import { baseUrl, browsers, openPage, root, withBrowser } from './harness.mjs';
import { started, stands, text } from './user.mjs';

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {import('puppeteer-core').Frame} Frame */

const DESKTOP = { width: 1440, height: 900 };

test('the snippet quotes what it is given', () => {
  const html = snippet({ address: 'https://example.org/cwndlab.html', fragment: 'p=chain&embed=1', title: '"a" <b>', width: 800, height: 600 });
  assert.ok(html.includes('src="https://example.org/cwndlab.html#p=chain&amp;embed=1"'));
  assert.ok(html.includes('title="&quot;a&quot; &lt;b>"'));
  assert.ok(html.includes('sandbox="allow-scripts allow-downloads" allow="clipboard-write; fullscreen"'));
});

/**
 * Another origin, which serves one host page and the single file, and sends no CORS headers.
 * @param {(single: string) => string} host  the host page's body
 */
async function otherOrigin(host) {
  const single = await readFile(path.join(root, 'cwndlab.html'));
  const guest = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    answer.end(single);
  });
  await new Promise((listening) => guest.listen(0, '127.0.0.1', () => listening(undefined)));
  const address = (/** @type {import('node:http').Server} */ server) => `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`;
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,"><input id="mine" autofocus>${host(`${address(guest)}cwndlab.html`)}<p id="end">end</p></html>`;
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    answer.end(page);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  return {
    url: address(server),
    close: () => {
      for (const each of [server, guest]) {
        each.closeAllConnections();
        each.close();
      }
    },
  };
}

/** @param {Frame} frame */
async function runs(frame) {
  await frame.waitForFunction(() => document.body?.dataset.state === 'running'
    && /^[0-9a-f]{8}$/.test(document.getElementById('fingerprint')?.textContent ?? ''));
}

/**
 * The frames of the host page, once they run.
 * @param {Page} page
 * @param {number} count
 */
async function guests(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll('iframe').length === wanted, {}, count);
  /** @type {Frame[]} */
  let frames = [];
  while (frames.length < count) {
    frames = page.frames().filter((frame) => frame !== page.mainFrame() && frame.url().includes('cwndlab.html'));
    if (frames.length < count) await new Promise((wake) => setTimeout(wake, 100));
  }
  for (const frame of frames) await runs(frame);
  return frames;
}

const frameOf = (/** @type {string} */ address, fragment = 'p=random-loss&t=6&paused=1&embed=1', width = 800, height = 600) => snippet({ address, fragment, title: 'cwndlab', width, height });

for (const name of browsers) {
  test(`embedding in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      await t.test('the dialog writes a snippet with the choices', async () => {
        const { page, errors } = await openPage(browser, `${baseUrl}#p=random-loss&t=6&paused=1`, DESKTOP);
        await started(page);
        await page.click('#embed');
        await page.waitForSelector('#embed-text');
        const written = () => page.$eval('#embed-text', (box) => /** @type {HTMLTextAreaElement} */ (box).value);
        assert.match(await written(), /src="[^"]*\/cwndlab\.html#p=random-loss&amp;t=6&amp;lane=1.*&amp;embed=1/);
        assert.match(await written(), /sandbox="allow-scripts allow-downloads" allow="clipboard-write; fullscreen"/);
        await page.select('#embed-theme', 'dark');
        await page.select('#embed-lane', '1');
        await page.click('#embed-topology');
        await page.select('#embed-second', 'rtt');
        await page.click('#embed-paused');
        await page.select('#embed-size', '960 × 640');
        await page.$eval('#embed-title', (box) => {
          const input = /** @type {HTMLInputElement} */ (box);
          input.value = 'Why "not"?';
          input.dispatchEvent(new Event('input', { bubbles: true }));
        });
        const html = await written();
        for (const part of ['theme=dark', 'lane=2', 'panels=cwnd,rtt', 'paused=1', 'title=Why%20%22not%22%3F', 'width="960" height="640"', 'title="cwndlab: Why &quot;not&quot;?"']) assert.ok(html.includes(part), `${part} in ${html}`);
        await page.click('#embed-cwnd');
        await page.select('#embed-second', '');
        assert.match(await text(page, '#embed-said'), /at least one panel/);
        assert.deepEqual(errors, []);
        await page.close();
      });

      await t.test('a sandboxed frame from another origin shows the small cut and leads out of it', async () => {
        const host = await otherOrigin((address) => frameOf(address, 'p=random-loss&dur=8&t=6&paused=1&embed=1'));
        const { page, errors } = await openPage(browser, host.url, DESKTOP);
        const [frame] = await guests(page, 1);
        const seen = await frame.evaluate(() => ['#topology', '#traces', '.time', '#open-full', '#knobs', '#card', '#events', '#export', '#tour-offer']
          .map((selector) => document.querySelector(selector)?.checkVisibility()));
        assert.deepEqual(seen, [true, true, true, true, false, false, false, false, false]);
        const storage = await frame.evaluate(() => {
          try {
            return localStorage.length;
          } catch {
            return 'throws';
          }
        });
        assert.equal(storage, 'throws', 'the frame has no storage, and runs');
        const before = await frame.evaluate(() => location.href);
        await frame.click('#play');
        await frame.waitForFunction(() => Number.parseFloat(document.getElementById('clock')?.textContent ?? '') > 6.05);
        await frame.click('#play');
        await new Promise((wake) => setTimeout(wake, 900));
        assert.equal(await frame.evaluate(() => location.href), before, 'the address is left alone');
        const [at, print] = await frame.evaluate(() => [document.getElementById('clock')?.textContent ?? '', document.getElementById('fingerprint')?.textContent ?? '']);
        await frame.click('#open-full');
        await frame.waitForSelector('#full-link');
        const link = await frame.$eval('#full-link', (field) => /** @type {HTMLInputElement} */ (field).value);
        assert.ok(!link.includes('embed=1') && link.includes(`fp=${print}`), link);
        await frame.click('#full-here');
        await frame.waitForFunction(() => document.querySelector('#knobs, .tabs')?.checkVisibility() || document.querySelector('#export')?.checkVisibility());
        await frame.waitForFunction((then) => document.getElementById('clock')?.textContent === then, {}, at);
        assert.equal(await frame.evaluate(() => document.getElementById('fingerprint')?.textContent), print);
        await frame.evaluate(() => document.getElementById('repeat-start')?.click());
        await frame.waitForSelector('#repeat-result table');
        assert.deepEqual(errors, []);
        await page.close();
        host.close();
      });

      await t.test('three guests take neither focus nor scroll, and Escape gives the keys back', async () => {
        const host = await otherOrigin((address) => ['p=random-loss&t=6&paused=1&embed=1', 'p=delay-spike&embed=1&t=3&speed=1', 'p=nonsense&embed=1']
          // Browsers let a guest draw only where it is seen: side by side, with room to scroll below.
          .map((fragment) => frameOf(address, fragment, 440, 500)).join('') + '<div style="height:2000px"></div>');
        const { page } = await openPage(browser, host.url, DESKTOP);
        await page.waitForFunction(() => document.activeElement?.id === 'mine');
        await page.waitForFunction(() => document.querySelectorAll('iframe').length === 3);
        /** @type {Frame[]} */
        let frames = [];
        while (frames.length < 3) {
          frames = page.frames().filter((frame) => frame.url().includes('cwndlab.html'));
          await new Promise((wake) => setTimeout(wake, 100));
        }
        const find = (/** @type {string} */ part) => /** @type {Frame} */ (frames.find((frame) => frame.url().includes(part)));
        await runs(find('random-loss'));
        await runs(find('delay-spike'));
        await find('nonsense').waitForSelector('#trouble:not([hidden]) li');
        await new Promise((wake) => setTimeout(wake, 500));
        assert.deepEqual(await page.evaluate(() => [document.activeElement?.id, scrollY]), ['mine', 0]);
        // Keys of the host stay with the host.
        await page.keyboard.press('k');
        assert.equal(await page.$eval('#mine', (box) => /** @type {HTMLInputElement} */ (box).value), 'k');
        await find('random-loss').click('#bar');
        await page.waitForFunction(() => document.activeElement?.tagName === 'IFRAME');
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => document.hasFocus() && document.activeElement?.tagName !== 'IFRAME');
        await page.close();
        host.close();
      });

      await t.test('the small cut on a phone has both panels and no sideways scroll', async () => {
        const { page, errors } = await openPage(browser, `${baseUrl}#p=random-loss&t=6&paused=1&embed=1&panels=topology,cwnd`, { width: 390, height: 760 });
        await started(page);
        await stands(page);
        const seen = await page.evaluate(() => ({
          both: ['#topology', '#traces', '.time'].every((selector) => document.querySelector(selector)?.checkVisibility()),
          wide: document.documentElement.scrollWidth - innerWidth,
        }));
        assert.ok(seen.both && seen.wide <= 0, JSON.stringify(seen));
        const before = page.url();
        await page.click('#forward');
        await stands(page);
        await new Promise((wake) => setTimeout(wake, 700));
        assert.equal(page.url(), before);
        assert.deepEqual(errors, []);
        await page.close();
      });
    });
  });
}
