import type { LookAtPath, PathFacts } from '../../../src/core/planFileBoundary';
import type { FileReading, FolderListing, ListLimits, Workspace } from '../../../src/engine/workspace';

/** A workspace of texts in memory, with links where a test puts them. */
export class MemoryWorkspace implements Workspace {
  readonly files = new Map<string, string>();
  /** Symbolic links, by the absolute path where they stand. */
  readonly links = new Map<string, string>();
  /** Paths that were written, in order. */
  readonly writes: string[] = [];
  onRead: (path: string) => Promise<void> = () => Promise.resolve();
  onWrite: (path: string) => Promise<void> = () => Promise.resolve();

  constructor(cwd: string, files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files))
      this.files.set(path.startsWith('/') ? path : `${cwd}/${path}`, text);
  }

  list(folder: string, limits: ListLimits): Promise<FolderListing> {
    const below = [...this.files].filter(([path]) => path.startsWith(`${folder}/`));
    const entries = below.map(([path, text]) => ({
      path: path.slice(folder.length + 1),
      kind: 'file' as const,
      bytes: text.length,
    }));
    return Promise.resolve({
      state: 'listed',
      entries: entries.slice(0, limits.maxEntries),
      isComplete: entries.length <= limits.maxEntries,
    });
  }

  async read(path: string): Promise<FileReading> {
    await this.onRead(path);
    const text = this.files.get(path);
    if (text === undefined) return { state: 'unreadable', code: 'missing' };
    return text.includes('\0') ? { state: 'unreadable', code: 'not-text' } : { state: 'text', text };
  }

  async write(path: string, text: string): Promise<void> {
    await this.onWrite(path);
    this.writes.push(path);
    this.files.set(path, text);
  }

  readonly look: LookAtPath = (path) => {
    const realPath = this.#follow(path.slice(0, path.lastIndexOf('/'))) + path.slice(path.lastIndexOf('/'));
    const kind = this.#kindOf(realPath);
    return Promise.resolve({ realPath, kind, linkCount: kind === 'file' ? 1 : 0, isCaseSensitive: true });
  };

  #kindOf(path: string): PathFacts['kind'] {
    if (this.links.has(path)) return 'symlink';
    if (this.files.has(path)) return 'file';
    return [...this.files.keys()].some((file) => file.startsWith(`${path}/`)) ? 'directory' : 'missing';
  }

  #follow(folder: string): string {
    for (const [from, to] of this.links) {
      if (folder === from || folder.startsWith(`${from}/`)) return to + folder.slice(from.length);
    }
    return folder;
  }
}
