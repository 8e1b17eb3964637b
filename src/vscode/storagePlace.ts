import * as vscode from 'vscode';

/** The folder that sessions work on, and where they are kept. */
export interface StoragePlace {
  /** The first workspace folder; empty where there is none, and then no session can be started. */
  readonly folder: string;
  readonly storage: string;
  /** Why no session can be started here; null where one can. */
  readonly blockedBecause: string | null;
}

/** @param folders of the window; undefined where none is open */
export function storagePlace(
  { storageUri, globalStorageUri }: Pick<vscode.ExtensionContext, 'storageUri' | 'globalStorageUri'>,
  folders: readonly vscode.WorkspaceFolder[] | undefined,
): StoragePlace {
  const folder = folders?.[0]?.uri;
  // Agents and locks need a real file system; a virtual workspace has a storage of its own kind.
  const storage = (storageUri?.scheme === 'file' ? storageUri : globalStorageUri).fsPath;
  if (!folder) {
    return {
      folder: '',
      storage,
      blockedBecause: vscode.l10n.t('Open a folder first: agents work on the files of a folder.'),
    };
  }
  if (folder.scheme !== 'file') {
    const message = vscode.l10n.t('This folder is not on a real file system, so agents cannot work on it.');
    return { folder: '', storage, blockedBecause: message };
  }
  return { folder: folder.fsPath, storage, blockedBecause: null };
}
