import type { ApprovalMode } from '../core/approvalMode';
import type { FrozenPlan, PlanSource } from '../core/frozenPlan';
import type { PlanFileFault } from '../core/planGate';
import type { InvalidationCause, UnansweredReason } from '../core/review';
import { maxPlanFileBytes } from '../session/planFile';
import { modeNow } from './modeNow';
import type { ToolDone } from './tool';

/** How a call of exit_plan_mode can end. */
export type ExitOutcome =
  | {
      readonly kind: 'approved';
      readonly plan: FrozenPlan;
      readonly mode: ApprovalMode;
      readonly note?: string | undefined;
    }
  | { readonly kind: 'changes-requested'; readonly note: string }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'unanswered'; readonly reason: UnansweredReason }
  | { readonly kind: 'invalidated'; readonly cause: InvalidationCause }
  | { readonly kind: 'bad-plan-file'; readonly code: PlanFileFault; readonly path: string }
  | { readonly kind: 'blank-plan'; readonly source: PlanSource }
  | { readonly kind: 'plan-unreadable'; readonly code?: PlanFileFault; readonly path?: string }
  | { readonly kind: 'not-in-plan'; readonly isLast: boolean }
  | {
      readonly kind:
        | 'plan-changed'
        | 'plan-too-large'
        | 'stale'
        | 'aborted'
        | 'not-approved'
        | 'blocked'
        | 'review-pending'
        | 'review-not-recorded'
        | 'unknown-decision'
        | 'untrusted-workspace'
        | 'transition-failed'
        | 'sub-agent';
    };

/**
 * W5, D17: what the model is told, and with it whether the turn goes on. Nothing here says that a person decided unless
 * one did (I8), and each text says which mode is on now, as the register has it.
 */
export function exitResult(outcome: ExitOutcome, mode: ApprovalMode): ToolDone {
  const now = modeNow(mode);
  switch (outcome.kind) {
    case 'approved':
      return {
        outcome: 'ok',
        text: `${approvedStart} The approval mode is now ${outcome.mode}. Carry out exactly the plan that was approved (version ${outcome.plan.version}, SHA-256 ${outcome.plan.planHash.slice(0, 12)}). Start with its first step and keep your list of tasks up to date.${outcome.note === undefined ? '' : ` ${approvalNoteFollows}${outcome.note}`}`,
        stopTurn: false,
      };
    case 'changes-requested':
      return refuse(
        `The person asks for changes to the plan; it is not approved. ${now} Write the plan anew with these changes and call exit_plan_mode again. ${noteFollows}${outcome.note}`,
        false,
      );
    case 'dismissed':
      return refuse(
        `The person closed the review without approving the plan. ${now} Wait for their next message.`,
        true,
      );
    case 'unanswered':
      return {
        outcome: 'cancelled',
        text: `${unansweredText(outcome.reason)} This is no approval. ${now} Wait for the next message.`,
        stopTurn: true,
      };
    case 'invalidated':
      return {
        outcome: 'cancelled',
        text: `The review ended without a decision, because ${causeText(outcome.cause)}. This is no approval. ${now} Wait for the next message.`,
        stopTurn: true,
      };
    case 'bad-plan-file':
      return fail(`There is no plan to review: ${planFileText(outcome.code, outcome.path)} ${now} Nobody was asked.`);
    case 'blank-plan':
      return fail(
        outcome.source.kind === 'file'
          ? `There is no plan to review: the plan file has nothing but white space in it. Write the plan to ${outcome.source.path} and call exit_plan_mode again. ${now} Nobody was asked.`
          : `There is no plan to review: "plan" is blank. Give the whole plan, or leave "plan" out to have the plan file reviewed. ${now} Nobody was asked.`,
      );
    case 'plan-too-large':
      return fail(
        `The plan is larger than ${maxPlanFileBytes / 1024 / 1024} MiB, so nobody could read it and nobody was asked. ${now} Shorten it and call exit_plan_mode again.`,
      );
    case 'plan-changed':
      return fail(
        `The plan file was changed after the person had seen it, so the approval does not count. ${now} Call exit_plan_mode again to have the plan reviewed as it is now.`,
      );
    case 'plan-unreadable':
      return fail(
        `The plan file could not be read again after the person had approved, so the approval does not count: ${outcome.code && outcome.path ? planFileText(outcome.code, outcome.path) : 'it is not readable.'} ${now} Write the plan again and call exit_plan_mode again.`,
      );
    case 'not-in-plan':
      return {
        outcome: 'error',
        text: `${now} There is no Plan mode to leave; the person may have changed the mode by hand. Nothing was approved. Do not call exit_plan_mode again; carry on under this mode.${outcome.isLast ? ' This turn ends here, because the call was repeated.' : ''}`,
        stopTurn: outcome.isLast,
      };
    case 'stale':
      return {
        outcome: 'cancelled',
        text: `The approval is out of date: the mode was changed, or the review ended, after the plan had been shown. Nothing was done. ${now}`,
        stopTurn: true,
      };
    case 'aborted':
      return {
        outcome: 'cancelled',
        text: `Leaving Plan mode was cancelled: the turn was stopped. ${now}`,
        stopTurn: true,
      };
    case 'not-approved':
      return refuse(`The plan is not approved. ${now}`, false);
    case 'review-pending':
      return fail(
        `A plan of this session is being reviewed already; this one was not shown. ${now} Wait for that answer.`,
      );
    case 'review-not-recorded':
      return {
        outcome: 'error',
        text: `The review could not be written to the session, so it was not shown. ${now} Ask the person to check the disk and try again.`,
        stopTurn: true,
      };
    case 'unknown-decision':
      return {
        outcome: 'error',
        text: `The answer is not one of the offered decisions, so it decides nothing. ${now} Wait for the next message.`,
        stopTurn: true,
      };
    case 'untrusted-workspace':
      return {
        outcome: 'error',
        text: `The approved mode needs a trusted workspace, and this one is not trusted any more. ${now} Nothing was done.`,
        stopTurn: true,
      };
    case 'blocked':
      return refuse(
        `Something stopped the exit after the plan was approved; the approval does not count any more. ${now}`,
        false,
      );
    case 'transition-failed':
      return { outcome: 'error', text: `Plan mode could not be left. ${now} Nothing was done.`, stopTurn: true };
    case 'sub-agent':
      return fail('Only the main agent of a session can ask to leave Plan mode. Give your plan in your answer.');
  }
}

/** E8: how the text of an approval begins, and no other text. */
export const approvedStart = 'User approved.';

/** What stands before what a person said with an approval; that is the rest of the text. */
export const approvalNoteFollows =
  'They approve with these notes, which are part of the task; where a note and the plan differ, the note holds:\n\n';

/** What stands before the note of a person who asks for changes; the note is the rest of the text. */
export const noteFollows = 'Their note:\n\n';

function refuse(text: string, stopTurn: boolean): ToolDone {
  return { outcome: 'refused', text, stopTurn };
}

function fail(text: string): ToolDone {
  return { outcome: 'error', text, stopTurn: false };
}

function unansweredText(reason: UnansweredReason): string {
  switch (reason) {
    case 'aborted':
      return 'The review ended without an answer, because the turn was stopped.';
    case 'restored':
      return 'The review ended without an answer, because the window was closed while it was open.';
    case 'malformed':
      return 'The review came back without a valid answer.';
    case 'review-unavailable':
      return 'The plan could not be shown for review, so nobody could answer. The person can leave Plan mode with the mode selector or /plan exit.';
  }
}

function causeText(cause: InvalidationCause): string {
  switch (cause) {
    case 'mode-changed':
      return 'the approval mode was changed meanwhile';
    case 'new-task':
      return 'a new task was begun meanwhile';
    case 'branch-moved':
      return 'the session moved to another branch meanwhile';
    case 'session-switched':
      return 'another session was opened meanwhile';
    case 'shutdown':
      return 'the editor was closing';
  }
}

/** Each fault in its own words, with what to do about it. */
function planFileText(code: PlanFileFault, path: string): string {
  switch (code) {
    case 'missing':
      return `the plan file does not exist. Write the plan to ${path} first.`;
    case 'empty':
      return `the plan file is empty. Write the plan to ${path} first.`;
    case 'too-large':
      return `the plan file is too large to be reviewed by a person. Shorten ${path}.`;
    case 'not-utf8':
      return `the plan file is not valid UTF-8 text. Write ${path} anew.`;
    case 'directory':
      return `there is a folder in place of the plan file ${path}. It has to be removed by hand.`;
    case 'symlink':
      return `there is a symbolic link in place of the plan file ${path}, which is not followed. It has to be removed by hand.`;
    case 'not-regular':
      return `what is at ${path} is no ordinary file. It has to be removed by hand.`;
    case 'unreadable':
      return `the plan file ${path} cannot be read. Its permissions have to be checked by hand.`;
  }
}
