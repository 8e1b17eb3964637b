import { fileURLToPath } from 'node:url';
import { run } from '../process/run.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What `npm run check` asks, in the order in which the answers help most. */
const checks = [
  { name: 'types', words: ['typescript/bin/tsc', '-b'] },
  { name: 'lint', words: ['eslint/bin/eslint.js', '.', '--max-warnings', '0'] },
  { name: 'format', words: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'] },
  { name: 'unused', words: ['knip/bin/knip.js'] },
];

/**
 * Runs all checks, also after one has failed.
 *
 * @returns {Promise<{ name: string, passed: boolean }[]>}
 */
export async function runChecks() {
  const answers = [];
  for (const { name, words } of checks) {
    const [tool, ...args] = words;
    const { code } = await run(process.execPath, [`node_modules/${tool}`, ...args], { cwd: root, show: true });
    console.log(`${code === 0 ? '✔' : '✖'} ${name}`);
    answers.push({ name, passed: code === 0 });
  }
  return answers;
}
