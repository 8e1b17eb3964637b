import { isAllowedWithoutTrust } from '../core/approvalMode';
import type { ModeState } from '../core/modeRegister';
import type { SessionFact } from '../core/sessionEntry';
import type { LogEntry } from './sessionCodec';
import { sessionStateOf, type SessionState } from './sessionState';

/** What a session is after its window or its process ended, and what has to be appended so that its log says so too. */
export interface RestoredSession {
  /** The state before `facts`. */
  readonly found: SessionState;
  /** What the log lacks, in the order in which it is appended. Empty when it was appended before (I38). */
  readonly facts: readonly SessionFact[];
  /** The mode after `facts`: what the register starts with. */
  readonly mode: ModeState;
}

/**
 * V5, I38: a pure function of the active branch. Calls without a result were cancelled (I30), a pending review is
 * unanswered, an open turn was interrupted. Nothing here unlocks: the only mode it can write is `plan`, where the
 * recorded mode is not allowed without trust (M4) or where an exit was recorded without its approval.
 *
 * @param now milliseconds since the Unix epoch: when the restore ends what was open
 */
export function restore(
  entries: readonly LogEntry[],
  at: { readonly now: number; readonly isTrusted: boolean },
): RestoredSession {
  const found = sessionStateOf(entries);
  const facts: SessionFact[] = found.openCalls.map((call) => ({
    type: 'tool-result',
    callId: call.id,
    toolName: call.name,
    outcome: 'cancelled',
    text: 'The session was interrupted before this call had a result.',
    stopTurn: false,
  }));
  for (const { plan, state } of found.reviews) {
    if (state !== 'pending') continue;
    const outcome = { state: 'unanswered', reason: 'restored' } as const;
    facts.push({ type: 'review-ended', reviewId: plan.reviewId, endedAt: at.now, outcome });
  }
  for (const { plan, ...review } of found.teammateReviews) {
    if (review.state !== 'pending') continue;
    // A teammate ends with its process; what it had asked for is nobody's any more.
    const outcome = { state: 'ended', reason: 'restored' } as const;
    facts.push({ type: 'teammate-plan-ended', requestId: plan.requestId, endedAt: at.now, outcome });
  }
  if (found.isTurnOpen) facts.push({ type: 'turn-ended', reason: 'interrupted' });
  if (at.isTrusted || isAllowedWithoutTrust(found.mode.mode)) return { found, facts, mode: found.mode };
  const mode: ModeState = { mode: 'plan', prePlanMode: 'default', revision: found.mode.revision + 1 };
  facts.push({ type: 'mode', ...mode, cause: 'restored' });
  return { found, facts, mode };
}
