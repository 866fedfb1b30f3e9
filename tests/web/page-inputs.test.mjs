// @ts-check
// Inputs that are refused, clamped, missing or turned at the wrong moment: the page says what became of them, and where.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseUrl, browsers, withBrowser } from './harness.mjs';
import { clock, copyLink, pause, plays, stands, text, turn, typeInto, visits } from './user.mjs';

const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };
const STILL = `${baseUrl}#p=random-loss&t=2&paused=1`;

for (const name of browsers) {
  test(`inputs in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      const on = visits(t, browser);

      await on('a clamped value is said beside its knob', STILL, DESKTOP, async (page) => {
        await turn(page, 'loss', '700');
        await page.waitForFunction(() => document.querySelector('[data-knob="loss"] .why:not([hidden])')?.textContent?.includes('outside'));
        assert.match(await text(page, '[data-knob="loss"] .why'), /700 is outside 0 to 100; 100 is used/);
        await stands(page);
        assert.equal(await page.$eval('[data-knob="loss"] .why', (each) => /** @type {HTMLElement} */ (each).hidden), false, 'it stays for a while');
      });

      await on('a refused seed is marked, and Reset clears it', STILL, DESKTOP, async (page) => {
        await turn(page, 'loss', 'much');
        await typeInto(page, '#seed', '-3');
        await page.waitForSelector('#seed[aria-invalid="true"]');
        assert.match(await text(page, '#seed-why'), /2\^64/);
        await page.click('#reset');
        await page.waitForFunction(() => !document.querySelector('[aria-invalid="true"]'));
        assert.equal(await page.$eval('#seed', (box) => /** @type {HTMLInputElement} */ (box).value), '42');
        assert.equal(await page.$eval('#knob-loss', (box) => /** @type {HTMLInputElement} */ (box).value), '3');
      });

      await on('hops are greyed where there are none, with the reason', `${baseUrl}#p=fair-10&t=0.5&paused=1`, DESKTOP, async (page) => {
        assert.equal(await page.$eval('#knob-hops', (box) => /** @type {HTMLInputElement} */ (box).disabled), true);
        assert.equal(await text(page, '[data-knob="hops"] .why'), 'only a chain has hops to choose');
      });

      await on('a knob turned during a search belongs to the shown time', `${baseUrl}#p=random-loss&loss=0&t=1&paused=1`, DESKTOP, async (page) => {
        await page.click('#until');
        await page.waitForSelector('.menu');
        const at = await page.evaluate(() => {
          const item = [...document.querySelectorAll('.menu [role="menuitem"]')].find((each) => each.textContent?.includes('belief'));
          /** @type {HTMLElement} */ (item).click();
          return new Promise((done) => {
            const look = () => {
              const now = Number.parseFloat(document.getElementById('clock')?.textContent ?? '');
              if (now <= 1) {
                requestAnimationFrame(look);
                return;
              }
              const box = /** @type {HTMLInputElement} */ (document.getElementById('knob-loss'));
              box.value = '7';
              box.dispatchEvent(new Event('change', { bubbles: true }));
              done(now);
            };
            look();
          });
        });
        await stands(page);
        assert.equal(await clock(page), Number(at), 'the search ended there');
        await page.click('#forward');
        await page.click('.chip[data-kind="knob"]');
        await page.waitForFunction(() => document.querySelector('#events tbody tr:not([hidden])')?.textContent?.includes('7'));
        const told = Number.parseFloat(await text(page, '#events tbody tr:not([hidden]) td'));
        assert.ok(Math.abs(told - Number(at)) < 0.0011, `shown ${at}, recorded at ${told}`);
      });

      for (const [size, opener] of /** @type {const} */ ([[TABLET, '#until'], [PHONE, '#until-small']])) {
        await on(`“Run until” is there at ${size.width} px, and says what is wrong with a time`, STILL, size, async (page) => {
          await page.click(opener);
          await page.waitForSelector('#until-time');
          const offers = await page.$$eval('.menu [role="menuitem"]', (all) => all.map((each) => each.textContent));
          assert.deepEqual(offers, ['the next timeout', 'the next drop', 'the next time belief ≠ truth', 'the end of the run']);
          await page.type('#until-time', 'soon');
          await page.keyboard.press('Enter');
          await page.waitForSelector('#until-time[aria-invalid="true"]');
          assert.match(await text(page, '#until-why'), /“soon” is not a time/);
          await page.$eval('#until-time', (box) => {
            /** @type {HTMLInputElement} */ (box).value = '';
          });
          await page.type('#until-time', '3,5');
          await page.keyboard.press('Enter');
          await page.waitForFunction(() => document.getElementById('clock')?.textContent === '3.500 s');
        });
      }

      await on('the speed control is whole at 320 px', STILL, { width: 320, height: 640 }, async (page) => {
        const { right, left } = await page.$eval('#speed', (each) => {
          const box = each.getBoundingClientRect();
          return { right: box.right, left: box.left };
        });
        assert.ok(right <= 320 && right - left > 90, `from ${left} to ${right}`);
      });

      await on('the first search says what it looks for, and a knob ends it', `${baseUrl}#p=random-loss&loss=0&dur=900`, DESKTOP, async (page) => {
        await page.waitForSelector('#task:not([hidden])');
        assert.match(await text(page, '#task'), /a timeout at which NewReno is wrong about the cause/);
        await turn(page, 'loss', '5');
        await page.waitForSelector('#task', { hidden: true });
        await plays(page);
        await pause(page);
      });

      await on('a long seek says how far it is; Stop, Play and a knob end it where it is', `${baseUrl}#p=random-loss&dur=3600&t=1&paused=1`, DESKTOP, async (page) => {
        const far = async () => {
          await page.focus('#bar');
          await page.$eval('#bar', (bar) => {
            const { right, bottom } = bar.getBoundingClientRect();
            const at = { clientX: right - 13, clientY: bottom - 21, pointerId: 1, bubbles: true };
            bar.setPointerCapture = () => {};
            bar.dispatchEvent(new PointerEvent('pointerdown', at));
            bar.dispatchEvent(new PointerEvent('pointerup', at));
          });
          await page.waitForSelector('#task:not([hidden])');
        };
        await stands(page);
        await far();
        assert.match(await text(page, '#task'), /^Computing up to 3\d+ s: \d+ s …/);
        await page.click('#task button');
        await page.waitForSelector('#task', { hidden: true });
        await stands(page);
        const stopped = await clock(page);
        assert.ok(stopped > 1 && stopped < 3500, `stopped at ${stopped}`);
        await far();
        await page.click('#play');
        await page.waitForSelector('#task', { hidden: true });
        await plays(page);
        await pause(page);
        assert.ok(await clock(page) < 3500);
        await far();
        await turn(page, 'loss', '5');
        await page.waitForSelector('#task', { hidden: true });
        await stands(page);
        const turned = Number(/loss@([\d.]+)/.exec(await copyLink(page))?.[1]);
        assert.ok(Math.abs(turned - await clock(page)) < 0.001, `recorded at ${turned}`);
      });
    });
  });
}
