import { readdirSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import ResultsReporter from '../../scripts/test/resultsReporter.mjs';

/**
 * VS Code calls this in the extension host. Every test file beside it was bundled on its own and is found by its name.
 *
 * @throws when a test fails; also when a rejection of ours, in the extension or in a test, was handled by nobody
 */
export async function run(): Promise<void> {
  const unhandled: unknown[] = [];
  const notice = (reason: unknown): void => {
    // The extension host is shared with VS Code's own extensions: what names none of our files is not ours.
    if (reason instanceof Error && isOurs(reason)) unhandled.push(reason);
  };
  process.on('unhandledRejection', notice);
  const mocha = new Mocha({ reporter: ResultsReporter, timeout: 20_000, forbidOnly: true, color: true });
  mocha.rootHooks({
    afterAll() {
      if (unhandled.length > 0)
        throw new AggregateError(unhandled, `handled by nobody: ${unhandled.map(String).join('; ')}`);
    },
  });
  for (const file of readdirSync(__dirname, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.test.cjs')) mocha.addFile(path.join(__dirname, file));
  }
  try {
    const failures = await new Promise<number>((resolve) => mocha.run(resolve));
    if (failures > 0) throw new Error(`${failures} failed`);
  } finally {
    process.off('unhandledRejection', notice);
  }
}

function isOurs(error: Error): boolean {
  const root = path.resolve(__dirname, '../..');
  return error.stack?.includes(path.join(root, 'dist')) === true || error.stack?.includes(__dirname) === true;
}
