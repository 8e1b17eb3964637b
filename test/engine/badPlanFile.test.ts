import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlanFile } from '../../src/session/planFile';
import { anEngine, exit } from './support/anEngine';

describe('plan files on a real disk', () => {
  let folder = '';
  let planFile = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bad-plan-'));
    planFile = join(folder, 'plan.md');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const bad: Readonly<Record<string, readonly [make: () => unknown, said: RegExp]>> = {
    'is missing': [() => undefined, /does not exist/],
    'is empty': [() => writeFile(planFile, ''), /is empty/],
    'is blank': [() => writeFile(planFile, ' \n\t\n'), /is empty/],
    'has 5 MB': [() => writeFile(planFile, 'x'.repeat(5 * 1024 * 1024)), /too large/],
    'is not UTF-8': [() => writeFile(planFile, new Uint8Array([0x23, 0xff, 0xfe])), /not valid UTF-8/],
    'is a folder': [() => mkdir(planFile), /a folder in place of the plan file/],
    'is a link to a good plan': [
      async () => {
        await writeFile(join(folder, 'other.md'), '# Fine\n');
        await symlink(join(folder, 'other.md'), planFile);
      },
      /a symbolic link in place of the plan file/,
    ],
    'is a pipe': [() => execFileSync('mkfifo', [planFile]), /no ordinary file/],
  };
  for (const [name, [make, said]] of Object.entries(bad)) {
    it(`W7 says what is wrong with a plan file that ${name}, shows no review and stays in Plan`, async () => {
      await make();
      const engine = anEngine({ answers: [exit], ports: { planFile, readPlanFile } });
      assert.deepEqual(await engine.prompt(), { reason: 'done' });
      assert.match(engine.lastResult.text, said);
      assert.deepEqual([engine.shown, engine.register.mode], [[], 'plan']);
    });
  }
});
