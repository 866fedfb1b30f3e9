// @ts-check
// Every control of the page that no other test presses: each does what it says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseUrl, browsers, withBrowser } from './harness.mjs';
import { clock, copyLink, goTo, pictureOf, stands, text, typeInto, visits } from './user.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const DESKTOP = { width: 1440, height: 900 };
const STILL = `${baseUrl}#p=random-loss&t=9&paused=1&panels=rtt`;
const STRIP = '#strips canvas:not(.over)';

/**
 * Presses the first button within `selector` that says so.
 * @param {Page} page
 * @param {string} selector
 * @param {string} word
 */
async function press(page, selector, word) {
  await page.$$eval(`${selector} button`, (all, wanted) => {
    const found = all.find((each) => each.textContent === wanted || each.getAttribute('aria-label') === wanted);
    if (!(found instanceof HTMLElement)) throw new Error(`no button ${wanted}`);
    found.click();
  }, word);
}

/**
 * Moves a slider as a finger does, and lets go.
 * @param {Page} page
 * @param {string} selector
 * @param {number} value
 */
async function slide(page, selector, value) {
  await page.$eval(selector, (each, to) => {
    const slider = /** @type {HTMLInputElement} */ (each);
    slider.value = String(to);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    slider.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);
}

/**
 * A point of an element, as parts of its width and height.
 * @param {Page} page
 * @param {string} selector
 * @param {number} right
 * @param {number} down
 */
async function pointOf(page, selector, right, down) {
  return page.$eval(selector, (each, x, y) => {
    const box = each.getBoundingClientRect();
    return { x: box.x + x * box.width, y: box.y + y * box.height };
  }, right, down);
}

for (const name of browsers) {
  test(`controls in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      const on = visits(t, browser, true);

      await on('the card: timeouts before and after, the other lane, its events, its text', STILL, DESKTOP, async (page) => {
        const title = () => text(page, '#card h2');
        const last = await title();
        await press(page, '#card', 'Timeout before');
        await page.waitForFunction((then) => document.querySelector('#card h2')?.textContent !== then, {}, last);
        await press(page, '#card', 'Timeout after');
        await page.waitForFunction((then) => document.querySelector('#card h2')?.textContent === then, {}, last);
        await press(page, '#card', 'Events of its segment');
        await page.waitForFunction(() => /#\d+\/1/.test(/** @type {HTMLInputElement} */ (document.querySelector('.events input')).value));
        const segment = /#(\d+)/.exec(await page.$eval('.events input', (box) => /** @type {HTMLInputElement} */ (box).value))?.[1] ?? '';
        await stands(page);
        const rows = await page.$$eval('#events tbody tr:not([hidden])', (all) => all.map((row) => row.textContent ?? ''));
        assert.ok(rows.length > 0 && rows.length < 40 && rows.some((row) => row.includes(segment)), `${rows.length} rows about ${segment}`);
        await press(page, '#card', 'Copy as text');
        await page.waitForFunction(() => /Copied|Not allowed/.test(document.querySelector('#card .foot button')?.textContent ?? ''));
        await press(page, '#card .others', 'Show');
        const lane = last.split(' ')[0];
        await page.waitForFunction((then) => !document.querySelector('#card h2')?.textContent?.startsWith(then), {}, lane);
        assert.match(await title(), /^(NRT|NewReno) timeout at/);
      });

      await on('the list: a word, earlier rows, a row that is pressed', `${baseUrl}#p=random-loss&t=20&paused=1`, DESKTOP, async (page) => {
        await page.type('.events input', 'lost');
        await page.waitForFunction(() => /with “lost”/.test(document.querySelector('.events .count')?.textContent ?? ''));
        await page.$eval('.events input', (box) => {
          /** @type {HTMLInputElement} */ (box).value = '';
          box.dispatchEvent(new Event('input'));
        });
        await page.waitForFunction(() => !/with/.test(document.querySelector('.events .count')?.textContent ?? ''));
        const first = await text(page, '#events tbody tr td');
        await press(page, '.events', 'Show earlier ones');
        await page.waitForFunction((then) => document.querySelector('#events tbody tr td')?.textContent !== then, {}, first);
        await press(page, '.events', 'Back to the newest');
        await page.waitForFunction((then) => document.querySelector('#events tbody tr td')?.textContent === then, {}, first);
        const at = Number.parseFloat(await text(page, '#events tbody tr:nth-child(5) td'));
        await page.click('#events tbody tr:nth-child(5) .line');
        await stands(page);
        assert.ok(Math.abs(await clock(page) - at) < 0.001, `row at ${at}, shown ${await clock(page)}`);
      });

      await on('the time bar: start, drag, a mark; the strips: a press', STILL, DESKTOP, async (page) => {
        await page.click('#home');
        await stands(page);
        assert.equal(await clock(page), 0);
        await goTo(page, 9);
        const from = await pointOf(page, '#bar', 0.1, 0.65);
        const to = await pointOf(page, '#bar', 0.12, 0.65);
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(to.x, to.y, { steps: 4 });
        await page.mouse.up();
        await stands(page);
        const dragged = await clock(page);
        assert.ok(dragged > 6.2 && dragged < 8.2, `dragged to ${dragged}`);
        // Where a mark stands is known to the title that it has.
        const { y } = await pointOf(page, '#bar', 0, 0.3);
        const box = await page.$eval('#bar', (each) => each.getBoundingClientRect().toJSON());
        let said = '';
        for (let x = box.left + 12; x < box.left + box.width * 0.16 && !said; x += 5) {
          await page.mouse.move(x, y);
          said = await page.$eval('#bar', (each) => each.getAttribute('title') ?? '');
          if (said) await page.mouse.click(x, y);
        }
        const at = /(?:at|from) ([\d.]+) s/.exec(said)?.[1] ?? '';
        assert.match(said, /timeouts? (at|from) .*: .*(random loss|spurious|congestion|not known yet)/);
        await stands(page);
        await page.waitForFunction(() => /timeout at/.test(document.querySelector('#card h2')?.textContent ?? ''));
        assert.ok(await clock(page) >= Number(at) - 0.001, said);
        const plot = await pointOf(page, STRIP, 0.2, 0.5);
        await page.mouse.click(plot.x, plot.y);
        await stands(page);
        assert.ok(await clock(page) < 4, `pressed at ${await clock(page)}`);
      });

      await on('one cursor time stands in every panel', STILL, DESKTOP, async (page) => {
        const overs = ['#strips canvas:nth-of-type(4)', '#second .strips canvas.over', '#bar canvas:last-of-type'];
        const before = await Promise.all(overs.map((over) => pictureOf(page, over)));
        const at = await pointOf(page, STRIP, 0.3, 0.5);
        await page.mouse.move(at.x, at.y);
        await page.waitForSelector('#events tr[data-cursor]');
        await stands(page);
        const after = await Promise.all(overs.map((over) => pictureOf(page, over)));
        after.forEach((picture, each) => assert.notEqual(picture, before[each], overs[each]));
      });

      await on('what is seen: window, split, speed, the side tabs of a tablet', STILL, DESKTOP, async (page) => {
        const whole = await pictureOf(page, STRIP);
        await page.select('#window', '2');
        await page.waitForFunction(() => document.querySelector('#strips canvas') !== null);
        await stands(page);
        assert.notEqual(await pictureOf(page, STRIP), whole);
        const stages = () => page.$$eval('.stage', (all) => all.length);
        const two = await stages();
        await press(page, '#lane-tabs', 'Split');
        await stands(page);
        assert.equal(await stages(), 3 - two, 'Split shows the other number of lanes');
        await slide(page, '#speed', 8);
        assert.equal(await text(page, '#speed-text'), '1/2');
        assert.match(await copyLink(page), /speed=0\.5/);
        await page.setViewport({ width: 1024, height: 768 });
        for (const [side, shown] of [['score', '#score'], ['knobs', '#knobs'], ['event', '#card']]) {
          await page.click(`.side-tabs [data-side="${side}"]`);
          const seen = await page.$$eval('#card, #score, #knobs', (all) => all.filter((each) => each.checkVisibility()).map((each) => `#${each.id}`));
          assert.deepEqual(seen, [shown]);
        }
      });

      await on('what is run: a slider, a choice, a new seed, another scenario', STILL, DESKTOP, async (page) => {
        const print = () => text(page, '#fingerprint');
        const before = await print();
        await slide(page, '[data-knob="loss"] input[type="range"]', 100);
        await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('knob-loss')).value === '25');
        await page.waitForFunction(() => location.hash.includes('loss@9'));
        await page.click('#undo');
        await page.select('#knob-aqm', 'droptail');
        await page.waitForFunction(() => location.hash.includes('droptail'));
        await page.click('#undo');
        await stands(page);
        assert.equal(await print(), before);
        const seed = await page.$eval('#seed', (box) => /** @type {HTMLInputElement} */ (box).value);
        await press(page, '.seed-row', 'New');
        await stands(page);
        assert.notEqual(await page.$eval('#seed', (box) => /** @type {HTMLInputElement} */ (box).value), seed);
        assert.notEqual(await print(), before);
        await typeInto(page, '#seed', seed);
        await stands(page);
        assert.equal(await print(), before);
        await page.select('#scenario', 'ack-loss');
        await page.waitForFunction(() => location.hash.startsWith('#p=ack-loss'));
        assert.match(await page.title(), /acknowledgements/);
      });

      await on('Present fits its window and doubles the type; Escape leaves it', `${baseUrl}#p=random-loss&t=9&paused=1`, { width: 1024, height: 768 }, async (page) => {
        const size = () => page.$eval('#clock', (each) => Number.parseFloat(getComputedStyle(each).fontSize));
        const plain = await size();
        await page.click('#present');
        await stands(page);
        for (const [view, factor] of /** @type {const} */ ([[{ width: 1024, height: 768 }, 1.2], [DESKTOP, 1.5], [{ width: 1920, height: 1080 }, 1.85]])) {
          await page.setViewport(view);
          await page.waitForFunction((wide) => document.querySelector('#strips')?.clientWidth !== 0 && innerWidth === wide, {}, view.width);
          await stands(page);
          const seen = await page.evaluate(() => ({
            hidden: ['#knobs', '#events', '#score'].filter((each) => document.querySelector(each)?.checkVisibility()),
            scrolls: ['.centre', '.side'].filter((each) => {
              const { scrollHeight, clientHeight } = /** @type {HTMLElement} */ (document.querySelector(each));
              return scrollHeight > clientHeight + 1;
            }),
            cut: [...document.querySelectorAll('.top > *, .time > *')].filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.id || each.className),
          }));
          assert.deepEqual(seen, { hidden: [], scrolls: [], cut: [] }, `${view.width} px`);
          assert.ok(await size() >= factor * plain - 0.1, `type at ${view.width} px`);
        }
        await page.focus('#bar');
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => document.documentElement.dataset.present === undefined);
        assert.ok(Math.abs(await size() - plain) < 0.1);
      });

      await on('a phone on its side reaches every panel, and its time bar', STILL, { width: 844, height: 390 }, async (page) => {
        for (const [tab, panel] of [['topology', '.stage canvas'], ['traces', '#strips canvas:nth-of-type(2)'], ['traces', '#panel'], ['events', '#card h2'], ['knobs', '#knob-loss']]) {
          await page.click(`.tabs [data-tab="${tab}"]`);
          await stands(page);
          const seen = await page.$eval(panel, (each) => {
            each.scrollIntoView({ block: 'nearest' });
            const box = each.getBoundingClientRect();
            return { shown: each.checkVisibility() && box.height > 16, top: box.top, below: box.bottom - innerHeight };
          });
          assert.ok(seen.shown && seen.top > 40 && seen.below < -50, `${tab}: ${JSON.stringify(seen)}`);
          const { wide, bar } = await page.evaluate(() => ({
            wide: document.documentElement.scrollWidth - innerWidth,
            bar: /** @type {HTMLElement} */ (document.querySelector('.time')).getBoundingClientRect().bottom - innerHeight,
          }));
          assert.ok(wide <= 0 && bar <= 0, `${tab} is ${wide} px too wide, the bar ${bar} px too low`);
        }
      });

      await on('words: help lists the terms, and ? says them', STILL, DESKTOP, async (page) => {
        await page.click('#help');
        await page.waitForSelector('#help-manual');
        const said = await text(page, '.sheet');
        for (const word of ['cwnd', 'ssthresh', 'RTO', 'srtt', 'SACK', 'ECN', 'duplicate ACK', 'fast recovery', 'inflation', 'precision']) assert.ok(said.includes(word), word);
        await press(page, '.sheet', 'Explain what I point at');
        await page.waitForSelector('.notes:not([hidden])');
        for (const [at, note] of /** @type {[string, RegExp][]} */ ([['#legend span.cause', /A queue was full/], ['#card .changed td', /congestion window/], ['#score tbody tr', /Payload/], ['#panel', /same time axis/]])) {
          await page.hover(at);
          await page.waitForFunction((source) => new RegExp(source).test(document.querySelector('.notes p')?.textContent ?? ''), {}, note.source);
        }
        await press(page, '.notes', 'Leave ?');
        await page.waitForSelector('.notes', { hidden: true });
        await page.click('#help');
        await page.waitForSelector('#help-manual');
        await page.click('#help-manual');
        await page.waitForSelector('.sheet.page');
        assert.match(await text(page, '.sheet.page'), /srtt/);
      });

      await on('every control is reached by Tab', STILL, DESKTOP, async (page) => {
        const missed = await page.evaluate(() => {
          const all = [...document.querySelectorAll('button, select, input, summary, [role="slider"]')].filter((each) => each.checkVisibility() && !(/** @type {HTMLButtonElement} */ (each).disabled));
          // One stop for each picture and each list of tabs; arrows go on within.
          return all.filter((each) => /** @type {HTMLElement} */ (each).tabIndex < 0 && !each.closest('.mirror, [role="tablist"]')).map((each) => each.id || each.textContent);
        });
        assert.deepEqual(missed, []);
        const stops = await page.$$eval('.mirror', (all) => all.map((each) => each.querySelectorAll('[tabindex="0"]').length));
        assert.ok(stops.length >= 2 && stops.every((count) => count === 1), stops.join());
        await page.focus('#scenario');
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement?.id), 'link');
      });
    });
  });
}
