import type { ExecutionMode } from './approvalMode';

/**
 * The plan of a teammate (a sub-agent that may do nothing before its leader has approved its plan), as it was when it was
 * submitted. Nothing changes it afterwards: what the leader is told, recorded and executed is this value.
 */
export interface TeammatePlan {
  /** L3: 12 random bytes in hex. */
  readonly requestId: string;
  /** The call that started the teammate, and with that which one it is. */
  readonly taskCallId: string;
  /** What people and the leader call it. */
  readonly teammate: string;
  /** SHA-256 of exactly `text`. */
  readonly planHash: string;
  /** The revision of the teammate's own approval mode at submission. */
  readonly revision: number;
  readonly text: string;
  readonly originalRequest?: string | undefined;
  readonly researchSummary?: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly submittedAt: number;
}

/** How a leader's review ends. No person decided any of it (M06). */
export type TeammatePlanOutcome =
  | {
      readonly state: 'approved';
      /** L5: where it leads; the leader's own mode at most. */
      readonly target: ExecutionMode;
      readonly message?: string | undefined;
    }
  | { readonly state: 'rejected'; readonly message?: string | undefined }
  | { readonly state: 'ended'; readonly reason: TeammatePlanEnd };

export const teammatePlanEnds = ['aborted', 'branch-moved', 'restored', 'undelivered'] as const;
/** Why a leader's review ended without its answer. `undelivered`: the plan could not be brought to the leader. */
export type TeammatePlanEnd = (typeof teammatePlanEnds)[number];

/** A leader's review through its life: pending once, then exactly one ending (I48). */
export type TeammateReview = { readonly plan: TeammatePlan } & (
  { readonly state: 'pending' } | ({ readonly endedAt: number } & TeammatePlanOutcome)
);

/** What the leader's gate writes down. */
export type TeammatePlanEntry =
  | { readonly type: 'teammate-plan-pending'; readonly plan: TeammatePlan }
  | {
      readonly type: 'teammate-plan-ended';
      readonly requestId: string;
      readonly endedAt: number;
      readonly outcome: TeammatePlanOutcome;
    };

/** Port: where those entries are kept; as `ReviewLog`. */
export interface TeammatePlanLog {
  append(entry: TeammatePlanEntry): Promise<unknown>;
}
