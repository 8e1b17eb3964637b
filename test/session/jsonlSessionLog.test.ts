import assert from 'node:assert/strict';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JsonlSessionLog, type AppendFile } from '../../src/session/jsonlSessionLog';
import { encodeEntry, encodeHeader } from '../../src/session/sessionCodec';
import { inTemporaryFolder } from './support/inTemporaryFolder';
import { aHeader, aPlan, digest } from './support/platform';
import { traceOf } from './support/trace';

const entries = traceOf(
  { type: 'user-message', text: 'Prüfe das Formular' },
  { type: 'review-pending', plan: aPlan('# Plan\n\n1. Prüfen 🧾\n') },
  { type: 'review-ended', reviewId: 'review-1', endedAt: 9, outcome: { state: 'approved', target: 'default' } },
);
const whole = [encodeHeader(aHeader), ...entries.map(encodeEntry)].map((line) => `${line}\n`).join('');

/** Opens a file with this content and closes it again. */
function opened<T>(
  content: string | Uint8Array,
  act: (opening: Awaited<ReturnType<typeof JsonlSessionLog.open>>, path: string) => T | Promise<T>,
): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, 's.jsonl');
    await writeFile(path, content);
    const opening = await JsonlSessionLog.open(path, { digest });
    try {
      return await act(opening, path);
    } finally {
      if (opening.state === 'open') await opening.log.close();
    }
  });
}

/** A file whose next writes fail as the test says; everything else reaches the disk. */
class FaultyFile {
  /** How many bytes the next write takes before it fails; undefined: it does not fail. */
  failsAfterBytes: number | undefined;
  isTruncateBroken = false;
  isSyncBroken = false;

  readonly open = async (path: string, flags: 'wx+' | 'r+'): Promise<AppendFile> => {
    const file = await open(path, flags);
    return {
      write: async (bytes, offset, length, position) => {
        if (this.failsAfterBytes === undefined) return file.write(bytes, offset, length, position);
        await file.write(bytes, offset, Math.min(length, this.failsAfterBytes), position);
        this.failsAfterBytes = undefined;
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      },
      truncate: async (size) => {
        if (this.isTruncateBroken) throw new Error('truncate failed');
        await file.truncate(size);
      },
      datasync: async () => {
        if (this.isSyncBroken) throw new Error('sync failed');
        await file.datasync();
      },
      close: () => file.close(),
    };
  };
}

function withFaultyFile(act: (log: JsonlSessionLog, file: FaultyFile, path: string) => Promise<void>): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const file = new FaultyFile();
    const path = join(folder, 's.jsonl');
    const log = await JsonlSessionLog.create(path, aHeader, { digest, openFile: file.open });
    try {
      await act(log, file, path);
    } finally {
      await log.close();
    }
  });
}

const [first, second, third] = entries;
assert.ok(first && second && third);

describe('JSONL session log', () => {
  it('V8 reads a whole file', () =>
    opened(whole, (opening) => {
      assert.deepEqual(
        opening.state === 'open' && [opening.content.header, opening.content.entries, opening.content.tornBytes],
        [aHeader, entries, 0],
      );
    }));

  it('drops and reports a last line that was cut at any byte, and goes on after it', async () => {
    const bytes = Buffer.from(whole, 'utf8');
    const lastLine = Buffer.byteLength(`${encodeEntry(third)}\n`);
    for (let cut = bytes.length - lastLine; cut < bytes.length; cut += 1) {
      await opened(bytes.subarray(0, cut), async (opening, path) => {
        assert.ok(opening.state === 'open', `cut at ${cut}`);
        assert.deepEqual(opening.content.entries, entries.slice(0, 2));
        assert.equal(opening.content.tornBytes, cut - (bytes.length - lastLine));
        await opening.log.append(third);
        assert.equal(await readFile(path, 'utf8'), whole);
      });
    }
  });

  const badMiddles: readonly (readonly [string, (text: string) => string | Uint8Array, string])[] = [
    ['half a line in the middle', (text) => text.replace('"Prüfe das', '"Prüfe das\n'), 'line'],
    ['an entry whose parent is not there', (text) => text.replace('"parentId":"e1"', '"parentId":"e7"'), 'parentId'],
    ['two entries with one id', (text) => text.replace('"id":"e2"', '"id":"e1"'), 'id'],
    ['a second root', (text) => text.replace('"parentId":"e1"', '"parentId":null'), 'parentId'],
    ['an empty line', (text) => text.replace('\n{"type":"review-pending"', '\n\n{"type":"review-pending"'), 'line'],
    ['bytes that are no UTF-8', (text) => Buffer.from(text, 'latin1'), 'encoding'],
  ];
  for (const [name, spoil, field] of badMiddles) {
    it(`refuses ${name} and leaves the file alone`, () => {
      const content = spoil(whole);
      return opened(content, async (opening, path) => {
        assert.deepEqual(opening.state === 'refused' && [opening.code, opening.field], ['bad-line', field]);
        assert.deepEqual(await readFile(path), Buffer.from(content));
      });
    });
  }

  it('refuses a file of a later version', () =>
    opened(whole.replace('"version":1', '"version":2'), (opening) => {
      assert.equal(opening.state === 'refused' && opening.code, 'unsupported-version');
    }));

  it('refuses an empty file, which never was a session', () =>
    opened('', (opening) => assert.equal(opening.state === 'refused' && opening.code, 'no-header')));

  it('leaves no lock behind when it refuses a file', () =>
    opened('x\n', async (_, path) => assert.deepEqual(await readdir(join(path, '..')), ['s.jsonl'])));

  it('V7 rejects an append that reached the disk in part, and cuts it off before the next', () =>
    withFaultyFile(async (log, file, path) => {
      file.failsAfterBytes = 10;
      await assert.rejects(log.append(first), { code: 'ENOSPC' });
      await log.append(first);
      assert.equal(await readFile(path, 'utf8'), `${encodeHeader(aHeader)}\n${encodeEntry(first)}\n`);
    }));

  it('V7 does not read an append that failed', () =>
    withFaultyFile(async (log, file) => {
      file.failsAfterBytes = 10;
      await assert.rejects(log.append(first));
      assert.deepEqual(await log.read(), []);
    }));

  it('V7 does not keep an entry that was written and not synced', () =>
    withFaultyFile(async (log, file, path) => {
      file.isSyncBroken = true;
      await assert.rejects(log.append(first), { message: 'sync failed' });
      file.isSyncBroken = false;
      await log.append(second);
      assert.equal(await readFile(path, 'utf8'), `${encodeHeader(aHeader)}\n${encodeEntry(second)}\n`);
    }));

  it('V7 writes nothing after half a line as long as that cannot be cut off', () =>
    withFaultyFile(async (log, file, path) => {
      file.failsAfterBytes = 10;
      await assert.rejects(log.append(first));
      const before = await readFile(path, 'utf8');
      file.isTruncateBroken = true;
      await assert.rejects(log.append(second), { message: 'truncate failed' });
      assert.equal(await readFile(path, 'utf8'), before);
    }));

  it('V7 one failed append does not fail the one that waits behind it', () =>
    withFaultyFile(async (log, file) => {
      const root = { ...second, parentId: null };
      file.failsAfterBytes = 3;
      const failed = assert.rejects(log.append(first));
      await log.append(root);
      await failed;
      assert.deepEqual(await log.read(), [root]);
    }));

  it('makes no file over one that exists', () =>
    opened(whole, async (_, path) => {
      const other = `${path}2`;
      await writeFile(other, 'mine');
      await assert.rejects(JsonlSessionLog.create(other, aHeader, { digest }), { code: 'EEXIST' });
      assert.equal(await readFile(other, 'utf8'), 'mine');
    }));
});
