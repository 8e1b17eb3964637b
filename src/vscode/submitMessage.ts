import * as vscode from 'vscode';
import { expandPrompt } from '../engine/prompts/expandPrompt';
import { readSlashCommand } from '../engine/prompts/slashCommand';
import type { StoredPrompt } from '../engine/prompts/storedPrompt';
import type { Session } from '../session/session';
import { alreadyInPlan, composerClosedBecause, notInPlan, promptFault, unknownMode } from './messages';
import { enterPlan, leavePlan, mayEndReview, setMode, type ModeOwner } from './modePicker';

/**
 * P1, B3, M5: what a person sent from the composer: a command, which acts on the mode at once, also while the agent works;
 * or a message, whose leading template or skill is expanded. A new task does not wait in a queue: while the agent works it
 * is refused and stays in the composer; where a plan waits for the person they are asked, because the task ends its review
 * (V4).
 */
export async function submitMessage(text: string, to: SubmitTarget): Promise<Submitted> {
  const { session, owner } = to;
  const command = readSlashCommand(text);
  switch (command.kind) {
    case 'message':
      return send(text, to);
    case 'plan':
      if (session.register.mode === 'plan') return done(alreadyInPlan());
      return (await enterPlan(owner)) ? 'done' : 'kept';
    case 'plan-exit':
      if (session.register.mode !== 'plan') return failed(notInPlan());
      return (await leavePlan(owner, session.register.prePlanMode)) ? 'done' : 'kept';
    case 'plan-task':
      return planTask(text, command.task, to);
    case 'approval-mode':
      return (await setMode(owner, command.mode)) ? 'done' : 'kept';
    case 'unknown-mode':
      return failed(unknownMode(command.given));
  }
}

/**
 * What became of the text. `sent`: the agent had it, and the transcript shows it. `done`: a command that did its work, so
 * the text can go. `kept`: it stays in the composer, and the person was told why.
 */
export type Submitted = 'sent' | 'done' | 'kept';

export interface SubmitTarget {
  readonly session: Pick<Session, 'register' | 'activity' | 'endReviewForNewTask'>;
  readonly owner: ModeOwner;
  /** The templates and skills as they are now. */
  readonly prompts: () => Promise<readonly StoredPrompt[]>;
  /** Runs the turn, and says what is wrong where there is none. */
  readonly prompt: (text: string, expansion: string) => Promise<'sent' | 'kept'>;
}

async function send(text: string, to: SubmitTarget): Promise<Submitted> {
  const expansion = await expanded(text, to);
  return expansion === undefined ? 'kept' : to.prompt(text, expansion);
}

async function planTask(text: string, task: string, to: SubmitTarget): Promise<Submitted> {
  const { session, owner } = to;
  // First, so that a template that cannot be used ends no review and changes no mode.
  const expansion = await expanded(task, to);
  if (expansion === undefined) return 'kept';
  const { activity } = session;
  if (activity === 'running' || activity === 'waiting-for-permission') return kept(composerClosedBecause(activity));
  if (activity === 'waiting-for-review') {
    const { l10n } = vscode;
    const detail = l10n.t(
      'A new task makes this review invalid: it can no longer be approved, and the agent’s turn ends. Plan mode stays on.',
    );
    if (!(await mayEndReview(owner, l10n.t('Start the New Task'), detail))) return 'kept';
    await session.endReviewForNewTask();
  }
  if (session.register.mode !== 'plan' && !(await enterPlan(owner))) return 'kept';
  return to.prompt(text, expansion);
}

async function expanded(text: string, to: SubmitTarget): Promise<string | undefined> {
  if (!text.trimStart().startsWith('/')) return text;
  const expansion = expandPrompt(text, await to.prompts());
  switch (expansion.state) {
    case 'as-it-is':
      return text;
    case 'expanded':
      return expansion.text;
    case 'refused':
      failed(promptFault(expansion.file, expansion.fault));
      return undefined;
  }
}

function done(message: string): Submitted {
  void vscode.window.showInformationMessage(message);
  return 'done';
}

function kept(message: string): Submitted {
  void vscode.window.showInformationMessage(message);
  return 'kept';
}

function failed(message: string): Submitted {
  void vscode.window.showErrorMessage(message);
  return 'kept';
}
