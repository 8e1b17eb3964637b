import type { MadeCall } from './scene';

/** What the demo model has found out about the workspace. */
export interface Survey {
  readonly files: readonly ListedFile[];
  /** Whether the listing showed everything. */
  readonly isComplete: boolean;
  /** The texts that were read, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether files were chosen and tried already. */
  readonly isRead: boolean;
}

export interface ListedFile {
  readonly path: string;
  readonly bytes: number;
}

/** The survey that the calls since the task amount to; undefined where nothing was listed yet. */
export function surveyOf(calls: readonly MadeCall[]): Survey | undefined {
  const listed = calls.findLastIndex(({ name, isError }) => name === 'list_files' && !isError);
  const listing = calls[listed];
  if (!listing) return undefined;
  const lines = listing.text.split('\n');
  const files = lines.flatMap((line): readonly ListedFile[] => {
    const match = /^(.+) {2}(\d+) bytes$/.exec(line);
    return match ? [{ path: match[1] ?? '', bytes: Number(match[2]) }] : [];
  });
  const texts = new Map<string, string>();
  const reads = calls.slice(listed + 1).filter(({ name }) => name === 'read_file');
  for (const { args, text, isError } of reads) {
    const { path } = args;
    if (!isError && typeof path === 'string' && !texts.has(path)) texts.set(path, text);
  }
  return {
    files,
    isComplete: !lines.some((line) => line.startsWith('[There is more')),
    texts,
    isRead: reads.length > 0,
  };
}

/** The names that a source file offers to others, in the common languages; first come, first named. */
export function exportedNames(text: string): readonly string[] {
  const patterns = [
    /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|let|interface|type|enum)\s+([A-Za-z_$][\w$]*)/gm,
    /^(?:async\s+)?(?:def|class)\s+([A-Za-z]\w*)/gm,
    /^pub\s+(?:async\s+)?(?:fn|struct|enum|trait)\s+(\w+)/gm,
    /^func\s+(?:\([^)]*\)\s*)?([A-Z]\w*)/gm,
    /^public\s+(?:final\s+|abstract\s+)?(?:class|interface|record|enum)\s+(\w+)/gm,
  ];
  return [...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')))];
}

/** Whether a path is that of a test, by the usual names. */
export function isTestPath(path: string): boolean {
  return /(^|\/)(tests?|__tests__|spec)\/|[._-](test|spec)\.[a-z]+$|(^|\/)test_[^/]*\.py$|_test\.go$/i.test(path);
}

/** Whether a path is that of source code, by its ending. */
export function isCodePath(path: string): boolean {
  return /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|py|rs|go|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|scala|lua|sh|vue|svelte|ex|hs)$/i.test(
    path,
  );
}
