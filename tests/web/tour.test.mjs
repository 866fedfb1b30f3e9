// @ts-check
// The tour over the real controls, and the help page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseUrl, browsers, openPage, singleFileUrl, withBrowser } from './harness.mjs';
import { clock, stands, started, text } from './user.mjs';

const SCENE = '#p=random-loss&t=6&paused=1';

for (const name of browsers) {
  test(`tour and help in ${name}`, async (t) => {
    for (const size of [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, { width: 390, height: 844 }]) {
      // Each in a browser of its own: the offer is remembered.
      await t.test(`the tour at ${size.width} px`, async () => {
        await withBrowser(name, async (browser) => {
          const { page, errors } = await openPage(browser, baseUrl + SCENE, size);
          await started(page);
          if (size.width >= 768) await page.click('#tour-offer');
          else {
            await page.click('#more');
            await page.click('#help');
            await page.waitForSelector('#help-tour');
            await page.click('#help-tour');
          }
          const titles = new Set();
          for (let step = 0; step < 12; step++) {
            await page.waitForSelector('.tour:popover-open');
            const seen = await page.evaluate(() => {
              const box = /** @type {HTMLElement} */ (document.querySelector('.tour')).getBoundingClientRect();
              const target = document.querySelector('[data-toured]');
              return { target: target?.checkVisibility(), inside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight };
            });
            assert.deepEqual(seen, { target: true, inside: true }, await text(page, '.tour h2'));
            titles.add(await text(page, '.tour h2'));
            if (await text(page, '#tour-next') === 'Done') break;
            await page.click('#tour-next');
          }
          assert.ok(titles.size >= 8, `${titles.size} steps`);
          await page.keyboard.press('Escape');
          await page.waitForFunction(() => !document.querySelector('.tour')?.matches(':popover-open'));
          assert.equal(await page.$('[data-toured]'), null);
          await page.reload();
          await started(page);
          assert.equal(await page.$eval('#tour-offer', (each) => each.checkVisibility()), false, 'it is offered once');
          assert.deepEqual(errors, []);
        });
      });
    }

    await withBrowser(name, async (browser) => {
      for (const [place, url] of [['served', baseUrl], ['in the single file', singleFileUrl]]) {
        await t.test(`the help page lists what the engine knows, ${place}`, async () => {
          const { page, errors } = await openPage(browser, `${url}#help`, { width: 1440, height: 900 });
          await started(page);
          await page.waitForSelector('.sheet.page');
          const said = await text(page, '.sheet.page');
          for (const word of ['random-loss', 'dumbbell', 'nrt_fallback', 'RFC 6582', 'a number from 0 to 1', 'knob@seconds:value', 'sack+nrt']) assert.ok(said.includes(word), word);
          // An example opens.
          await page.$$eval('.sheet.page .examples li', (all) => all.find((item) => item.textContent?.includes('t=12.4'))?.querySelector('button')?.click());
          await page.waitForFunction(() => document.getElementById('clock')?.textContent === '12.400 s');
          await stands(page);
          assert.equal(await clock(page), 12.4);
          assert.match(await text(page, '#caption'), /Watch the second lane/);
          assert.equal(await page.$('.sheet.page'), null);
          assert.deepEqual(errors, []);
          await page.close();
        });
      }
    });
  });
}
