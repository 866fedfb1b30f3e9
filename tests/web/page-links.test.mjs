// @ts-check
// Links that cannot be read, links that change while the page is open, and the policy that guards the page.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { baseUrl, browsers, openPage, root, withBrowser } from './harness.mjs';
import { clock, pause, plays, stands, started, text } from './user.mjs';

const DESKTOP = { width: 1440, height: 900 };

/** Each with what the message has to name. */
const BAD = [
  ['p=nonsense', /nonsense/],
  ['p=random-loss&cc=quantum', /quantum/],
  ['p=random-loss&seed=minus', /seed/],
  ['p=random-loss&t=soon', /t/],
  ['wibble=1', /wibble/],
  ['s=1.AAAA', /./],
  ['s=1.', /./],
  ['s=9.AAAA', /./],
  ['s=1.!!!!', /./],
];

test('the policy names the hash of the inline script', async () => {
  const html = await readFile(path.join(root, 'index.html'), 'utf8');
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  assert.ok(html.includes(`'sha256-${hash}'`), `script-src needs 'sha256-${hash}'`);
});

for (const name of browsers) {
  test(`links in ${name}`, async (t) => {
    await withBrowser(name, async (browser) => {
      for (const [fragment, names] of BAD) {
        await t.test(`#${fragment} is refused with a message and nothing else`, async () => {
          const { page, errors } = await openPage(browser, `${baseUrl}#${fragment}`, DESKTOP);
          await page.waitForSelector('#trouble:not([hidden]) li');
          assert.match(await text(page, '#trouble'), /** @type {RegExp} */ (names));
          assert.equal(await page.$eval('main', (each) => getComputedStyle(each).visibility), 'hidden');
          assert.deepEqual(errors, []);
          await page.close();
        });
      }

      await t.test('a bad link leads on to the first example', async () => {
        const { page } = await openPage(browser, `${baseUrl}#p=nonsense`, DESKTOP);
        await page.waitForSelector('#trouble:not([hidden]) button');
        await Promise.all([page.waitForNavigation(), page.click('#trouble button')]);
        await started(page);
        await page.close();
      });

      await t.test('a value out of range is clamped, and the page says so', async () => {
        const { page, errors } = await openPage(browser, `${baseUrl}#p=random-loss&loss=7&t=0.5&paused=1`, DESKTOP);
        await started(page);
        await page.waitForSelector('#banner:not([hidden])');
        assert.match(await text(page, '#banner p'), /loss/i);
        assert.deepEqual(errors, []);
        await page.close();
      });

      await t.test('another fragment opens another scenario, and Back comes back', async () => {
        const { page, errors } = await openPage(browser, `${baseUrl}#p=random-loss&t=0.5&paused=1&seed=5`, DESKTOP);
        await started(page);
        await stands(page);
        const print = await text(page, '#fingerprint');
        assert.equal(await clock(page), 0.5);
        await page.evaluate(() => {
          location.hash = '#p=random-loss&t=1.25&paused=1&seed=6';
        });
        await page.waitForFunction(() => document.getElementById('clock')?.textContent === '1.250 s');
        await page.goBack();
        await page.waitForFunction(() => document.getElementById('clock')?.textContent === '0.500 s');
        await stands(page);
        assert.equal(await text(page, '#fingerprint'), print);
        assert.deepEqual(errors, []);
        await page.close();
      });

      await t.test('a history that throws is survived', async () => {
        const { page, errors } = await openPage(browser, `${baseUrl}#p=random-loss&t=0.5&paused=1`, DESKTOP);
        await started(page);
        await page.evaluate(() => {
          history.replaceState = () => {
            throw new Error('not here');
          };
          history.pushState = history.replaceState;
        });
        await page.click('#play');
        await plays(page);
        await pause(page);
        await page.click('#link');
        await page.waitForSelector('#link-text');
        assert.deepEqual(errors, []);
        await page.close();
      });
    });
  });
}
