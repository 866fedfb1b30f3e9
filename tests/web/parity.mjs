// @ts-check
// The runs under node are the recorded ones. The native test tests/fingerprints.rs checks the same file.

import { readFile } from 'node:fs/promises';
import process from 'node:process';

import init, { run_fingerprint } from '../../pkg/cwndlab.js';

const root = new URL('../../', import.meta.url);

await init({ module_or_path: await readFile(new URL('pkg/cwndlab_bg.wasm', root)) });

const recorded = await readFile(new URL('tests/golden/fingerprints.txt', root), 'utf8');
let differ = 0;
let same = 0;
for (const line of recorded.split('\n').filter((text) => text !== '')) {
  const [fragment = '', seconds = '', expected = ''] = line.split(' ');
  const found = run_fingerprint(fragment, Number(seconds));
  if (found === expected) same += 1;
  else {
    differ += 1;
    console.error(`${fragment} after ${seconds} s: ${found}, recorded ${expected}`);
  }
}
process.stdout.write(`parity: ${same} runs as recorded, ${differ} differ\n`);
process.exitCode = differ === 0 && same > 0 ? 0 : 1;
