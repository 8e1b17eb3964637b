import { rmSync } from 'node:fs';
import { leftovers } from '../../../scripts/process/processList.mjs';
import { endSharedEditor } from './editor';
import { runFolder } from './runFolder';
import { closeSharedWorkbench } from './useSharedWorkbench';
import { openWorkbenches } from './workbench';

const patienceMs = 5_000;

/** Mocha loads this by `--require`: evidence of every failure, and nothing left behind. */
export const mochaHooks: Mocha.RootHookObject = {
  async afterEach(this: Mocha.Context) {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    for (const workbench of openWorkbenches) await workbench.keepEvidence(test.fullTitle());
  },
  async afterAll() {
    await closeSharedWorkbench();
    const forgotten = openWorkbenches.size;
    for (const workbench of openWorkbenches) await workbench.close();
    await endSharedEditor();
    const left = await whatIsLeft();
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    rmSync(runFolder, { recursive: true, force: true, maxRetries: 5 });
    if (forgotten > 0) throw new Error(`${forgotten} windows were not closed by the tests that opened them.`);
    if (left.length > 0) throw new Error(`Processes were left over:\n${left.map(({ command }) => command).join('\n')}`);
  },
};

/** What is ending gets a moment to end. */
async function whatIsLeft(): Promise<ReturnType<typeof leftovers>> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const left = leftovers(runFolder);
    if (left.length === 0 || Date.now() > end) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
