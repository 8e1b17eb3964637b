import assert from 'node:assert/strict';
import type { ReviewEntry, ReviewLog } from '../../src/core/reviewLog';

/** What every `ReviewLog` promises, one test a sentence. `kept` reads what would survive the end of the process. */
export function reviewLogContract(
  name: string,
  make: () => Promise<{
    readonly log: ReviewLog;
    readonly kept: () => Promise<readonly ReviewEntry[]>;
    readonly breakDisk: () => void;
  }>,
): void {
  describe(`${name} keeps the contract of a review log`, () => {
    it('an entry is kept when its append has resolved', async () => {
      const { log, kept } = await make();
      await log.append(ending('a'));
      assert.deepEqual(await kept(), [ending('a')]);
    });

    it('entries are kept in the order of the calls, also when the calls overlap', async () => {
      const { log, kept } = await make();
      const names = ['a', 'b', 'c', 'd'];
      await Promise.all(names.map((each) => log.append(ending(each))));
      assert.deepEqual(await kept(), names.map(ending));
    });

    it('an append that rejects has kept nothing', async () => {
      const { log, kept, breakDisk } = await make();
      await log.append(ending('a'));
      breakDisk();
      await assert.rejects(async () => log.append(ending('b')));
      assert.deepEqual(await kept(), [ending('a')]);
    });
  });
}

function ending(reviewId: string): ReviewEntry {
  return { type: 'review-ended', reviewId, endedAt: 1, outcome: { state: 'dismissed' } };
}
