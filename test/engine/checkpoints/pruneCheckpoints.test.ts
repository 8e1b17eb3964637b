import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { aFolder, never, type FolderUnderTest } from './support/aFolder';

const day = 24 * 60 * 60 * 1000;

/** A checkpoint for each text of a file, a day between each and the next, the last one now. Gives their ids. */
async function checkpointsOf(
  folder: FolderUnderTest,
  now: { at: number },
  texts: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) {
    if (ids.length > 0) now.at += day;
    await folder.write('a.txt', text);
    ids.push(await folder.checkpoint());
  }
  return ids;
}

/** Runs git on the repository of the checkpoints. */
async function inStore(folder: FolderUnderTest, ...args: readonly string[]): Promise<string> {
  const gitDir = path.join(folder.storage, 'repository');
  return (await promisify(execFile)('git', ['--git-dir', gitDir, ...args])).stdout;
}

async function refs(folder: FolderUnderTest): Promise<readonly string[]> {
  const listed = await inStore(folder, 'for-each-ref', '--format=%(objectname)', 'refs/checkpoints/turns');
  return listed.split('\n').filter((line) => line !== '');
}

/** As if nobody had touched the store for two days. */
async function ageObjects(folder: FolderUnderTest): Promise<void> {
  const objects = path.join(folder.storage, 'repository', 'objects');
  const long = new Date(Date.now() - 2 * day);
  for (const entry of await readdir(objects, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) await utimes(path.join(entry.parentPath, entry.name), long, long);
}

describe('pruning checkpoints', function () {
  this.timeout(60_000);
  const now = { at: Date.now() - 3 * day };
  const ports = { clock: { now: () => now.at } };
  const texts = ['one\n', 'two\n', 'three\n', 'four\n'];

  it('forgets those that are too old, and no other', () =>
    aFolder(
      {},
      async (folder) => {
        const [, , third, fourth] = await checkpointsOf(folder, now, texts);
        const pruned = await folder.store.prune({ maxAgeMs: 1.5 * day, maxCount: 100 }, never);
        assert.deepEqual(pruned, { state: 'pruned', forgotten: 2 });
        assert.deepEqual(new Set(await refs(folder)), new Set([third, fourth]));
      },
      ports,
    ));

  it('forgets all but the latest where there are too many', () =>
    aFolder(
      {},
      async (folder) => {
        const ids = await checkpointsOf(folder, now, texts);
        assert.deepEqual(await folder.store.prune({ maxAgeMs: 100 * day, maxCount: 1 }, never), {
          state: 'pruned',
          forgotten: 3,
        });
        assert.deepEqual(await refs(folder), ids.slice(-1));
      },
      ports,
    ));

  it('frees what is not named any more, keeps the others whole, and goes on recording and restoring', () =>
    aFolder(
      { 'b.txt': 'always\n' },
      async (folder) => {
        const [first = '', , , fourth = ''] = await checkpointsOf(folder, now, texts);
        await folder.store.prune({ maxAgeMs: 100 * day, maxCount: 1 }, never);
        await ageObjects(folder);
        // As `git gc --auto` does, from many objects on.
        await inStore(folder, 'gc', '--quiet', '--prune=1.day.ago');
        assert.equal((await folder.store.compare(first, never)).state, 'gone');
        await folder.write('a.txt', 'five\n');
        const fifth = await folder.checkpoint();
        assert.equal((await folder.restore(fourth)).state, 'restored');
        assert.deepEqual(await folder.files(), { 'a.txt': 'four\n', 'b.txt': 'always\n' });
        assert.equal((await folder.restore(fifth)).state, 'restored');
        assert.deepEqual(await folder.files(), { 'a.txt': 'five\n', 'b.txt': 'always\n' });
        assert.match(await inStore(folder, 'fsck', '--full'), /^(dangling .*\n)*$/);
      },
      ports,
    ));

  it('keeps what the last look at the folder has stored, also where no checkpoint names it', () =>
    aFolder(
      { 'a.txt': 'one\n' },
      async (folder) => {
        const id = await folder.checkpoint();
        await folder.write('b.txt', 'only looked at\n');
        await folder.compare(id);
        await ageObjects(folder);
        await inStore(folder, 'gc', '--quiet', '--prune=1.day.ago');
        await folder.checkpoint();
        assert.equal((await folder.restore(id)).state, 'restored');
        assert.deepEqual(await folder.files(), { 'a.txt': 'one\n' });
      },
      ports,
    ));

  it('ends where it is stopped, and forgets nothing then', () =>
    aFolder(
      {},
      async (folder) => {
        const ids = await checkpointsOf(folder, now, texts);
        const pruned = await folder.store.prune({ maxAgeMs: 0, maxCount: 1 }, AbortSignal.abort());
        assert.deepEqual([pruned.state, (await refs(folder)).length], ['cancelled', ids.length]);
      },
      ports,
    ));
});
