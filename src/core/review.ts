import type { FrozenPlan } from './frozenPlan';

/** A plan review through its life: pending once, then exactly one ending (V2, I35). */
export type Review = { readonly plan: FrozenPlan } & (
  { readonly state: 'pending' } | ({ readonly endedAt: number } & ReviewOutcome)
);

export type ReviewOutcome =
  /** `note`: what the agent is told with it, word for word. */
  | { readonly state: 'approved'; readonly target: ApprovalTarget; readonly note?: string | undefined }
  | { readonly state: 'changes-requested'; readonly note: string }
  | { readonly state: 'dismissed' }
  | { readonly state: 'unanswered'; readonly reason: UnansweredReason }
  | { readonly state: 'invalidated'; readonly cause: InvalidationCause };

/** 1.5: where an approval leads. `restore` is the mode before Plan, as it was when the plan was frozen. */
export const approvalTargets = ['default', 'auto-edit', 'restore'] as const;
export type ApprovalTarget = (typeof approvalTargets)[number];

/** What a person answers. Anything else is no decision. */
export type Decision =
  | { readonly kind: 'approve'; readonly target: ApprovalTarget; readonly note?: string | undefined }
  | { readonly kind: 'request-changes'; readonly note: string }
  | { readonly kind: 'dismiss' };

/** Why a review ended without a person's answer. */
export const unansweredReasons = ['aborted', 'restored', 'malformed', 'review-unavailable'] as const;
export type UnansweredReason = (typeof unansweredReasons)[number];

/** V4: what makes a pending review worthless. */
export const invalidationCauses = ['mode-changed', 'new-task', 'branch-moved', 'session-switched', 'shutdown'] as const;
export type InvalidationCause = (typeof invalidationCauses)[number];
