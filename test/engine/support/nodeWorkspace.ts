import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  unlistedFolders,
  type FileReading,
  type FolderEntry,
  type FolderListing,
  type ListLimits,
  type Workspace,
} from '../../../src/engine/workspace';

/** A workspace on the real file system, without an editor in between. */
export class NodeWorkspace implements Workspace {
  async list(folder: string, limits: ListLimits): Promise<FolderListing> {
    const entries: FolderEntry[] = [];
    let level = [''];
    for (let depth = 1; depth <= limits.maxDepth && level.length > 0; depth += 1) {
      const next: string[] = [];
      for (const parent of level) {
        const children = await readdir(join(folder, parent), { withFileTypes: true });
        for (const child of children.sort((a, b) => (a.name < b.name ? -1 : 1))) {
          if (entries.length >= limits.maxEntries) return { state: 'listed', entries, isComplete: false };
          const path = parent === '' ? child.name : `${parent}/${child.name}`;
          const kind = child.isDirectory() ? 'folder' : child.isFile() ? 'file' : 'other';
          entries.push({ path, kind, bytes: kind === 'file' ? (await lstat(join(folder, path))).size : 0 });
          if (kind === 'folder' && !unlistedFolders.has(child.name)) next.push(path);
        }
      }
      level = next;
    }
    return { state: 'listed', entries, isComplete: level.length === 0 };
  }

  async read(path: string, maxBytes: number): Promise<FileReading> {
    try {
      const bytes = await readFile(path);
      if (bytes.length > maxBytes) return { state: 'unreadable', code: 'too-large' };
      if (bytes.includes(0)) return { state: 'unreadable', code: 'not-text' };
      return { state: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
    } catch (error) {
      if (error instanceof TypeError) return { state: 'unreadable', code: 'not-text' };
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return { state: 'unreadable', code: 'missing' };
      if (error instanceof Error && 'code' in error && error.code === 'EISDIR')
        return { state: 'unreadable', code: 'directory' };
      throw error;
    }
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
