import * as vscode from 'vscode';
import type { CheckpointFault } from '../core/sessionEntry';
import type { RestorePoint } from '../engine/checkpoints/gitCheckpoints';
import type { RecordedTurn } from '../session/recordedTurns';
import { titleOf } from '../session/sessionTitle';
import type { RestoreTarget } from './restoreWorkspace';
import { timeOf } from './timeOf';

/** A place in time to which the files can be brought, or why they cannot. */
export interface TurnRow extends vscode.QuickPickItem {
  readonly choice?: RestoreTarget | { readonly kind: 'not-recorded'; readonly code: CheckpointFault };
}

/** The turns that changed something, the latest first, then how the files were before the latest restores. */
export function turnRows(turns: readonly RecordedTurn[], restores: readonly RestorePoint[]): readonly TurnRow[] {
  const { l10n } = vscode;
  const before: TurnRow = { label: l10n.t('Before restores'), kind: vscode.QuickPickItemKind.Separator };
  return [
    ...turns.map(turnRow),
    ...(restores.length === 0 ? [] : [before]),
    ...restores.map(({ checkpointId, takenAt }): TurnRow => ({
      label: `$(discard) ${l10n.t('Before the restore of {0}', timeOf(takenAt))}`,
      choice: { kind: 'restore', checkpointId, takenAt },
    })),
  ];
}

/** What a row of a turn stands for. */
export function choiceOf({ text, checkpoint }: RecordedTurn): NonNullable<TurnRow['choice']> {
  return checkpoint.state === 'recorded'
    ? { kind: 'turn', checkpointId: checkpoint.id, task: text }
    : { kind: 'not-recorded', code: checkpoint.code };
}

export async function pickTurn(rows: readonly TurnRow[]): Promise<TurnRow['choice']> {
  const chosen = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t('Restore Workspace to Before a Turn'),
    placeHolder: vscode.l10n.t('Before which turn? You see what would change, and nothing is changed yet.'),
    matchOnDescription: true,
  });
  return chosen?.choice;
}

function turnRow(turn: RecordedTurn): TurnRow {
  const { l10n } = vscode;
  const { checkpoint } = turn;
  const time = timeOf(turn.ts);
  if (checkpoint.state === 'not-recorded')
    return {
      label: `$(circle-slash) ${titleOf(turn.text)}`,
      description: l10n.t('{0} · not recorded', time),
      choice: choiceOf(turn),
    };
  return {
    label: titleOf(turn.text),
    description:
      checkpoint.leftOut === 0
        ? time
        : checkpoint.leftOut === 1
          ? l10n.t('{0} · 1 file could not be recorded', time)
          : l10n.t('{0} · {1} files could not be recorded', time, checkpoint.leftOut),
    choice: choiceOf(turn),
  };
}
