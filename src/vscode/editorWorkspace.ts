import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { CancelSignal } from '../core/cancelSignal';
import {
  unlistedFolders,
  type FileReading,
  type FolderEntry,
  type FolderListing,
  type ListLimits,
  type Workspace,
} from '../engine/workspace';

/**
 * The workspace as the person has it: unsaved text in an editor counts as the file's text, and edits go through the
 * editor, so that they can be undone. Files outside the workspace folder (the plan file) are written directly.
 */
export class EditorWorkspace implements Workspace {
  readonly #folder: string;

  /** @param folder the workspace folder, absolute */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async list(folder: string, limits: ListLimits, signal: CancelSignal): Promise<FolderListing> {
    const entries: FolderEntry[] = [];
    const waiting: { readonly at: string; readonly depth: number }[] = [{ at: '', depth: 1 }];
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (signal.aborted) return { state: 'listed', entries, isComplete: false };
      let found;
      try {
        found = await readdir(path.join(folder, next.at), { withFileTypes: true });
      } catch (cause) {
        // A folder below that cannot be read is listed by its name and nothing more.
        if (next.depth > 1) continue;
        return { state: 'unreadable', code: folderFault(cause) };
      }
      found.sort((a, b) => (a.name < b.name ? -1 : 1));
      for (const item of found) {
        if (entries.length >= limits.maxEntries) return { state: 'listed', entries, isComplete: false };
        const relative = next.at === '' ? item.name : `${next.at}/${item.name}`;
        if (item.isDirectory()) {
          entries.push({ path: relative, kind: 'folder', bytes: 0 });
          if (next.depth < limits.maxDepth && !unlistedFolders.has(item.name))
            waiting.push({ at: relative, depth: next.depth + 1 });
        } else {
          const bytes = item.isFile() ? await sizeOf(path.join(folder, relative)) : 0;
          entries.push({ path: relative, kind: item.isFile() ? 'file' : 'other', bytes });
        }
      }
    }
    return { state: 'listed', entries, isComplete: true };
  }

  async read(file: string, maxBytes: number): Promise<FileReading> {
    const unsaved = this.#openDocument(file);
    if (unsaved?.isDirty) {
      const text = unsaved.getText();
      return Buffer.byteLength(text) > maxBytes ? { state: 'unreadable', code: 'too-large' } : { state: 'text', text };
    }
    try {
      const handle = await open(file, constants.O_RDONLY | noBlock);
      try {
        const stats = await handle.stat();
        if (stats.isDirectory()) return { state: 'unreadable', code: 'directory' };
        if (!stats.isFile()) return { state: 'unreadable', code: 'unreadable' };
        if (stats.size > maxBytes) return { state: 'unreadable', code: 'too-large' };
        return textOf(await handle.readFile());
      } finally {
        await handle.close();
      }
    } catch (cause) {
      return { state: 'unreadable', code: fileFault(cause) };
    }
  }

  async write(file: string, text: string): Promise<void> {
    if (this.#isInside(file) && isEditable(text)) {
      await this.#writeInEditor(vscode.Uri.file(file), text);
      return;
    }
    // Under unsaved changes the file must not change: the editor would put its own text over it.
    if (this.#openDocument(file)?.isDirty) throw new EditNotApplied(file);
    await writeDirectly(file, text);
  }

  async #writeInEditor(uri: vscode.Uri, text: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    const eol = text.includes('\r\n') ? vscode.EndOfLine.CRLF : vscode.EndOfLine.LF;
    if (await exists(uri)) {
      const document = await vscode.workspace.openTextDocument(uri);
      if (!document.isDirty && !(await seesDisk(document))) {
        // The editor would refuse to save over what it has not seen, and leave unsaved text behind.
        await writeDirectly(uri.fsPath, text);
        return;
      }
      const whole = new vscode.Range(0, 0, document.lineCount, 0);
      edit.set(uri, [vscode.TextEdit.replace(document.validateRange(whole), text), vscode.TextEdit.setEndOfLine(eol)]);
    } else {
      edit.createFile(uri, { contents: Buffer.from(text) });
    }
    if (!(await vscode.workspace.applyEdit(edit))) throw new EditNotApplied(uri.fsPath);
    const document = await vscode.workspace.openTextDocument(uri);
    if (document.getText() !== text) throw new EditNotApplied(uri.fsPath);
    if (document.isDirty && !(await document.save())) throw new EditNotApplied(uri.fsPath);
  }

  #openDocument(file: string): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === file);
  }

  #isInside(file: string): boolean {
    const relative = path.relative(this.#folder, file);
    return relative !== '' && !/^\.\.($|[/\\])/.test(relative) && !path.isAbsolute(relative);
  }
}

/** The editor did not take an edit, or could not save it. What was in the file before may still be there. */
export class EditNotApplied extends Error {
  readonly code = 'edit-not-applied';
  constructor(file: string) {
    super(`The editor did not take or save the edit to ${path.basename(file)}. Look at the file before you go on.`);
    this.name = 'EditNotApplied';
  }
}

/**
 * Whether an editor can hold exactly this text: it knows one line ending a file, and keeps a byte order mark out of the
 * text.
 */
function isEditable(text: string): boolean {
  const endings = new Set(text.match(/\r\n|\r|\n/g));
  return endings.size <= 1 && !endings.has('\r') && !text.startsWith('\ufeff');
}

/** How long the editor may take to notice that another program, or a command of the agent, has written a file. */
const noticeLimitMs = 2_000;
const lookAgainMs = 50;

/** Whether the editor has the text that is on disk: one that it opened before may have been changed since by others. */
async function seesDisk(document: vscode.TextDocument): Promise<boolean> {
  const end = Date.now() + noticeLimitMs;
  for (;;) {
    const disk = textOf(await readFile(document.uri.fsPath));
    if (disk.state === 'text' && isSameText(document.getText(), disk.text)) return true;
    if (Date.now() > end) return false;
    await wait(lookAgainMs);
  }
}

/** An editor keeps the byte order mark out of its text and knows one line ending a file. */
function isSameText(edited: string, onDisk: string): boolean {
  const plain = (text: string): string => text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  return plain(edited) === plain(onDisk);
}

/** Opening a pipe would wait for its other end. Windows has no such flag. */
const noBlock = process.platform === 'win32' ? 0 : constants.O_NONBLOCK;

async function writeDirectly(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  const mode = await modeOf(file);
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600 });
    // A script stays one that can be run.
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
}

/** The permission bits of a file that is there. */
async function modeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mode & 0o777;
  } catch (cause) {
    if (fileFault(cause) === 'missing') return undefined;
    throw cause;
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch (cause) {
    if (cause instanceof vscode.FileSystemError && cause.code === 'FileNotFound') return false;
    throw cause;
  }
}

function textOf(bytes: Buffer): FileReading {
  if (bytes.includes(0)) return { state: 'unreadable', code: 'not-text' };
  try {
    return { state: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (cause) {
    if (cause instanceof TypeError) return { state: 'unreadable', code: 'not-text' };
    throw cause;
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (cause) {
    // It went away between the listing and now, or its folder may be listed and not entered.
    if (typeof codeOf(cause) === 'string') return 0;
    throw cause;
  }
}

function folderFault(cause: unknown): 'missing' | 'not-a-folder' | 'unreadable' {
  const code = codeOf(cause);
  if (code === 'ENOENT') return 'missing';
  return code === 'ENOTDIR' ? 'not-a-folder' : 'unreadable';
}

function fileFault(cause: unknown): 'missing' | 'directory' | 'unreadable' {
  const code = codeOf(cause);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
  return code === 'EISDIR' ? 'directory' : 'unreadable';
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}
