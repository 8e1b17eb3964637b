import fc from 'fast-check';
import { approvalModes, type ApprovalMode } from '../../../src/core/approvalMode';
import type { LifecycleActor } from '../../../src/core/planGate';
import {
  invalidationCauses,
  unansweredReasons,
  type InvalidationCause,
  type UnansweredReason,
} from '../../../src/core/review';

/** One thing that happens to a gate, and how long the world waits until the next. */
export type GateStep = { readonly then: 'nothing' | 'a moment' | 'all' } & (
  | {
      readonly act: 'submit';
      readonly text: string;
      readonly from: 'argument' | 'file';
      readonly actor: LifecycleActor;
    }
  | { readonly act: 'release' | 'fail'; readonly which: number }
  | { readonly act: 'release-all' }
  | { readonly act: 'decide'; readonly answer: AnswerName; readonly key: KeyName }
  | { readonly act: 'execute'; readonly key: KeyName; readonly planNow: PlanNow; readonly actor: LifecycleActor }
  | { readonly act: 'abort' | 'enter' | 'leave-and-reenter' }
  | { readonly act: 'switch'; readonly mode: ApprovalMode }
  | { readonly act: 'tighten'; readonly to: 'plan' | 'default' }
  | { readonly act: 'trust'; readonly isTrusted: boolean }
  | { readonly act: 'invalidate'; readonly cause: InvalidationCause }
  | { readonly act: 'abandon'; readonly reason: UnansweredReason }
);

const answerNames = [
  'default',
  'auto-edit',
  'restore',
  'note "approve"',
  'empty note',
  'dismiss',
  'approve without a target',
  'always',
  'null',
] as const;
export type AnswerName = (typeof answerNames)[number];

/** Of the last review, of the one before, or forged in one part. */
const keyNames = ['last', 'earlier', 'other id', 'other hash', 'other revision'] as const;
export type KeyName = (typeof keyNames)[number];

/** What the plan file says at the exit. */
const planNows = ['same', 'changed', 'unreadable'] as const;
export type PlanNow = (typeof planNows)[number];

/** A life of a gate: how it starts and what happens to it. */
export interface Walk {
  readonly start: ApprovalMode;
  readonly isTrusted: boolean;
  /**
   * Whether the gate does not hear of mode changes. It must hold all the same, by its own checks at the exit; only the
   * closing of surfaces depends on hearing.
   */
  readonly isDeaf: boolean;
  readonly steps: readonly GateStep[];
}

const then = fc.constantFrom('nothing' as const, 'a moment' as const, 'all' as const);
const mostly = <T>(usual: T, others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const submit = fc.record({
  act: fc.constant('submit' as const),
  text: mostly('# A', ['# B', ' \n', '# A\r\n']),
  from: fc.constantFrom('argument' as const, 'file' as const),
  actor: mostly<LifecycleActor>('main', ['main', 'main', 'sub-agent']),
  then,
});
const append = fc.record({
  act: fc.constantFrom('release' as const, 'release' as const, 'fail' as const),
  which: fc.nat(3),
  then,
});
const releaseAll = fc.record({ act: fc.constant('release-all' as const), then: fc.constant('all' as const) });
const decide = fc.record({
  act: fc.constant('decide' as const),
  answer: fc.constantFrom(...answerNames),
  key: mostly<KeyName>('last', keyNames),
  then,
});
const approve = fc.record({
  act: fc.constant('decide' as const),
  answer: fc.constantFrom('default' as const, 'auto-edit' as const, 'restore' as const),
  key: fc.constant('last' as const),
  then,
});
const execute = fc.record({
  act: fc.constant('execute' as const),
  key: mostly<KeyName>('last', keyNames),
  planNow: mostly<PlanNow>('same', planNows),
  actor: mostly<LifecycleActor>('main', ['main', 'sub-agent']),
  then,
});
const plainExecute = fc.record({
  act: fc.constant('execute' as const),
  key: fc.constant('last' as const),
  planNow: fc.constant('same' as const),
  actor: fc.constant('main' as const),
  then,
});
const disturbance: fc.Arbitrary<GateStep> = fc.oneof(
  fc.record({ act: fc.constantFrom('abort' as const, 'enter' as const, 'leave-and-reenter' as const), then }),
  fc.record({ act: fc.constant('switch' as const), mode: mostly<ApprovalMode>('plan', approvalModes), then }),
  fc.record({ act: fc.constant('tighten' as const), to: fc.constantFrom('plan' as const, 'default' as const), then }),
  fc.record({ act: fc.constant('trust' as const), isTrusted: fc.boolean(), then }),
  fc.record({ act: fc.constant('invalidate' as const), cause: fc.constantFrom(...invalidationCauses), then }),
  fc.record({ act: fc.constant('abandon' as const), reason: fc.constantFrom(...unansweredReasons), then }),
  append,
  decide,
  execute,
  submit,
);

/** The way of a plan that is approved, with nought to two things happening on the way. */
const disturbedApproval: fc.Arbitrary<readonly GateStep[]> = fc
  .tuple(
    fc.tuple(submit, releaseAll, approve, fc.oneof(releaseAll, append), fc.oneof(plainExecute, execute)),
    fc.array(fc.tuple(fc.nat(5), disturbance), { maxLength: 2 }),
  )
  .map(([way, disturbances]) => {
    const steps: GateStep[] = [...way];
    for (const [where, step] of disturbances) steps.splice(where, 0, step);
    return steps;
  });

const single: fc.Arbitrary<readonly GateStep[]> = fc
  .oneof(disturbance, submit, append, releaseAll, approve, plainExecute)
  .map((step) => [step]);

const back: fc.Arbitrary<readonly GateStep[]> = fc.constant([{ act: 'enter' as const, then: 'all' as const }]);

export const anyWalk: fc.Arbitrary<Walk> = fc.record({
  start: mostly<ApprovalMode>('plan', ['default', 'yolo', 'auto']),
  isTrusted: mostly(true, [false]),
  isDeaf: mostly(false, [true]),
  steps: fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: single },
        { weight: 3, arbitrary: disturbedApproval },
        { weight: 1, arbitrary: back },
      ),
      { minLength: 1, maxLength: 9 },
    )
    .map((parts) => parts.flat()),
});
