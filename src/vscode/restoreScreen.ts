import * as vscode from 'vscode';
import type { CancelSignal } from '../core/cancelSignal';
import {
  changedMeanwhile,
  confirmation,
  fileCount,
  notAllRestored,
  nothingToRestore,
  notSaved,
  restored,
  restoreProblem,
  restoreRefusal,
  targetName,
  unsavedText,
} from './restoreMessages';
import { previewRestore } from './restorePreview';
import type { RecordedFiles } from './recordedFiles';
import type { RestoreScreen } from './restoreWorkspace';

/** A restore in this window: a list with differences, native questions, progress that can be stopped. */
export function restoreScreen(files: RecordedFiles, onFault: (what: string, cause: unknown) => void): RestoreScreen {
  const { l10n, window } = vscode;
  const undo = l10n.t('Undo');
  const shows = (act: Promise<void>): void =>
    void act.catch((cause: unknown) => onFault('a difference could not be shown', cause));
  return {
    compares: (act) => withProgress(l10n.t('Comparing the workspace…'), act),
    restores: ({ changes }, act) => withProgress(l10n.t('Restoring {0}…', fileCount(changes.length)), act),
    isAgreed: async (target, plan) => {
      const title = l10n.t('Restore to {0}', targetName(target));
      const isChosen = await previewRestore(target, plan, {
        createQuickPick: () => window.createQuickPick(),
        showAll: (changes) => shows(files.showAll(title, changes)),
        show: (change) => shows(files.show(`${change.path}: ${title}`, change)),
      });
      const { message, detail } = confirmation(target, plan);
      return isChosen && isYes(message, detail, l10n.t('Restore'));
    },
    mayBeSaved: (paths) => {
      const { message, detail } = unsavedText(paths);
      return isYes(message, detail, l10n.t('Save and Go On'));
    },
    saysRestored: async (target, plan) =>
      (await window.showInformationMessage(restored(target, plan), undo)) === undo ? 'undo' : undefined,
    saysIncomplete: async (plan, left) =>
      (await window.showErrorMessage(notAllRestored(plan, left), undo)) === undo ? 'undo' : undefined,
    saysChanged: async () => {
      const again = l10n.t('Look Again');
      return (await window.showWarningMessage(changedMeanwhile(), again)) === again ? 'look-again' : undefined;
    },
    saysNothingChanges: (target, plan) => void window.showInformationMessage(nothingToRestore(target, plan)),
    saysNotSaved: (path) => void window.showErrorMessage(notSaved(path)),
    saysProblem: (failure) =>
      void (failure.state === 'cancelled'
        ? window.showInformationMessage(restoreProblem(failure))
        : window.showErrorMessage(restoreProblem(failure))),
    saysRefused: (code) => void window.showWarningMessage(restoreRefusal(code)),
  };
}

async function isYes(message: string, detail: string, yes: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, yes)) === yes;
}

async function withProgress<T>(title: string, act: (signal: CancelSignal) => Promise<T>): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (_progress, token) => {
    const stop = new AbortController();
    const subscription = token.onCancellationRequested(() => stop.abort());
    try {
      return await act(stop.signal);
    } finally {
      subscription.dispose();
    }
  });
}
