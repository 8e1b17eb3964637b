import * as vscode from 'vscode';
import { recordedTurns } from '../session/recordedTurns';
import { checkpointProblem } from './messages';
import type { OpenSession } from './openSession';
import { RecordedFiles } from './recordedFiles';
import { choiceOf, pickTurn, turnRows, type TurnRow } from './recordedTurnPicker';
import { restoreRefusal } from './restoreMessages';
import { restoreScreen } from './restoreScreen';
import { restoreWorkspace, type RestorePorts, type RestoreRefusal } from './restoreWorkspace';
import { unsavedFiles } from './unsavedFiles';

/** Restoring the workspace of this window, from the palette or from a turn in the session view. */
export class WorkspaceRestore implements vscode.Disposable {
  readonly #ports: WorkspaceRestorePorts;
  readonly #files = new RecordedFiles(async () => this.#checkpoints?.store());
  #checkpoints: OpenSession['checkpoints'] | undefined;
  #isRestoring = false;

  constructor(ports: WorkspaceRestorePorts) {
    this.#ports = ports;
  }

  /** Whether files are being written: then no turn begins. */
  get isRestoring(): boolean {
    return this.#isRestoring;
  }

  /**
   * Asks before which turn, or takes the one that is named, and restores.
   *
   * @param entryId of the message that began the turn
   */
  async restore(open: OpenSession, entryId?: string): Promise<void> {
    this.#checkpoints = open.checkpoints;
    const refusal = this.#refusal();
    if (refusal !== undefined) {
      void vscode.window.showWarningMessage(restoreRefusal(refusal));
      return;
    }
    const choice = await this.#choose(open, entryId);
    if (choice?.kind === 'not-recorded') void vscode.window.showWarningMessage(checkpointProblem(choice.code));
    else if (choice !== undefined) await restoreWorkspace(choice, this.#restorePorts(open));
  }

  dispose(): void {
    this.#files.dispose();
  }

  async #choose({ session, checkpoints }: OpenSession, entryId: string | undefined): Promise<TurnRow['choice']> {
    const turns = recordedTurns(session.entries);
    const named = turns.find((turn) => turn.entryId === entryId);
    if (named !== undefined) return choiceOf(named);
    const restores = (await (await checkpoints.store())?.restores(new AbortController().signal)) ?? [];
    const rows = turnRows(turns, restores);
    if (rows.length > 0) return pickTurn(rows);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No turn of this session has changed files yet, so there is nothing to restore.'),
    );
    return undefined;
  }

  #restorePorts({ session, checkpoints }: OpenSession): RestorePorts {
    const { onFault } = this.#ports;
    const folder = session.header.workspaceFolder;
    return {
      refusal: () => this.#refusal(),
      store: () => checkpoints.store(),
      unsaved: { among: (paths) => unsavedFiles(folder, paths) },
      alone: async (act) => {
        this.#isRestoring = true;
        try {
          return await act();
        } finally {
          this.#isRestoring = false;
        }
      },
      screen: restoreScreen(this.#files, onFault),
      onFault,
    };
  }

  #refusal(): RestoreRefusal | undefined {
    if (!vscode.workspace.isTrusted) return 'untrusted-workspace';
    if (this.#isRestoring) return 'restoring';
    return this.#ports.isTurnRunning() ? 'turn-running' : undefined;
  }
}

interface WorkspaceRestorePorts {
  /** Whether an agent works on the folder, in whatever session of this window. */
  readonly isTurnRunning: () => boolean;
  /** For the log; `what` is a fixed phrase. */
  readonly onFault: (what: string, cause: unknown) => void;
}
