import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

const { EVENT_RUN_END } = Mocha.Runner.constants;

/**
 * Prints as mocha's "spec" does, and when the run has ended writes its counts to the file that the environment's
 * COUNTERSIGN_RESULTS names. No file: the run did not end.
 */
export default class ResultsReporter extends Mocha.reporters.Spec {
  /** @param {Mocha.Runner} runner @param {Mocha.MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    const file = process.env['COUNTERSIGN_RESULTS'];
    runner.once(EVENT_RUN_END, () => {
      if (file === undefined) return;
      const { passes, failures, pending } = this.stats;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, pending }));
    });
  }
}
