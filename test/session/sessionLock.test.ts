import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, ownProcess } from '../../src/session/processIdentity';
import { takeSessionLock } from '../../src/session/sessionLock';
import { inTemporaryFolder } from './support/inTemporaryFolder';

const file = (folder: string): string => join(folder, 's.jsonl');

async function stateOfTaking(folder: string): Promise<string> {
  return (await takeSessionLock(file(folder))).state;
}

describe('session lock', () => {
  it('is taken once', () =>
    inTemporaryFolder(async (folder) => {
      assert.deepEqual([await stateOfTaking(folder), await stateOfTaking(folder)], ['taken', 'locked']);
    }));

  it('names the process that holds it', () =>
    inTemporaryFolder(async (folder) => {
      await takeSessionLock(file(folder));
      const second = await takeSessionLock(file(folder));
      assert.equal(second.state === 'locked' && second.holder.pid, process.pid);
    }));

  it('is taken by one at most of many that try at once', () =>
    inTemporaryFolder(async (folder) => {
      const states = await Promise.all(Array.from({ length: 8 }, () => stateOfTaking(folder)));
      assert.ok(states.filter((state) => state === 'taken').length <= 1);
    }));

  it('can be taken again after its release, and its release leaves nothing', () =>
    inTemporaryFolder(async (folder) => {
      const first = await takeSessionLock(file(folder));
      assert.ok(first.state === 'taken');
      await first.lock.release();
      assert.deepEqual(await readdir(folder), []);
      assert.equal(await stateOfTaking(folder), 'taken');
    }));

  it('is not given up by a second release when somebody else has it', () =>
    inTemporaryFolder(async (folder) => {
      const first = await takeSessionLock(file(folder));
      assert.ok(first.state === 'taken');
      await first.lock.release();
      await takeSessionLock(file(folder));
      await first.lock.release();
      assert.equal(await stateOfTaking(folder), 'locked');
    }));

  it('is taken over from a process that was killed', () =>
    inTemporaryFolder(async (folder) => {
      const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log("up")']);
      await once(child.stdout, 'data');
      const boot = (await ownProcess()).start.split(':')[0];
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
      const start = `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
      await writeFile(`${file(folder)}.lock.t`, JSON.stringify({ pid: child.pid, start }));
      const before = await stateOfTaking(folder);
      child.kill('SIGKILL');
      await once(child, 'exit');
      assert.deepEqual([before, await stateOfTaking(folder)], ['locked', 'taken']);
    }));

  it('is taken over where another process got the pid of its holder', () =>
    inTemporaryFolder(async (folder) => {
      const lock = { pid: process.pid, start: 'another machine start:1' };
      await writeFile(`${file(folder)}.lock.t`, JSON.stringify(lock));
      assert.equal(await stateOfTaking(folder), 'taken');
    }));

  it('is taken over by one at most of many that find it stale', () =>
    inTemporaryFolder(async (folder) => {
      await writeFile(`${file(folder)}.lock.t`, JSON.stringify({ pid: process.pid, start: 'earlier' }));
      const states = await Promise.all(Array.from({ length: 8 }, () => stateOfTaking(folder)));
      assert.ok(states.filter((state) => state === 'taken').length <= 1);
    }));

  for (const [name, content] of [
    ['empty', ''],
    ['no JSON', '{'],
    ['something else', '{"pid":"x"}'],
  ] as const) {
    it(`is taken over where the lock file is ${name}`, () =>
      inTemporaryFolder(async (folder) => {
        await writeFile(`${file(folder)}.lock.t`, content);
        assert.equal(await stateOfTaking(folder), 'taken');
      }));
  }

  it('leaves nothing of a dead process behind', () =>
    inTemporaryFolder(async (folder) => {
      await writeFile(`${file(folder)}.lock.t`, JSON.stringify({ pid: process.pid, start: 'earlier' }));
      await takeSessionLock(file(folder));
      assert.equal((await readdir(folder)).includes('s.jsonl.lock.t'), false);
    }));

  it('knows its own process as alive', async () => {
    assert.equal(await isAlive(await ownProcess()), true);
  });
});
