import * as vscode from 'vscode';
import type { ApprovalMode } from '../core/approvalMode';
import type { CommandId } from './contributions';
import { modeAllows, modeIcon, modeName } from './messages';

/**
 * The one status bar item: the mode of the active session. It is painted from what the register has confirmed; a change
 * under way is shown as a change and not as the new mode.
 */
export class StatusBar implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;

  constructor() {
    this.#item = vscode.window.createStatusBarItem('countersign.mode', vscode.StatusBarAlignment.Left, 100);
    this.#item.name = vscode.l10n.t('Countersign approval mode');
  }

  /** Undefined hides the item: there is no session whose mode could be shown. */
  show(view: StatusView | undefined): void {
    if (!view) {
      this.#item.hide();
      return;
    }
    const look = lookOf(view);
    this.#item.text = look.text;
    this.#item.command = look.command;
    this.#item.backgroundColor = look.isWarning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.tooltip = look.tooltip;
    this.#item.accessibilityInformation = { label: look.spoken, role: 'button' };
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

export interface StatusView {
  readonly sessionTitle: string;
  readonly mode: ApprovalMode;
  readonly revision: number;
  /** A change that was approved and is not confirmed yet. */
  readonly changingTo: ApprovalMode | undefined;
  readonly isReviewPending: boolean;
  /** Whether a question of the agent waits for an answer. */
  readonly isQuestionWaiting: boolean;
}

/** What the item shows and does. */
interface Look {
  readonly text: string;
  readonly command: CommandId;
  readonly isWarning: boolean;
  readonly tooltip: string;
  readonly spoken: string;
}

/** The look of each state, as a value. */
export function lookOf(view: StatusView): Look {
  const { l10n } = vscode;
  const name = modeName(view.mode);
  if (view.isReviewPending) {
    return {
      text: `$(bell) ${l10n.t('Plan review')}`,
      command: 'countersign.openReview',
      isWarning: true,
      tooltip: `${l10n.t('A plan waits for your review: {0}', view.sessionTitle)}\n${l10n.t('Click to open it. Plan mode is on.')}`,
      spoken: l10n.t('Countersign: Plan mode, a plan review is pending. Open it.'),
    };
  }
  if (view.isQuestionWaiting) {
    return {
      text: `$(question) ${l10n.t('Question')}`,
      command: 'countersign.openQuestion',
      isWarning: true,
      tooltip: `${l10n.t('The agent asks you something: {0}', view.sessionTitle)}\n${l10n.t('Click to answer. {0} mode is on.', name)}`,
      spoken: l10n.t('Countersign: {0} mode, the agent waits for an answer. Open its question.', name),
    };
  }
  const details = [
    l10n.t('Session: {0}', view.sessionTitle),
    l10n.t('Mode: {0} (revision {1})', name, view.revision),
    modeAllows(view.mode),
  ];
  if (view.changingTo !== undefined) {
    const change = `${name} → ${modeName(view.changingTo)}…`;
    return {
      text: `$(sync~spin) ${change}`,
      command: 'countersign.chooseMode',
      isWarning: false,
      tooltip: [...details, l10n.t('Your decision is recorded. {0} is on until the change is confirmed.', name)].join(
        '\n',
      ),
      spoken: l10n.t('Countersign: {0} mode is on; changing to {1}.', name, modeName(view.changingTo)),
    };
  }
  return {
    text: `$(${modeIcon(view.mode)}) ${name}`,
    command: 'countersign.chooseMode',
    isWarning: false,
    tooltip: [...details, l10n.t('Click to choose another mode.')].join('\n'),
    spoken: l10n.t('Countersign: {0} mode. Choose another mode.', name),
  };
}
