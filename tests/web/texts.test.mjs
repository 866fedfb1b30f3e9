// @ts-check
// Words that have to be seen whole, and controls that stay where they are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseUrl, browsers, withBrowser } from './harness.mjs';
import { clock, runUntil, stands, text, visits } from './user.mjs';

const DESKTOP = { width: 1440, height: 900 };
const STILL = `${baseUrl}#p=random-loss&t=9.6&paused=1`;

for (const name of browsers) {
  test(`texts and places in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      const on = visits(t, browser, true);

      await on('the sentence of every scenario is whole or not there', STILL, DESKTOP, async (page) => {
        const presets = await page.$$eval('#scenario option', (all) => all.map((each) => /** @type {HTMLOptionElement} */ (each).value).filter(Boolean));
        for (const width of [1440, 1200, 1024]) {
          await page.setViewport({ width, height: 800 });
          for (const preset of width === 1440 ? presets : ['random-loss', 'chain-10', 'dsr-chain']) {
            await page.select('#scenario', preset);
            const cut = await page.$eval('#sentence', (each) => each.checkVisibility() && each.scrollHeight > each.clientHeight + 1);
            assert.equal(cut, false, `${preset} at ${width} px`);
          }
        }
      });

      await on('the card of a tablet has room between its words', `${baseUrl}#p=dsr-chain&t=3&paused=1`, { width: 1024, height: 768 }, async (page) => {
        const rooms = await page.evaluate(() => {
          const rect = (/** @type {Node} */ node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return range.getBoundingClientRect();
          };
          const pairs = [['.verdict .word > span', '.verdict .relation'], ['.verdict .relation', '.verdict .relation + .word svg'], ['.changed tr:nth-child(2) td', '.changed tr:nth-child(2) td + td']];
          return pairs.map(([left, right]) => {
            const [a, b] = [left, right].map((each) => /** @type {Element} */ (document.querySelector(`#card ${each}`)));
            return (b instanceof SVGElement ? b.getBoundingClientRect() : rect(b)).left - rect(a).right;
          });
        });
        assert.ok(rooms.every((room) => room >= 5), String(rooms));
      });

      await on('knobs of other topologies stand together, with the reason once', STILL, DESKTOP, async (page) => {
        await page.$$eval('#knobs details', (all) => all.forEach((each) => {
          each.open = true;
        }));
        const { reasons, folded } = await page.evaluate(() => ({
          reasons: [...document.querySelectorAll('#knobs .why')].filter((each) => each.checkVisibility() && each.textContent === 'this topology does not have it').length,
          folded: [...document.querySelectorAll('#knobs .absent')].filter((each) => each.checkVisibility()).map((each) => each.querySelector('summary')?.textContent),
        }));
        assert.equal(reasons, 0);
        assert.ok(folded.some((each) => /^Not in this topology \(\d+\)$/.test(each ?? '')), String(folded));
        await page.select('#scenario', 'chain-10');
        await page.waitForFunction(() => document.querySelector('[data-knob="spacing"]')?.closest('.absent') === null);
        assert.ok(await page.$eval('[data-knob="trace"]', (each) => each.closest('.absent') !== null));
      });

      await on('Present stays under the pointer', STILL, DESKTOP, async (page) => {
        await page.click('#present');
        await stands(page);
        await page.waitForSelector('html[data-present]');
        const box = await page.$eval('#present', (each) => each.getBoundingClientRect().toJSON());
        await page.click('#present');
        await page.waitForSelector('html:not([data-present])');
        const back = await page.$eval('#present', (each) => each.getBoundingClientRect().toJSON());
        assert.ok(Math.abs(box.x + box.width / 2 - back.x - back.width / 2) < back.width / 2 - 4 && Math.abs(box.y + box.height / 2 - back.y - back.height / 2) < back.height / 2, `${JSON.stringify(box)} ${JSON.stringify(back)}`);
      });

      await on('the run goes to its end by the menu', `${baseUrl}#p=random-loss&dur=12&t=2&paused=1`, DESKTOP, async (page) => {
        await runUntil(page, 'the end of the run');
        await page.waitForFunction(() => document.getElementById('clock')?.textContent === '12.000 s');
        assert.equal(await clock(page), 12);
      });

      await on('the first step of the tour leaves the card and the caption alone', STILL, DESKTOP, async (page) => {
        await page.click('#help');
        await page.waitForSelector('#help-tour');
        await page.click('#help-tour');
        await page.waitForSelector('.tour:popover-open');
        await stands(page);
        const overlaps = await page.evaluate(() => {
          const [tour, card] = ['.tour', '#card'].map((each) => /** @type {Element} */ (document.querySelector(each)).getBoundingClientRect());
          return tour.left < card.right && tour.right > card.left && tour.top < card.bottom && tour.bottom > card.top;
        });
        assert.equal(overlaps, false);
      });

      await on('the causes on a phone’s network are explained below it', STILL, { width: 390, height: 844 }, async (page) => {
        const seen = await page.$$eval('#legend .cause', (all) => all.filter((each) => each.checkVisibility()).map((each) => each.textContent ?? ''));
        for (const word of ['contention', 'random loss', 'spurious', 'link failure']) assert.ok(seen.some((each) => each.includes(word)), word);
      });

      await on('each row of the score says what it counts', `${baseUrl}#p=chain&hops=3&cc=stoder,dsack&loss=0.05&dur=10&k=loss@4:0.2&t=10&paused=1`, DESKTOP, async (page) => {
        await page.waitForSelector('#score tr[data-id="right"]');
        assert.match(await text(page, '#score tr[data-id="right"]'), /timeouts\d+ of \d+/);
        assert.match(await text(page, '#score tr[data-id="random-recall"]'), /outages\d+ of \d+/);
        assert.match(await text(page, '#score'), /recall and precision count outages, by the first timeout of each/);
        const notes = await page.$$eval('#score tbody tr[data-id]', (all) => all.map((each) => each.getAttribute('title') ?? ''));
        assert.ok(notes.slice(1).every((note) => note.startsWith('Counted in ')), notes.join('\n'));
      });
    });
  });
}
