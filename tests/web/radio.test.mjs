// @ts-check
// Radio stations on the page: ranges, what stations do, moving them, and the two panels that they have.

import assert from 'node:assert/strict';
import test from 'node:test';

import { baseUrl, browsers, withBrowser } from './harness.mjs';
import { copyLink, goTo, inkOf, pictureOf, reachOf, stands, started, text, visits } from './user.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const STAGE = '.stage[data-lane="0"] canvas';
const CHART = '#second .strips canvas:not(.over)';

/** A paused run of one shown lane. */
const at = (/** @type {string} */ scenario, t = 6, more = '') => `${baseUrl}#p=${scenario}&t=${t}&lane=1&paused=1${more}`;

/**
 * Where a node of the shown lane stands, in the window.
 * @param {Page} page
 * @param {string} node  its place in the list
 */
async function placeOf(page, node) {
  await page.waitForSelector(`.stage[data-lane="0"] .mirror [data-item="n${node}"]`);
  return page.$eval(`.stage[data-lane="0"] .mirror [data-item="n${node}"]`, (each) => {
    const box = each.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
}

/** The moves in the address. @param {Page} page */
async function movesOf(page) {
  return [...(await copyLink(page)).matchAll(/move@([\d.]+):(\d+)\/(-?\d+)\/(-?\d+)/g)].map(([, t, ...rest]) => [Number(t), ...rest.map(Number)]);
}

/** @param {Page} page @param {{ x: number, y: number }} from @param {number} dx @param {number} dy */
async function drag(page, from, dx, dy) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const part of [0.3, 0.6, 1]) await page.mouse.move(from.x + part * dx, from.y + part * dy);
  await page.mouse.up();
  await stands(page);
}

/**
 * Waits until a panel has been recorded up to the shown time, says what it shows, and is drawn.
 * @param {Page} page
 * @param {RegExp} words
 */
async function recorded(page, words) {
  await page.waitForFunction((source) => {
    const said = document.getElementById('second-words')?.textContent ?? '';
    const { dataset } = document.body;
    const same = dataset.said === said;
    dataset.said = said;
    return same && new RegExp(source).test(said) && /** @type {HTMLElement} */ (document.getElementById('task')).hidden;
  }, { polling: 700 }, words.source);
}

for (const name of browsers) {
  test(`radio in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      const on = visits(t, browser, true);

      await on('ranges of all stations by button and key, in the link, not over wires', at('chain-10'), DESKTOP, async (page) => {
        const plain = await inkOf(page, STAGE);
        await page.click('#ranges');
        await page.waitForFunction(() => location.hash.includes('panels=ranges'));
        await page.mouse.move(5, 5);
        await stands(page);
        assert.equal(await page.$eval('#ranges', (each) => each.getAttribute('aria-pressed')), 'true');
        const all = await pictureOf(page, STAGE);
        assert.ok(await inkOf(page, STAGE) !== plain);
        await page.reload();
        await started(page);
        await stands(page);
        assert.equal(await pictureOf(page, STAGE), all);
        await page.keyboard.press('r');
        await page.waitForFunction(() => document.getElementById('ranges')?.getAttribute('aria-pressed') === 'false');
        await stands(page);
        assert.equal(await inkOf(page, STAGE), plain);
        await page.goto(at('random-loss'));
        await started(page);
        assert.equal(await page.$eval('#ranges', (each) => /** @type {HTMLElement} */ (each).checkVisibility()), false);
        assert.equal(await page.$$eval('#legend span.station', (all) => all.length), 0);
      });

      await on('a station that is pointed at or focused shows its ranges', at('grid-18'), DESKTOP, async (page) => {
        await page.mouse.move(5, 5);
        await stands(page);
        const plain = await pictureOf(page, STAGE);
        const node = await placeOf(page, '8');
        await page.mouse.move(node.x, node.y);
        await stands(page);
        const pointed = await pictureOf(page, STAGE);
        assert.notEqual(pointed, plain);
        await page.mouse.move(5, 5);
        await stands(page);
        assert.equal(await pictureOf(page, STAGE), plain);
        await page.focus('.stage[data-lane="0"] .mirror [data-item="n8"]');
        await stands(page);
        assert.equal(await pictureOf(page, STAGE), pointed);
        assert.equal(await page.$$eval('#legend span.station', (all) => all.length), 5);
      });

      await on('the same instant is the same picture, also after going back', at('hidden', 8), DESKTOP, async (page) => {
        await page.mouse.move(5, 5);
        await stands(page);
        const picture = await pictureOf(page, STAGE);
        await goTo(page, 8.003);
        assert.notEqual(await pictureOf(page, STAGE), picture);
        await goTo(page, 5);
        await goTo(page, 8);
        assert.equal(await pictureOf(page, STAGE), picture);
      });

      for (const [panel, words] of /** @type {[string, RegExp][]} */ ([
        ['airtime', /NRT: \d+ sends \d+ %, idle \d+ %/],
        ['ladder', /NRT: data at hop \d+, \d+ failed/],
      ])) {
        await on(`${panel} is drawn and said`, at('chain-10', 9.5, `&panels=${panel}`), DESKTOP, async (page) => {
          assert.equal(await page.$eval('#panel', (each) => /** @type {HTMLSelectElement} */ (each).value), panel);
          await recorded(page, words);
          const whole = await inkOf(page, CHART);
          assert.ok(whole > 1500, `${whole} pixels`);
          const picture = await pictureOf(page, CHART);
          await goTo(page, 5);
          if (panel === 'airtime') assert.ok(await inkOf(page, CHART) < whole, 'less of the run is shown');
          await recorded(page, words);
          await goTo(page, 9.5);
          await recorded(page, words);
          // The short window of the ladder may lie otherwise around the same instant.
          if (panel === 'airtime') assert.equal(await pictureOf(page, CHART), picture, 'the same instant is the same picture');
          else assert.ok(await inkOf(page, CHART) > 1500);
        });
      }

      await on('the ladder has a short window, and gives the other back', at('chain-10'), DESKTOP, async (page) => {
        const windowOf = () => page.$eval('#window', (each) => /** @type {HTMLSelectElement} */ (each).value);
        assert.equal(await windowOf(), '12');
        await stands(page);
        const before = await reachOf(page, '#strips canvas');
        await page.select('#panel', 'ladder');
        await stands(page);
        assert.equal(await windowOf(), '0.1');
        assert.match(await text(page, '#second .head'), /window 0\.1 s while this is open/);
        await page.select('#panel', 'airtime');
        await stands(page);
        assert.equal(await windowOf(), '12');
        assert.ok(Math.abs(await reachOf(page, '#strips canvas') - before) <= 8, `the same seconds are shown: ${before}, ${await reachOf(page, '#strips canvas')}`);
        // A window that was chosen there stays, and shows what has happened.
        await page.select('#panel', 'ladder');
        await stands(page);
        await page.select('#window', '5');
        await page.select('#panel', 'airtime');
        await stands(page);
        assert.equal(await windowOf(), '5');
        assert.ok(await reachOf(page, '#strips canvas') > 300, 'the past fills the window');
      });

      await on('wires have hops but no airtime', at('random-loss', 6, '&panels=ladder'), DESKTOP, async (page) => {
        await recorded(page, /NRT: data at hop/);
        assert.ok(await inkOf(page, CHART) > 1500);
        assert.equal(await page.$eval('#panel option[value="airtime"]', (each) => /** @type {HTMLOptionElement} */ (each).disabled), true);
      });

      await on('a dragged station breaks the path, is in the link and the list, and Undo brings it back', at('chain-10'), DESKTOP, async (page) => {
        const before = await pictureOf(page, STAGE);
        await drag(page, await placeOf(page, '5'), 250, 20);
        const moves = await movesOf(page);
        assert.equal(moves.length, 1, 'one drag at one instant is one entry');
        const [when, node, x, y] = moves[0];
        assert.deepEqual([when, node], [6.000000001, 5]);
        assert.ok(x > 1400 && y > 20, `${x}, ${y}`);
        assert.match(await text(page, '.stage[data-lane="0"] .status'), new RegExp(`^Station 5 at ${x} m, ${y} m`));
        const moved = await placeOf(page, '5');
        const right = await placeOf(page, '7');
        assert.ok(moved.x > right.x, 'it stands where it was put');
        await goTo(page, 9);
        await page.click('.chip[data-kind="knob"]');
        await page.waitForFunction((row) => document.querySelector('#events tbody tr:not([hidden])')?.textContent?.includes(row), {}, `Station 5 moves to ${x} m, ${y} m`.replaceAll('-', '−'));
        await goTo(page, 6);
        await page.click('#undo');
        await stands(page);
        assert.deepEqual(await movesOf(page), []);
        await page.mouse.move(5, 5);
        await stands(page);
        assert.equal(await pictureOf(page, STAGE), before);
      });

      await on('a station that is carried off the picture stays in sight', at('chain-10'), DESKTOP, async (page) => {
        const from = await placeOf(page, '3');
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        for (const part of [0.3, 0.6, 1]) await page.mouse.move(from.x + 40 * part, from.y + 300 * part);
        await stands(page);
        await page.waitForFunction((y) => {
          const [canvas, node] = ['canvas', '.mirror [data-item="n3"]'].map((each) => document.querySelector(`.stage[data-lane="0"] ${each}`)?.getBoundingClientRect());
          return canvas && node && node.y + node.height / 2 > y + 5 && node.y + node.height / 2 < canvas.bottom - 8;
        }, {}, from.y);
        await page.mouse.up();
        await stands(page);
        const [, , , down] = (await movesOf(page))[0];
        assert.ok(down > 200, `it is where it was put: ${down} m down`);
      });

      await on('Shift and the arrows move the focused station', at('hidden'), DESKTOP, async (page) => {
        const node = '.stage[data-lane="0"] .mirror [data-item="n2"]';
        await page.waitForSelector(node);
        await page.focus(node);
        await page.keyboard.down('Shift');
        for (const key of /** @type {const} */ (['ArrowRight', 'ArrowRight', 'ArrowUp'])) await page.keyboard.press(key);
        await page.keyboard.up('Shift');
        await stands(page);
        assert.equal(await page.$eval('#clock', (each) => each.textContent), '6.000 s', 'time stands');
        assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.item), 'n2');
        assert.deepEqual(await movesOf(page), [[6.000000001, 2, 615, -10]]);
      });

      await on('nodes between wires stay, and it is said why', at('random-loss'), DESKTOP, async (page) => {
        await drag(page, await placeOf(page, '3'), 60, 0);
        assert.match(await text(page, '.stage[data-lane="0"] .status'), /Only radio stations can be moved/);
        assert.deepEqual(await movesOf(page), []);
      });

      await on('a finger on a station does not scroll the page', at('hidden'), PHONE, async (page) => {
        const { x, y } = await placeOf(page, '1');
        // Where no finger can be made up, an event with its places does as well.
        const prevents = (/** @type {number} */ down) => page.$eval(STAGE, (canvas, touches) => {
          const event = Object.defineProperty(new Event('touchstart', { cancelable: true, bubbles: true }), 'touches', { value: touches });
          canvas.dispatchEvent(event);
          return event.defaultPrevented;
        }, [{ clientX: x, clientY: y + down }]);
        assert.equal(await prevents(0), true, 'the page does not scroll from a station');
        assert.equal(await prevents(70), false, 'it does from elsewhere');
      });
    });
  });
}
