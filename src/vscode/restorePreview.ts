import * as vscode from 'vscode';
import type { RestorePlan } from '../engine/checkpoints/gitCheckpoints';
import { changeCounts, changeName, fileCount, targetName } from './restoreMessages';
import type { RestoreTarget } from './restoreWorkspace';

/**
 * Shows what a restore would change: a list of files, each of which opens as a difference while the list stays. Resolves
 * with whether the person chose to restore; closing the list is a no.
 */
export function previewRestore(
  target: RestoreTarget,
  plan: RestorePlan,
  { createQuickPick, showAll, show }: PreviewPorts,
): Promise<boolean> {
  const pick = createQuickPick();
  pick.title = vscode.l10n.t('Restore the Workspace to {0}', targetName(target));
  pick.placeholder = vscode.l10n.t('Files: {0}. Nothing is changed yet.', changeCounts(plan));
  // So that the differences can be read beside it.
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = rowsOf(plan);
  return new Promise((resolve) => {
    let isAgreed = false;
    pick.onDidAccept(() => {
      const act = pick.selectedItems[0]?.act;
      switch (act?.kind) {
        case 'restore':
          isAgreed = true;
          pick.hide();
          break;
        case 'show-all':
          showAll(plan.changes);
          break;
        case 'show':
          show(act.change);
          break;
        case undefined:
          break;
      }
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(isAgreed);
    });
    pick.show();
  });
}

export interface PreviewPorts {
  readonly createQuickPick: () => vscode.QuickPick<PreviewRow>;
  readonly showAll: (changes: RestorePlan['changes']) => void;
  readonly show: (change: RestoreChange) => void;
}

type RestoreChange = RestorePlan['changes'][number];

export interface PreviewRow extends vscode.QuickPickItem {
  /** Left out: it only says something. */
  readonly act?:
    | { readonly kind: 'restore' }
    | { readonly kind: 'show-all' }
    | { readonly kind: 'show'; readonly change: RestoreChange };
}

function rowsOf({ changes, leftAlone }: RestorePlan): readonly PreviewRow[] {
  const { l10n } = vscode;
  const separator = (label: string): PreviewRow => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    { label: `$(history) ${l10n.t('Restore {0}…', fileCount(changes.length))}`, act: { kind: 'restore' } },
    { label: `$(diff-multiple) ${l10n.t('Show all differences')}`, act: { kind: 'show-all' } },
    separator(l10n.t('Files')),
    ...changes.map((change): PreviewRow => ({
      label: `$(${iconOf(change.kind)}) ${change.path}`,
      description: changeName(change.kind),
      act: { kind: 'show', change },
    })),
    ...(leftAlone.length === 0 ? [] : [separator(l10n.t('Cannot be recorded and stays as it is'))]),
    ...leftAlone.map((label): PreviewRow => ({ label: `$(circle-slash) ${label}` })),
  ];
}

function iconOf(kind: RestoreChange['kind']): string {
  switch (kind) {
    case 'changed':
      return 'diff-modified';
    case 'created':
      return 'diff-added';
    case 'deleted':
      return 'diff-removed';
  }
}
