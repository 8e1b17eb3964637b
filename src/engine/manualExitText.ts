import type { ApprovalMode } from '../core/approvalMode';

/** P3: what a conversation is told after Plan mode was left without an approved plan. */
export function manualExitText(mode: ApprovalMode): string {
  return `The mode was changed outside the approved flow: Plan mode is no longer active, and no plan was approved by that. Approval mode now: ${mode}. What was said before about Plan mode no longer holds. Do not call exit_plan_mode; carry on with the task under this mode.`;
}
