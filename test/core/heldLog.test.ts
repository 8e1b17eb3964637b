import assert from 'node:assert/strict';
import { HeldLog } from './heldLog';
import { reviewLogContract } from './reviewLogContract';

reviewLogContract('the held log', () => {
  const log = new HeldLog();
  return Promise.resolve({ log, kept: () => Promise.resolve(log.kept), breakDisk: () => log.fail() });
});

describe('held log', () => {
  it('keeps nothing before the append is released', () => {
    const log = new HeldLog();
    log.hold();
    void log.append({ type: 'review-ended', reviewId: 'a', endedAt: 1, outcome: { state: 'dismissed' } });
    assert.deepEqual(log.kept, []);
  });

  it('keeps the order of the calls when the later append is released first', async () => {
    const log = new HeldLog();
    log.hold();
    const appends = ['a', 'b'].map((reviewId) =>
      log.append({ type: 'review-ended', reviewId, endedAt: 1, outcome: { state: 'dismissed' } }),
    );
    for (const write of [...log.held].reverse()) write.release();
    await Promise.all(appends);
    assert.deepEqual(
      log.kept.map((entry) => entry.type === 'review-ended' && entry.reviewId),
      ['a', 'b'],
    );
  });

  it('rejects a failed append and does not keep it', async () => {
    const log = new HeldLog();
    log.hold();
    const append = log.append({ type: 'review-ended', reviewId: 'a', endedAt: 1, outcome: { state: 'dismissed' } });
    log.held[0]?.fail();
    await assert.rejects(append);
    assert.deepEqual(log.kept, []);
  });
});
