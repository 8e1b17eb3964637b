import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ApprovalMode } from '../../src/core/approvalMode';
import type { SessionEntry, SessionFact } from '../../src/core/sessionEntry';
import { restore } from '../../src/session/restoredSession';
import { isSessionEntry } from '../../src/session/sessionCodec';
import { sessionStateOf } from '../../src/session/sessionState';
import { arbitraryFact } from './support/arbitraryFact';
import { aPlan } from './support/platform';
import { arbitraryTurns, entriesOf } from './support/scriptedSession';
import { continued, traceOf } from './support/trace';

const plan = aPlan();
const started: SessionFact = { type: 'mode', mode: 'plan', prePlanMode: 'default', revision: 0, cause: 'started' };
const asked: SessionFact = { type: 'user-message', text: 'Add validation' };
const called: SessionFact = {
  type: 'agent-message',
  text: '',
  toolCalls: [{ id: 'c1', name: 'exit_plan_mode', args: {} }],
};
const pending: SessionFact = { type: 'review-pending', plan };
const approved: SessionFact = {
  type: 'review-ended',
  reviewId: plan.reviewId,
  endedAt: 5,
  outcome: { state: 'approved', target: 'default' },
};
const left: SessionFact = { type: 'mode', mode: 'default', revision: 1, cause: 'plan-exit', reviewId: plan.reviewId };

const trusted = { now: 77, isTrusted: true };
const untrusted = { now: 77, isTrusted: false };

function factsAfter(facts: readonly SessionFact[], at = trusted): readonly SessionFact[] {
  return restore(traceOf(...facts), at).facts;
}

function known(entries: Awaited<ReturnType<typeof entriesOf>>): readonly SessionEntry[] {
  return entries.filter(isSessionEntry);
}

describe('restored session', () => {
  it('V5 ends what was open: calls, then the review, then the turn', () => {
    assert.deepEqual(factsAfter([started, asked, called, pending]), [
      {
        type: 'tool-result',
        callId: 'c1',
        toolName: 'exit_plan_mode',
        outcome: 'cancelled',
        stopTurn: false,
        text: 'The session was interrupted before this call had a result.',
      },
      {
        type: 'review-ended',
        reviewId: plan.reviewId,
        endedAt: 77,
        outcome: { state: 'unanswered', reason: 'restored' },
      },
      { type: 'turn-ended', reason: 'interrupted' },
    ]);
  });

  it('V5 leaves Plan on where a review was pending', () => {
    assert.equal(restore(traceOf(started, asked, pending), trusted).mode.mode, 'plan');
  });

  it('H07 an approval that was recorded and not applied before the end unlocks nothing', () => {
    assert.equal(restore(traceOf(started, asked, pending, approved), trusted).mode.mode, 'plan');
  });

  it('H09 asks for nothing again after an approval that was applied', () => {
    assert.deepEqual(factsAfter([started, pending, approved, left]), []);
  });

  const modes: readonly (readonly [ApprovalMode, boolean, ApprovalMode])[] = [
    ['default', false, 'default'],
    ['auto-edit', false, 'plan'],
    ['auto', false, 'plan'],
    ['yolo', false, 'plan'],
    ['yolo', true, 'yolo'],
  ];
  for (const [mode, isTrusted, expected] of modes) {
    it(`M4 restores ${mode} in a workspace ${isTrusted ? 'with' : 'without'} trust as ${expected}`, () => {
      const chosen: SessionFact = { type: 'mode', mode, revision: 1, cause: 'person' };
      assert.equal(restore(traceOf(started, chosen), { now: 1, isTrusted }).mode.mode, expected);
    });
  }

  it('C1 a mode that was tightened has a revision of its own', () => {
    const chosen: SessionFact = { type: 'mode', mode: 'yolo', revision: 4, cause: 'person' };
    assert.deepEqual(restore(traceOf(started, chosen), untrusted).mode, {
      mode: 'plan',
      prePlanMode: 'default',
      revision: 5,
    });
  });

  it('I38 gives the same for the same entries, and nothing more once its facts are appended', () => {
    fc.assert(
      fc.property(fc.array(arbitraryFact, { maxLength: 12 }), fc.boolean(), (facts, isTrusted) => {
        const at = { now: 77, isTrusted };
        const trace = traceOf(...facts);
        const once = restore(trace, at);
        assert.deepEqual(restore(trace, at), once);
        const again = restore(continued(trace, once.facts), at);
        assert.deepEqual([again.facts, again.mode], [[], once.mode]);
      }),
    );
  });

  it('I38 every prefix of every life of a session restores, and none is less strict than that prefix was', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTurns, async (turns) => {
        const entries = known(await entriesOf(turns));
        for (let length = 0; length <= entries.length; length += 1) {
          const prefix = entries.slice(0, length);
          const { found, facts, mode } = restore(prefix, trusted);
          const after = sessionStateOf(
            continued(
              prefix.map((entry, n) => ({ ...entry, id: `e${n + 1}`, parentId: n === 0 ? null : `e${n}` })),
              facts,
            ),
          );
          const recorded = prefix.findLast((entry) => entry.type === 'mode');
          assert.equal(mode.mode, recorded?.type === 'mode' ? recorded.mode : 'plan');
          assert.deepEqual(after.mode, found.mode);
          assert.deepEqual(
            [after.isTurnOpen, after.openCalls, after.reviews.filter(({ state }) => state === 'pending')],
            [false, [], []],
          );
        }
      }),
    );
  });

  it('I36 in every life of a session each exit has its approval before it', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTurns, async (turns) => {
        const entries = known(await entriesOf(turns));
        const exits = entries.filter((entry) => entry.type === 'mode' && entry.cause === 'plan-exit');
        assert.deepEqual(
          exits.map((exit) => exit.type === 'mode' && exit.reviewId),
          sessionStateOf(entries).exits,
        );
      }),
    );
  });
});
