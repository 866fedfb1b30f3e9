// @ts-check
// What an auditor would look for: accessibility rules, other eyes, other screens, slow machines, long runs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { baseUrl, browsers, openPage, tool, withBrowser } from './harness.mjs';
import { clock, pause, plays, stands, started, text } from './user.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const THEMES = ['light', 'dark', 'projector'];
const SIZES = [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, { width: 390, height: 844 }];
/** A timeout has its card open. */
const SCENE = 'p=random-loss&t=9.6&paused=1&panels=sequence';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The serious and critical findings, in words.
 * @param {Page} page
 */
async function findings(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter((/** @type {{ impact: string }} */ { impact }) => impact === 'serious' || impact === 'critical')
      .map((/** @type {{ id: string, nodes: { html: string, failureSummary: string }[] }} */ { id, nodes }) =>
        `${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join('\n  ')}`);
  });
}

test('accessibility rules hold in every theme and at every width', async () => {
  await withBrowser('chromium', async (browser) => {
    for (const theme of THEMES) {
      for (const size of SIZES) {
        const { page, errors } = await openPage(browser, `${baseUrl}#${SCENE}&theme=${theme}`, size);
        await started(page);
        await stands(page);
        const where = `${theme} at ${size.width} px`;
        assert.deepEqual(await findings(page), [], where);
        if (size.width === 390) {
          for (const tab of await page.$$('[role="tab"]')) {
            if (!await tab.isVisible()) continue;
            await tab.click();
            await stands(page);
            assert.deepEqual(await findings(page), [], where);
          }
        }
        assert.deepEqual(errors, [], where);
        await page.close();
      }
    }
  });
});

/**
 * The pixels of each element in grey, at a common size.
 * @param {Page} page
 * @param {string} selector
 */
async function greys(page, selector) {
  const shots = [];
  for (const element of await page.$$(selector)) shots.push(await element.screenshot({ encoding: 'base64' }));
  return page.evaluate(async (all) => Promise.all(all.map(async (shot) => {
    const image = new Image();
    image.src = `data:image/png;base64,${shot}`;
    await image.decode();
    const canvas = new OffscreenCanvas(24, 24);
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    pen.drawImage(image, 0, 0, 24, 24);
    const { data } = pen.getImageData(0, 0, 24, 24);
    return Array.from({ length: 24 * 24 }, (_, at) => (data[4 * at] * 0.2126 + data[4 * at + 1] * 0.7152 + data[4 * at + 2] * 0.0722) / 255);
  })), shots);
}

/** @param {number[][]} pictures */
function alike(pictures) {
  const pairs = [];
  for (let a = 0; a < pictures.length; a++) {
    for (let b = 0; b < a; b++) {
      const difference = pictures[a].reduce((sum, grey, at) => sum + Math.abs(grey - pictures[b][at]), 0) / pictures[a].length;
      if (difference < 0.02) pairs.push(`${b} and ${a}: ${difference.toFixed(3)}`);
    }
  }
  return pairs;
}

test('causes and lanes are told apart without colour', async () => {
  await withBrowser('chromium', async (browser) => {
    for (const theme of THEMES) {
      const { page } = await openPage(browser, `${baseUrl}#p=random-loss&cc=nrt,newreno,frto,sack&t=3&paused=1&theme=${theme}`, SIZES[0]);
      await started(page);
      await stands(page);
      await page.emulateVisionDeficiency('achromatopsia');
      const causes = await greys(page, '#legend .cause svg');
      assert.equal(causes.length, 6, 'five and the open one');
      assert.deepEqual(alike(causes), [], `causes, ${theme}`);
      const lanes = await greys(page, '#knobs .lane-row .swatch');
      assert.equal(lanes.length, 4);
      assert.deepEqual(alike(lanes), [], `lanes, ${theme}`);
      await page.close();
    }
  });
});

test('the canvas follows the pixel ratio without a resize', async () => {
  await withBrowser('chromium', async (browser) => {
    const { page } = await openPage(browser, `${baseUrl}#p=random-loss&speed=0.1`, SIZES[0]);
    await started(page);
    await plays(page);
    const width = () => page.$eval('canvas', (canvas) => /** @type {HTMLCanvasElement} */ (canvas).width);
    const before = await width();
    await page.setViewport({ ...SIZES[0], deviceScaleFactor: 2 });
    await page.waitForFunction((wide) => document.querySelector('canvas')?.width === 2 * wide, {}, before);
    assert.equal(await width(), 2 * before);
  });
});

test('a machine six times as slow shows the same run', async () => {
  await withBrowser('chromium', async (browser) => {
    const { page } = await openPage(browser, `${baseUrl}#p=fair-10&t=1&speed=1`, SIZES[0]);
    await started(page);
    await page.emulateCPUThrottling(6);
    await plays(page);
    await page.waitForFunction(() => Number.parseFloat(document.getElementById('clock')?.textContent ?? '') > 3);
    await pause(page);
    await page.emulateCPUThrottling(null);
    await stands(page);
    const link = await page.evaluate(() => location.hash);
    const until = String(await clock(page));
    assert.match(await text(page, '#fingerprint'), /^[0-9a-f]{8}$/);
    const shown = new URLSearchParams(link.slice(1));
    assert.ok(Number(shown.get('t')) >= Number(until) - 0.001);
    const { stdout } = spawnSync(tool, ['run', link, '--until', shown.get('t') ?? '', '--json'], { encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.equal(JSON.parse(stdout).fingerprint.slice(0, 8), await text(page, '#fingerprint'));
  });
});

for (const name of browsers) {
  test(`${name}: ten minutes of eight flows stay within bounds`, async () => {
    await withBrowser(name, async (browser) => {
      const { page } = await openPage(browser, `${baseUrl}pkg/README.md`);
      const bytes = await page.evaluate(async (module) => {
        const { default: init, Session } = await import(module);
        const { memory } = await init();
        const session = Session.open('p=dumbbell&mix=nrt*4,newreno*4&rate=6&loss=0.01&dur=600');
        session.go(600e9);
        while (!session.work(100_000));
        return memory.buffer.byteLength;
      }, `${baseUrl}pkg/cwndlab.js`);
      assert.ok(bytes < 192 << 20, `${bytes} bytes`);
    });
  });
}

test('only the first card moves what stands below it', async () => {
  await withBrowser('chromium', async (browser) => {
    const { page } = await openPage(browser, `${baseUrl}#p=random-loss&speed=1`, SIZES[0]);
    await started(page);
    await plays(page);
    const shift = await page.evaluate(() => new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += /** @type {any} */ (entry).value;
      }).observe({ type: 'layout-shift' });
      setTimeout(() => resolve(sum), 3000);
    }));
    assert.ok(/** @type {number} */ (shift) < 0.05, `layout shift ${shift}`);
  });
});

test('no section of the side column is drawn over the next one', async () => {
  await withBrowser('chromium', async (browser) => {
    for (const link of ['p=random-loss&t=14', 'p=random-loss&cc=nrt,newreno,frto,sack&t=14', 'p=fair-10&t=8']) {
      const { page } = await openPage(browser, `${baseUrl}#${link}&paused=1`, SIZES[0]);
      await started(page);
      await page.waitForSelector('#card .verdict');
      await stands(page);
      const cut = await page.$$eval('.side > section', (sections) => sections
        .filter((section) => section.scrollHeight > /** @type {HTMLElement} */ (section).offsetHeight + 1).map((section) => section.id));
      assert.deepEqual(cut, [], link);
      await page.close();
    }
  });
});
