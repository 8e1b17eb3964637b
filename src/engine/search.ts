import type { CancelSignal } from '../core/cancelSignal';

/**
 * Port: looks for files and for text in them. Every folder is absolute and has been checked already.
 *
 * What counts: files below the folder, hidden ones too, ignored ones too; nothing in `unlistedFolders`, nothing that is
 * kept out; links are not followed. Text is looked for line by line in files that are text and not larger than `maxFileBytes`. Results come in
 * the order of their paths, folder by folder. After `signal` has aborted it resolves soon, with what was found. Never
 * rejects.
 */
export interface Search {
  files(query: FilesQuery, signal: CancelSignal): Promise<FilesFound>;
  lines(query: LinesQuery, signal: CancelSignal): Promise<LinesFound>;
}

interface Query {
  readonly folder: string;
  /** Whether a path below the folder is not for the agent. Left out: nothing is. */
  readonly isKeptOut?: ((path: string) => boolean) | undefined;
}

export interface FilesQuery extends Query {
  /**
   * `*` and `?` stay within a name, `**` spans folders, `[ab]` and `{a,b}` are alternatives. Without a slash it is about
   * the name alone, with one about the whole path below the folder. Case counts.
   */
  readonly glob: string;
  readonly maxFiles: number;
}

export interface LinesQuery extends Query {
  /** One file in the folder, by its name; left out: all files below it. */
  readonly file?: string | undefined;
  /** A regular expression, as far as Rust and JavaScript read it alike. */
  readonly pattern: string;
  readonly ignoresCase: boolean;
  /** As in `FilesQuery`; does not count where `file` is given. */
  readonly glob?: string | undefined;
  readonly maxLines: number;
}

export type FilesFound =
  /** Paths are relative to the folder, with forward slashes. */
  ({ readonly state: 'found'; readonly paths: readonly string[] } & HowMuch) | SearchFault;

export type LinesFound = ({ readonly state: 'found'; readonly lines: readonly FoundLine[] } & HowMuch) | SearchFault;

interface HowMuch {
  readonly isComplete: boolean;
  /** Whether a file that the glob means was kept out, whatever stands in it: to say more would tell what does. */
  readonly isSomeKeptOut: boolean;
}

export interface FoundLine {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Without its line end. */
  readonly text: string;
}

/** `why` is for the model: what is wrong with the pattern, that it takes for ever, or that the search itself failed. */
export interface SearchFault {
  readonly state: 'failed';
  readonly code: 'bad-pattern' | 'bad-glob' | 'too-slow' | 'unavailable';
  readonly why: string;
}
