import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { isAlive, ownProcess } from './processIdentity';
import { hasErrorCode } from './systemError';

/** Who writes a session now. */
export type LockHolder = z.infer<typeof holderSchema>;

export interface SessionLock {
  /** Gives the session up. May be called twice. */
  release(): Promise<void>;
}

export type LockTaking =
  | { readonly state: 'taken'; readonly lock: SessionLock }
  | { readonly state: 'locked'; readonly holder: LockHolder };

const holderSchema = z.readonly(
  z.object({
    pid: z.int(),
    /** Tells this process from a later one with the same pid. */
    start: z.string(),
    /** Tells two locks of one process apart. */
    token: z.string(),
  }),
);

/**
 * One writer a session, across windows: a file `<session file>.lock` that names its process. A lock whose process is gone
 * is taken over. The lock appears whole or not at all, because it is written elsewhere and linked into place.
 */
export async function takeSessionLock(sessionFile: string): Promise<LockTaking> {
  const path = `${sessionFile}.lock`;
  const token = randomUUID();
  const mine = `${path}.${token}`;
  const holder: LockHolder = { ...(await ownProcess()), token };
  await writeFile(mine, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
  try {
    if (await linkNew(mine, path)) return { state: 'taken', lock: lockAt(path, token) };
    const other = await holderOf(path);
    if (other !== undefined && (await isAlive(other))) return { state: 'locked', holder: other };
    if (other !== undefined || (await hasFile(path))) {
      // Moved away and looked at again: another window may have taken the stale lock over in the meantime.
      const stale = `${mine}.stale`;
      if (await moved(path, stale)) {
        const found = await holderOf(stale);
        if (found !== undefined && found.token !== other?.token) {
          await linkNew(stale, path);
          await rm(stale, { force: true });
          return { state: 'locked', holder: found };
        }
        await rm(stale, { force: true });
      }
    }
    if (await linkNew(mine, path)) return { state: 'taken', lock: lockAt(path, token) };
    return { state: 'locked', holder: (await holderOf(path)) ?? { pid: 0, start: '', token: '' } };
  } finally {
    await rm(mine, { force: true });
  }
}

function lockAt(path: string, token: string): SessionLock {
  return {
    release: async () => {
      if ((await holderOf(path))?.token === token) await rm(path, { force: true });
    },
  };
}

/** Undefined where there is no lock, or one that nobody can read: that is stale, because locks appear whole. */
async function holderOf(path: string): Promise<LockHolder | undefined> {
  try {
    const parsed = holderSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch (cause) {
    if (hasErrorCode(cause, 'ENOENT') || cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

async function hasFile(path: string): Promise<boolean> {
  try {
    await readFile(path);
    return true;
  } catch (cause) {
    if (hasErrorCode(cause, 'ENOENT')) return false;
    throw cause;
  }
}

async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (cause) {
    if (hasErrorCode(cause, 'EEXIST')) return false;
    if (!hasErrorCode(cause, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL')) throw cause;
    return copyNew(from, to);
  }
}

/** For file systems without links. The lock is empty for a moment there, so a window may take it over in that moment. */
async function copyNew(from: string, to: string): Promise<boolean> {
  try {
    await writeFile(to, await readFile(from), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (cause) {
    if (hasErrorCode(cause, 'EEXIST')) return false;
    throw cause;
  }
}

async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (cause) {
    if (hasErrorCode(cause, 'ENOENT')) return false;
    throw cause;
  }
}
