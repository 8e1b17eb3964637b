import type { FrozenPlan } from './frozenPlan';
import type { ReviewOutcome } from './review';

/** What the gate writes down: that a review began, with all that was frozen, and how it ended. */
export type ReviewEntry =
  | { readonly type: 'review-pending'; readonly plan: FrozenPlan }
  | {
      readonly type: 'review-ended';
      readonly reviewId: string;
      readonly endedAt: number;
      readonly outcome: ReviewOutcome;
    };

/**
 * Port: where the gate's entries are kept. `append` resolves when the entry would survive the end of the process and
 * rejects when it would not. Entries are kept in the order of the calls, also when the calls overlap.
 */
export interface ReviewLog {
  append(entry: ReviewEntry): Promise<unknown>;
}
