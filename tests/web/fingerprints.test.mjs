// @ts-check
// Every preset gives the recorded run in both browsers, as it does natively (tests/fingerprints.rs) and under node.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { baseUrl, browsers, openPage, root, withBrowser } from './harness.mjs';

const recorded = (await readFile(path.join(root, 'tests/golden/fingerprints.txt'), 'utf8'))
  .split('\n').filter((line) => line !== '').map((line) => line.split(' '));

for (const name of browsers) {
  test(`${name}: every preset gives the recorded run`, async () => {
    await withBrowser(name, async (browser) => {
      const { page } = await openPage(browser, `${baseUrl}pkg/README.md`);
      const found = await page.evaluate(async (runs, module) => {
        const { default: init, run_fingerprint } = await import(module);
        await init();
        return runs.map(([fragment, seconds]) => run_fingerprint(fragment, Number(seconds)));
      }, recorded, `${baseUrl}pkg/cwndlab.js`);
      assert.ok(found.length > 10);
      assert.deepEqual(found, recorded.map(([, , expected]) => expected));
    });
  });
}
