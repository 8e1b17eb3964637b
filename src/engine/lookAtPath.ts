import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Stats } from 'node:fs';
import type { LookAtPath, PathFacts } from '../core/planFileBoundary';
import { hasErrorCode } from '../session/systemError';

/** `LookAtPath` on the real file system. Looks only; nothing is made or changed. */
export const nodeLookAtPath: LookAtPath = async (absolutePath) => {
  const parent = await nearestExisting(dirname(absolutePath));
  const rest = absolutePath.slice(parent.asGiven.length);
  const realPath = join(parent.realPath, rest);
  const stats = await statIfThere(absolutePath);
  return {
    realPath: stats && !stats.isSymbolicLink() ? await properlySpelled(realPath, absolutePath) : realPath,
    kind: stats ? kindOf(stats) : 'missing',
    linkCount: stats?.nlink ?? 0,
    isCaseSensitive: await isCaseSensitive(parent.realPath),
  };
};

/** On a file system that ignores case, the name as it is stored; elsewhere the same path again. */
async function properlySpelled(realPath: string, absolutePath: string): Promise<string> {
  try {
    return await realpath(absolutePath);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return realPath;
    throw error;
  }
}

async function nearestExisting(path: string): Promise<{ asGiven: string; realPath: string }> {
  for (let at = path; ; at = dirname(at)) {
    try {
      return { asGiven: at, realPath: await realpath(at) };
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR') || at === dirname(at)) throw error;
    }
  }
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

function kindOf(stats: Stats): PathFacts['kind'] {
  if (stats.isSymbolicLink()) return 'symlink';
  if (stats.isDirectory()) return 'directory';
  return stats.isFile() ? 'file' : 'other';
}

/** Asks the nearest folder whose name has a letter for itself under the other case; one without any counts as sensitive. */
async function isCaseSensitive(folder: string): Promise<boolean> {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const name = basename(at);
    const other = swapCase(name);
    if (other === name) continue;
    const [own, swapped] = await Promise.all([lstat(at), statIfThere(join(dirname(at), other))]);
    return swapped?.ino !== own.ino || swapped.dev !== own.dev;
  }
  return true;
}

function swapCase(name: string): string {
  const upper = name.toUpperCase();
  return upper === name ? name.toLowerCase() : upper;
}
