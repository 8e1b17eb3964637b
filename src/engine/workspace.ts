import type { CancelSignal } from '../core/cancelSignal';

/**
 * Port: the files that the agent works on. Every path is absolute and has been checked already: it lies in the workspace
 * folder after all links are resolved, or it is the session's plan file. Nobody else decides what is allowed.
 *
 * What can be expected (no such file, not text…) is a value. `write` rejects when the text is not in the file afterwards.
 */
export interface Workspace {
  /** What is below a folder, nearest first. Links are listed as what they are and not followed. */
  list(folder: string, limits: ListLimits, signal: CancelSignal): Promise<FolderListing>;
  /** The text as the person sees it: unsaved changes in an editor count. */
  read(path: string, maxBytes: number): Promise<FileReading>;
  /** Replaces the whole text; makes the file and its folders where they are missing. Saved when it resolves. */
  write(path: string, text: string): Promise<void>;
}

export interface ListLimits {
  readonly maxEntries: number;
  /** 1: the folder's own entries only. */
  readonly maxDepth: number;
}

export type FolderListing =
  | { readonly state: 'listed'; readonly entries: readonly FolderEntry[]; readonly isComplete: boolean }
  | { readonly state: 'unreadable'; readonly code: 'missing' | 'not-a-folder' | 'unreadable' };

export interface FolderEntry {
  /** Relative to the folder that was listed, with forward slashes. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'other';
  /** 0 for what is no file. */
  readonly bytes: number;
}

export type FileReading =
  { readonly state: 'text'; readonly text: string } | { readonly state: 'unreadable'; readonly code: FileFault };

export type FileFault = 'missing' | 'directory' | 'not-text' | 'too-large' | 'unreadable';

/** Folders that are listed by name only: what is in them is made by tools and not by people. */
export const unlistedFolders: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  'dist',
  'out',
  'build',
  'target',
  'coverage',
  '.venv',
  'venv',
  '__pycache__',
  '.next',
  '.cache',
  '.idea',
  '.vscode-test',
  'vendor',
]);
