import type { CancelSignal } from './cancelSignal';
import type { FrozenPlan } from './frozenPlan';
import type { DecideResult, ReviewAnswer } from './planGate';
import type { UnansweredReason } from './review';

/**
 * Port: shows a frozen plan to a person and brings back what they answered.
 *
 * Resolves once. It waits as long as the person does: there is no timeout. It resolves with `no-answer` when `signal`
 * aborts, and rejects only when the review cannot be shown at all (which decides nothing: the review ends unanswered).
 * It may be called again for the same plan when the answer could not be recorded; `problem` then says why, and the
 * surface shows it beside the buttons.
 */
export interface Reviewer {
  review(plan: FrozenPlan, signal: CancelSignal, problem?: UnrecordedAnswer): Promise<ReviewerAnswer>;
}

export type ReviewerAnswer =
  ({ readonly kind: 'answer' } & ReviewAnswer) | { readonly kind: 'no-answer'; readonly reason: UnansweredReason };

/** An answer that did not become a decision, so that the review is still open. */
export type UnrecordedAnswer = Exclude<DecideResult, { state: 'recorded' }>;
