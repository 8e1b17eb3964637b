import { readFile, rm } from 'node:fs/promises';

/** @typedef {{ name: string, passed: number, failed: number, faults: string[] }} Tally of one stage */

/**
 * Runs mocha by `start` and reads what its reporter wrote. What is not a clear success is a failure: no results (it
 * crashed), no tests, tests that were skipped, an exit code that the results do not explain.
 *
 * @param {string} name of the stage
 * @param {string} file that the reporter writes
 * @param {() => Promise<number>} start gives the exit code
 * @returns {Promise<Tally>}
 */
export async function tallyOf(name, file, start) {
  await rm(file, { force: true });
  const code = await start();
  const results = await readResults(file);
  if (results === undefined) return failed(name, `did not end (exit code ${code})`);
  const { passed, failed: failures, pending } = results;
  const faults = [
    ...(passed + failures + pending === 0 ? ['has no tests'] : []),
    ...(pending > 0 ? [`${pending} skipped, which counts as failed`] : []),
    ...(code !== 0 && failures === 0 ? [`exit code ${code} with no failed test`] : []),
  ];
  const unexplained = faults.length > 0 && pending === 0 ? 1 : 0;
  return { name, passed, failed: failures + pending + unexplained, faults };
}

/**
 * @param {string} name
 * @param {string} fault
 * @returns {Tally}
 */
export function failed(name, fault) {
  return { name, passed: 0, failed: 1, faults: [fault] };
}

/**
 * @param {string} name
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function sum(name, tallies) {
  return {
    name,
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed: failures }) => total + failures, 0),
    faults: tallies.flatMap((tally) => tally.faults.map((fault) => `${tally.name} ${fault}`)),
  };
}

/** @param {string} file @returns {Promise<{ passed: number, failed: number, pending: number } | undefined>} */
async function readResults(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return undefined;
    throw error;
  }
}
