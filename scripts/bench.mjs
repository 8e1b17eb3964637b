// npm run bench: measures what is promised, in a real VS Code; writes bench/results.json and docs/bench.md.
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureActivation } from './bench/activation.mjs';
import { measureReviewLatency } from './bench/reviewLatency.mjs';
import { measureSizes } from './bench/sizes.mjs';
import { benchPage } from './bench/benchPage.mjs';
import { buildVsix } from './build/buildVsix.mjs';
import { endProcess } from './process/lifetime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

await endProcess(await main());

/** @returns {Promise<number>} the exit code */
async function main() {
  try {
    const vsix = await buildVsix();
    const results = {
      machine: {
        cpus: os.cpus().length,
        node: process.version,
        load: os.loadavg().map((value) => Math.round(value * 10) / 10),
      },
      sizes: await measureSizes(root, vsix),
      activation: await measureActivation(vsix),
      reviewLatency: await measureReviewLatency(),
    };
    await mkdir(path.join(root, 'bench'), { recursive: true });
    await writeFile(path.join(root, 'bench/results.json'), `${JSON.stringify(results, null, 2)}\n`);
    await writeFile(path.join(root, 'docs/bench.md'), benchPage(results));
    console.log(JSON.stringify(results, null, 2));
    return 0;
  } catch (error) {
    console.error(error);
    return 1;
  }
}
