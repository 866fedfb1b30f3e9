// @ts-check
// The Experiments view: a figure is run, drawn, judged, cancelled, opened; its numbers are the tool's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { baseUrl, browsers, openPage, root, singleFileUrl, tool, withBrowser } from './harness.mjs';
import { inkOf, plays, started, text, visits } from './user.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const CHART = '.experiments .sweep canvas';

/** Three points of two series, a few seconds. */
const SMALL = 'nrt/5b';

/** What the tool says of a figure. */
function ofTool(/** @type {string} */ figure) {
  const { stdout, stderr } = spawnSync(tool, ['figure', figure, '--setting', 'smoke', '--json', '--results', path.join(root, 'target/page-results')], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.ok(stdout, stderr);
  return JSON.parse(stdout).figures[0];
}

/** The numbers of the table, by column. */
function numbers(/** @type {Page} */ page) {
  return page.$$eval('.numbers:not(.beside) tbody tr', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

/** Waits until nothing runs any more. */
async function ended(/** @type {Page} */ page) {
  await page.waitForFunction(() => document.getElementById('experiments')?.textContent === 'Experiments'
    && document.querySelector('.sweep-running')?.hasAttribute('hidden'));
}

/** How a mean is written. */
function written(/** @type {number} */ mean) {
  return mean.toFixed(mean >= 100 ? 0 : mean >= 10 ? 1 : 3);
}

for (const name of browsers) {
  test(`experiments in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      const on = visits(t, browser);

      await on('a figure is found, run, drawn and judged; a point opens its run; back leads back', `${baseUrl}#p=random-loss&t=6&paused=1`, DESKTOP, async (page) => {
        await page.waitForFunction(() => Number.parseFloat(document.getElementById('clock')?.textContent ?? '') === 6);
        const fingerprint = await text(page, '#fingerprint');
        await page.click('#experiments');
        await page.waitForSelector('.experiments .listed');
        assert.equal(await page.evaluate(() => location.hash), '#experiments');
        assert.match(await text(page, '#experiments-tally'), /^73 claims/);
        await page.click(`.experiments a[href="#experiments=${SMALL}"]`);
        await page.waitForSelector('#run-smoke');
        assert.match(await text(page, '.experiments h2'), /^Fig\. 5b: Throughput/);
        await page.waitForFunction(() => document.querySelector('.setting[data-chosen] .state')?.textContent?.endsWith('came with the page'));
        assert.ok(await inkOf(page, CHART) > 1500, 'results that came with the page');
        assert.match(await page.$eval('[data-claim="S000-025"] .verdict-badge', (badge) => badge.textContent ?? ''), /^(reproduces|partly|does not reproduce)$/);
        const begun = Date.now();
        await page.click('#run-smoke');
        await page.waitForFunction(() => /^1 of|^[1-9]\d* of/.test(document.querySelector('.setting[data-chosen] .state')?.textContent ?? ''));
        assert.ok(Date.now() - begun < 20_000, 'a first result soon');
        await ended(page);
        assert.equal(await text(page, '.setting[data-chosen] .state'), '4 of 4 known, run here');
        assert.ok(await inkOf(page, CHART) > 1500);

        const told = ofTool(SMALL);
        const rows = await numbers(page);
        assert.deepEqual(rows, told.lines[0].cells.map((/** @type {{ x: number }} */ { x }, /** @type {number} */ at) =>
          [String(x), ...told.lines.map((/** @type {{ cells: { mean: number }[] }} */ { cells }) => written(cells[at].mean))]));

        const claim = await page.$eval('[data-claim="S000-025"]', (card) => card.textContent ?? '');
        assert.match(claim, /open/, 'one run proves nothing');
        assert.match(claim, /too few runs/);
        assert.match(claim, /ordering: the 95 % interval/);

        // By keyboard to the second point of the first series, then a press on where it is.
        await page.focus('.sweep .point');
        await page.keyboard.press('ArrowRight');
        assert.match(await text(page, '.readout'), /^ECN, Flows 4: [\d.]+ kbit\/s, 1 run/);
        const box = await (await page.$('.sweep .point'))?.boundingBox();
        assert.ok(box);
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await page.waitForSelector('.experiments', { hidden: true });
        await page.waitForFunction(() => location.hash.includes('p=wlan-chain'));
        const link = await page.evaluate(() => location.hash);
        for (const part of ['flows=4', 'seed=1', 'dur=20', 'aqm=ecn']) assert.ok(link.includes(part), `${part} in ${link}`);
        await page.goBack();
        await page.waitForSelector('.experiments .numbers');
        assert.deepEqual(await numbers(page), rows, 'the results are still there');
        await page.goBack();
        await page.waitForSelector('.experiments .listed');
        await page.goBack();
        await page.waitForSelector('.experiments', { hidden: true });
        await page.waitForFunction((before) => document.getElementById('fingerprint')?.textContent === before, {}, fingerprint);
      });

      await on('cancel keeps what is done, and the live run goes on meanwhile', `${baseUrl}#experiments=nrt/10`, DESKTOP, async (page) => {
        await page.waitForFunction(() => document.querySelector('.setting[data-chosen] .state')?.textContent?.endsWith('came with the page'));
        // A claim that is folded out follows the setting and stays open.
        await page.click('[data-claim="S000-001"] summary');
        await page.click('#setting-smoke');
        await page.waitForFunction(() => document.querySelector('[data-claim="S000-001"] details[open]')?.textContent?.includes('too few runs'));
        await page.click('#run-smoke');
        await page.waitForFunction(() => /^[1-9]\d* of 12 known/.test(document.querySelector('.setting[data-chosen] .state')?.textContent ?? ''));
        assert.ok(await inkOf(page, CHART) > 500, 'a partial picture');
        await page.click('#experiments-leave');
        await page.waitForSelector('.experiments', { hidden: true });
        if (await page.$eval('#play', (button) => button.getAttribute('aria-label') === 'Play time')) await page.click('#play');
        await plays(page);
        assert.match(await text(page, '#experiments'), /^Experiments( \d+ %)?$/);
        await page.click('#experiments');
        await page.click('.experiments a[href="#experiments=nrt/10"]');
        await page.waitForSelector('#run-smoke');
        if (await page.$eval('.sweep-running', (bar) => !bar.hasAttribute('hidden'))) await page.click('#sweep-cancel');
        await ended(page);
        assert.match(await text(page, '.setting[data-chosen] .state'), /^[1-9]\d* of 12 known, run here$/);
        assert.ok(await inkOf(page, CHART) > 500);
        assert.ok((await page.$$('.claim')).length >= 5);
      });

      await on('unknown figures are named, Table 2 has no runs, Escape leads to the run', `${baseUrl}#experiments=nrt/99`, DESKTOP, async (page) => {
        assert.match(await text(page, '.experiments h2'), /nrt\/99/);
        await page.evaluate(() => {
          location.hash = 'experiments=nrt/t2';
        });
        await page.waitForFunction(() => document.querySelector('.experiments h2')?.textContent?.startsWith('Table 2'));
        assert.equal((await page.$$('.experiments .listed tbody tr')).length, 7);
        await page.keyboard.press('Escape');
        await page.waitForSelector('.experiments', { hidden: true });
        await page.waitForFunction(() => location.hash.startsWith('#p='));
      });

      await on('a phone shows it without scrolling sideways', `${baseUrl}#experiments=nrt/11`, PHONE, async (page) => {
        await page.waitForSelector('.experiments .claim');
        assert.ok(await page.$eval('.experiments', (view) => view.scrollWidth <= view.clientWidth));
        assert.ok(await inkOf(page, CHART) > 100, 'axes and names');
      });

      await t.test('the single file runs a figure from disk', async () => {
        const { page, errors } = await openPage(browser, `${singleFileUrl}#experiments=${SMALL}`, DESKTOP);
        await started(page);
        await page.waitForSelector('#run-smoke');
        await page.waitForFunction(() => document.querySelector('[data-claim="S000-025"]')?.textContent?.includes('modified ECN'));
        await page.click('#run-smoke');
        await page.waitForFunction(() => /^[1-9]\d* of 4/.test(document.querySelector('.setting[data-chosen] .state')?.textContent ?? ''));
        assert.deepEqual(errors, []);
        await page.close();
      });
    });
  });
}

test('the page knows which results come with it', async () => {
  await withBrowser('chromium', async (browser) => {
    const { page } = await openPage(browser, `${baseUrl}pkg/README.md`);
    const known = await page.evaluate(async (module) => (await import(module)).COMMITTED, `${baseUrl}www/store/outcomes.js`);
    const folder = path.join(root, 'results');
    const files = existsSync(folder) ? (await readdir(folder)).filter((file) => file.endsWith('.csv')).sort() : [];
    const said = Object.entries(known).flatMap(([paper, settings]) => settings.map((/** @type {string} */ setting) => `${paper}-${setting}.csv`)).sort();
    assert.deepEqual(said, files.filter((file) => /^[a-z0-9]+-(smoke|quick|paper)\.csv$/.test(file)));
  });
});
