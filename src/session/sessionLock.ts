import { randomInt, randomUUID } from 'node:crypto';
import { access, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { isAlive, ownProcess } from './processIdentity';
import { hasErrorCode } from './systemError';

/** Who writes a session now. */
export type LockHolder = z.infer<typeof holderSchema>;

export interface SessionLock {
  /** Whether it still is the own one. Once it is lost it stays lost: another window has taken the session over. */
  isHeld(): Promise<boolean>;
  /** Gives the session up. May be called twice. */
  release(): Promise<void>;
}

export type LockTaking =
  { readonly state: 'taken'; readonly lock: SessionLock } | { readonly state: 'locked'; readonly holder: LockHolder };

const holderSchema = z.readonly(
  z.object({
    pid: z.int(),
    /** Tells this process from a later one with the same pid. */
    start: z.string(),
  }),
);

/**
 * One writer a session, across windows. Whoever wants it puts up a file of their own beside the session file, and only
 * then looks for others: where another living process has one, the own is taken down again. So of two that come at the
 * same time at least one sees the other, and nobody ever removes a file that might be a living one's. What a dead process
 * left is removed.
 */
export async function takeSessionLock(sessionFile: string): Promise<LockTaking> {
  for (let attempt = 1; ; attempt += 1) {
    const taken = await tryToTake(sessionFile);
    // Two that came together may both have stepped back, so each comes again at a time of its own.
    if (taken.state === 'taken' || attempt === attempts) return taken;
    await pause(randomInt(maxPauseMs));
  }
}

/**
 * Takes a session over from a living process, because a person said so. The own file is up before the others are taken
 * down, so that nobody finds the session free in between. From then on the writer before finds its lock gone, and
 * acknowledges nothing more; what it acknowledged before is in the file.
 */
export async function takeOverSessionLock(sessionFile: string): Promise<SessionLock> {
  const { mine, lock } = await putUp(sessionFile);
  try {
    for (const path of await othersOf(sessionFile, mine)) await rm(path, { force: true });
    return lock;
  } catch (cause) {
    await lock.release();
    throw cause;
  }
}

const attempts = 4;
const maxPauseMs = 15;

async function tryToTake(sessionFile: string): Promise<LockTaking> {
  const { mine, lock } = await putUp(sessionFile);
  try {
    const holder = await otherHolder(sessionFile, mine);
    if (holder === undefined) return { state: 'taken', lock };
    await lock.release();
    return { state: 'locked', holder };
  } catch (cause) {
    await lock.release();
    throw cause;
  }
}

async function putUp(sessionFile: string): Promise<{ readonly mine: string; readonly lock: SessionLock }> {
  const mine = `${sessionFile}.lock.${randomUUID()}`;
  // Written elsewhere first, so that nobody reads half of it and takes it for a dead one's.
  const written = `${mine}.tmp`;
  await writeFile(written, JSON.stringify(await ownProcess()), { flag: 'wx', mode: 0o600 });
  await rename(written, mine);
  return { mine, lock: { isHeld: () => exists(mine), release: () => rm(mine, { force: true }) } };
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (cause) {
    if (hasErrorCode(cause, 'ENOENT')) return false;
    throw cause;
  }
}

/** The lock files that others have put up here. */
async function othersOf(sessionFile: string, mine: string): Promise<readonly string[]> {
  const directory = dirname(sessionFile);
  const prefix = `${basename(sessionFile)}.lock.`;
  return (await readdir(directory))
    .filter((name) => name.startsWith(prefix) && !name.endsWith('.tmp'))
    .map((name) => join(directory, name))
    .filter((path) => path !== mine);
}

/** A living process, other than through `mine`, that has a lock here. */
async function otherHolder(sessionFile: string, mine: string): Promise<LockHolder | undefined> {
  for (const path of await othersOf(sessionFile, mine)) {
    const found = await holderAt(path);
    if (found === 'gone') continue;
    if (found !== 'unreadable' && (await isAlive(found))) return found;
    await rm(path, { force: true });
  }
  return undefined;
}

async function holderAt(path: string): Promise<LockHolder | 'gone' | 'unreadable'> {
  try {
    const parsed = holderSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return parsed.success ? parsed.data : 'unreadable';
  } catch (cause) {
    if (hasErrorCode(cause, 'ENOENT')) return 'gone';
    if (cause instanceof SyntaxError) return 'unreadable';
    throw cause;
  }
}
