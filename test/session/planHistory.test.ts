import assert from 'node:assert/strict';
import type { SessionFact } from '../../src/core/sessionEntry';
import { planHistory } from '../../src/session/planHistory';
import type { LogEntry } from '../../src/session/sessionCodec';
import { aPlan } from './support/platform';
import { continued, traceOf } from './support/trace';

const first = aPlan('# First\n');
const second = aPlan('# Second\n', 2);

const ended = (reviewId: string, outcome: Extract<SessionFact, { type: 'review-ended' }>['outcome']): SessionFact => ({
  type: 'review-ended',
  reviewId,
  endedAt: 50,
  outcome,
});
const told = (text: string): SessionFact => ({
  type: 'tool-result',
  callId: 'c',
  toolName: 'exit_plan_mode',
  outcome: 'ok',
  text,
  stopTurn: false,
});
const said: SessionFact = { type: 'agent-message', text: 'I see.', toolCalls: [] };

const twoVersions: readonly SessionFact[] = [
  { type: 'review-pending', plan: first },
  {
    type: 'comments',
    reviewId: first.reviewId,
    comments: [{ id: 'c1', kind: 'must', text: 'Test it.', anchor: { on: 'plan' } }],
  },
  ended(first.reviewId, { state: 'changes-requested', note: 'Test it.' }),
  told('The person asked for changes: Test it.'),
  said,
  { type: 'review-pending', plan: second },
  ended(second.reviewId, { state: 'approved', target: 'default' }),
  { type: 'mode', mode: 'default', revision: 1, cause: 'plan-exit', reviewId: second.reviewId },
  told('Approved.'),
];

describe('plan history (issue 4, point 8)', () => {
  it('has every version in the order of submission, with its decision, comments and mode', () => {
    assert.deepEqual(
      planHistory(traceOf(...twoVersions)).map(({ review, comments, appliedMode }) => [
        review.plan.version,
        review.state,
        comments.map(({ text }) => text),
        appliedMode,
      ]),
      [
        [1, 'changes-requested', ['Test it.'], undefined],
        [2, 'approved', [], 'default'],
      ],
    );
  });

  it('keeps versions of a branch that was left, and two of the same title apart', () => {
    const trace = traceOf({ type: 'review-pending', plan: first }, ended(first.reviewId, { state: 'dismissed' }));
    const moved: LogEntry = {
      type: 'branch-moved',
      from: 'e2',
      mode: 'plan',
      prePlanMode: 'default',
      revision: 1,
      id: 'm',
      parentId: null,
      ts: 9,
    };
    const sameTitle = { ...aPlan('# First\n', 2), reviewId: 'other' };
    const after = { type: 'review-pending', plan: sameTitle, id: 'n', parentId: 'm', ts: 10 } as const;
    assert.deepEqual(
      planHistory([...trace, moved, after]).map(({ review }) => [review.plan.reviewId, review.state]),
      [
        ['review-1', 'dismissed'],
        ['other', 'pending'],
      ],
    );
  });

  it('promise 2 has what the agent was told, and when it went on with that', () => {
    assert.deepEqual(
      planHistory(traceOf(...twoVersions)).map(({ receipt }) => receipt),
      [
        { told: 'The person asked for changes: Test it.', toldAt: 4, acknowledgedAt: 5 },
        { told: 'Approved.', toldAt: 9, acknowledgedAt: undefined },
      ],
    );
  });

  it('promise 2 takes the first answer for the acknowledgement and nothing on another branch for one', () => {
    const trace = traceOf({ type: 'review-pending', plan: first }, told('Dismissed.'));
    const elsewhere = { ...said, id: 'x', parentId: null, ts: 9 };
    const answers = continued([...trace], [said, said]);
    assert.deepEqual(
      [planHistory([...trace, elsewhere]), planHistory(answers)].map(([version]) => version?.receipt?.acknowledgedAt),
      [undefined, 3],
    );
  });

  it('promise 2 has no receipt for a review that nobody was told of', () => {
    const [version] = planHistory(
      traceOf(
        { type: 'review-pending', plan: first },
        ended(first.reviewId, { state: 'unanswered', reason: 'restored' }),
        {
          type: 'turn-ended',
          reason: 'interrupted',
        },
      ),
    );
    assert.equal(version?.receipt, undefined);
  });

  it('I38 shows no mode for an exit that no approval covers', () => {
    const [version] = planHistory(
      traceOf({ type: 'review-pending', plan: first }, ended(first.reviewId, { state: 'dismissed' }), {
        type: 'mode',
        mode: 'default',
        revision: 1,
        cause: 'plan-exit',
        reviewId: first.reviewId,
      }),
    );
    assert.equal(version?.appliedMode, undefined);
  });
});
