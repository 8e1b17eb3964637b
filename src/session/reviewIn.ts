import type { Review } from '../core/review';
import type { LogEntry } from './sessionCodec';

/** A review on whatever branch of a session, with its first ending (I35); undefined where none of that id was begun. */
export function reviewIn(entries: readonly LogEntry[], reviewId: string): Review | undefined {
  let found: Review | undefined;
  for (const entry of entries) {
    if (entry.type === 'review-pending' && entry.plan.reviewId === reviewId) {
      found = { plan: entry.plan, state: 'pending' };
    } else if (entry.type === 'damaged-review' && entry.plan.reviewId === reviewId) {
      return { plan: entry.plan, endedAt: entry.ts, state: 'unanswered', reason: 'malformed' };
    } else if (entry.type === 'review-ended' && entry.reviewId === reviewId && found !== undefined) {
      return { plan: found.plan, endedAt: entry.endedAt, ...entry.outcome };
    }
  }
  return found;
}
