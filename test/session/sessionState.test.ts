import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SessionFact } from '../../src/core/sessionEntry';
import { activeBranch } from '../../src/session/branch';
import { sessionStateOf } from '../../src/session/sessionState';
import { arbitraryFact } from './support/arbitraryFact';
import { aPlan } from './support/platform';
import { traceOf } from './support/trace';

const plan = aPlan();
const started: SessionFact = { type: 'mode', mode: 'plan', prePlanMode: 'default', revision: 0, cause: 'started' };
const asked: SessionFact = { type: 'user-message', text: 'Add validation' };
const pending: SessionFact = { type: 'review-pending', plan };
const approved: SessionFact = {
  type: 'review-ended',
  reviewId: plan.reviewId,
  endedAt: 5,
  outcome: { state: 'approved', target: 'auto-edit' },
};
const dismissed: SessionFact = {
  type: 'review-ended',
  reviewId: plan.reviewId,
  endedAt: 6,
  outcome: { state: 'dismissed' },
};
const left: SessionFact = { type: 'mode', mode: 'auto-edit', revision: 1, cause: 'plan-exit', reviewId: plan.reviewId };
const result: SessionFact = {
  type: 'tool-result',
  callId: 'c1',
  toolName: 'exit_plan_mode',
  outcome: 'ok',
  text: '',
  stopTurn: false,
};
const called: SessionFact = {
  type: 'agent-message',
  text: '',
  toolCalls: [{ id: 'c1', name: 'exit_plan_mode', args: {} }],
};

function stateAfter(...facts: readonly SessionFact[]) {
  return sessionStateOf(traceOf(...facts));
}

describe('session state', () => {
  it('is Plan at revision 0 before there is any entry', () => {
    assert.deepEqual(stateAfter().mode, { mode: 'plan', prePlanMode: 'default', revision: 0 });
  });

  it('V1 has a pending review from the entry that froze it', () => {
    assert.deepEqual(stateAfter(started, asked, pending).reviews, [{ plan, state: 'pending' }]);
  });

  it('V2 ends a review as recorded', () => {
    assert.deepEqual(stateAfter(started, pending, approved).reviews, [
      { plan, endedAt: 5, state: 'approved', target: 'auto-edit' },
    ]);
  });

  it('I35 keeps the first ending and ignores a second', () => {
    const [review] = stateAfter(started, pending, dismissed, approved).reviews;
    assert.equal(review?.state, 'dismissed');
  });

  it('I35 ignores the ending of a review that nobody began', () => {
    assert.deepEqual(stateAfter(started, approved).reviews, []);
  });

  it('I34 has one pending review, also where the ending of the first was lost', () => {
    const states = stateAfter(started, pending, { type: 'review-pending', plan: aPlan('other', 2) }).reviews.map(
      ({ state }) => state,
    );
    assert.deepEqual(states, ['unanswered', 'pending']);
  });

  it('D1 an approval alone leaves Plan on', () => {
    assert.equal(stateAfter(started, pending, approved).mode.mode, 'plan');
  });

  it('H09 an exit that its approval covers is the mode, and the review is applied', () => {
    const { mode, exits } = stateAfter(started, pending, approved, left);
    assert.deepEqual([mode, exits], [{ mode: 'auto-edit', revision: 1 }, [plan.reviewId]]);
  });

  const uncovered: readonly (readonly [string, readonly SessionFact[]])[] = [
    ['names no review', [started, pending, approved, { ...left, reviewId: undefined }]],
    ['names a review that was dismissed', [started, pending, dismissed, left]],
    ['names a review that is pending', [started, pending, left]],
    ['leads elsewhere than the approval', [started, pending, approved, { ...left, mode: 'yolo' }]],
    [
      'follows another revision of Plan',
      [started, pending, approved, { ...started, revision: 2, cause: 'agent' }, { ...left, revision: 3 }],
    ],
    [
      'follows another exit',
      [started, pending, approved, { type: 'mode', mode: 'default', revision: 0, cause: 'person' }, left],
    ],
    ['uses the approval a second time', [started, pending, approved, left, { ...started, cause: 'agent' }, left]],
  ];
  for (const [name, facts] of uncovered) {
    it(`I38 Plan stays on where a recorded exit ${name}`, () => {
      assert.equal(stateAfter(...facts).mode.mode, 'plan');
    });
  }

  it('shows an approval as unused until the mode changes', () => {
    const before = stateAfter(started, asked, called, pending, approved).unusedApproval?.plan.reviewId;
    assert.deepEqual(
      [before, stateAfter(started, asked, called, pending, approved, left).unusedApproval],
      [plan.reviewId, undefined],
    );
  });

  it('shows an approval as unused until the call was answered without an exit', () => {
    assert.equal(stateAfter(started, asked, called, pending, approved, result).unusedApproval, undefined);
  });

  it('I30 has a call open until its result', () => {
    const open = stateAfter(started, asked, called).openCalls.map(({ id }) => id);
    assert.deepEqual([open, stateAfter(started, asked, called, result).openCalls], [['c1'], []]);
  });

  it('has the turn open from the prompt to its end', () => {
    const turns = [
      stateAfter(started),
      stateAfter(started, asked),
      stateAfter(started, asked, { type: 'turn-ended', reason: 'done' }),
    ];
    assert.deepEqual(
      turns.map(({ isTurnOpen }) => isTurnOpen),
      [false, true, false],
    );
  });

  it('C2 reads Plan without a mode before it as Default before it', () => {
    assert.deepEqual(stateAfter({ ...started, prePlanMode: undefined }).mode, {
      mode: 'plan',
      prePlanMode: 'default',
      revision: 0,
    });
  });

  it('I38 tells the active branch only', () => {
    const trace = traceOf(started, { type: 'title', title: 'left branch' });
    const entries = [...trace, { type: 'title', title: 'right branch', id: 'r', parentId: 'e1', ts: 9 } as const];
    assert.deepEqual(
      activeBranch(entries).map(({ id }) => id),
      ['e1', 'r'],
    );
  });

  describe('after a move to another place', () => {
    const chosen: SessionFact = { type: 'mode', mode: 'auto-edit', revision: 3, cause: 'person' };
    for (const [claimed, holds] of [
      ['plan', 'plan'],
      ['default', 'default'],
      ['auto-edit', 'auto-edit'],
      ['yolo', 'auto-edit'],
    ] as const) {
      it(`I38 a move that claims ${claimed} where Auto-edit was on leaves ${holds}, at the revision that it names`, () => {
        const { mode } = stateAfter(started, chosen, { type: 'branch-moved', from: 'x', mode: claimed, revision: 9 });
        assert.deepEqual([mode.mode, mode.revision], [holds, 9]);
      });
    }

    it('I38 no move leaves Plan', () => {
      const { mode } = stateAfter(started, { type: 'branch-moved', from: 'x', mode: 'default', revision: 9 });
      assert.deepEqual(mode, { mode: 'plan', prePlanMode: 'default', revision: 9 });
    });
  });

  it('V8 keeps entries of unknown types in the transcript and takes nothing from them', () => {
    const [root] = traceOf(started);
    assert.ok(root);
    const unknown = { type: 'unknown', id: 'u', parentId: root.id, ts: 2, line: '{}' } as const;
    const before = sessionStateOf([root]);
    assert.deepEqual([sessionStateOf([root, unknown]), activeBranch([root, unknown])], [before, [root, unknown]]);
  });

  it('V6 a damaged review is unanswered, and an approval recorded for it unlocks nothing', () => {
    const [root, ...later] = traceOf(started, pending, approved, left);
    assert.ok(root);
    const damaged = later.map((entry) =>
      entry.type === 'review-pending' ? { ...entry, type: 'damaged-review' as const, line: '' } : entry,
    );
    const { mode, reviews } = sessionStateOf([root, ...damaged]);
    assert.deepEqual([mode.mode, reviews[0]?.state], ['plan', 'unanswered']);
  });

  it('I34 has at most one pending review and I13 a pre-plan mode exactly in Plan, whatever the log says', () => {
    fc.assert(
      fc.property(fc.array(arbitraryFact, { maxLength: 12 }), (facts) => {
        const { mode, reviews } = sessionStateOf(traceOf(...facts));
        assert.ok(reviews.filter(({ state }) => state === 'pending').length <= 1);
        assert.equal('prePlanMode' in mode, mode.mode === 'plan');
      }),
    );
  });
});
