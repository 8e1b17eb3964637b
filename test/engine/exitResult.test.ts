import assert from 'node:assert/strict';
import type { FrozenPlan } from '../../src/core/frozenPlan';
import { exitResult, type ExitOutcome } from '../../src/engine/exitResult';

const plan: FrozenPlan = {
  reviewId: 'r',
  planHash: '0123456789abcdef'.repeat(4),
  revision: 0,
  prePlanMode: 'default',
  text: '# P',
  source: { kind: 'argument' },
  version: 2,
  submittedAt: 0,
};

/** D17, W5: the whole wording, reviewed like code. Outcome, whether the turn ends, and what the model reads. */
const golden: readonly (readonly [ExitOutcome, string, boolean, string])[] = [
  [
    { kind: 'approved', plan, mode: 'default' },
    'ok',
    false,
    'User approved. The approval mode is now default. Carry out exactly the plan that was approved (version 2, SHA-256 0123456789ab). Start with its first step and keep your list of tasks up to date.',
  ],
  [
    { kind: 'changes-requested', note: 'Shorter.' },
    'refused',
    false,
    'The person asks for changes to the plan; it is not approved. Plan mode is still on. Write the plan anew with these changes and call exit_plan_mode again. Their note:\n\nShorter.',
  ],
  [
    { kind: 'dismissed' },
    'refused',
    true,
    'The person closed the review without approving the plan. Plan mode is still on. Wait for their next message.',
  ],
  [
    { kind: 'unanswered', reason: 'aborted' },
    'cancelled',
    true,
    'The review ended without an answer, because the turn was stopped. This is no approval. Plan mode is still on. Wait for the next message.',
  ],
  [
    { kind: 'unanswered', reason: 'restored' },
    'cancelled',
    true,
    'The review ended without an answer, because the window was closed while it was open. This is no approval. Plan mode is still on. Wait for the next message.',
  ],
  [
    { kind: 'unanswered', reason: 'malformed' },
    'cancelled',
    true,
    'The review came back without a valid answer. This is no approval. Plan mode is still on. Wait for the next message.',
  ],
  [
    { kind: 'unanswered', reason: 'review-unavailable' },
    'cancelled',
    true,
    'The plan could not be shown for review, so nobody could answer. The person can leave Plan mode with the mode selector or /plan exit. This is no approval. Plan mode is still on. Wait for the next message.',
  ],
  [
    { kind: 'invalidated', cause: 'mode-changed' },
    'cancelled',
    true,
    'The review ended without a decision, because the approval mode was changed meanwhile. This is no approval. Plan mode is still on. Wait for the next message.',
  ],
  [
    { kind: 'bad-plan-file', code: 'missing', path: '/p.md' },
    'error',
    false,
    'There is no plan to review: the plan file does not exist. Write the plan to /p.md first. Plan mode is still on. Nobody was asked.',
  ],
  [
    { kind: 'bad-plan-file', code: 'too-large', path: '/p.md' },
    'error',
    false,
    'There is no plan to review: the plan file is too large to be reviewed by a person. Shorten /p.md. Plan mode is still on. Nobody was asked.',
  ],
  [
    { kind: 'blank-plan', source: { kind: 'argument' } },
    'error',
    false,
    'There is no plan to review: "plan" is blank. Give the whole plan, or leave "plan" out to have the plan file reviewed. Plan mode is still on. Nobody was asked.',
  ],
  [
    { kind: 'plan-too-large' },
    'error',
    false,
    'The plan is larger than 1 MiB, so nobody could read it and nobody was asked. Plan mode is still on. Shorten it and call exit_plan_mode again.',
  ],
  [
    { kind: 'plan-changed' },
    'error',
    false,
    'The plan file was changed after the person had seen it, so the approval does not count. Plan mode is still on. Call exit_plan_mode again to have the plan reviewed as it is now.',
  ],
  [
    { kind: 'plan-unreadable', code: 'missing', path: '/p.md' },
    'error',
    false,
    'The plan file could not be read again after the person had approved, so the approval does not count: the plan file does not exist. Write the plan to /p.md first. Plan mode is still on. Write the plan again and call exit_plan_mode again.',
  ],
  [{ kind: 'not-approved' }, 'refused', false, 'The plan is not approved. Plan mode is still on.'],
  [
    { kind: 'blocked' },
    'refused',
    false,
    'Something stopped the exit after the plan was approved; the approval does not count any more. Plan mode is still on.',
  ],
  [
    { kind: 'stale' },
    'cancelled',
    true,
    'The approval is out of date: the mode was changed, or the review ended, after the plan had been shown. Nothing was done. Plan mode is still on.',
  ],
  [
    { kind: 'aborted' },
    'cancelled',
    true,
    'Leaving Plan mode was cancelled: the turn was stopped. Plan mode is still on.',
  ],
  [
    { kind: 'review-pending' },
    'error',
    false,
    'A plan of this session is being reviewed already; this one was not shown. Plan mode is still on. Wait for that answer.',
  ],
  [
    { kind: 'review-not-recorded' },
    'error',
    true,
    'The review could not be written to the session, so it was not shown. Plan mode is still on. Ask the person to check the disk and try again.',
  ],
  [
    { kind: 'unknown-decision' },
    'error',
    true,
    'The answer is not one of the offered decisions, so it decides nothing. Plan mode is still on. Wait for the next message.',
  ],
  [
    { kind: 'untrusted-workspace' },
    'error',
    true,
    'The approved mode needs a trusted workspace, and this one is not trusted any more. Plan mode is still on. Nothing was done.',
  ],
  [
    { kind: 'transition-failed' },
    'error',
    true,
    'Plan mode could not be left. Plan mode is still on. Nothing was done.',
  ],
];

describe('results of exit_plan_mode', () => {
  for (const [outcome, toolOutcome, stopTurn, text] of golden) {
    it(`D17 W5 says exactly this for ${JSON.stringify(outcome).slice(0, 70)}`, () => {
      assert.deepEqual(exitResult(outcome, 'plan'), { outcome: toolOutcome, text, stopTurn });
    });
  }

  it('I8 begins with the words of an approval for an approval only', () => {
    for (const [outcome] of golden) {
      assert.equal(exitResult(outcome, 'plan').text.startsWith('User approved'), outcome.kind === 'approved');
    }
  });

  it('E2 D17 guides a call outside Plan, and ends the turn at the last one only', () => {
    const text =
      'Plan mode is off; the approval mode is auto-edit. There is no Plan mode to leave; the person may have changed the mode by hand. Nothing was approved. Do not call exit_plan_mode again; carry on under this mode.';
    assert.deepEqual(exitResult({ kind: 'not-in-plan', isLast: false }, 'auto-edit'), {
      outcome: 'error',
      text,
      stopTurn: false,
    });
    assert.deepEqual(exitResult({ kind: 'not-in-plan', isLast: true }, 'auto-edit'), {
      outcome: 'error',
      text: `${text} This turn ends here, because the call was repeated.`,
      stopTurn: true,
    });
  });

  it('E1 tells anybody but the main agent to give the plan in its answer', () => {
    assert.equal(
      exitResult({ kind: 'sub-agent' }, 'plan').text,
      'Only the main agent of a session can ask to leave Plan mode. Give your plan in your answer.',
    );
  });
});
