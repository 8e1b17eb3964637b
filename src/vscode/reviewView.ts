import { isAllowedWithoutTrust, type ApprovalMode } from '../core/approvalMode';
import { keyOf, type FrozenPlan } from '../core/frozenPlan';
import type { ExecuteResult } from '../core/planGate';
import { approvalTargets, type Review } from '../core/review';
import { targetMode } from '../core/targetMode';
import type { UnrecordedAnswer } from '../core/reviewer';
import type { ReviewDraft, ReviewView } from '../protocol/reviewMessages';
import {
  answerProblem,
  approvalRecorded,
  choiceName,
  exitProblem,
  modeIsOn,
  modeName,
  modeWarning,
  reviewEnding,
} from './messages';
import type { ReviewContent } from './reviewContent';

/** Everything that decides what a review page shows. */
export interface ReviewFacts {
  readonly sessionTitle: string;
  readonly agentName: string;
  readonly modelName: string;
  readonly isTrusted: boolean;
  readonly review: Review;
  readonly exit: ExitFacts;
  /** Why the last answer was not recorded. */
  readonly problem: UnrecordedAnswer | undefined;
  readonly content: ReviewContent;
  readonly draft: ReviewDraft;
}

/** What became of an approval. `mode` is what the register confirmed. */
export type ExitFacts =
  | { readonly state: 'none' }
  | { readonly state: 'applying' }
  | { readonly state: 'applied'; readonly mode: ApprovalMode }
  | { readonly state: 'kept'; readonly result: ExecuteResult | undefined };

export function reviewView(facts: ReviewFacts): ReviewView {
  const { plan } = facts.review;
  return {
    type: 'review',
    key: keyOf(plan),
    ...facts.content.shown,
    sessionTitle: facts.sessionTitle,
    agentName: facts.agentName,
    modelName: facts.modelName,
    modeName: modeName('plan'),
    prePlanModeName: modeName(plan.prePlanMode),
    status: statusOf(facts),
    choices: facts.review.state === 'pending' ? choicesOf(plan, facts.isTrusted) : [],
    draft: facts.draft,
  };
}

function statusOf({ review, exit, problem }: ReviewFacts): ReviewView['status'] {
  if (review.state === 'pending') {
    return {
      state: 'pending',
      message: reviewEnding(review, undefined),
      problem: problem ? (answerProblem(problem) ?? null) : null,
    };
  }
  if (review.state !== 'approved') return { state: 'ended', message: reviewEnding(review, undefined), tone: 'kept' };
  switch (exit.state) {
    case 'applying':
    case 'none':
      return { state: 'applying', message: approvalRecorded(targetMode(review.plan, review.target)) };
    case 'applied':
      return { state: 'ended', message: modeIsOn(exit.mode), tone: 'done' };
    case 'kept': {
      const because = exit.result && exitProblem(exit.result);
      return { state: 'ended', message: because ?? reviewEnding(review, undefined), tone: 'problem' };
    }
  }
}

/** M4: without trust only what leads to Default is offered. */
export function choicesOf(plan: FrozenPlan, isTrusted: boolean): ReviewView['choices'] {
  return approvalTargets
    .map((target) => ({ target, mode: targetMode(plan, target) }))
    .filter(({ mode }) => isTrusted || isAllowedWithoutTrust(mode))
    .map(({ target, mode }) => ({
      target,
      ...choiceName(target, mode),
      isDefault: target === 'default',
      warning: modeWarning(mode) ?? null,
    }));
}
