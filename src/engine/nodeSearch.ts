import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CancelSignal } from '../core/cancelSignal';
import { fileGlob } from './fileGlob';
import type { FilesFound, FilesQuery, FoundLine, LinesFound, LinesQuery, Search, SearchFault } from './search';
import { maxFileBytes } from './tools/fileFaultText';
import { unlistedFolders } from './workspace';

/** `Search` without another program: slower, for where there is no ripgrep. */
export class NodeSearch implements Search {
  async files({ folder, glob, maxFiles }: FilesQuery, signal: CancelSignal): Promise<FilesFound> {
    const isWanted = fileGlob(glob);
    if (!isWanted) return badGlob(glob);
    const paths: string[] = [];
    for await (const path of filesBelow(folder, signal)) {
      if (!isWanted(path)) continue;
      if (paths.length >= maxFiles) return { state: 'found', paths, isComplete: false };
      paths.push(path);
    }
    return { state: 'found', paths, isComplete: !signal.aborted };
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
    const lines: FoundLine[] = [];
    const paths = query.file === undefined ? filesBelow(query.folder, signal) : [query.file];
    for await (const path of paths) {
      if (!isWanted(path)) continue;
      for (const [index, text] of (await linesOf(join(query.folder, path))).entries()) {
        if (!pattern.test(text)) continue;
        if (lines.length >= query.maxLines) return { state: 'found', lines, isComplete: false };
        lines.push({ path, line: index + 1, text });
      }
    }
    return { state: 'found', lines, isComplete: !signal.aborted };
  }
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
