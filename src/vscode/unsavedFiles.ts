import path from 'node:path';
import * as vscode from 'vscode';
import type { UnsavedFile } from './restoreWorkspace';

/**
 * The files, of those that are named, with text or anything else in an editor that is not on disk.
 *
 * @param folder absolute
 * @param paths relative to it, with forward slashes
 */
export function unsavedFiles(folder: string, paths: readonly string[]): readonly UnsavedFile[] {
  const dirty = new Map<string, vscode.Uri>();
  const note = (uri: vscode.Uri): void => void dirty.set(uri.fsPath, uri);
  for (const { isDirty, uri } of [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments])
    if (isDirty && uri.scheme === 'file') note(uri);
  // What editors of other extensions hold is in no document.
  for (const { isDirty, input } of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs))
    if (isDirty && input instanceof vscode.TabInputCustom && input.uri.scheme === 'file') note(input.uri);
  return paths.flatMap((name) => {
    const uri = dirty.get(vscode.Uri.file(path.join(folder, name)).fsPath);
    return uri === undefined ? [] : [{ path: name, save: () => isSaved(uri) }];
  });
}

async function isSaved(uri: vscode.Uri): Promise<boolean> {
  const { textDocuments, notebookDocuments } = vscode.workspace;
  const document = [...textDocuments, ...notebookDocuments].find((each) => each.uri.toString() === uri.toString());
  return document === undefined ? (await vscode.workspace.save(uri)) !== undefined : document.save();
}
