// @ts-check
// Accessibility rules, as axe-core knows them.
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';

/** @typedef {import('puppeteer-core').Page} Page */

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The serious and critical findings, in words.
 * @param {Page} page
 */
export async function findings(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter((/** @type {{ impact: string }} */ { impact }) => impact === 'serious' || impact === 'critical')
      .map((/** @type {{ id: string, nodes: { html: string, failureSummary: string }[] }} */ { id, nodes }) =>
        `${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join('\n  ')}`);
  });
}
