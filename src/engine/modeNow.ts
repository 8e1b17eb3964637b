import type { ApprovalMode } from '../core/approvalMode';

/** The end of every text that may follow a refusal: what is still true. Read from the register, never assumed. */
export function modeNow(mode: ApprovalMode): string {
  return mode === 'plan' ? 'Plan mode is still on.' : `Plan mode is off; the approval mode is ${mode}.`;
}
