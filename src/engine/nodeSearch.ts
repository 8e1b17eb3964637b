import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CancelSignal } from '../core/cancelSignal';
import { fileGlob } from './fileGlob';
import { LineMatcher } from './lineMatcher';
import type { FilesFound, FilesQuery, FoundLine, LinesFound, LinesQuery, Search, SearchFault } from './search';
import { maxFileBytes } from './tools/fileFaultText';
import { unlistedFolders } from './workspace';

/** `Search` without another program: slower, for where there is no ripgrep. */
export class NodeSearch implements Search {
  readonly #msPerFile: number;

  /** @param msPerFile how long a pattern may take over the lines of one file */
  constructor(msPerFile = 2_000) {
    this.#msPerFile = msPerFile;
  }

  async files(query: FilesQuery, signal: CancelSignal): Promise<FilesFound> {
    const isWanted = fileGlob(query.glob);
    if (!isWanted) return badGlob(query.glob);
    const paths: string[] = [];
    let isSomeKeptOut = false;
    for await (const path of filesBelow(query.folder, signal)) {
      if (!isWanted(path)) continue;
      if (query.isKeptOut?.(path) === true) isSomeKeptOut = true;
      else if (paths.length < query.maxFiles) paths.push(path);
      else return { state: 'found', paths, isComplete: false, isSomeKeptOut };
    }
    return { state: 'found', paths, isComplete: !signal.aborted, isSomeKeptOut };
  }

  async lines(query: LinesQuery, signal: CancelSignal): Promise<LinesFound> {
    const isWanted = query.glob === undefined || query.file !== undefined ? () => true : fileGlob(query.glob);
    if (!isWanted) return badGlob(query.glob ?? '');
    let pattern: RegExp;
    try {
      pattern = new RegExp(query.pattern, query.ignoresCase ? 'iu' : 'u');
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      return { state: 'failed', code: 'bad-pattern', why: cause.message };
    }
    const matcher = new LineMatcher(pattern, this.#msPerFile, signal);
    try {
      return await this.#linesBy(matcher, isWanted, query, signal);
    } finally {
      await matcher.dispose();
    }
  }

  async #linesBy(
    matcher: LineMatcher,
    isWanted: (path: string) => boolean,
    { folder, file, isKeptOut, maxLines }: LinesQuery,
    signal: CancelSignal,
  ): Promise<LinesFound> {
    const lines: FoundLine[] = [];
    let isSomeKeptOut = false;
    for await (const path of file === undefined ? filesBelow(folder, signal) : [file]) {
      if (!isWanted(path)) continue;
      if (isKeptOut?.(path) === true) {
        isSomeKeptOut = true;
        continue;
      }
      const texts = await linesOf(join(folder, path));
      const matched = await matcher.match(texts);
      if (matched.state === 'cancelled') break;
      if (matched.state === 'too-slow') return tooSlow(`over ${path}`);
      for (const index of matched.indices) {
        if (lines.length >= maxLines) return { state: 'found', lines, isComplete: false, isSomeKeptOut };
        lines.push({ path, line: index + 1, text: texts[index] ?? '' });
      }
    }
    return { state: 'found', lines, isComplete: !signal.aborted, isSomeKeptOut };
  }
}

/** What every implementation says of a pattern that had to be stopped. */
export function tooSlow(where: string): SearchFault {
  const why = `The search was stopped, because the pattern takes too long ${where}. Use a simpler one: a repetition inside a repetition, as in (a+)+, may never come to an end.`;
  return { state: 'failed', code: 'too-slow', why };
}

/** What every implementation says of a glob that is none. */
export function badGlob(glob: string): SearchFault {
  return { state: 'failed', code: 'bad-glob', why: `"${glob}" is no glob that can be used here.` };
}

async function* filesBelow(root: string, signal: CancelSignal, below = ''): AsyncGenerator<string> {
  let entries;
  try {
    entries = await readdir(join(root, below), { withFileTypes: true });
  } catch (cause) {
    // It may be gone, or not for us to read; the rest is still worth searching.
    if (cause instanceof Error && 'code' in cause) return;
    throw cause;
  }
  entries.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  for (const entry of entries) {
    if (signal.aborted) return;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !unlistedFolders.has(entry.name)) yield* filesBelow(root, signal, path);
  }
}

/** The lines of a text file; none of one that is too large, not text or not there. */
async function linesOf(file: string): Promise<readonly string[]> {
  let bytes: Buffer;
  try {
    if ((await lstat(file)).size > maxFileBytes) return [];
    bytes = await readFile(file);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) return [];
    throw cause;
  }
  if (bytes.includes(0) || bytes.length === 0) return [];
  const lines = bytes.toString('utf8').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
