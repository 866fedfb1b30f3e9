// @ts-check
// The second lane: each panel is drawn, says what it shows, belongs to the link, and is the same by play and by seek.

import assert from 'node:assert/strict';
import test from 'node:test';

import { baseUrl, browsers, openPage, withBrowser } from './harness.mjs';
import { copyLink, goTo, inkOf, pause, pictureOf, plays, reachOf, stands, started, text, turn, visits } from './user.mjs';

const DESKTOP = { width: 1440, height: 900 };
const TALL = { width: 1440, height: 1400 };
const PHONE = { width: 390, height: 844 };

/** A paused run at an instant, with a panel open. */
const at = (/** @type {string} */ panel, t = 9.5) => `${baseUrl}#p=random-loss&t=${t}&paused=1&panels=${panel}`;

/** The first chart of the second lane. */
const CHART = '#second .strips canvas:not(.over)';

for (const name of browsers) {
  test(`the second lane in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      const on = visits(t, browser, true);

      for (const [panel, words] of /** @type {[string, RegExp][]} */ ([
        ['sequence', /NRT: sent \d+, acked \d+/],
        ['queue', /NRT: \d+ of 50 wait/],
        ['rtt', /NRT: srtt [\d.]+ ms, RTO [\d.]+ ms, timer [\d.]+ ms/],
        ['goodput', /NRT: \d+ kbit\/s/],
      ])) {
        await on(`${panel} is drawn and said`, at(panel), DESKTOP, async (page) => {
          assert.equal(await page.$eval('#panel', (each) => /** @type {HTMLSelectElement} */ (each).value), panel);
          await page.waitForFunction(() => document.getElementById('second-words')?.textContent !== '');
          assert.match(await text(page, '#second-words'), words);
          const whole = await inkOf(page, CHART);
          assert.ok(whole > 2000, `${whole} pixels`);
          const [picture, reach] = [await pictureOf(page, CHART), await reachOf(page, CHART)];
          await page.click('#forward');
          await stands(page);
          await page.click('#back');
          await stands(page);
          await goTo(page, 5);
          const less = await reachOf(page, CHART);
          assert.ok(less > 0.3 * reach && less < 0.8 * reach, `to ${less} instead of ${reach}: less of the run is shown`);
          await goTo(page, 9.5);
          assert.equal(await pictureOf(page, CHART), picture, 'the same instant is the same picture');
        });
      }

      await on('it is chosen, belongs to the link, and survives a reload', `${baseUrl}#p=random-loss&t=6&paused=1`, DESKTOP, async (page) => {
        assert.equal(await page.$eval('#second .strips', (each) => /** @type {HTMLElement} */ (each).hidden), true);
        await page.select('#panel', 'rtt');
        await page.waitForFunction(() => location.hash.includes('panels=rtt'));
        assert.match(await copyLink(page), /panels=rtt/);
        await page.reload();
        await started(page);
        await stands(page);
        assert.equal(await page.$eval('#panel', (each) => /** @type {HTMLSelectElement} */ (each).value), 'rtt');
        assert.equal(await text(page, '#second b'), 'ms');
        await page.select('#panel', '');
        await page.waitForFunction(() => !location.hash.includes('panels='));
      });

      await on('every lane has a row where there is room, else the shown lane', at('queue'), TALL, async (page) => {
        assert.equal(await page.$$eval(CHART, (all) => all.length), 2);
        await page.setViewport(DESKTOP);
        await page.waitForFunction((chart) => document.querySelectorAll(chart).length === 1, {}, CHART);
        assert.match(await page.$eval(CHART, (each) => each.getAttribute('aria-label') ?? ''), /NRT/);
        await page.click('#lane-tabs button:nth-child(2)');
        await page.waitForFunction((chart) => document.querySelector(chart)?.getAttribute('aria-label')?.includes('NewReno'), {}, CHART);
      });

      await on('it goes on while time runs, and a knob turned is a new future', `${baseUrl}#p=random-loss&t=3&speed=1&paused=1&panels=sequence`, DESKTOP, async (page) => {
        const before = await pictureOf(page, CHART);
        await page.click('#play');
        await plays(page);
        await page.waitForFunction(() => Number.parseFloat(document.getElementById('clock')?.textContent ?? '') > 4);
        await pause(page);
        assert.notEqual(await pictureOf(page, CHART), before);
        await goTo(page, 3.5);
        await turn(page, 'loss', '20');
        await stands(page);
        await goTo(page, 6);
        assert.ok(await inkOf(page, CHART) > 1000);
      });

      await on('the table of rounds is a table, and goes into a file', at('rounds'), DESKTOP, async (page) => {
        await page.waitForSelector('.rounds tbody tr:not([hidden])');
        assert.match(await text(page, '.rounds caption'), /^Round trips of NRT, newest first: \d+ to (\d+) of \1/);
        const { heads, rows } = await page.$eval('.rounds table', (table) => ({
          heads: [...table.querySelectorAll('thead th')].map((each) => `${each.getAttribute('scope')} ${each.textContent}`),
          rows: [...table.querySelectorAll('tbody tr:not([hidden])')].map((row) => [...row.children].map((cell) => cell.textContent)),
        }));
        assert.ok(heads.every((head) => head.startsWith('col ')) && heads.length === 11);
        assert.ok(rows.length > 20);
        assert.equal(rows[0][4], '…', 'the round under way is not counted yet');
        assert.match(rows[1][9] ?? '', /^[\d.]+ \/ [\d.]+ \/ [\d.]+$/);
        const csv = await page.evaluate(() => new Promise((done) => {
          const make = URL.createObjectURL;
          URL.createObjectURL = (/** @type {Blob} */ blob) => {
            void blob.text().then(done);
            return make(blob);
          };
          document.getElementById('rounds-csv')?.click();
        }));
        assert.ok(/\nlane,label,flow,round,start_s,end_s,.*\n1,NRT,1,1,0\.\d+,/.test(String(csv)));
        await page.keyboard.press('2');
        await page.click('#lane-tabs button:nth-child(2)');
        await page.waitForFunction(() => document.querySelector('.rounds caption')?.textContent?.includes('NewReno'));
      });

      await on('charts as SVG contain the panel', at('rtt'), DESKTOP, async (page) => {
        const svg = await page.evaluate(() => new Promise((done) => {
          const make = URL.createObjectURL;
          URL.createObjectURL = (/** @type {Blob} */ blob) => {
            void blob.text().then(done);
            return make(blob);
          };
          document.getElementById('export')?.click();
          const items = [...document.querySelectorAll('.menu [role="menuitem"]')];
          const item = items.find((each) => each.textContent === 'Charts, SVG');
          if (item instanceof HTMLElement) item.click();
        }));
        assert.ok(String(svg).includes('RTT and timer, ms'));
      });

      await on('a phone has it among the traces', at('goodput'), PHONE, async (page) => {
        await page.click('.tabs [data-tab="traces"]');
        await stands(page);
        await page.$eval(CHART, (each) => each.scrollIntoView());
        assert.ok(await inkOf(page, CHART) > 500);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      });

      await t.test('an unknown panel is named', async () => {
        const { page } = await openPage(browser, `${baseUrl}#p=random-loss&panels=sequel`, DESKTOP);
        await page.waitForSelector('#trouble:not([hidden])');
        assert.match(await text(page, '#trouble'), /panels.*sequel/s);
        await page.close();
      });
    });
  });
}
