import * as vscode from 'vscode';
import { contributions } from './contributions';

/** The part of the command service that opens an editor; a test puts its own here. */
export interface EditorCommands {
  getCommands(): Thenable<readonly string[]>;
  executeCommand(command: string, ...args: readonly unknown[]): Thenable<unknown>;
}

/** Where the review stands: over the workbench, or in the active group where this VS Code has no modal editor. */
export type ReviewPlace = 'modal' | 'active-group';

/**
 * Opens the review editor for a frozen plan: the same custom editor on the same document in both places. Rejects only
 * when it could be opened in neither.
 */
export async function openReviewEditor(
  uri: vscode.Uri,
  commands: EditorCommands,
  onNoModal: (cause: unknown) => void,
): Promise<ReviewPlace> {
  const [viewType] = contributions.customEditors;
  const known = await commands.getCommands();
  // Internal commands are no promise of VS Code's: their presence is looked up, and a failure of theirs is survived.
  if (known.includes(openWith) && known.includes(modalMark)) {
    try {
      await commands.executeCommand(openWith, uri, viewType, [modalGroup, { preserveFocus: false, pinned: true }]);
      return 'modal';
    } catch (cause) {
      onNoModal(cause);
    }
  }
  await commands.executeCommand('vscode.openWith', uri, viewType, {
    viewColumn: vscode.ViewColumn.Active,
    preview: false,
  });
  return 'active-group';
}

const openWith = '_workbench.openWith';
/** Exists exactly in the versions that have the modal group. */
const modalMark = 'workbench.action.moveModalEditorToMain';
/** VS Code's name for "the modal editor part" in place of a column. */
const modalGroup = -4;
