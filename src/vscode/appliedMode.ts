import type { ApprovalMode } from '../core/approvalMode';
import type { SessionState } from '../session/sessionState';

/** The mode that an approved exit led to, as the log has it; Plan where it led nowhere. */
export function appliedMode(state: SessionState, reviewId: string): ApprovalMode {
  for (const entry of state.transcript) {
    if (entry.type === 'mode' && entry.cause === 'plan-exit' && entry.reviewId === reviewId) return entry.mode;
  }
  return 'plan';
}
