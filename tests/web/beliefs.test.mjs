// @ts-check
// Beliefs on the rails, in the list and on the card: none is hidden behind another, and what is not judged looks like it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseUrl, browsers, withBrowser } from './harness.mjs';
import { clock, runUntil, stands, text, visits } from './user.mjs';

const DESKTOP = { width: 1440, height: 900 };
const FIRST = `${baseUrl}#p=random-loss&paused=1`;

for (const name of browsers) {
  test(`beliefs in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      const on = visits(t, browser, true);

      await on('marks that are joined tell one story', `${baseUrl}#p=chain&hops=3&cc=stoder,dsack&loss=0.05&dur=10&k=loss@4:0.2&t=10&paused=1`, DESKTOP, async (page) => {
        await page.waitForSelector('#strips .mirror button');
        const said = await page.$$eval('#strips .mirror button', (all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
        const own = said.filter((each) => each.startsWith('STODER'));
        // It concluded spurious twice, and every timeout is told.
        assert.equal(own.filter((each) => each.includes('concluded spurious') && each.endsWith(', wrong')).length, 2, own.join('\n'));
        const counted = own.map((each) => Number(/(\d+) timeouts alike/.exec(each)?.[1] ?? 1)).reduce((sum, each) => sum + each, 0);
        assert.equal(counted, 17);
        // Undecided is neither right nor wrong.
        assert.ok(own.some((each) => /concluded undecided.*, not judged$/.test(each)), own.join('\n'));
      });

      await on('a verdict about which nothing is known yet is not drawn as right', `${baseUrl}#p=chain&hops=3&cc=stoder&loss=0.05&dur=10&k=loss@4:0.2&t=10&paused=1`, DESKTOP, async (page) => {
        /** The outline of the ring of the first thing with this word. */
        const ring = (/** @type {string} */ selector, /** @type {string} */ word) => page.$$eval(selector, (all, wanted) => {
          const found = all.find((each) => each.textContent?.includes(wanted));
          const path = found?.querySelector('svg path');
          return [path?.getAttribute('stroke-dasharray') ?? '', path?.getAttribute('stroke-width') ?? ''];
        }, word);
        const [right, wrong, open, none] = [await ring('#legend .ring', 'belief right'), await ring('#legend .ring', 'wrong'), await ring('#legend .ring', 'not judged'), await ring('#legend .ring', 'none yet')];
        assert.equal(new Set([right, wrong, open, none].map(String)).size, 4, 'four looks');
        await page.click('[data-kind="verdict"]');
        await page.waitForFunction(() => /concluded about/.test(document.querySelector('#events tbody tr:not([hidden])')?.textContent ?? ''));
        const dashes = await ring('#events tbody tr', 'undecided');
        assert.notEqual(dashes[0], '', 'the list shows it too');
        assert.equal((await ring('#events tbody tr', ': congestion'))[0], '');
        assert.match(await text(page, '#legend'), /not judged/);
      });

      await on('what a visitor sees first is the mistake that was looked for', FIRST, DESKTOP, async (page) => {
        await page.waitForSelector('body:not([data-opening])');
        await page.waitForFunction(() => document.querySelector('#events .head b')?.textContent === 'Events of NewReno');
        await stands(page);
        const begun = await clock(page);
        assert.ok(begun > 0.5, 'it begins before a timeout');
        await runUntil(page, 'the next timeout');
        await page.waitForFunction(() => /^NewReno timeout at/.test(document.querySelector('#card h2')?.textContent ?? ''));
        assert.ok(Math.abs(await clock(page) - begun - 1) < 0.01, 'the first timeout that comes is the one');
        const [, before] = /cwnd([\d.]+) → 1\.0/.exec(await text(page, '#card .changed')) ?? [];
        assert.ok(Number(before) >= 5, `it loses a window: ${before}`);
      });

      await on('on a phone the lane that is wrong is drawn', FIRST, { width: 390, height: 844 }, async (page) => {
        await page.waitForSelector('body:not([data-opening])');
        await page.waitForSelector('#lane-tabs button:nth-child(2)[aria-pressed="true"]');
        assert.match(await text(page, '.stage'), /NewReno/);
      });

      await on('a lane that the link names is shown', `${FIRST}&lane=1`, DESKTOP, async (page) => {
        await page.waitForSelector('body:not([data-opening])');
        await page.waitForSelector('#lane-tabs button:nth-child(1)[aria-pressed="true"]');
      });
    });
  });
}
