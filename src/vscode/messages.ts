import { l10n } from 'vscode';
import { approvalModes, type ApprovalMode } from '../core/approvalMode';
import type { Classification, NotJudged } from '../core/classification';
import type { DecideResult, ExecuteResult } from '../core/planGate';
import type { ApprovalTarget, InvalidationCause, Review, UnansweredReason } from '../core/review';
import type { CheckpointFault, ModeFact, ToolOutcome, TurnEnd } from '../core/sessionEntry';
import type { GoToResult, PromptRefusal, SessionActivity } from '../session/session';
import type { SessionProblem } from '../session/sessionPorts';

/** The name of a mode, as it is shown everywhere. */
export function modeName(mode: ApprovalMode): string {
  switch (mode) {
    case 'plan':
      return l10n.t('Plan');
    case 'default':
      return l10n.t('Default');
    case 'auto-edit':
      return l10n.t('Auto-edit');
    case 'auto':
      return l10n.t('Auto');
    case 'yolo':
      return l10n.t('YOLO');
  }
}

/** The icon of a mode, without `$()`. */
export function modeIcon(mode: ApprovalMode): string {
  switch (mode) {
    case 'plan':
      return 'checklist';
    case 'default':
      return 'shield';
    case 'auto-edit':
      return 'edit';
    case 'auto':
      return 'wand';
    case 'yolo':
      return 'zap';
  }
}

/** M2: what a mode allows, in one sentence. */
export function modeAllows(mode: ApprovalMode): string {
  switch (mode) {
    case 'plan':
      return l10n.t('The agent reads and plans. It changes nothing until you approve its plan.');
    case 'default':
      return l10n.t('Reading runs by itself. Edits and commands ask you first.');
    case 'auto-edit':
      return l10n.t('Edits in the workspace run without asking. Commands ask you first.');
    case 'auto':
      return l10n.t(
        'The model judges each call: what it allows runs without asking. Where it cannot judge, you are asked as in Default.',
      );
    case 'yolo':
      return l10n.t('Everything runs without asking. Only plan reviews and questions still wait for you.');
  }
}

/** A warning for modes that let the agent act by itself; undefined for the others. */
export function modeWarning(mode: ApprovalMode): string | undefined {
  switch (mode) {
    case 'plan':
    case 'default':
    case 'auto-edit':
      return undefined;
    case 'auto':
      return l10n.t('Auto lets the agent act without asking you where the model agrees.');
    case 'yolo':
      return l10n.t('YOLO lets the agent edit files and run commands without asking you.');
  }
}

/** What approving into a target is called, and what it means. */
export function choiceName(
  target: ApprovalTarget,
  mode: ApprovalMode,
): { readonly label: string; readonly detail: string } {
  switch (target) {
    case 'default':
      return { label: l10n.t('Approve, ask before edits'), detail: modeAllows('default') };
    case 'auto-edit':
      return { label: l10n.t('Approve, accept edits'), detail: modeAllows('auto-edit') };
    case 'restore':
      return { label: l10n.t('Approve, restore {0}', modeName(mode)), detail: modeAllows(mode) };
  }
}

export function approvalRecorded(mode: ApprovalMode): string {
  return l10n.t('Recorded, applying… Plan mode is on until {0} is confirmed.', modeName(mode));
}

export function modeIsOn(mode: ApprovalMode): string {
  return l10n.t('{0} mode is on.', modeName(mode));
}

/** How a review ended, in one sentence. */
export function reviewEnding(review: Review, applied: ApprovalMode | undefined): string {
  switch (review.state) {
    case 'pending':
      return l10n.t('Nothing runs until you decide.');
    case 'approved':
      return applied === undefined
        ? l10n.t('You approved this plan, but the change was not applied. Plan mode was kept.')
        : l10n.t('You approved this plan. The mode became {0}.', modeName(applied));
    case 'changes-requested':
      return l10n.t('You asked for changes. Plan mode was kept.');
    case 'dismissed':
      return l10n.t('You dismissed this review. Plan mode was kept.');
    case 'unanswered':
      return unansweredBecause(review.reason);
    case 'invalidated':
      return invalidatedBecause(review.cause);
  }
}

/** How a step of a sub-agent ended, after the name of the step. */
export function toolOutcomeName(outcome: ToolOutcome): string {
  switch (outcome) {
    case 'ok':
      return l10n.t('done');
    case 'error':
      return l10n.t('failed');
    case 'refused':
      return l10n.t('refused');
    case 'cancelled':
      return l10n.t('cancelled');
    case 'skipped':
      return l10n.t('skipped');
  }
}

/** M2: what the classifier said of a call in `auto`, or why it said nothing. */
export function classificationText(classification: Classification, modelName: string): string {
  if (classification.kind === 'not-judged') return notJudgedText(classification.code, modelName);
  const { verdict, reason } = classification;
  switch (verdict) {
    case 'allow':
      return l10n.t('Auto: {0} allowed this without asking you. It says: {1}', modelName, reason);
    case 'ask':
      return l10n.t('Auto: {0} leaves this to you. It says: {1}', modelName, reason);
    case 'deny':
      return l10n.t('Auto: {0} denied this without asking you. It says: {1}', modelName, reason);
  }
}

function notJudgedText(code: NotJudged, modelName: string): string {
  switch (code) {
    case 'cannot-judge':
      return l10n.t('Auto: {0} cannot judge calls, so you are asked.', modelName);
    case 'too-large':
      return l10n.t('Auto: this call is too large to be judged whole, so you are asked.');
    case 'failed':
      return l10n.t('Auto: {0} could not be asked to judge this call, so you are asked.', modelName);
    case 'timed-out':
      return l10n.t('Auto: {0} took too long to judge this call, so you are asked.', modelName);
    case 'unreadable':
      return l10n.t('Auto: {0} gave no clear verdict on this call, so you are asked.', modelName);
    case 'too-many-denials':
      return l10n.t('Auto: many calls were denied before this one, so you are asked.');
  }
}

/** The name of a review's state, for a card. */
export function reviewStateName(state: Review['state'] | 'applying' | 'not-applied'): string {
  switch (state) {
    case 'pending':
      return l10n.t('Waiting for you');
    case 'applying':
      return l10n.t('Recorded, applying…');
    case 'approved':
      return l10n.t('Approved');
    case 'not-applied':
      return l10n.t('Approved, not applied');
    case 'changes-requested':
      return l10n.t('Changes requested');
    case 'dismissed':
      return l10n.t('Dismissed');
    case 'unanswered':
      return l10n.t('Unanswered');
    case 'invalidated':
      return l10n.t('Invalidated');
  }
}

function unansweredBecause(reason: UnansweredReason): string {
  switch (reason) {
    case 'aborted':
      return l10n.t('The turn was stopped before you decided. Plan mode is still on.');
    case 'restored':
      return l10n.t(
        'The window was closed or reloaded before you decided, and the agent no longer waits. Plan mode is still on.',
      );
    case 'malformed':
      return l10n.t(
        'The answer that came back was none of the offered ones, so it decided nothing. Plan mode is still on.',
      );
    case 'review-unavailable':
      return l10n.t(
        'The review could not be shown. Plan mode is still on. Ask for the plan again, or choose a mode in the status bar.',
      );
  }
}

function invalidatedBecause(cause: InvalidationCause): string {
  switch (cause) {
    case 'mode-changed':
      return l10n.t('The mode was changed while the plan was waiting, so this review no longer counts.');
    case 'new-task':
      return l10n.t('A new task was started, so this review no longer counts.');
    case 'branch-moved':
      return l10n.t('The conversation moved to another branch, so this review no longer counts.');
    case 'session-switched':
      return l10n.t('The session was switched, so this review no longer counts.');
    case 'shutdown':
      return l10n.t('The session was closed, so this review no longer counts.');
  }
}

/** Why an answer was not recorded; undefined where it was. */
export function answerProblem(result: DecideResult): string | undefined {
  switch (result.state) {
    case 'recorded':
      return undefined;
    case 'failed':
      return l10n.t(
        'Your decision could not be written to the session log, so nothing was decided. Plan mode is still on. Free some disk space or check the folder’s permissions, then decide again.',
      );
    case 'refused':
      switch (result.code) {
        case 'no-pending-review':
          return l10n.t('This review is not waiting any more, so nothing was decided.');
        case 'already-decided':
          return l10n.t('This review has been decided already; the second answer did nothing.');
        case 'stale-answer':
          return l10n.t(
            'That answer was for another version of the plan, so it decided nothing. Plan mode is still on.',
          );
        case 'empty-note':
          return l10n.t('Say what should change: the note is empty. Nothing was sent. Plan mode is still on.');
        case 'untrusted-workspace':
          return l10n.t(
            'This workspace is not trusted, so only Default mode can be approved here. Plan mode is still on.',
          );
      }
  }
}

/** Why an approved exit was not made; undefined where it was made. */
export function exitProblem(result: ExecuteResult): string | undefined {
  switch (result.state) {
    case 'left':
      return undefined;
    case 'failed':
      return result.code === 'untrusted-workspace'
        ? l10n.t('The workspace is not trusted any more, so the mode cannot be changed. Plan mode is still on.')
        : l10n.t('The mode could not be changed. Plan mode is still on. See the log for the cause.');
    case 'refused':
      return l10n.t('Plan mode was not on, so there was nothing to leave.');
    case 'kept':
      switch (result.code) {
        case 'not-approved':
          return l10n.t('There is no approval of this plan. Plan mode is still on.');
        case 'blocked':
          return l10n.t('A hook stopped the change, so your approval was not used. Plan mode is still on.');
        case 'aborted':
          return l10n.t('The turn was stopped before the change. Plan mode is still on.');
        case 'stale':
          return l10n.t('The mode changed after the plan was frozen, so the approval no longer counts.');
        case 'plan-changed':
          return l10n.t(
            'The plan file changed after you were shown it. Plan mode is still on; the agent has to submit it again.',
          );
        case 'plan-unreadable':
          return l10n.t(
            'The plan file is gone or cannot be read any more. Plan mode is still on; the agent has to submit it again.',
          );
      }
  }
}

export function untrustedMode(mode: ApprovalMode, stillOn: ApprovalMode): string {
  return l10n.t('{0} needs a trusted workspace. {1} is still on.', modeName(mode), modeName(stillOn));
}

/** A mode change as a line in the transcript; undefined for the mode that the session began with. */
export function modeChangeNotice(fact: ModeFact): string | undefined {
  const name = modeName(fact.mode);
  switch (fact.cause) {
    case 'started':
      return undefined;
    case 'person':
      return l10n.t('You changed the mode: {0} is on.', name);
    case 'agent':
      return l10n.t('The agent went into {0} mode.', name);
    case 'tightened':
      return l10n.t('The mode went back: {0} is on.', name);
    case 'plan-exit':
      return l10n.t('The approved plan ended Plan mode: {0} is on.', name);
    case 'restored':
      return l10n.t('This workspace is not trusted, so the session was restored in {0} mode.', name);
  }
}

/** A move to another place of the conversation as a line in the transcript. */
export function branchMovedNotice(mode: ApprovalMode): string {
  return l10n.t('You went back to here. {0} mode is on.', modeName(mode));
}

/** How a turn ended, where a person should be told. */
export function turnEndNotice(
  reason: TurnEnd,
  message: string | undefined,
): { readonly tone: 'info' | 'warning' | 'error'; readonly text: string } | undefined {
  switch (reason) {
    case 'done':
    case 'stopped':
      return message === undefined ? undefined : { tone: 'info', text: message };
    case 'cancelled':
      return { tone: 'info', text: l10n.t('You stopped the turn.') };
    case 'failed':
      return {
        tone: 'error',
        text: message ?? l10n.t('The agent failed. See “Countersign: Show Log” for the cause, and try again.'),
      };
    case 'interrupted':
      return {
        tone: 'warning',
        text: l10n.t('The window was closed or reloaded while the agent worked. The turn ended there.'),
      };
  }
}

export function activityName(activity: SessionActivity): string {
  switch (activity) {
    case 'idle':
      return l10n.t('Idle');
    case 'running':
      return l10n.t('Working…');
    case 'waiting-for-review':
      return l10n.t('Waiting for your review');
    case 'waiting-for-permission':
      return l10n.t('Waiting for your permission');
    case 'waiting-for-answer':
      return l10n.t('Waiting for your answer');
  }
}

/** Why the composer is closed; empty where it is open. */
export function composerClosedBecause(activity: SessionActivity): string {
  switch (activity) {
    case 'idle':
      return '';
    case 'running':
      return l10n.t('The agent is working. Stop it to write something else.');
    case 'waiting-for-review':
      return l10n.t('A plan waits for your review. Decide it first.');
    case 'waiting-for-permission':
      return l10n.t('The agent asks for your permission. Answer that first.');
    case 'waiting-for-answer':
      return l10n.t('The agent asks you something. Answer that first: click “Question” in the status bar.');
  }
}

/** Why a prompt was not sent. The text is still in the composer. */
export function promptRefusal(code: PromptRefusal | 'restoring'): string {
  switch (code) {
    case 'running':
      return composerClosedBecause('running');
    case 'review-pending':
      return composerClosedBecause('waiting-for-review');
    case 'blank':
      return l10n.t('There is nothing to send yet. Write what the agent should do.');
    case 'restoring':
      return l10n.t('Files are being restored, so the agent was not asked. Send it again when that is done.');
    case 'moving':
      return l10n.t('The conversation is going to another place. Send it again in a moment.');
    case 'closed':
      return l10n.t('This session is closed. Open it again in the Countersign view.');
    case 'no-agent':
      return l10n.t('This session has no agent.');
  }
}

/** P1: what commands say where they have nothing to do, or cannot. */
export function alreadyInPlan(): string {
  return l10n.t('Plan mode is on already. /plan exit leaves it.');
}

export function notInPlan(): string {
  return l10n.t('Plan mode is not on, so there is nothing to leave.');
}

/** @param given what was named in place of a mode; empty where nothing was */
export function unknownMode(given: string): string {
  const modes = approvalModes.join(', ');
  return given === ''
    ? l10n.t('Which mode? Write /approval-mode and one of: {0}. The mode is as it was.', modes)
    : l10n.t('There is no approval mode “{0}”. The modes are: {1}. The mode is as it was.', given, modes);
}

/** @param fault goes on after the name of the file */
export function promptFault(file: string, fault: string): string {
  return l10n.t('{0} {1}, so nothing was sent. Your message is still in the composer.', file, fault);
}

/** Why a conversation stayed where it is; undefined where it went, or was there. */
export function goToProblem(result: GoToResult): string | undefined {
  switch (result.state) {
    case 'moved':
    case 'unchanged':
      return undefined;
    case 'failed':
      return l10n.t(
        'The move could not be written to the session log, so the conversation is where it was, in the mode that it was in. What was running was stopped.',
      );
    case 'refused':
      switch (result.code) {
        case 'closed':
          return promptRefusal('closed');
        case 'unknown-entry':
          return l10n.t('That place is not in this session, so the conversation is where it was.');
        case 'turn-open':
          return l10n.t('That place is in the middle of a turn, so the conversation is where it was.');
      }
  }
}

/** B1: the mode of an earlier place was less strict, and stays off until the person chooses it. */
export function modeKept(mode: ApprovalMode, wasMode: ApprovalMode): string {
  return l10n.t(
    '{0} mode stays on. There it was {1}; choose that in the status bar if you want it.',
    modeName(mode),
    modeName(wasMode),
  );
}

/** Something that could not be saved and holds all the same. */
export function sessionProblem(code: SessionProblem['code']): string {
  switch (code) {
    case 'mode-not-saved':
      return l10n.t(
        'The new mode could not be written to the session log. It is on, but after a restart the earlier one may come back.',
      );
    case 'review-ending-not-saved':
      return l10n.t(
        'The end of the review could not be written to the session log. After a restart it will be shown as unanswered.',
      );
    case 'request-ending-not-saved':
      return l10n.t(
        'The end of a teammate’s request could not be written to the session log. After a restart it will be shown as ended without an answer.',
      );
    case 'turn-end-not-saved':
    case 'title-not-saved':
      return l10n.t('The session log could not be written. Look at the free space and the permissions of the disk.');
    case 'taken-over':
      return l10n.t('This session was opened in another window, so it is closed here. Nothing was decided meanwhile.');
    case 'agent-failed':
      return l10n.t('The agent failed. See “Countersign: Show Log” for the cause, and try again.');
    case 'surface-failed':
      return l10n.t(
        'Something could not be shown as it is. See “Countersign: Show Log”; reload the window to see the real state.',
      );
  }
}

/** Why the workspace is not recorded before a turn. The turn goes on. */
export function checkpointProblem(code: CheckpointFault): string {
  switch (code) {
    case 'git-missing':
      return l10n.t(
        'Git was not found, so the workspace is not recorded before turns and cannot be restored to how it was before one. The agent works on as always. Install git or set “git.path”.',
      );
    case 'too-large':
      return l10n.t(
        'Too much of this workspace has changed for it to be recorded before this turn, so it cannot be restored to how it was then. The agent works on as always. A .gitignore can leave out what need not be recorded.',
      );
    case 'timed-out':
      return l10n.t(
        'Recording the workspace before this turn took too long, so it cannot be restored to how it was then. The agent works on as always. A .gitignore can leave out what need not be recorded.',
      );
    case 'storage':
      return l10n.t(
        'The record of the workspace could not be written, so it cannot be restored to how it was before this turn. The agent works on as always. Look at the free space and the permissions of the disk.',
      );
    case 'git-failed':
      return l10n.t(
        'Git could not record the workspace, so it cannot be restored to how it was before this turn. The agent works on as always. See “Countersign: Show Log” for the cause.',
      );
  }
}
