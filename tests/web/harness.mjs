// @ts-check
// What every browser test needs: the two browsers, and pages that report their own errors.
//
// `cargo xtask test` sets CHROMIUM and FIREFOX (executables), CWNDLAB (the tool) and BASE_URL (the served page). Both browsers are driven
// by puppeteer-core, Chromium by its own protocol and Firefox by WebDriver BiDi; nothing is downloaded.
import puppeteer from 'puppeteer-core';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {'chromium' | 'firefox'} BrowserName */
/** @typedef {import('puppeteer-core').Browser} Browser */
/** @typedef {import('puppeteer-core').Page} Page */

/** The repository's root folder. */
export const root = path.resolve(import.meta.dirname, '../..');

/** The command-line tool, which gives the results that the page must show. */
export const tool = process.env.CWNDLAB ?? path.join(root, 'target/release/cwndlab');

/** Address of the page, with a slash at its end. */
export const baseUrl = required('BASE_URL');

/** Address of the single-file build on disk. */
export const singleFileUrl = pathToFileURL(path.join(root, 'cwndlab.html')).href;

/**
 * The browsers to test in. Firefox is absent only where `--without-firefox` asked for that.
 * @type {BrowserName[]}
 */
export const browsers = process.env.FIREFOX ? ['chromium', 'firefox'] : ['chromium'];

/** How long a page may take until it shows what a test waits for, in milliseconds. CI shares two cores. */
const PATIENCE = 60_000;

const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium's sandbox does not work as root, which is what containers run as.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * Starts a browser, hands it to `use` and closes it whatever happens.
 * @template T
 * @param {BrowserName} name
 * @param {(browser: Browser) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withBrowser(name, use) {
  const chromium = name === 'chromium';
  const browser = await puppeteer.launch({
    browser: chromium ? 'chrome' : 'firefox',
    executablePath: required(chromium ? 'CHROMIUM' : 'FIREFOX'),
    headless: true,
    args: chromium ? CHROMIUM_FLAGS : [],
  });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

/**
 * Opens an address in a new page.
 * @param {Browser} browser
 * @param {string} url
 * @param {{ width?: number, height?: number }} [size] of the viewport in CSS pixels; 1280 × 800 unless told
 * @returns {Promise<{ page: Page, errors: string[] }>} the page, and a list that grows with each console error and uncaught exception
 */
export async function openPage(browser, url, { width = 1280, height = 800 } = {}) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.setViewport({ width, height });
  /** @type {string[]} */
  const errors = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    errors.push(`uncaught: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  });
  await page.goto(url);
  return { page, errors };
}

/**
 * @param {string} name of an environment variable
 * @returns {string}
 */
function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser tests with 'cargo xtask test'`);
  return value;
}
