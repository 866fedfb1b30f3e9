// @ts-check
// Files that leave the page: each says which run it shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, withTexts } from '../../www/parts/png.js';
import { baseUrl, browsers, openPage, withBrowser } from './harness.mjs';
import { stands, started, text } from './user.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

test('the check value of a PNG chunk', () => {
  // Every PNG file ends in this chunk, IEND without data.
  assert.equal(crc32(Uint8Array.from('IEND', (letter) => letter.charCodeAt(0))), 0xae426082);
});

test('texts stand behind the head of a PNG', async () => {
  const png = new Uint8Array(50).fill(7);
  const bytes = new Uint8Array(await withTexts(png, { Comment: 'run 1' }).arrayBuffer());
  assert.equal(new DataView(bytes.buffer).getUint32(33), 'Comment run 1'.length);
  assert.equal(String.fromCharCode(...bytes.slice(37, 54)), 'tEXtComment\0run 1');
  assert.equal(bytes.length, 50 + 12 + 'Comment run 1'.length);
  assert.deepEqual([...bytes.slice(-17)], new Array(17).fill(7));
});

/**
 * Chooses an entry of Export and gives the file that is saved, as Latin-1, and its name.
 * @param {Page} page
 * @param {RegExp} entry
 */
async function exported(page, entry) {
  await page.evaluate(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      /** @type {{ saved?: Blob }} */ (/** @type {unknown} */ (globalThis)).saved = /** @type {Blob} */ (blob);
      URL.createObjectURL = make;
      return make.call(URL, blob);
    };
  });
  await page.click('#export');
  await page.waitForSelector('.menu');
  await page.$$eval('.menu button', (all, wanted) => {
    const item = all.find((each) => new RegExp(wanted).test(each.textContent ?? ''));
    /** @type {HTMLElement} */ (item).click();
  }, entry.source);
  await page.waitForFunction(() => 'saved' in globalThis);
  return page.evaluate(async () => {
    const world = /** @type {{ saved?: Blob }} */ (/** @type {unknown} */ (globalThis));
    const blob = /** @type {Blob} */ (world.saved);
    delete world.saved;
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let all = '';
    for (const byte of bytes) all += String.fromCharCode(byte);
    let size = [0, 0];
    let inks = 0;
    if (blob.type === 'image/png') {
      const image = await createImageBitmap(blob);
      size = [image.width, image.height];
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const colours = new Set();
      for (let at = 0; at < data.length; at += 4) colours.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
      inks = colours.size;
    }
    return { all, size, inks };
  });
}

for (const name of browsers) {
  test(`exports in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      for (const theme of ['light', 'dark', 'projector']) {
        await t.test(`every file names its run, ${theme}`, async () => {
          const { page, errors } = await openPage(browser, `${baseUrl}#p=random-loss&t=6&paused=1&theme=${theme}`, { width: 1440, height: 900 });
          await started(page);
          await stands(page);
          const print = await text(page, '#fingerprint');
          for (const entry of [/Events/, /Windows/, /SVG/]) {
            const { all } = await exported(page, entry);
            assert.ok(all.includes(print), `${entry} has the fingerprint`);
          }
          const { all, size, inks } = await exported(page, /PNG/);
          assert.ok(all.startsWith('\x89PNG'));
          assert.ok(all.includes(`tEXtComment\0run ${print}`) && all.includes(`#p=random-loss&t=6`), 'the file says its run and link');
          const ratio = await page.evaluate(() => devicePixelRatio);
          const wide = await page.$eval('#strips', (each) => each.clientWidth);
          assert.ok(size[0] >= wide * ratio && size[1] >= 500 * ratio, `${size} px`);
          assert.ok(inks > 20, 'lanes, marks and text are drawn');
          assert.deepEqual(errors, []);
          await page.close();
        });
      }

      await t.test('without a picture on screen the page says so', async () => {
        const { page, errors } = await openPage(browser, `${baseUrl}#p=random-loss&t=1&paused=1`, { width: 390, height: 844 });
        await started(page);
        await page.click('.tabs [data-tab="knobs"]');
        await page.click('#more');
        await page.click('#export');
        await page.waitForSelector('.menu');
        await page.$$eval('.menu button', (all) => all.find((each) => /PNG/.test(each.textContent ?? ''))?.click());
        await page.waitForFunction(() => /No picture was made/.test(document.getElementById('live')?.textContent ?? ''));
        assert.deepEqual(errors, []);
        await page.close();
      });
    });
  });
}
