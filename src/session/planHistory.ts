import type { ApprovalMode } from '../core/approvalMode';
import type { PlanComment } from '../core/planComment';
import type { Review } from '../core/review';
import { planExitTool } from './planExitTool';
import { reviewIn } from './reviewIn';
import type { LogEntry } from './sessionCodec';

/** One version of a plan and all that became of it. What it is known by is the session and `review.plan.reviewId`. */
export interface PlanVersion {
  readonly review: Review;
  /** What the person said about it; the last kept counts. */
  readonly comments: readonly PlanComment[];
  /** The mode that its approval led to; undefined where none was applied. */
  readonly appliedMode: ApprovalMode | undefined;
  /** Undefined where the agent was told nothing: the review waits, or the turn ended first. */
  readonly receipt: Receipt | undefined;
}

/** Promise 2: what the agent was told of a decision, and whether it went on with that. */
interface Receipt {
  /** Word for word: the result of the call that asked for the review. */
  readonly told: string;
  readonly toldAt: number;
  /** When the agent answered to a request that held it, in milliseconds since the Unix epoch; undefined where it has not. */
  readonly acknowledgedAt: number | undefined;
}

/** Issue 4, point 8: every version on every branch of a session, in the order of submission. */
export function planHistory(entries: readonly LogEntry[]): readonly PlanVersion[] {
  const versions = new Map<string, PlanVersion>();
  const receipts = receiptsOf(entries);
  for (const entry of entries) {
    switch (entry.type) {
      case 'review-pending':
      case 'damaged-review': {
        const { reviewId } = entry.plan;
        const review = reviewIn(entries, reviewId);
        if (review && !versions.has(reviewId))
          versions.set(reviewId, { review, comments: [], appliedMode: undefined, receipt: receipts.get(reviewId) });
        break;
      }
      case 'comments': {
        const version = versions.get(entry.reviewId);
        if (version) versions.set(entry.reviewId, { ...version, comments: entry.comments });
        break;
      }
      case 'mode': {
        const version = entry.reviewId === undefined ? undefined : versions.get(entry.reviewId);
        // I38: an exit without its approval changed nothing.
        if (version?.review.state === 'approved')
          versions.set(version.review.plan.reviewId, { ...version, appliedMode: entry.mode });
        break;
      }
      default:
        break;
    }
  }
  return [...versions.values()];
}

/**
 * Promise 2, by review id. The call that asked for a review has exactly one result (I30), so what is found here was
 * delivered once; the agent's next message on that branch is an answer to a request that held it.
 */
function receiptsOf(entries: readonly LogEntry[]): ReadonlyMap<string, Receipt> {
  const receipts = new Map<string, Receipt>();
  /** Which review each entry comes after, until that was told and acknowledged: a branch inherits it from where it grows. */
  const openReviews = new Map<string, string>();
  for (const entry of entries) {
    const inherited = entry.parentId === null ? undefined : openReviews.get(entry.parentId);
    const reviewId =
      entry.type === 'review-pending' || entry.type === 'damaged-review' ? entry.plan.reviewId : inherited;
    if (reviewId === undefined) continue;
    const receipt = receipts.get(reviewId);
    if (entry.type === 'agent-message' && receipt) {
      if (receipt.acknowledgedAt === undefined) receipts.set(reviewId, { ...receipt, acknowledgedAt: entry.ts });
      continue;
    }
    if (entry.type === 'tool-result' && entry.toolName === planExitTool && !receipt)
      receipts.set(reviewId, { told: entry.text, toldAt: entry.ts, acknowledgedAt: undefined });
    openReviews.set(entry.id, reviewId);
  }
  return receipts;
}
