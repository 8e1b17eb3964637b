import assert from 'node:assert/strict';
import { approvalModes } from '../../src/core/approvalMode';
import type { DecideResult, ExecuteResult } from '../../src/core/planGate';
import { approvalTargets, invalidationCauses, unansweredReasons, type Review } from '../../src/core/review';
import { turnEnds } from '../../src/core/sessionEntry';
import type { PromptRefusal } from '../../src/session/session';
import type { SessionProblem } from '../../src/session/sessionPorts';
import * as messages from '../../src/vscode/messages';
import { aPlan } from '../session/support/platform';

const plan = aPlan();
const cause = new Error('x');
const ended = { plan, endedAt: 1 };

/** The compiler asks for each code of the union. */
const promptRefusals: Record<PromptRefusal, true> = {
  closed: true,
  'no-agent': true,
  moving: true,
  running: true,
  'review-pending': true,
  blank: true,
};
const problems: Record<SessionProblem['code'], true> = {
  'mode-not-saved': true,
  'review-ending-not-saved': true,
  'request-ending-not-saved': true,
  'turn-end-not-saved': true,
  'title-not-saved': true,
  'agent-failed': true,
  'surface-failed': true,
  'taken-over': true,
};

describe('words for a person', () => {
  const sentences: Readonly<Record<string, string>> = {
    ...each(approvalModes, 'what a mode allows', messages.modeAllows),
    ...each(approvalModes, 'a mode that is on', messages.modeIsOn),
    ...each(approvalModes, 'a recorded approval', messages.approvalRecorded),
    ...each(approvalModes, 'a mode without trust', (mode) => messages.untrustedMode(mode, 'plan')),
    ...each(approvalTargets, 'a choice', (target) => messages.choiceName(target, 'default').detail),
    ...each(invalidationCauses, 'an invalidated review', (of) =>
      messages.reviewEnding({ ...ended, state: 'invalidated', cause: of }, undefined),
    ),
    ...each(
      ['running', 'waiting-for-review', 'waiting-for-permission', 'waiting-for-answer'] as const,
      'a closed composer',
      (activity) => messages.composerClosedBecause(activity),
    ),
    ...each(keysOf(promptRefusals), 'a refused prompt', messages.promptRefusal),
    ...each(keysOf(problems), 'a problem', messages.sessionProblem),
    ...each(['person', 'agent', 'tightened', 'plan-exit', 'restored'] as const, 'a mode change', (of) =>
      messages.modeChangeNotice({ type: 'mode', mode: 'default', revision: 1, cause: of }),
    ),
    ...each(
      turnEnds.filter((end) => end !== 'done' && end !== 'stopped'),
      'the end of a turn',
      (end) => messages.turnEndNotice(end, undefined)?.text,
    ),
  };
  for (const [name, sentence] of Object.entries(sentences)) {
    it(`is a sentence: ${name}`, () => {
      assert.match(sentence, /^\S.{5,}[.…]$/s);
    });
  }

  it('has another name and icon for each mode', () => {
    assert.equal(new Set(approvalModes.map(messages.modeName)).size, approvalModes.length);
    assert.equal(new Set(approvalModes.map(messages.modeIcon)).size, approvalModes.length);
  });

  it('warns of the modes that act without asking, and of no other', () => {
    assert.deepEqual(
      approvalModes.filter((mode) => messages.modeWarning(mode) !== undefined),
      ['auto', 'yolo'],
    );
  });

  it('has another name for each state of a review', () => {
    const states: readonly (Review['state'] | 'applying' | 'not-applied')[] = [
      ...(['pending', 'approved', 'changes-requested', 'dismissed', 'unanswered', 'invalidated'] as const),
      ...(['applying', 'not-applied'] as const),
    ];
    assert.equal(new Set(states.map(messages.reviewStateName)).size, states.length);
  });

  it('says nothing of what needs no word: a recorded answer, an exit that was made, an open composer, the first mode', () => {
    assert.deepEqual(
      [
        messages.answerProblem({ state: 'recorded', review: { ...ended, state: 'dismissed' } }),
        messages.exitProblem({ state: 'left', plan, after: { mode: 'default', revision: 1 } }),
        messages.composerClosedBecause('idle'),
        messages.modeChangeNotice({
          type: 'mode',
          mode: 'plan',
          prePlanMode: 'default',
          revision: 0,
          cause: 'started',
        }),
        messages.turnEndNotice('done', undefined),
      ],
      [undefined, undefined, '', undefined, undefined],
    );
  });
});

describe('words for what leaves Plan mode on', () => {
  const stillOn: Readonly<Record<string, string>> = {
    ...each(unansweredReasons, 'an unanswered review', (reason) =>
      messages.reviewEnding({ ...ended, state: 'unanswered', reason }, undefined),
    ),
    ...each(['changes-requested', 'dismissed'] as const, 'a review', (state) =>
      messages.reviewEnding(state === 'dismissed' ? { ...ended, state } : { ...ended, state, note: 'x' }, undefined),
    ),
    'an approval that was not applied': messages.reviewEnding(
      { ...ended, state: 'approved', target: 'default' },
      undefined,
    ),
    'a decision that could not be written':
      messages.answerProblem({ state: 'failed', code: 'persist-failed', cause }) ?? '',
    ...each(['stale-answer', 'empty-note', 'untrusted-workspace'] as const, 'a refused answer', (code) =>
      messages.answerProblem({ state: 'refused', code }),
    ),
    ...each(['not-approved', 'aborted', 'plan-changed', 'plan-unreadable'] as const, 'an exit', (code) =>
      messages.exitProblem({ state: 'kept', code }),
    ),
    ...each(['untrusted-workspace', 'transition-failed'] as const, 'a failed exit', (code) =>
      messages.exitProblem({ state: 'failed', code, cause }),
    ),
  };
  for (const [name, sentence] of Object.entries(stillOn)) {
    it(`say so: ${name}`, () => {
      assert.match(sentence, /Plan mode (is still on|was kept)[.;]/);
    });
  }

  const other: Readonly<Record<string, readonly [DecideResult | ExecuteResult, string | undefined]>> = {
    'an answer that nobody waits for': asAnswer({ state: 'refused', code: 'no-pending-review' }),
    'a second answer': asAnswer({ state: 'refused', code: 'already-decided' }),
    // The mode was changed meanwhile, so Plan may be on or not.
    'an approval that is stale': asExit({ state: 'kept', code: 'stale' }),
    'an exit outside Plan': asExit({ state: 'refused', code: 'not-in-plan', mode: 'default' }),
  };
  for (const [name, [, sentence]] of Object.entries(other)) {
    it(`claim nothing about the mode: ${name}`, () => {
      assert.match(sentence ?? '', /\.$/);
      assert.doesNotMatch(sentence ?? '', /still on/);
    });
  }
});

function keysOf<K extends string>(record: Readonly<Record<K, true>>): readonly K[] {
  const keys: K[] = [];
  for (const key in record) keys.push(key);
  return keys;
}

function each<T extends string>(
  codes: readonly T[],
  what: string,
  say: (code: T) => string | undefined,
): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [`${what}, ${code}`, say(code) ?? '']));
}

function asAnswer(result: DecideResult): readonly [DecideResult, string | undefined] {
  return [result, messages.answerProblem(result)];
}

function asExit(result: ExecuteResult): readonly [ExecuteResult, string | undefined] {
  return [result, messages.exitProblem(result)];
}
