import { createHash } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';

/** The folder that sessions work on, and where they are kept. */
export interface StoragePlace {
  /** The first workspace folder; empty where there is none, and then no session can be started. */
  readonly folder: string;
  readonly storage: string;
  /** Why no session can be started here; null where one can. */
  readonly blockedBecause: string | null;
}

/**
 * Sessions belong to a folder. `storageUri` belongs to a window: where two of them show one folder (two tabs of a browser, or
 * one whose host outlives it), the second gets another one, and its sessions would seem to be gone (O03).
 *
 * @param folders of the window; undefined where none is open
 */
export function storagePlace(
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  folders: readonly vscode.WorkspaceFolder[] | undefined,
): StoragePlace {
  const folder = folders?.[0]?.uri;
  const storage = globalStorageUri.fsPath;
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
  return { folder: folder.fsPath, storage: path.join(storage, 'workspaces', nameOf(folder)), blockedBecause: null };
}

/** Told from the names of all other folders by the digest; what stands before it is for people who look there. */
function nameOf(folder: vscode.Uri): string {
  const digest = createHash('sha256').update(folder.toString()).digest('hex').slice(0, 16);
  const readable = path
    .basename(folder.fsPath)
    .replace(/[^\w-]+/g, '-')
    .slice(0, 32);
  return `${readable}-${digest}`;
}
