import type { ApprovalMode } from '../core/approvalMode';
import type { LogEntry } from '../session/sessionCodec';

/** The mode that an approved exit led to, as the log has it; Plan where it led nowhere. */
export function appliedMode(transcript: readonly LogEntry[], reviewId: string): ApprovalMode {
  for (const entry of transcript) {
    if (entry.type === 'mode' && entry.cause === 'plan-exit' && entry.reviewId === reviewId) return entry.mode;
  }
  return 'plan';
}
