import type { ExecutionMode } from './approvalMode';

/**
 * A plan as it was when it was submitted (D2). Nothing changes it afterwards: what is shown, recorded, hashed and
 * executed is this value.
 */
export interface FrozenPlan {
  readonly reviewId: string;
  /** V6: SHA-256 of exactly `text`. */
  readonly planHash: string;
  /** The revision of the approval mode at submission. */
  readonly revision: number;
  /** The mode that "restore" means, as the person is shown it. */
  readonly prePlanMode: ExecutionMode;
  readonly text: string;
  readonly source: PlanSource;
  /** 1 for the first plan submitted in a session, then counting. */
  readonly version: number;
  /** Milliseconds since the Unix epoch. */
  readonly submittedAt: number;
}

/** Where the plan came from: the call's own argument, or a file that is read again before the exit. */
export type PlanSource = { readonly kind: 'argument' } | { readonly kind: 'file'; readonly path: string };

/** Section 0: the one value that binds an approval to what was seen. If any of the three is stale, nothing happens. */
export interface ReviewKey {
  readonly reviewId: string;
  readonly planHash: string;
  readonly revision: number;
}

export function keyOf(plan: FrozenPlan): ReviewKey {
  return { reviewId: plan.reviewId, planHash: plan.planHash, revision: plan.revision };
}

export function isSameKey(a: ReviewKey, b: ReviewKey): boolean {
  return a.reviewId === b.reviewId && a.planHash === b.planHash && a.revision === b.revision;
}
