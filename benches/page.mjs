// @ts-check
// What the page costs: frames, load, seeking, wasm against native. Figures, no verdicts.
//
// Serve (`cargo xtask serve --port 8080`), then
// BASE_URL=http://127.0.0.1:8080/ CHROMIUM=/usr/bin/chromium [FIREFOX=…] node benches/page.mjs

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { baseUrl, browsers, openPage, root, withBrowser } from '../tests/web/harness.mjs';
import { started } from '../tests/web/user.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** Frames of one measurement. */
const FRAMES = 600;
const LANES = 'cc=nrt,newreno,frto,sack';

/** Frames before it, in which code is compiled and caches fill. */
const WARM = 60;

/** Runs before the page's own scripts: takes the time of every callback of an animation frame. */
function watchFrames() {
  const request = window.requestAnimationFrame.bind(window);
  /** @type {{ frames: number[], engine: number[], spent: number }} */
  const seen = { frames: [], engine: [], spent: 0 };
  Object.assign(window, { seen });
  window.requestAnimationFrame = (callback) => request((wall) => {
    seen.spent = 0;
    const begin = performance.now();
    callback(wall);
    seen.frames.push(performance.now() - begin);
    seen.engine.push(seen.spent);
  });
}

/**
 * The time spent in the engine's `work`, apart from what is drawn.
 * @param {Page} page
 */
async function watchEngine(page) {
  await page.evaluate(async (module) => {
    const { Session } = await import(module);
    const work = Session.prototype.work;
    Session.prototype.work = /** @this {unknown} @param {number} most */ function (most) {
      const begin = performance.now();
      const done = work.call(this, most);
      /** @type {any} */ (window).seen.spent += performance.now() - begin;
      return done;
    };
  }, `${baseUrl}pkg/cwndlab.js`);
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

/** @param {number[]} list @param {number} share */
function quantile(list, share) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** @param {string} name @param {number[]} list */
function print(name, list) {
  const figures = [0.5, 0.95, 0.99].map((share) => quantile(list, share).toFixed(2));
  say(`${name}: median ${figures[0]}, p95 ${figures[1]}, p99 ${figures[2]} ms (${list.length})`);
}

/** Runs before the page's own scripts: takes the length of every task over 50 ms, where the browser tells them. */
function watchTasks() {
  /** @type {number[]} */
  const tasks = [];
  Object.assign(window, { tasks });
  if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
  }
}

/** @typedef {{ frames: number[], engine: number[] }} Measured */

/** So many frames of a page, the first ones left out. @param {Page} page @returns {Promise<Measured>} */
async function measured(page) {
  return page.evaluate(async (warm, count) => {
    const { seen } = /** @type {any} */ (window);
    const from = seen.frames.length + warm;
    while (seen.frames.length < from + count) await new Promise((resolve) => setTimeout(resolve, 50));
    return { frames: seen.frames.slice(from, from + count), engine: seen.engine.slice(from, from + count) };
  }, WARM, FRAMES);
}

/**
 * The frames of a run at speed 1.
 * @param {Page} page
 * @param {string} name
 * @param {string} fragment
 */
async function framesOf(page, name, fragment) {
  await page.goto('about:blank');
  await page.goto(`${baseUrl}#${fragment}`);
  await started(page);
  await watchEngine(page);
  await page.evaluate(() => /** @type {any} */ (window).tasks.splice(0));
  const real = await measured(page);
  print(`frame, ${name}, speed 1`, real.frames);
  print('  of it the engine', real.engine);
  const tasks = await page.evaluate(() => /** @type {any} */ (window).tasks);
  say(`  tasks longer than 50 ms: ${tasks.length ? tasks.map(Math.round).join(', ') : 'none'}`);
  return real;
}

/** @param {import('puppeteer-core').Browser} browser */
async function frames(browser) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900, deviceScaleFactor: 1 });
  await page.evaluateOnNewDocument(watchFrames);
  await page.evaluateOnNewDocument(watchTasks);
  const grid = 'p=grid-18&flows=4&speed=1&t=20';
  await framesOf(page, '18 radio stations, 4 flows, 2 lanes', grid);
  await framesOf(page, '18 radio stations, 4 flows, 2 lanes, airtime', `${grid}&panels=airtime,ranges`);
  await framesOf(page, '18 radio stations, 4 flows, 2 lanes, hops', `${grid}&panels=ladder`);
  const chain = `p=chain&hops=10&${LANES}&loss=0.01&spike=0.5&speed=1&t=0`;
  for (const panel of ['sequence', 'queue', 'rtt', 'goodput', 'rounds']) {
    await framesOf(page, `10 hops, 4 lanes, ${panel}`, `${chain}&panels=${panel}`);
  }
  const real = await framesOf(page, '10 hops, 4 lanes', chain);
  await page.goto('about:blank');
  await page.evaluate((count) => {
    const canvas = document.body.appendChild(document.createElement('canvas'));
    [canvas.width, canvas.height] = [1440, 900];
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    let left = count;
    const draw = () => {
      pen.clearRect(0, 0, 1440, 900);
      if (left-- > 0) requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  }, FRAMES + WARM + 30);
  const empty = await measured(page);
  print('frame that clears an empty canvas', empty.frames);
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, each) => sum + each, 0) / list.length;
  say(`  ratio of the means: ${(mean(real.frames) / mean(empty.frames)).toFixed(0)}`);
  await page.close();
}

/** @param {import('puppeteer-core').Browser} browser */
async function load(browser) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900, deviceScaleFactor: 1 });
  await page.evaluateOnNewDocument(() => {
    /** @type {any} */ (window).moved = new Promise((resolve) => {
      let shown = '';
      const look = () => {
        const clock = document.getElementById('clock')?.textContent ?? '';
        const playing = document.getElementById('play')?.getAttribute('aria-label') === 'Pause time';
        if (playing && shown !== '' && clock !== shown) resolve(performance.now());
        else {
          shown = playing ? clock : '';
          setTimeout(look, 5);
        }
      };
      look();
    });
  });
  const times = [];
  for (let round = 0; round < 5; round++) {
    await page.goto('about:blank');
    await page.goto(baseUrl);
    times.push(await page.evaluate(() => /** @type {any} */ (window).moved));
  }
  print('load until time moves on the first preset', times);
  await page.close();
}

/**
 * Seeks over a run of four lanes, each to an instant chosen by a fixed sequence.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} fragment
 * @param {number} seconds
 */
async function seeks(browser, fragment, seconds) {
  const { page } = await openPage(browser, `${baseUrl}pkg/README.md`);
  const measured = await page.evaluate(async (module, link, until) => {
    const { default: init, Session } = await import(module);
    const { memory } = await init();
    const session = Session.open(link);
    session.go(until * 1e9);
    while (!session.work(100_000));
    const times = [];
    let place = 0.5;
    for (let round = 0; round < 200; round++) {
      place = (place * 997.31 + 0.123) % 1;
      const begin = performance.now();
      session.go(Math.floor(place * until * 1e9));
      while (!session.work(100_000));
      times.push(performance.now() - begin);
    }
    return { times, memory: memory.buffer.byteLength };
  }, `${baseUrl}pkg/cwndlab.js`, fragment, seconds);
  print(`seek in ${fragment}, ${seconds} s`, measured.times);
  say(`  memory of the module ${(measured.memory / (1 << 20)).toFixed(1)} MiB`);
  await page.close();
}

/**
 * What criterion measured for the same run.
 * @param {string} fragment
 * @param {number} wasm  s
 */
async function besideNative(fragment, wasm) {
  const file = path.join(root, 'target/criterion', `minute_${fragment}`, 'new/estimates.json');
  try {
    const native = JSON.parse(await readFile(file, 'utf8')).median.point_estimate / 1e9;
    return `, native ${(native * 1000).toFixed(0)} ms, speed ratio ${(native / wasm).toFixed(2)}`;
  } catch {
    return '; for the native time run `cargo bench --bench lab minute` first';
  }
}

/** The runs of `minute` in benches/lab.rs. @param {import('puppeteer-core').Browser} browser */
async function beside(browser) {
  const { page } = await openPage(browser, `${baseUrl}pkg/README.md`);
  for (const fragment of [`p=chain&hops=10&${LANES}&loss=0.01`, 'p=fair-10', 'p=friendly-20']) {
    const wasm = await page.evaluate(async (module, link) => {
      const { default: init, Session } = await import(module);
      await init();
      const runs = [];
      for (let round = 0; round < 6; round++) {
        const session = Session.open(link);
        session.go(60e9);
        let spent = 0;
        for (let done = false; !done;) {
          const begin = performance.now();
          done = session.work(20_000);
          spent += performance.now() - begin;
          await new Promise((resolve) => setTimeout(resolve));
        }
        runs.push(spent / 1000);
        session.free();
      }
      return runs.slice(1).sort((a, b) => a - b)[2];
    }, `${baseUrl}pkg/cwndlab.js`, fragment);
    say(`${fragment}: wasm ${(wasm * 1000).toFixed(0)} ms${await besideNative(fragment, wasm)}`);
  }
  await page.close();
}

for (const name of browsers) {
  say(`--- ${name}`);
  await withBrowser(name, async (browser) => {
    await load(browser);
    await frames(browser);
    await seeks(browser, `p=random-loss&${LANES}`, 60);
    await seeks(browser, `p=fair-10&${LANES}`, 60);
    await seeks(browser, `p=chain-10&${LANES}`, 60);
    await seeks(browser, `p=random-loss&${LANES}&dur=3600`, 3600);
    await beside(browser);
  });
}
