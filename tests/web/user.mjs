// @ts-check
// What a person does with the page and sees of it.
import assert from 'node:assert/strict';

import { openPage } from './harness.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/**
 * A way to write one test per visit: each opens a page of its own, and what the page logs as an error fails it.
 * @param {import('node:test').TestContext} t
 * @param {import('puppeteer-core').Browser} browser
 * @param {boolean} [still]  wait until nothing more is computed
 * @returns {(title: string, url: string, size: { width: number, height: number }, use: (page: Page) => Promise<void>) => Promise<void>}
 */
export function visits(t, browser, still = false) {
  return async (title, url, size, use) => {
    await t.test(title, async () => {
      const { page, errors } = await openPage(browser, url, size);
      await started(page);
      if (still) await stands(page);
      await use(page);
      assert.deepEqual(errors, []);
      await page.close();
    });
  };
}

/**
 * Waits until the simulator runs and its first search is over.
 * @param {Page} page
 */
export async function started(page) {
  await page.waitForFunction(() => document.body?.dataset.state === 'running'
    && /^[0-9a-f]{8}$/.test(document.getElementById('fingerprint')?.textContent ?? ''));
}

/**
 * The shown time in seconds.
 * @param {Page} page
 */
export async function clock(page) {
  return Number.parseFloat(await text(page, '#clock'));
}

/**
 * @param {Page} page
 * @param {string} selector
 */
export async function text(page, selector) {
  return page.$eval(selector, (element) => element.textContent?.trim() ?? '');
}

/** @param {Page} page */
export async function isPlaying(page) {
  return (await page.$eval('#play', (button) => button.getAttribute('aria-label'))) === 'Pause time';
}

/**
 * Waits until time runs.
 * @param {Page} page
 */
export async function plays(page) {
  const before = await clock(page);
  // The search for the first scene moves the clock as well.
  await page.waitForFunction((then) => !('opening' in document.body.dataset)
    && Number.parseFloat(document.getElementById('clock')?.textContent ?? '') !== then, {}, before);
}

/**
 * Pauses time if it runs, and waits until it stands.
 * @param {Page} page
 */
export async function pause(page) {
  // The search for the first scene would play when it ends.
  await page.waitForSelector('body:not([data-opening])');
  if (await isPlaying(page)) await page.click('#play');
  await stands(page);
}

/**
 * Waits until nothing more is computed: two looks a moment apart show the same.
 * @param {Page} page
 */
export async function stands(page) {
  await page.waitForFunction(() => {
    const { dataset } = document.body;
    const shown = `${document.getElementById('clock')?.textContent} ${document.getElementById('fingerprint')?.textContent}`;
    const same = dataset.seen === shown;
    dataset.seen = shown;
    return same;
  }, { polling: 250 });
}

/**
 * Chooses an entry of the "Run until" menu and waits until it is found.
 * @param {Page} page
 * @param {string} entry
 */
export async function runUntil(page, entry) {
  await page.click('#until');
  await page.waitForSelector('.menu');
  await page.evaluate((wanted) => {
    const items = [...document.querySelectorAll('.menu [role="menuitem"]')];
    const item = items.find((each) => each.textContent === wanted);
    if (!(item instanceof HTMLElement)) throw new Error(`no entry ${wanted}`);
    item.click();
  }, entry);
  await stands(page);
}

/**
 * Shows an instant by the menu "Run until".
 * @param {Page} page
 * @param {number} seconds
 */
export async function goTo(page, seconds) {
  await page.click('#until');
  await page.waitForSelector('#until-time');
  await page.type('#until-time', String(seconds));
  await page.keyboard.press('Enter');
  await page.waitForFunction((shown) => document.getElementById('clock')?.textContent === shown, {}, `${seconds.toFixed(3)} s`);
  await stands(page);
}

/**
 * Types a value into a text box and leaves it.
 * @param {Page} page
 * @param {string} selector
 * @param {string} value
 */
export async function typeInto(page, selector, value) {
  await page.$eval(selector, (box, typed) => {
    const input = /** @type {HTMLInputElement} */ (box);
    input.focus();
    input.value = typed;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    input.blur();
  }, value);
}

/**
 * Types a value into a knob's text box.
 * @param {Page} page
 * @param {string} knob
 * @param {string} value
 */
export async function turn(page, knob, value) {
  await typeInto(page, `#knob-${knob}`, value);
}

/**
 * How many pixels of a canvas differ from its first one.
 * @param {Page} page
 * @param {string} selector
 */
export async function inkOf(page, selector) {
  return page.$eval(selector, (element) => {
    const canvas = /** @type {HTMLCanvasElement} */ (element);
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at] > 40) count += 1;
    return count;
  });
}

/**
 * How far a chart is drawn: the last column that has more ink than the grid, which goes on to the right edge.
 * @param {Page} page
 * @param {string} selector
 */
export async function reachOf(page, selector) {
  return page.$eval(selector, (element) => {
    const canvas = /** @type {HTMLCanvasElement} */ (element);
    const { data, width, height } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
    const ink = Array.from({ length: width }, (_, x) => {
      let count = 0;
      for (let y = 0; y < height; y++) if (data[4 * (y * width + x) + 3] > 40) count += 1;
      return count;
    });
    const grid = ink.findLast((count) => count > 0) ?? 0;
    return ink.findLastIndex((count) => count > grid);
  });
}

/**
 * A number that stands for all pixels of a canvas.
 * @param {Page} page
 * @param {string} selector
 */
export async function pictureOf(page, selector) {
  return page.$eval(selector, (element) => {
    const canvas = /** @type {HTMLCanvasElement} */ (element);
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    for (let at = 0; at < data.length; at++) sum = (sum * 31 + data[at]) | 0;
    return sum;
  });
}

/**
 * Presses Link and gives the link that is offered.
 * @param {Page} page
 * @returns {Promise<string>}
 */
export async function copyLink(page) {
  await page.click('#link');
  await page.waitForSelector('#link-text');
  const link = await page.$eval('#link-text', (field) => /** @type {HTMLInputElement} */ (field).value);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.sheet', { hidden: true });
  return link;
}
