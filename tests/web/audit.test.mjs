// @ts-check
// What an auditor would look for: accessibility rules, other eyes, other screens, slow machines, long runs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { findings } from './axe.mjs';
import { baseUrl, browsers, openPage, tool, withBrowser } from './harness.mjs';
import { clock, pause, plays, stands, started, text } from './user.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const THEMES = ['light', 'dark', 'projector'];
const SIZES = [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, { width: 390, height: 844 }];
/** A timeout has its card open. */
const SCENE = 'p=random-loss&t=9.6&paused=1&panels=sequence';

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
 * The pixels of each element in grey, at a common size, cut out of one picture of what is in sight.
 * @param {Page} page
 * @param {string[]} selectors
 * @returns {Promise<number[][][]>}  by selector, by element
 */
async function greys(page, selectors) {
  const shot = await page.screenshot({ encoding: 'base64' });
  return page.evaluate(async (picture, all) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    return all.map((selector) => [...document.querySelectorAll(selector)].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const canvas = new OffscreenCanvas(24, 24);
      const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
      pen.drawImage(image, x, y, width, height, 0, 0, 24, 24);
      const { data } = pen.getImageData(0, 0, 24, 24);
      return Array.from({ length: 24 * 24 }, (_, at) => (data[4 * at] * 0.2126 + data[4 * at + 1] * 0.7152 + data[4 * at + 2] * 0.0722) / 255);
    }));
  }, shot, selectors);
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

test('causes and lanes are told apart by shape, whatever colours the eye sees', async () => {
  await withBrowser('chromium', async (browser) => {
    const { page } = await openPage(browser, `${baseUrl}#p=random-loss&cc=nrt,newreno,frto,sack&t=3&paused=1`, SIZES[0]);
    await started(page);
    for (const theme of THEMES) {
      await wears(page, theme);
      for (const eyes of /** @type {const} */ (['achromatopsia', 'protanopia', 'deuteranopia', 'tritanopia'])) {
        await page.emulateVisionDeficiency(eyes);
        const [causes, lanes] = await greys(page, ['#legend .cause svg', '#knobs .lane-row .swatch']);
        assert.equal(causes.length, 6, 'five and the open one');
        assert.deepEqual(alike(causes), [], `causes, ${theme}, ${eyes}`);
        assert.equal(lanes.length, 4);
        assert.deepEqual(alike(lanes), [], `lanes, ${theme}, ${eyes}`);
      }
    }
    await page.close();
  });
});

/**
 * Presses Theme until the page wears this one.
 * @param {Page} page
 * @param {string} theme
 */
async function wears(page, theme) {
  const worn = () => page.evaluate(() => document.documentElement.dataset.theme);
  for (let press = 0; press < 3 && await worn() !== theme; press++) {
    const before = await worn();
    await page.click('#theme');
    await page.waitForFunction((old) => document.documentElement.dataset.theme !== old, {}, before);
  }
  assert.equal(await worn(), theme);
  await stands(page);
}

/**
 * What dichromats see of linear red, green and blue: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A
 * physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15 (6), 2009, severity 1.
 * @type {Record<string, number[][]>}
 */
const EYES = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** Two colours this far apart in CIE 1976 are never taken for each other; about 2 is just noticeable. */
const APART = 20;

/**
 * Linear red, green and blue of `#rrggbb` as these eyes see it.
 * @param {string} hex
 * @param {string} eyes
 */
function seen(hex, eyes) {
  const linear = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return EYES[eyes].map((row) => Math.max(0, Math.min(1, row.reduce((sum, factor, at) => sum + factor * linear[at], 0))));
}

/** @param {number[]} rgb  linear; gives CIE L*a*b* for D65 */
function lab([red, green, blue]) {
  const f = (/** @type {number} */ part) => (part > (6 / 29) ** 3 ? Math.cbrt(part) : part / (3 * (6 / 29) ** 2) + 4 / 29);
  const x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = f(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = f((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** @param {number[]} a @param {number[]} b  linear; gives the ratio of WCAG 2 */
function contrast(a, b) {
  const [dark, light] = [a, b].map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue).sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

test('the colours of lanes and the ink of causes are told apart by every eye', async () => {
  await withBrowser('chromium', async (browser) => {
    const { page } = await openPage(browser, `${baseUrl}#p=random-loss&cc=nrt,newreno,frto,sack&t=3&paused=1`, SIZES[0]);
    await started(page);
    for (const theme of THEMES) {
      await wears(page, theme);
      const [paper, ink, ...lanes] = await page.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        return ['paper', 'ink', 'lane1', 'lane2', 'lane3', 'lane4'].map((name) => style.getPropertyValue(`--${name}`).trim());
      });
      for (const eyes of Object.keys(EYES)) {
        const where = `${theme}, ${eyes}`;
        const colours = lanes.map((lane) => seen(lane, eyes));
        const places = colours.map(lab);
        for (let a = 0; a < places.length; a++) {
          for (let b = 0; b < a; b++) {
            const apart = Math.hypot(...places[a].map((part, at) => part - places[b][at]));
            assert.ok(apart >= APART, `lanes ${b + 1} and ${a + 1} are ${apart.toFixed(1)} apart, ${where}`);
          }
          // The fourth is drawn in a casing of ink.
          const ground = contrast(seen(a === 3 && theme !== 'dark' ? ink : lanes[a], eyes), seen(paper, eyes));
          assert.ok(ground >= 3, `lane ${a + 1} has ${ground.toFixed(2)} on its paper, ${where}`);
        }
        assert.ok(contrast(seen(ink, eyes), seen(paper, eyes)) >= 7, `causes, ${where}`);
      }
    }
    await page.close();
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
