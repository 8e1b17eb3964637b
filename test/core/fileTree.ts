import type { LookAtPath, PathFacts } from '../../src/core/planFileBoundary';
import type { PathStyle } from '../../src/core/resolvePath';

/** What stands at a path; a link names where it leads, absolute. */
export type Thing = 'file' | 'hard-linked file' | 'directory' | 'device' | { readonly linkTo: string };

export interface FileTree {
  readonly things: Readonly<Record<string, Thing>>;
  readonly style: PathStyle;
  readonly isCaseSensitive: boolean;
}

/** A file system that is a table: what `LookAtPath` promises, on it. Folders on the way need not be named. */
export function lookAt(tree: FileTree): LookAtPath {
  const separator = tree.style === 'posix' ? '/' : '\\';
  const fold = (path: string): string => (tree.isCaseSensitive ? path : path.toLowerCase());
  const names = new Map(Object.keys(tree.things).map((path) => [fold(path), path]));
  const thingAt = (path: string): Thing | undefined => tree.things[names.get(fold(path)) ?? path];

  /** The path with every link on the way followed, and each name spelled as it is stored. */
  const realPath = (path: string): string => {
    const cut = path.lastIndexOf(separator);
    if (cut <= 0) return path;
    const [parent, name] = [realPath(path.slice(0, cut)), path.slice(cut)];
    const thing = thingAt(parent + name);
    if (typeof thing === 'object') return realPath(thing.linkTo);
    return names.get(fold(parent + name)) ?? parent + name;
  };

  return (path) => {
    const cut = path.lastIndexOf(separator);
    const place = (cut <= 0 ? '' : realPath(path.slice(0, cut))) + path.slice(Math.max(cut, 0));
    const thing = thingAt(place);
    const facts: PathFacts = {
      realPath: names.get(fold(place)) ?? place,
      kind: kindOf(thing),
      linkCount: thing === undefined ? 0 : thing === 'hard-linked file' ? 2 : 1,
      isCaseSensitive: tree.isCaseSensitive,
    };
    return Promise.resolve(facts);
  };
}

function kindOf(thing: Thing | undefined): PathFacts['kind'] {
  switch (thing) {
    case undefined:
      return 'missing';
    case 'file':
    case 'hard-linked file':
      return 'file';
    case 'directory':
      return 'directory';
    case 'device':
      return 'other';
    default:
      return 'symlink';
  }
}
