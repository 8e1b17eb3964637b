import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sum, tallyOf } from '../../scripts/test/tally.mjs';

/** How a run of mocha ended → what `npm test` counts. */
const cases: readonly (readonly [
  title: string,
  results: object | undefined,
  exitCode: number,
  passed: number,
  failed: number,
])[] = [
  ['counts what passed', { passed: 3, failed: 0, pending: 0 }, 0, 3, 0],
  ['counts what failed', { passed: 3, failed: 2, pending: 0 }, 2, 3, 2],
  ['counts a skipped test as failed', { passed: 3, failed: 0, pending: 1 }, 0, 3, 1],
  ['counts a stage without tests as failed', { passed: 0, failed: 0, pending: 0 }, 0, 0, 1],
  ['counts a crash before the end as failed', undefined, 1, 0, 1],
  ['counts an end without results as failed, whatever the exit code', undefined, 0, 0, 1],
  ['counts an exit code that no test explains as failed', { passed: 3, failed: 0, pending: 0 }, 7, 3, 1],
];

describe('tally of a stage', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-tally-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  for (const [title, results, exitCode, passed, failed] of cases) {
    it(title, async () => {
      const file = path.join(folder, 'results.json');
      const tally = await tallyOf('stage', file, () => {
        if (results !== undefined) writeFileSync(file, JSON.stringify(results));
        return Promise.resolve(exitCode);
      });
      assert.deepEqual([tally.passed, tally.failed], [passed, failed]);
    });
  }

  it('does not take the results of an earlier run for its own', async () => {
    const file = path.join(folder, 'results.json');
    writeFileSync(file, JSON.stringify({ passed: 9, failed: 0, pending: 0 }));
    const tally = await tallyOf('stage', file, () => Promise.resolve(0));
    assert.deepEqual([tally.passed, tally.failed], [0, 1]);
  });

  it('adds up two runs of one stage, and a fault of either counts', () => {
    const one = { name: 'node', passed: 3, failed: 0, faults: [] };
    const other = { name: 'model', passed: 2, failed: 1, faults: ['did not end (exit code 1)'] };
    assert.deepEqual(sum('node', [one, other]), {
      name: 'node',
      passed: 5,
      failed: 1,
      faults: ['model did not end (exit code 1)'],
    });
  });
});
