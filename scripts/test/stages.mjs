import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildVsix } from '../build/buildVsix.mjs';
import { runChecks } from '../build/checks.mjs';
import { must, run } from '../process/run.mjs';
import { failed, sum, tallyOf } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */

const root = fileURLToPath(new URL('../..', import.meta.url));
const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
const modelTests = 'test/core/model';
const reporter = path.join(root, 'scripts/test/resultsReporter.mjs');

/** The VSIX that later stages install and look into. @type {Promise<string> | undefined} */
let vsix;

/**
 * The stages of `npm test`, in order.
 *
 * @type {Readonly<Record<string, () => Promise<Tally>>>}
 */
export const stages = {
  check: async () => {
    const answers = await runChecks();
    const bad = answers.filter(({ passed }) => !passed).map(({ name }) => name);
    return { name: 'check', passed: answers.length - bad.length, failed: bad.length, faults: bad };
  },
  node: async () => {
    // The model searches every way for minutes on one core, while the others mostly wait for files and processes.
    const [others, model] = await Promise.all([
      mochaStage('node', [
        ...['--ignore', `${modelTests}/**`],
        'test/{core,protocol,session,engine,hosts,review,webview,scaffold}/**/*.test.{ts,tsx}',
      ]),
      mochaStage('model', [`${modelTests}/**/*.test.ts`], 'at the end'),
    ]);
    return sum('node', [others, model]);
  },
  host: async () => {
    await built();
    await must(process.execPath, ['esbuild.mjs', '--tests'], { cwd: root });
    const file = resultsOf('host');
    return await tallyOf('host', file, () => command(['scripts/test/runHostTests.mjs'], { COUNTERSIGN_RESULTS: file }));
  },
  e2e: () =>
    mochaStage('e2e', ['--require', 'test/e2e/harness/rootHooks.ts', '--timeout', '60000', 'test/e2e/**/*.e2e.ts']),
};

/**
 * @param {string} name
 * @param {string[]} args
 * @param {'at once' | 'at the end'} [shown] when what it prints is printed here
 */
async function mochaStage(name, args, shown) {
  const file = resultsOf(name);
  const env = { COUNTERSIGN_RESULTS: file, COUNTERSIGN_VSIX: await built() };
  return await tallyOf(name, file, () => command([mocha, '--reporter', reporter, ...args], env, shown));
}

function built() {
  vsix ??= buildVsix();
  return vsix;
}

/** @param {string} name */
function resultsOf(name) {
  return path.join(root, `test-results/${name}.json`);
}

/** @param {string[]} args @param {NodeJS.ProcessEnv} env @param {'at once' | 'at the end'} [shown] */
async function command(args, env, shown = 'at once') {
  const show = shown === 'at once';
  const { code, output } = await run(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, show });
  if (!show) process.stdout.write(output);
  return code;
}

/**
 * @param {string} name
 * @returns {Promise<Tally>} never throws: a stage that cannot run has failed
 */
export async function runStage(name) {
  try {
    const stage = stages[name];
    return stage === undefined ? failed(name, 'is no stage') : await stage();
  } catch (error) {
    return failed(name, error instanceof Error ? error.message : String(error));
  }
}
