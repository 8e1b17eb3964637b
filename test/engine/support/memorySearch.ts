import type { FoundLine, Search } from '../../../src/engine/search';

/** A search over texts in `/work`, that takes each glob for all files and each pattern for plain text. */
export function memorySearch(files: Readonly<Record<string, string>>): Search {
  const below = (folder: string): readonly (readonly [path: string, text: string])[] =>
    Object.entries(files).flatMap(([path, text]) =>
      `/work/${path}`.startsWith(`${folder}/`) ? [[`/work/${path}`.slice(folder.length + 1), text]] : [],
    );
  return {
    files: ({ folder, isKeptOut }) => {
      const all = below(folder).map(([path]) => path);
      const paths = all.filter((path) => isKeptOut?.(path) !== true);
      return Promise.resolve({ state: 'found', paths, isComplete: true, isSomeKeptOut: paths.length < all.length });
    },
    lines: ({ folder, isKeptOut, pattern }) => {
      const all = below(folder);
      const shown = all.filter(([path]) => isKeptOut?.(path) !== true);
      const lines: readonly FoundLine[] = shown.flatMap(([path, text]) =>
        text
          .split('\n')
          .flatMap((line, index) => (line.includes(pattern) ? [{ path, line: index + 1, text: line }] : [])),
      );
      return Promise.resolve({ state: 'found', lines, isComplete: true, isSomeKeptOut: shown.length < all.length });
    },
  };
}
