import * as vscode from 'vscode';
import type { CommandId } from './contributions';
import type { QuestionDesk } from './questionDesk';
import type { SessionActs } from './sessionActs';

/** Registers every command of the manifest. */
export function registerCommands(
  acts: SessionActs,
  questions: QuestionDesk,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const handlers: Record<CommandId, () => Promise<void> | void> = {
    'countersign.newSession': () => acts.newSession(),
    'countersign.chooseMode': () => acts.chooseMode(),
    'countersign.cycleMode': () => acts.cycleMode(),
    'countersign.openReview': () => acts.openWaitingReview(),
    'countersign.openQuestion': () => {
      if (!questions.open())
        void vscode.window.showInformationMessage(vscode.l10n.t('No question of the agent waits for an answer.'));
    },
    'countersign.dismissQuestion': () => questions.dismiss(),
    'countersign.stop': () => acts.stop(),
    'countersign.leavePlan': () => acts.leavePlan(),
    'countersign.goBack': () => acts.goBack(),
    'countersign.forkSession': () => acts.forkSession(),
    'countersign.restoreWorkspace': () => acts.restoreWorkspace(),
    'countersign.showLog': () => log.show(),
  };
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([id, handler]) =>
      vscode.commands.registerCommand(id, () => acts.guarded(id, handler)),
    ),
  );
}
