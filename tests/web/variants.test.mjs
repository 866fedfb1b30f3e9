// @ts-check
// A variant put together from parts, and a scenario repeated with ten seeds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mended, pairOf } from '../../www/panels/compose.js';
import { baseUrl, browsers, openPage, singleFileUrl, withBrowser } from './harness.mjs';
import { clock, copyLink, pause, plays, stands, started, text, visits } from './user.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const DESKTOP = { width: 1440, height: 900 };
const SHORT = '#p=random-loss&dur=8&t=2&paused=1&seed=18446744073709551614';

test('a timeout that does not go with the recovery gives way to one that does', () => {
  const catalogue = /** @type {import('../../www/types.js').Catalogue} */ (/** @type {unknown} */ ({
    parts: { timeout: [{ id: 'a' }, { id: 'b' }] },
    pairs: [
      { recovery: 'x', timeout: 'a', kind: 'refused', note: 'it needs SACK' },
      { recovery: 'x', timeout: 'b', kind: 'defined', note: '' },
      { recovery: 'y', timeout: 'a', kind: 'same', note: 'the same as over z' },
    ],
  }));
  assert.equal(pairOf(catalogue, 'x', 'a').note, 'it needs SACK');
  const chosen = { window: 'w', recovery: 'x', diagnose: 'd', timeout: 'a' };
  assert.equal(mended(catalogue, chosen).timeout, 'b');
  assert.equal(mended(catalogue, { ...chosen, recovery: 'y' }).timeout, 'a');
});

/**
 * Opens the dialog for the first lane.
 * @param {Page} page
 */
async function compose(page) {
  await page.select('.lane-row select', '…');
  await page.waitForSelector('#compose-use');
}

/**
 * @param {Page} page
 * @param {string} axis
 * @param {string} part
 */
async function choose(page, axis, part) {
  await page.click(`input[name="compose-${axis}"][value="${part}"]`);
}

/** @param {Page} page */
async function repeated(page) {
  await page.click('#repeat-start');
  await page.waitForSelector('#repeat-result table');
}

for (const name of browsers) {
  test(`variants in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      const visit = visits(t, browser);
      const on = (/** @type {string} */ title, /** @type {string} */ url, /** @type {(page: import('puppeteer-core').Page) => Promise<void>} */ use) => visit(title, url, DESKTOP, use);

      await on('parts make a variant that the link carries and replays', `${baseUrl}#p=random-loss&t=6&paused=1`, async (page) => {
        await stands(page);
        const before = await text(page, '#fingerprint');
        await compose(page);
        await choose(page, 'recovery', 'sack');
        await choose(page, 'timeout', 'nrt');
        assert.equal(await text(page, '#compose-name'), 'sack+nrt');
        await page.click('#compose-use');
        await page.waitForFunction(() => /SACK/.test(document.querySelector('#lane-tabs button')?.textContent ?? ''));
        await stands(page);
        const print = await text(page, '#fingerprint');
        assert.notEqual(print, before);
        const link = await copyLink(page);
        assert.match(link, /#p=random-loss.*cc=sack\+nrt,newreno/);
        const second = await openPage(browser, link, DESKTOP);
        await started(second.page);
        await stands(second.page);
        assert.equal(await text(second.page, '#fingerprint'), print);
        await second.page.close();
        await page.click('#undo');
        await stands(page);
        assert.equal(await text(page, '#fingerprint'), before);
      });

      await on('a lane has parameters of its own', `${baseUrl}#p=random-loss&t=6&paused=1`, async (page) => {
        await stands(page);
        await compose(page);
        await page.select('#own-nrt_repair', 'gbn');
        await page.click('.compose-options summary');
        await page.$eval('#own-rto_min', (box) => {
          const input = /** @type {HTMLInputElement} */ (box);
          input.value = '0,3 s';
          input.dispatchEvent(new Event('change'));
        });
        assert.match(await text(page, '#compose-said'), /not possible; allowed: a number from 1/);
        await page.$eval('#own-rto_min', (box) => {
          const input = /** @type {HTMLInputElement} */ (box);
          input.value = '312,5';
          input.dispatchEvent(new Event('change'));
        });
        await page.click('#compose-use');
        await page.waitForFunction(() => /rto_min 312\.5, nrt_repair gbn/.test(document.querySelector('#lane-tabs button')?.textContent ?? ''));
        await stands(page);
        const link = await copyLink(page);
        const second = await openPage(browser, link, DESKTOP);
        await started(second.page);
        await stands(second.page);
        assert.equal(await text(second.page, '#fingerprint'), await text(page, '#fingerprint'));
        await second.page.close();
      });

      for (const [place, url] of [['served', baseUrl], ['in the single file', singleFileUrl]]) {
        await on(`ten seeds give means with intervals, ${place}`, url + SHORT, async (page) => {
          await repeated(page);
          // The largest seeds go on at 0.
          assert.match(await text(page, '#repeat-result caption'), /^10 runs, seeds 18446744073709551614 to 7: mean ± 95 % interval/);
          const cells = await page.$$eval('#repeat-result [data-row="goodput"] td', (all) => all.map((cell) => cell.textContent ?? ''));
          assert.equal(cells.length, 3);
          for (const cell of cells.slice(1)) assert.match(cell, /^\d+(\.\d+)? ± \d+(\.\d+)?$/);
          const rows = await page.$$eval('#repeat-result tbody tr', (all) => all.map((row) => row.dataset.row ?? ''));
          for (const [at, row] of rows.entries()) if (row.endsWith('-recall')) assert.equal(rows[at + 1], row.replace('recall', 'precision'));
          const prints = await page.$$eval('#repeat-result li', (all) => all.map((item) => item.textContent?.split('run ')[1]));
          assert.equal(new Set(prints).size, 10);
          // The first run is the one on the page.
          await page.focus('#bar');
          await page.keyboard.press('End');
          await page.click('#until');
          await page.waitForSelector('#until-time');
          await page.type('#until-time', '8');
          await page.keyboard.press('Enter');
          await stands(page);
          assert.equal(await clock(page), 8);
          assert.equal(await text(page, '#fingerprint'), prints[0]);
        });
      }

      await on('runs can be cancelled while time goes on, and become stale', `${baseUrl}#p=random-loss&dur=600&speed=0.1`, async (page) => {
        await pause(page);
        await page.click('#repeat-start');
        await page.waitForSelector('.repeat-running:not([hidden])');
        await page.click('#play');
        await plays(page);
        await page.waitForFunction(() => Number(document.querySelector('.repeat-running progress')?.getAttribute('value')) > 0);
        await page.click('#repeat-cancel');
        await page.waitForSelector('#repeat-start:not([hidden])');
        assert.match(await text(page, '#repeat'), /Cancelled before a run was done|1 run, seed|\d runs, seeds/);
        await plays(page);
      });

      await on('means of an earlier scenario say so', `${baseUrl}${SHORT}`, async (page) => {
        await repeated(page);
        assert.equal(await text(page, '#repeat-said'), '');
        await page.select('.lane-row select', 'sack');
        await page.waitForFunction(() => /changed since/.test(document.getElementById('repeat-said')?.textContent ?? ''));
      });
    });
  });
}
