// @ts-check
// The Experiments view: a figure is run, drawn, judged, cancelled, opened; its numbers are the tool's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { findings } from './axe.mjs';
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
        await page.waitForFunction(() => /^73 claims/.test(document.getElementById('experiments-tally')?.textContent ?? ''));
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
        await page.waitForFunction(() => /run here/.test(document.querySelector('.setting[data-chosen] .state')?.textContent ?? ''));
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
        assert.match(claim, /ordering: the 95\s% interval/);

        // By keyboard to the second point of the first series, then a press on where it is.
        await page.focus('.sweep .point');
        await page.keyboard.press('ArrowRight');
        assert.match(await text(page, '.readout'), /^ECN, Flows 4: [\d.]+ kbit\/s, 1 run/);
        const box = await (await page.$('.sweep .point'))?.boundingBox();
        assert.ok(box);
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        // Where two marks cover each other the press asks.
        const [entry] = await page.$$('.menu.points button');
        if (entry) await page.$$eval('.menu.points button', (buttons) => /** @type {HTMLElement} */ (buttons.find((each) => each.textContent?.startsWith('ECN:'))).click());
        await page.waitForSelector('.experiments', { hidden: true });
        await page.waitForFunction(() => location.hash.includes('p=wlan-chain'));
        const link = await page.evaluate(() => location.hash);
        for (const part of ['flows=4', 'seed=1', 'dur=20', 'aqm=ecn']) assert.ok(link.includes(part), `${part} in ${link}`);
        await page.goBack();
        await page.waitForSelector('.experiments .numbers');
        assert.deepEqual(await numbers(page), rows, 'the results are still there');
        await page.goBack();
        await page.waitForFunction(() => document.querySelector('.setting[data-chosen] b')?.textContent === 'quick');
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
        await page.waitForFunction(() => document.querySelector('[data-claim="S000-001"]:has(details[open])')?.textContent?.includes('too few runs'));
        await page.click('#run-smoke');
        await page.waitForFunction(() => /run here/.test(document.querySelector('.setting[data-chosen] .state')?.textContent ?? ''));
        assert.ok(await inkOf(page, CHART) > 500, 'the picture stays');
        await page.click('#experiments-leave');
        await page.waitForSelector('.experiments', { hidden: true });
        if (await page.$eval('#play', (button) => button.getAttribute('aria-label') === 'Play time')) await page.click('#play');
        await plays(page);
        assert.match(await text(page, '#experiments'), /^Experiments( \d+ %)?$/);
        await page.click('#experiments');
        await page.click('.experiments a[href="#experiments=nrt/10&setting=smoke"]');
        await page.waitForSelector('#run-smoke');
        // Looked and pressed at once: it may end in between.
        await page.$eval('.sweep-running', (bar) => bar.hasAttribute('hidden') || document.getElementById('sweep-cancel')?.click());
        await ended(page);
        const state = await text(page, '.setting[data-chosen] .state');
        assert.match(state, /^[1-9]\d* run here, [1-9]\d* came with the page$|^12 of 12 known, run here$/);
        const counts = (state.match(/\d+(?= run here| came)/g) ?? []).map(Number);
        assert.equal(counts.reduce((sum, count) => sum + count, 0) || 12, 12, 'nothing is lost');
        assert.ok(await inkOf(page, CHART) > 500);
        assert.ok((await page.$$('.claim')).length >= 5);
      });

      await on('the setting stands in the address; what cannot be read of it is named', `${baseUrl}#experiments=nrt/10&setting=smoke`, DESKTOP, async (page) => {
        const chosen = (/** @type {string} */ setting) => page.waitForFunction((id) => document.querySelector('.setting[data-chosen] b')?.textContent === id, {}, setting);
        const hash = () => page.evaluate(() => location.hash);
        await page.waitForFunction(() => document.querySelector('#run-quick')?.textContent === 'Run again');
        await chosen('smoke');
        await page.click('#setting-paper');
        await chosen('paper');
        assert.equal(await hash(), '#experiments=nrt/10&setting=paper');
        assert.equal(await page.$eval('.experiments nav a', (link) => link.getAttribute('href')), '#experiments&setting=paper');
        await page.reload();
        await page.waitForSelector('#run-smoke');
        await chosen('paper');
        await page.goBack();
        await chosen('smoke');
        await page.goForward();
        await chosen('paper');
        await page.evaluate(() => {
          location.hash = 'experiments=nrt/10';
        });
        await chosen('quick');
        await page.evaluate(() => {
          location.hash = 'experiments=nrt/10&setting=much&etc';
        });
        await page.waitForSelector('.experiments .problems');
        assert.deepEqual(await page.$$eval('.problems li', (rows) => rows.map((row) => row.textContent)), [
          'setting: “much” is not possible; allowed: smoke, quick, paper.',
          'part: “etc” is not possible; allowed: setting.',
        ]);
        await page.click('.experiments .body a');
        await chosen('quick');
        assert.equal(await hash(), '#experiments=nrt/10');
      });

      await on('claims are counted by what decides them and told in words', `${baseUrl}#experiments`, DESKTOP, async (page) => {
        await page.waitForFunction(() => document.getElementById('experiments-tally')?.textContent?.includes('reproduce'));
        const said = await text(page, '#experiments-tally');
        assert.match(said, /^73 claims: of 49 measured claims \d+ reproduce, .*; 5 are parameters that the runs carry; 8 are decided by worked examples; 11 cannot be tested here\./);
        const sum = [...(/measured claims ([^;]*);/.exec(said)?.[1] ?? '').matchAll(/\d+/g)].reduce((all, [count]) => all + Number(count), 0);
        assert.equal(sum, 49);
        const card = async (/** @type {string} */ figure, /** @type {string} */ id) => {
          await page.evaluate((to) => {
            location.hash = `experiments=${to}`;
          }, figure);
          await page.waitForSelector(`[data-claim="${id}"] .verdict-badge[data-verdict]`);
          return page.$eval(`[data-claim="${id}"]`, (article) => article.textContent ?? '');
        };
        const seeds = await card('nrt/10', 'S000-031');
        assert.match(seeds, /parameter, carried.*Runs carry.*in the setting paper: 10/);
        assert.doesNotMatch(seeds, /Measured|reproduces/);
        assert.match(await card('nrt/14d', 'S000-049'), /share of random loss above share of congestion, share of spurious timeouts/);
        assert.match(await card('nrt/5a', 'S000-024'), /mean over the whole run (not )?on the claimed side/);
        assert.doesNotMatch(await card('nrt/5a', 'S000-024'), / at 1\b|of 1 point/);
        const words = await page.evaluate(async (base) => {
          const { METRICS } = await import(`${base}www/panels/experiments-words.js`);
          const { loadExperiments } = await import(`${base}www/engine.js`);
          return { here: Object.keys(METRICS), there: (await loadExperiments()).metrics };
        }, baseUrl);
        assert.deepEqual(words.here, words.there, 'every metric has words');
        // No code of the engine is left but names of tests and contrasts.
        for (const figure of ['2b', '10', '12', '14b', '16', '22a']) {
          await page.evaluate((to) => {
            location.hash = `experiments=nrt/${to}`;
          }, figure);
          await page.waitForFunction((name) => document.querySelector('.experiments h2')?.textContent?.startsWith(`Fig. ${name}:`)
            && document.querySelector('.claims .verdict-badge[data-verdict]'), {}, figure);
          const left = await page.$$eval('.claims dd', (rows) => rows.flatMap((row) => [...row.childNodes].filter((node) => node.nodeName !== 'A').map((node) => node.textContent ?? '')));
          assert.deepEqual(left.filter((words) => /nrt\/|[a-z]_[a-z]|rpl|cpl|->|>=| - |undefined/.test(words)), []);
          assert.ok((await page.$$('.claim dt')).length > 0);
        }
      });

      await on('points that cover each other are told together and offered one by one', `${baseUrl}#experiments=nrt/10`, DESKTOP, async (page) => {
        await page.waitForFunction(() => document.querySelector('.numbers tbody')?.querySelectorAll('tr').length === 7);
        const equal = (await numbers(page))[0].slice(1);
        await page.focus('.sweep .point');
        for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown');
        assert.match(await text(page, '.readout'), /^Eifel, Random loss 1 %: .*In the same place: /);
        const box = await (await page.$('.sweep .point'))?.boundingBox();
        assert.ok(box);
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await page.waitForFunction(() => document.querySelector('.readout')?.textContent?.startsWith('Random loss 1 %:'));
        const told = await text(page, '.readout');
        for (const [at, label] of ['NRT', 'EQRTO', 'F-RTO', 'Eifel', 'DSACK', 'NewReno'].entries()) {
          assert.ok(told.includes(label), `${label} in ${told}`);
          assert.equal(told.split(`${equal[at]} kbit/s`).length, 2, `${equal[at]} once in ${told}`);
        }
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await page.waitForSelector('.menu.points');
        const items = await page.$$eval('.menu.points button', (buttons) => buttons.map((each) => each.textContent));
        assert.equal(items.length, 6);
        await page.keyboard.press('Escape');
        await page.waitForSelector('.menu.points', { hidden: true });
        assert.ok(await page.$('.experiments .numbers'), 'Escape closes the menu alone');
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await page.waitForSelector('.menu.points');
        await page.$$eval('.menu.points button', (buttons) => /** @type {HTMLElement} */ (buttons.find((each) => each.textContent?.startsWith('DSACK'))).click());
        await page.waitForFunction(() => location.hash.includes('cc=dsack') && location.hash.includes('loss=0.01'));
      });

      await on('series that coincide are named, shares end at 100 %, estimates are ranges', `${baseUrl}#experiments=nrt/5a`, DESKTOP, async (page) => {
        await page.waitForFunction(() => document.querySelector('.choices')?.textContent?.includes('ECN and modified ECN coincide at every point.'));
        assert.match(await text(page, '.setting:last-child .cost'), /^20 runs, \d+ \S+ to \d+ \S+$/);
        await page.evaluate(() => {
          location.hash = 'experiments=nrt/17';
        });
        await page.waitForFunction(() => document.querySelector('.choices')?.textContent?.includes('Intervals are drawn from 0 to 100 % only'));
        // The link stands on NewReno's first point, which is 100 %: at the top of the plot.
        await page.focus('.sweep .point');
        for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowDown');
        assert.match(await text(page, '.readout'), /^NewReno, Hops 2: 100 ± 0 %/);
        assert.equal(await page.$eval('.sweep .point', (link) => /** @type {HTMLElement} */ (link).style.top), '12px');
      });

      await on('run again and cancel loses nothing that came with the page', `${baseUrl}#experiments=nrt/12`, DESKTOP, async (page) => {
        await page.waitForFunction(() => document.querySelector('.setting[data-chosen] .state')?.textContent === '108 of 108 known, came with the page');
        const verdicts = () => page.$$eval('.claim .verdict-badge', (badges) => badges.map((badge) => badge.textContent));
        const before = { verdicts: await verdicts(), numbers: await numbers(page) };
        await page.click('#run-quick');
        await page.waitForFunction(() => /^[1-9]\d* run here/.test(document.querySelector('.setting[data-chosen] .state')?.textContent ?? ''));
        await page.click('#sweep-cancel');
        await ended(page);
        const [here, came] = (await text(page, '.setting[data-chosen] .state')).match(/^(\d+) run here, (\d+) came with the page$/)?.slice(1).map(Number) ?? [];
        assert.equal(here + came, 108);
        assert.deepEqual({ verdicts: await verdicts(), numbers: await numbers(page) }, before);
        assert.equal(await text(page, '#run-quick'), 'Go on');
      });

      await on('unknown figures are named, Table 2 has no runs, Escape leads to the run', `${baseUrl}#experiments=nrt/99`, DESKTOP, async (page) => {
        await page.waitForFunction(() => document.querySelector('.experiments h2')?.textContent?.includes('nrt/99'));
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

      await t.test('what the experiments need is loaded when they are opened; where it is not, that is said and can be tried again', async () => {
        const { page } = await openPage(browser, `${baseUrl}#p=random-loss`, DESKTOP);
        await started(page);
        const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('pkg/')));
        assert.ok((await loaded()).every((address) => address.includes('pkg/cwndlab')), String(await loaded()));
        let broken = true;
        await page.setRequestInterception(true);
        page.on('request', (request) => (broken && request.url().includes('pkg/experiments_bg') ? request.abort() : request.continue()));
        await page.click('#experiments');
        await page.waitForSelector('.experiments [role="alert"]');
        assert.match(await text(page, '.experiments .body'), /could not be loaded/);
        broken = false;
        await page.click('.experiments .body button');
        await page.waitForSelector('.experiments .listed');
        assert.ok((await loaded()).some((address) => address.endsWith('pkg/experiments_bg.wasm')));
        await page.close();
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

test('accessibility rules hold for a figure and its claims in every theme and at every width', async () => {
  await withBrowser('chromium', async (browser) => {
    for (const theme of ['light', 'dark', 'projector']) {
      for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
        const { page, errors } = await openPage(browser, `${baseUrl}#p=random-loss&t=1&paused=1&theme=${theme}`, size);
        await started(page);
        const where = `${theme} at ${size.width} px`;
        for (const address of [`experiments=${SMALL}`, 'experiments']) {
          await page.evaluate((hash) => {
            location.hash = hash;
          }, address);
          await page.waitForFunction(() => document.querySelector('.experiments .claim .verdict-badge[data-verdict]'));
          await page.$$eval('.experiments details', (folds) => folds.forEach((fold) => fold.setAttribute('open', '')));
          assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
          assert.deepEqual(await findings(page), [], `${address}, ${where}`);
          assert.ok(await page.$eval('.experiments', (view) => view.scrollWidth <= view.clientWidth), `no scrolling sideways, ${address}, ${where}`);
        }
        assert.deepEqual(errors, [], where);
        await page.close();
      }
    }
  });
});

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
