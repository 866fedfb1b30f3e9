// @ts-check
// A person's first quarter of an hour with the page, in every browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseUrl, browsers, openPage, withBrowser } from './harness.mjs';
import { clock, copyLink, inkOf, isPlaying, pause, pictureOf, plays, runUntil, stands, started, text, turn, visits } from './user.mjs';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

for (const name of browsers) {
  test(`the page in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      const on = visits(t, browser);

      await on('loads, moves, and draws', baseUrl, DESKTOP, async (page) => {
        await plays(page);
        assert.equal(await isPlaying(page), true);
        const before = await pictureOf(page, '.stage canvas');
        await page.waitForFunction(() => document.querySelectorAll('#events tbody tr:not([hidden])').length > 10);
        assert.notEqual(await pictureOf(page, '.stage canvas'), before, 'packets move');
        assert.ok(await inkOf(page, '.stage canvas') > 500, 'the stage is drawn');
        assert.ok(await inkOf(page, '#strips canvas') > 500, 'the strips are drawn');
        assert.ok(await inkOf(page, '#bar canvas:first-child') > 200, 'the time bar is drawn');
        // What the caption promises is there to be seen: a window falls to 1. A slow machine has passed the first one by now.
        await pause(page);
        await page.focus('#bar');
        await page.keyboard.press('2');
        const falls = [];
        do {
          const before = await clock(page);
          await runUntil(page, 'the next time belief ≠ truth');
          await page.waitForFunction((then) => Number.parseFloat(document.getElementById('clock')?.textContent ?? '') > then, {}, before);
          await stands(page);
          falls.push(/cwnd([\d.]+) → ([\d.]+)/.exec(await text(page, '#card .changed')));
        } while (falls.length < 10 && !(Number(falls.at(-1)?.[1]) >= 5));
        assert.ok(Number(falls.at(-1)?.[1]) >= 5 && Number(falls.at(-1)?.[2]) === 1, `cwnd ${falls.map((fall) => fall?.[0])}`);
      });

      await on('plays and pauses by button and by key', baseUrl, DESKTOP, async (page) => {
        await plays(page);
        await pause(page);
        const stopped = await clock(page);
        await stands(page);
        assert.equal(await clock(page), stopped);
        await page.focus('#bar');
        await page.keyboard.press(' ');
        await plays(page);
        await page.keyboard.press('k');
        await stands(page);
        assert.equal(await isPlaying(page), false);
      });

      await on('the loss knob turns while time runs and goes into the address', baseUrl, DESKTOP, async (page) => {
        await plays(page);
        await turn(page, 'loss', '7,5');
        await page.waitForFunction(() => location.hash.includes('0.075'));
        await plays(page);
        assert.equal(await page.$eval('#knob-loss', (box) => /** @type {HTMLInputElement} */ (box).value), '7.5');
        await page.click('#undo');
        await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('knob-loss')).value !== '7.5');
      });

      await on('a knob refuses what is not a number', baseUrl, DESKTOP, async (page) => {
        await turn(page, 'loss', 'much');
        await page.waitForSelector('[data-knob="loss"] .why:not([hidden])');
        const said = await text(page, '[data-knob="loss"] .why');
        assert.match(said, /“much” is not a number: still [\d.]+ %/);
        assert.equal(await page.$eval('#knob-loss', (box) => /** @type {HTMLInputElement} */ (box).value), /still ([\d.]+)/.exec(said)?.[1], 'what is left shows what runs');
        // Emptied, and given up by Escape.
        await page.focus('#knob-loss');
        await page.$eval('#knob-loss', (box) => /** @type {HTMLInputElement} */ (box).select());
        await page.keyboard.press('Backspace');
        await page.keyboard.press('Enter');
        await page.waitForSelector('#knob-loss[aria-invalid="true"]');
        assert.match(await text(page, '[data-knob="loss"] .why'), /^Empty: still [\d.]+ %$/);
        await page.keyboard.press('Escape');
        assert.equal(await page.$eval('#knob-loss', (box) => /** @type {HTMLInputElement} */ (box).value), /still ([\d.]+)/.exec(said)?.[1]);
        assert.equal(await page.$('#knob-loss[aria-invalid="true"]'), null);
      });

      await on('a timeout is seen, and stepped back over', baseUrl, DESKTOP, async (page) => {
        await pause(page);
        await runUntil(page, 'the next timeout');
        const at = await clock(page);
        const title = await text(page, '#card h2');
        assert.match(title, /timeout at/);
        await page.click('#back');
        await stands(page);
        assert.ok(await clock(page) <= at);
        await page.keyboard.press('ArrowLeft');
        await stands(page);
        assert.ok(await clock(page) < at, 'earlier than the timeout');
        const cards = await page.$$eval('#card h2', (all) => all.map((each) => each.textContent));
        assert.ok(!cards.includes(title), 'its card is gone');
      });

      await on('forward and back again is the same instant', baseUrl, DESKTOP, async (page) => {
        await pause(page);
        const print = await text(page, '#fingerprint');
        const at = await clock(page);
        for (let step = 0; step < 5; step++) {
          await page.click('#forward');
          await stands(page);
        }
        assert.ok(await clock(page) > at);
        await page.$eval('#bar', (bar) => /** @type {HTMLElement} */ (bar).focus());
        await page.keyboard.press('Home');
        await page.waitForFunction(() => document.getElementById('clock')?.textContent === '0.000 s');
        await stands(page);
        await page.click('#until');
        await page.waitForSelector('#until-time');
        await page.type('#until-time', String(at));
        await page.keyboard.press('Enter');
        await stands(page);
        assert.equal(await clock(page), at);
        assert.match(print, /^[0-9a-f]{8}$/);
      });

      await on('a link opens at the same instant with the same fingerprint', baseUrl, DESKTOP, async (page) => {
        await plays(page);
        await turn(page, 'loss', '3');
        await plays(page);
        await runUntil(page, 'the next drop');
        const at = await clock(page);
        const print = await text(page, '#fingerprint');
        const link = await copyLink(page);
        const second = await openPage(browser, link, DESKTOP);
        await started(second.page);
        await stands(second.page);
        assert.equal(await clock(second.page), at);
        assert.equal(await text(second.page, '#fingerprint'), print);
        assert.match(await text(second.page, '#banner p'), /exactly/i);
        assert.deepEqual(second.errors, []);
        await second.page.close();
      });

      await on('keys choose lanes and step', baseUrl, DESKTOP, async (page) => {
        await pause(page);
        await page.focus('#bar');
        await page.keyboard.press('2');
        await page.waitForSelector('#lane-tabs button:nth-child(2)[aria-pressed="true"]');
        await page.keyboard.press('1');
        await page.waitForSelector('#lane-tabs button:nth-child(1)[aria-pressed="true"]');
        const at = await clock(page);
        await page.keyboard.down('Shift');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.up('Shift');
        await stands(page);
        assert.ok(await clock(page) > at);
        assert.notEqual(await text(page, '#live'), '', 'the step is said');
      });

      await on('lanes are added, changed and removed', baseUrl, DESKTOP, async (page) => {
        await pause(page);
        await page.click('.lane-add');
        await page.waitForFunction(() => document.querySelectorAll('.lane-row').length === 3);
        await stands(page);
        assert.equal(await page.$$eval('#strips canvas:not(.over)', (all) => all.length), 3);
        await page.click('.lane-row:nth-of-type(3) button');
        await page.waitForFunction(() => document.querySelectorAll('.lane-row').length === 2);
      });

      await on('themes change and the stage is drawn in each', baseUrl, DESKTOP, async (page) => {
        await pause(page);
        const papers = new Set();
        for (let each = 0; each < 3; each++) {
          papers.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
          assert.ok(await inkOf(page, '.stage canvas') > 500);
          await page.click('#theme');
          await stands(page);
        }
        assert.equal(papers.size, 3);
      });

      await on('a second tab in front for five seconds is no reason to hurry', `${baseUrl}#p=random-loss&speed=1`, DESKTOP, async (page) => {
        await plays(page);
        const before = await clock(page);
        const front = await browser.newPage();
        await front.bringToFront();
        await new Promise((wake) => setTimeout(wake, 5000));
        await front.close();
        await page.bringToFront();
        await plays(page);
        const after = await clock(page);
        assert.ok(after - before < 9, `${after - before} s passed`);
      });

      await on('a phone shows every tab without scrolling sideways', baseUrl, PHONE, async (page) => {
        await pause(page);
        for (const tab of ['topology', 'traces', 'events', 'knobs']) {
          await page.click(`.tabs [data-tab="${tab}"]`);
          await stands(page);
          const { wide, small } = await page.evaluate(() => ({
            wide: document.documentElement.scrollWidth - innerWidth,
            small: [...document.querySelectorAll('button, select, input:not([type="checkbox"])')]
              // Presses go through the mirrors to the canvas.
              .filter((each) => each.checkVisibility() && !each.closest('.mirror') && each.getBoundingClientRect().height < 43.5)
              .map((each) => each.id || each.textContent),
          }));
          assert.ok(wide <= 0, `${tab} is ${wide} px too wide`);
          assert.deepEqual(small, [], `targets on ${tab}`);
          assert.ok(await page.$eval('#play', (each) => each.getBoundingClientRect().bottom <= innerHeight), 'the time bar stays');
        }
      });

      await t.test('an engine that breaks says so, keeps the link, and restarts', async () => {
        const { page } = await openPage(browser, `${baseUrl}#p=random-loss&seed=77`, DESKTOP);
        await started(page);
        await plays(page);
        await page.evaluate(async () => {
          const url = new URL('pkg/cwndlab.js', document.baseURI).href;
          const { memory } = await (await import(url)).default();
          // Above the stack lies all that the engine has. It fails in the next frame.
          new Uint8Array(memory.buffer).fill(0xff, 1 << 20);
        });
        await page.waitForSelector('#trouble:not([hidden]) h2');
        assert.match(await text(page, '#trouble'), /stopped with an error/);
        assert.match(await text(page, '#trouble'), /seed 77/);
        assert.match(page.url(), /seed=77/);
        await Promise.all([page.waitForNavigation(), page.click('#trouble button')]);
        await started(page);
        await plays(page);
        await page.close();
      });
    });
  });
}
