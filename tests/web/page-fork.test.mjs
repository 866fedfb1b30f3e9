// @ts-check
// Turning a knob in the past: the old future stays faintly until it is dismissed, and Undo brings the run back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseUrl, browsers, openPage, withBrowser } from './harness.mjs';
import { clock, goTo, pictureOf, stands, started, text, turn } from './user.mjs';

const DESKTOP = { width: 1440, height: 900 };

for (const name of browsers) {
  test(`forks in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      const { page, errors } = await openPage(browser, `${baseUrl}#p=random-loss&t=9&paused=1`, DESKTOP);
      await started(page);
      await stands(page);
      const before = await text(page, '#fingerprint');
      const strip = '#strips canvas:not(.over)';

      await t.test('the old future stays faintly visible', async () => {
        await goTo(page, 4);
        const plain = await pictureOf(page, strip);
        await turn(page, 'loss', '20');
        await page.waitForSelector('#banner:not([hidden])');
        assert.match(await text(page, '#banner'), /old future/i);
        await stands(page);
        assert.equal(await clock(page), 4);
        const faint = await page.$eval(strip, (each) => {
          // Right of now only the grid and the old future are drawn; grid lines are level, so a column tells them apart.
          const canvas = /** @type {HTMLCanvasElement} */ (each);
          const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
          const from = Math.round(canvas.width * 0.5);
          const { data, width, height } = context.getImageData(from, 0, Math.round(canvas.width * 0.1), canvas.height);
          const rows = new Set();
          for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (data[4 * (y * width + x) + 3] > 10) rows.add(y);
          return rows.size;
        });
        assert.ok(faint > 8, `${faint} rows are drawn right of now`);
        assert.notEqual(await pictureOf(page, strip), plain);
      });

      await t.test('it goes when it is dismissed', async () => {
        const faint = await pictureOf(page, strip);
        await page.click('#banner button');
        await page.waitForSelector('#banner', { hidden: true });
        await page.waitForFunction((selector, then) => {
          const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(selector));
          const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
          let sum = 0;
          for (let at = 0; at < data.length; at++) sum = (sum * 31 + data[at]) | 0;
          return sum !== then;
        }, {}, strip, faint);
      });

      await t.test('Ctrl+Z takes the knob back, and the old run is there again', async () => {
        await page.$eval('#bar', (bar) => /** @type {HTMLElement} */ (bar).focus());
        await page.keyboard.down('Control');
        await page.keyboard.press('z');
        await page.keyboard.up('Control');
        await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('knob-loss')).value === '3');
        await goTo(page, 9);
        assert.equal(await text(page, '#fingerprint'), before);
      });

      await t.test('Reset to preset forgets every knob', async () => {
        await turn(page, 'loss', '9');
        await turn(page, 'hops', '3');
        await page.waitForFunction(() => document.querySelectorAll('.stage[data-lane="0"] .mirror button[aria-label^="Node"]').length === 4);
        await page.click('#reset');
        await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('knob-hops')).value === '7');
        await goTo(page, 9);
        assert.equal(await text(page, '#fingerprint'), before);
      });
      assert.deepEqual(errors, []);
    });
  });
}
