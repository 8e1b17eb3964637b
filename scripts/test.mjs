// npm test [-- --only check,node,host,e2e]: sets up what is missing, runs all tests, ends with "N passed, N failed".
// Only Node's own modules may be imported before the packages are installed.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { endProcess } from './process/lifetime.mjs';
import { ensureChromium } from './setup/ensureChromium.mjs';
import { ensureNode } from './setup/ensureNode.mjs';
import { ensureNodeModules } from './setup/ensureNodeModules.mjs';
import { say } from './setup/say.mjs';
import { installVsCode } from './vscode/installVsCode.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

await endProcess(await main());

/** @returns {Promise<number>} the exit code */
async function main() {
  try {
    ensureNode();
    await ensureNodeModules(root);
    const { stages, runStage } = await import('./test/stages.mjs');
    const names = wanted() ?? Object.keys(stages);
    // The pages are tested in a browser in the node stage, too.
    if (names.some((name) => name !== 'check')) process.env['CHROMIUM'] = await ensureChromium();
    if (names.includes('host') || names.includes('e2e')) await installVsCode();
    await rm(new URL('../test-results', import.meta.url), { recursive: true, force: true });
    const tallies = [];
    for (const name of names) {
      say(`${name} …`);
      tallies.push(await runStage(name));
    }
    return summary(tallies);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return summary([{ name: 'set-up', passed: 0, failed: 1, faults: [] }]);
  }
}

/** @param {import('./test/tally.mjs').Tally[]} tallies */
function summary(tallies) {
  let [passed, failures] = [0, 0];
  console.log('');
  for (const tally of tallies) {
    passed += tally.passed;
    failures += tally.failed;
    console.log([`${tally.name}: ${tally.passed} passed, ${tally.failed} failed`, ...tally.faults].join('\n  ✖ '));
  }
  console.log(`${passed} passed, ${failures} failed`);
  return failures === 0 && passed > 0 ? 0 : 1;
}

/** @returns {string[] | undefined} the stages that `--only` names */
function wanted() {
  const place = process.argv.indexOf('--only');
  return place < 0 ? undefined : (process.argv[place + 1] ?? '').split(',');
}
