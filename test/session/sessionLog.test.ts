import assert from 'node:assert/strict';
import { join } from 'node:path';
import { JsonlSessionLog } from '../../src/session/jsonlSessionLog';
import { MemorySessionLog } from '../../src/session/memorySessionLog';
import type { SessionLog } from '../../src/session/sessionLog';
import { inTemporaryFolder } from './support/inTemporaryFolder';
import { aHeader, aPlan, digest } from './support/platform';
import { traceOf } from './support/trace';

const implementations: readonly (readonly [string, (act: (log: SessionLog) => Promise<void>) => Promise<void>])[] = [
  ['MemorySessionLog', (act) => act(new MemorySessionLog())],
  [
    'JsonlSessionLog',
    (act) =>
      inTemporaryFolder(async (folder) => {
        const log = await JsonlSessionLog.create(join(folder, 's.jsonl'), aHeader, { digest });
        await act(log);
        await log.close();
      }),
  ],
];

const [first, second, third] = traceOf(
  { type: 'user-message', text: 'Zeile\nmit \u2028 und ü' },
  { type: 'review-pending', plan: aPlan() },
  { type: 'turn-ended', reason: 'stopped' },
);
assert.ok(first && second && third);

for (const [name, withLog] of implementations) {
  describe(`session log contract: ${name}`, () => {
    it('reads nothing before the first append', () => withLog(async (log) => assert.deepEqual(await log.read(), [])));

    it('reads what was appended, oldest first', () =>
      withLog(async (log) => {
        await log.append(first);
        await log.append(second);
        assert.deepEqual(await log.read(), [first, second]);
      }));

    it('keeps the order of the calls when they overlap', () =>
      withLog(async (log) => {
        await Promise.all([log.append(first), log.append(second), log.append(third)]);
        assert.deepEqual(await log.read(), [first, second, third]);
      }));

    it('gives out a list that later appends do not change', () =>
      withLog(async (log) => {
        await log.append(first);
        const before = await log.read();
        await log.append(second);
        assert.deepEqual(before, [first]);
      }));

    it('waits on close for appends that were begun', () =>
      withLog(async (log) => {
        let isWritten = false;
        const written = log.append(first).then(() => (isWritten = true));
        await log.close();
        await Promise.resolve();
        assert.equal(isWritten, true);
        await written;
      }));

    it('rejects an append after close', () =>
      withLog(async (log) => {
        await log.close();
        await assert.rejects(log.append(first), { code: 'session-log-closed' });
      }));

    it('may be closed twice', () =>
      withLog(async (log) => {
        await log.close();
        await assert.doesNotReject(log.close());
      }));
  });
}
