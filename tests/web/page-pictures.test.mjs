// @ts-check
// Everything drawn can be pressed or reached by keyboard, and everything has a note.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseUrl, browsers, withBrowser } from './harness.mjs';
import { clock, goTo, inkOf, isPlaying, plays, runUntil, stands, started, text, visits } from './user.mjs';

const DESKTOP = { width: 1440, height: 900 };
const STILL = `${baseUrl}#p=random-loss&t=9&paused=1`;

for (const name of browsers) {
  test(`pictures in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      const visit = visits(t, browser, true);
      const on = (/** @type {string} */ title, /** @type {string} */ url, /** @type {(page: import('puppeteer-core').Page) => Promise<void>} */ use) => visit(title, url, DESKTOP, use);

      await visit('a timeout at the left end of the time bar is marked', `${baseUrl}#p=random-loss&t=3.2&paused=1`, { width: 1024, height: 768 }, async (page) => {
        const before = await inkOf(page, '#bar canvas:first-child');
        await goTo(page, 3.6);
        assert.ok(await inkOf(page, '#bar canvas:first-child') > before + 60, 'NRT had a timeout at 3.3 s');
      });

      await on('a packet that is pressed shows its header', STILL, async (page) => {
        const at = await page.$eval('.mirror button[aria-label^="Segment"], .mirror button[aria-label^="ACK"]', (each) => {
          const box = each.getBoundingClientRect();
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        });
        await page.mouse.click(at.x, at.y);
        await page.waitForFunction(() => document.querySelector('#card .label')?.textContent === 'Packet');
        assert.match(await text(page, '#card'), /with headers/);
      });

      await on('nodes, packets and marks are reached by keyboard', STILL, async (page) => {
        await page.focus('.stage .mirror button[tabindex="0"]');
        const time = await clock(page);
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelector('#card h2')?.textContent === 'Node 1');
        assert.match(await text(page, '#card'), /waiting/);
        assert.equal(await clock(page), time, 'arrows move within the picture here');
        await page.focus('#strips .mirror button');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => /timeout at/.test(document.querySelector('#card h2')?.textContent ?? ''));
      });

      await on('a cause that is not decided yet is shown early on request, and time stays', `${baseUrl}#p=delay-spike&cc=newreno&t=1&paused=1`, async (page) => {
        await runUntil(page, 'the next timeout');
        const at = await clock(page);
        assert.match(await text(page, '#card .verdict'), /Not known yet/);
        await page.evaluate(() => {
          const now = [...document.querySelectorAll('#card button')].find((each) => each.textContent === 'Show now');
          /** @type {HTMLElement} */ (now).click();
        });
        await page.waitForFunction(() => /Decided .* later, at/.test(document.querySelector('#card')?.textContent ?? ''));
        assert.match(await text(page, '#card .verdict'), /Spurious/);
        assert.equal(await clock(page), at);
      });

      await on('the list shows resends and probes, one kind or several', STILL, async (page) => {
        const kinds = () => page.$$eval('#events tbody tr:not([hidden])', (rows) => [...new Set(rows.map((row) => /** @type {HTMLElement} */ (row).dataset.kind))].toSorted());
        await page.click('#lane-tabs button:nth-child(1)');
        await page.click('.chip[data-kind="probe"]');
        await page.waitForFunction(() => document.querySelector('#events tbody tr:not([hidden])')?.getAttribute('data-kind') === 'probe');
        await page.click('.chip[data-kind="resend"]');
        await page.waitForFunction(() => document.querySelector('#events tbody tr:not([hidden])[data-kind="resend"]'));
        assert.deepEqual(await kinds(), ['probe', 'resend']);
      });

      await on('many flows: each has its goodput, and the strips name one', `${baseUrl}#p=fair-10&t=3&paused=1`, async (page) => {
        await page.waitForFunction(() => document.querySelectorAll('#flows tbody tr').length === 10);
        assert.match(await text(page, '#flows'), /Jain (0\.\d{3}|1\.000)/);
        await page.select('#flow', '3');
        await page.waitForSelector('#flows tbody tr:nth-child(4)[data-chosen="true"]');
      });

      await on('? explains what is pointed at and presses nothing', STILL, async (page) => {
        await page.focus('#bar');
        await page.keyboard.press('?');
        await page.waitForSelector('.notes:not([hidden])');
        await page.click('#play');
        assert.equal(await isPlaying(page), false);
        await page.hover('.run');
        await page.waitForFunction(() => /fingerprint/.test(document.querySelector('.notes')?.textContent ?? ''));
        await page.keyboard.press('Escape');
        await page.waitForSelector('.notes', { hidden: true });
      });

      await on('the live region speaks at most once a second', STILL, async (page) => {
        await page.evaluate(() => {
          /** @type {number[]} */
          const times = [];
          Object.assign(globalThis, { spoken: times });
          new MutationObserver(() => times.push(performance.now())).observe(/** @type {HTMLElement} */ (document.getElementById('live')), { childList: true });
        });
        await page.focus('#bar');
        for (let step = 0; step < 12; step++) {
          await page.keyboard.press('ArrowRight');
          await stands(page);
        }
        await page.waitForFunction(() => /** @type {{ spoken: number[] }} */ (/** @type {unknown} */ (globalThis)).spoken.length > 1);
        const times = await page.evaluate(() => /** @type {{ spoken: number[] }} */ (/** @type {unknown} */ (globalThis)).spoken);
        const pauses = times.slice(1).map((time, at) => time - times[at]);
        assert.ok(pauses.every((pause) => pause > 950), `pauses of ${pauses.map(Math.round)} ms`);
      });

      await on('what a screen reader hears is renewed at most twice a second', STILL, async (page) => {
        await page.click('#play');
        await plays(page);
        const times = await page.evaluate(() => new Promise((/** @type {(times: number[]) => void} */ resolve) => {
          /** @type {number[]} */
          const seen = [];
          const observer = new MutationObserver(() => {
            const now = performance.now();
            // What changes together is one renewal.
            if (now - (seen.at(-1) ?? -Infinity) > 60) seen.push(now);
          });
          const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-label', 'aria-valuenow'] };
          for (const element of document.querySelectorAll('.stage[data-lane="0"] .mirror')) observer.observe(element, watched);
          setTimeout(() => resolve(seen), 4000);
        }));
        assert.ok(times.length >= 3 && times.length <= 9, `renewed after ${times.map((time, at) => Math.round(time - (times[at - 1] ?? time)))} ms`);
      });

      await on('letters can be switched off', STILL, async (page) => {
        await page.click('#help');
        await page.waitForSelector('#single-keys');
        await page.click('#single-keys');
        await page.keyboard.press('Escape');
        await page.focus('#bar');
        await page.keyboard.press('k');
        await stands(page);
        assert.equal(await isPlaying(page), false);
        await page.keyboard.press(' ');
        await page.waitForFunction(() => document.getElementById('play')?.dataset.playing === 'true');
      });

      if (name === 'chromium') {
        await t.test('on a touch screen of any size targets have 44 px', async () => {
          const page = await browser.newPage();
          await page.setViewport({ width: 1024, height: 768, hasTouch: true, isMobile: true });
          await page.goto(STILL);
          await started(page);
          const small = await page.$$eval('button, select, input:not([type="checkbox"])', (all) => all
            .filter((each) => each.checkVisibility() && !each.closest('.mirror') && each.getBoundingClientRect().height < 43.5)
            .map((each) => each.id || each.textContent));
          assert.deepEqual(small, []);
          await page.close();
        });

        await t.test('with reduced motion time stands at first', async () => {
          const page = await browser.newPage();
          await page.setViewport(DESKTOP);
          await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
          await page.goto(baseUrl);
          await started(page);
          await stands(page);
          assert.equal(await isPlaying(page), false);
          // Once it runs, packets jump from one instant to the next.
          await page.click('#play');
          const pictures = await page.evaluate(() => new Promise((/** @type {(count: number) => void} */ resolve) => {
            const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.stage canvas'));
            const begin = performance.now();
            let [last, count] = [0, 0];
            const look = () => {
              const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
              let sum = 0;
              for (let at = 0; at < data.length; at += 4) sum = (sum * 31 + data[at + 3]) | 0;
              if (sum !== last) count += 1;
              last = sum;
              if (performance.now() - begin > 3000) resolve(count);
              else requestAnimationFrame(look);
            };
            look();
          }));
          assert.ok(pictures > 2 && pictures < 10, `${pictures} pictures in 3 s`);
          await page.close();
        });
      }
    });
  });
}
