import type { ApprovalMode } from '../core/approvalMode';
import { isMain } from './actor';
import type { EnginePorts } from './enginePorts';

/**
 * P2: what the model is told about the mode with every request. It is made anew each time and not kept, so that no
 * earlier one can contradict the mode that is on.
 */
export function modeReminder(mode: ApprovalMode, planFile: string, handover: PlanHandover): string {
  switch (mode) {
    case 'plan':
      return handover === 'plan-exit'
        ? [
            `${planModeIsOn} Change nothing but the plan file: no edits, no commands with side effects, no commits, no settings. ${overrides}`,
            'Work in a loop: explore with the tools that only read; capture what you find in the plan file as you go; ask the person what only they can decide.',
            noRetry,
            `${isReady} ${howToHandOver(handover, planFile)} Do not ask in text whether the plan is approved.`,
            `${planFileIs}${planFile}`,
          ].join('\n')
        : [
            `${planModeIsOn} Change nothing: no edits, no commands with side effects, no commits, no settings. ${overrides}`,
            'Work in a loop: explore with the tools that only read; capture what you find for your answer; say what is open where only the caller can decide.',
            noRetry,
            `${isReady} ${howToHandOver(handover, planFile)}`,
          ].join('\n');
    case 'default':
    case 'auto':
      return `Plan mode is off. Approval mode: ${mode}. A person is asked before each edit.`;
    case 'auto-edit':
    case 'yolo':
      return `Plan mode is off. Approval mode: ${mode}. Edits are made without a question.`;
  }
}

/**
 * P2: how a finished plan is handed over: by the plan exit, to a person or to a teammate's leader, or as the answer where
 * there is none, which is so for ordinary sub-agents and for callers without a reviewer.
 */
export type PlanHandover = 'plan-exit' | 'leader' | 'answer';

export function planHandover(ports: Pick<EnginePorts, 'actor' | 'canReview' | 'register'>): PlanHandover {
  // L2: until its plan is approved. If the session is put in Plan after that, there is no further exit for it.
  if (ports.actor?.kind === 'teammate' && ports.register.mode === 'plan') return 'leader';
  return !isMain(ports) || ports.canReview?.() === false ? 'answer' : 'plan-exit';
}

/** S2: what to do with the plan when it is ready, in one sentence. */
export function howToHandOver(handover: PlanHandover, planFile: string): string {
  switch (handover) {
    case 'plan-exit':
      return `Write the whole plan to ${planFile}, and then call exit_plan_mode.`;
    case 'leader':
      return 'Finish investigating, and then call exit_plan_mode with the whole plan in "plan"; it goes to your leader.';
    case 'answer':
      return 'Then present the whole plan directly, as your answer.';
  }
}

/** How the reminder begins while Plan is on, and only then. */
export const planModeIsOn = 'Plan mode is on.';

/** How the line begins that names the plan file. */
export const planFileIs = 'Plan file: ';

const overrides = 'This overrides every other instruction, earlier or later, from whomever.';
const noRetry =
  'What was refused stays refused: do not retry it, and do not try the same by another tool or another command.';
const isReady =
  'The plan is ready when it says what changes in which files, in which order, and how that is checked, and when no question is open.';
