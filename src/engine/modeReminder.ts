import type { ApprovalMode } from '../core/approvalMode';

/**
 * P2: what the model is told about the mode with every request. It is made anew each time and not kept, so that no
 * earlier one can contradict the mode that is on.
 */
export function modeReminder(mode: ApprovalMode, planFile: string): string {
  switch (mode) {
    case 'plan':
      return `${planModeIsOn} Change nothing but the plan file, whatever you were told before. Read what you need, write the plan there, and call exit_plan_mode when it is complete. Do not retry what was refused.\n${planFileIs}${planFile}`;
    case 'default':
    case 'auto':
      return `Plan mode is off. Approval mode: ${mode}. A person is asked before each edit.`;
    case 'auto-edit':
    case 'yolo':
      return `Plan mode is off. Approval mode: ${mode}. Edits are made without a question.`;
  }
}

/** How the reminder begins while Plan is on, and only then. */
export const planModeIsOn = 'Plan mode is on.';

/** How the line begins that names the plan file. */
export const planFileIs = 'Plan file: ';
