import { constants, type Stats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import type { PlanFileFault, PlanReading } from '../core/planGate';
import { decodeUtf8 } from './decodeUtf8';
import { noBlock, noFollow, readUpTo } from './readUpTo';
import { hasErrorCode } from './systemError';

/**
 * Largest plan file, in bytes. A person can read no plan of this size, and it still is rendered, compared and kept whole
 * in the session log without the editor stalling.
 */
export const maxPlanFileBytes = 1024 * 1024;

/**
 * Reads a plan file whole, from the disk. Does not reject: whatever is wrong is a fault (V6).
 *
 * The last part of the path is not followed, and everything is asked of the one open file, so that nothing can be put in
 * its place between the look and the read. The bytes are taken as they are: a byte order mark is part of the text.
 */
export async function readPlanFile(path: string): Promise<PlanReading> {
  try {
    // Looked at first, because merely opening a pipe or a device may block or act, and because Windows has no `noFollow`:
    // there the two looks must find the same file.
    const before = await lstat(path);
    const fault = faultOf(before);
    if (fault !== undefined) return unreadable(fault);
    const file = await open(path, constants.O_RDONLY | noFollow | noBlock);
    try {
      return await readOpen(file, before);
    } finally {
      await file.close();
    }
  } catch (cause) {
    return unreadable(faultOfError(cause));
  }
}

async function readOpen(file: FileHandle, before: Stats): Promise<PlanReading> {
  const now = await file.stat();
  const fault = faultOf(now);
  if (fault !== undefined) return unreadable(fault);
  if (now.ino !== before.ino || now.dev !== before.dev) return unreadable('unreadable');
  if (now.size > maxPlanFileBytes) return unreadable('too-large');
  const bytes = await readUpTo(file, maxPlanFileBytes + 1);
  if (bytes.length > maxPlanFileBytes) return unreadable('too-large');
  const text = decodeUtf8(bytes);
  if (text === undefined) return unreadable('not-utf8');
  return text.trim() === '' ? unreadable('empty') : { state: 'text', text };
}

function faultOf(stats: Stats): PlanFileFault | undefined {
  if (stats.isSymbolicLink()) return 'symlink';
  if (stats.isDirectory()) return 'directory';
  return stats.isFile() ? undefined : 'not-regular';
}

function faultOfError(cause: unknown): PlanFileFault {
  if (hasErrorCode(cause, 'ENOENT', 'ENOTDIR')) return 'missing';
  if (hasErrorCode(cause, 'ELOOP')) return 'symlink';
  if (hasErrorCode(cause, 'EISDIR')) return 'directory';
  return hasErrorCode(cause, 'ENXIO') ? 'not-regular' : 'unreadable';
}

function unreadable(code: PlanFileFault): PlanReading {
  return { state: 'unreadable', code };
}
