import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FrozenPlan } from '../core/frozenPlan';
import { pathFault } from '../core/resolvePath';
import { hasErrorCode } from './systemError';

/** Where copies of approved plans go. */
export type PlansDirectory =
  /** The extension's own storage; absolute. */
  | { readonly kind: 'storage'; readonly path: string }
  /** F1: a folder inside the workspace folder, as the setting names it. */
  | { readonly kind: 'workspace'; readonly folder: string; readonly setting: string };

export type PlanCopyResult =
  | { readonly state: 'saved'; readonly path: string }
  /** `outside-workspace`: the setting leads out of the workspace folder. `not-ours`: another file has that name. */
  | { readonly state: 'not-saved'; readonly code: 'outside-workspace' | 'not-ours' }
  | { readonly state: 'not-saved'; readonly code: 'failed'; readonly cause: unknown };

/**
 * E9, I26: saves the text of an approved plan as Markdown, byte for byte what was frozen. To be called after the mode has
 * changed and never before. Best effort: does not reject, and nothing depends on it.
 *
 * N10: no file is ever overwritten. A version of a session has one text, so a file that has the name already either is
 * that copy or is somebody else's.
 */
export async function savePlanCopy(sessionId: string, plan: FrozenPlan, to: PlansDirectory): Promise<PlanCopyResult> {
  try {
    const directory = await madeDirectory(to);
    if (directory === undefined) return { state: 'not-saved', code: 'outside-workspace' };
    const path = join(directory, planCopyName(sessionId, plan.version));
    if (!(await writeNew(path, plan.text))) {
      const isThatCopy = await hasText(path, plan.text);
      return isThatCopy ? { state: 'saved', path } : { state: 'not-saved', code: 'not-ours' };
    }
    // F1: looked at again, because a folder on the way may have become a link meanwhile.
    if ((await realpath(path)) === path && (await isStillInside(directory, to))) return { state: 'saved', path };
    await rm(path, { force: true });
    return { state: 'not-saved', code: 'outside-workspace' };
  } catch (cause) {
    return { state: 'not-saved', code: 'failed', cause };
  }
}

/** F1: one file a session and version; what cannot stand in a file name becomes `_`, leading dots too. */
function planCopyName(sessionId: string, version: number): string {
  const name = sessionId.replace(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, (dots) => '_'.repeat(dots.length));
  return `${name}-v${version}.md`;
}

/** The real path of the directory, made where it is missing; undefined where it does not lie inside the workspace. */
async function madeDirectory(to: PlansDirectory): Promise<string | undefined> {
  if (to.kind === 'storage') {
    await mkdir(to.path, { recursive: true, mode: 0o700 });
    return realpath(to.path);
  }
  if (isAbsolute(to.setting) || pathFault(to.setting, process.platform === 'win32' ? 'windows' : 'posix'))
    return undefined;
  const root = await realpath(to.folder);
  const wanted = resolve(root, to.setting);
  // Before anything is made: neither the words nor what stands there may lead out.
  if (!isInside(root, wanted) || !isInside(root, await realPathOfNearest(wanted))) return undefined;
  await mkdir(wanted, { recursive: true });
  const made = await realpath(wanted);
  return isInside(root, made) ? made : undefined;
}

async function isStillInside(directory: string, to: PlansDirectory): Promise<boolean> {
  return to.kind === 'storage' || isInside(await realpath(to.folder), await realpath(directory));
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function realPathOfNearest(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    if (!hasErrorCode(cause, 'ENOENT') || dirname(path) === path) throw cause;
    return realPathOfNearest(dirname(path));
  }
}

/** False where the name is taken. The file appears whole: it is written elsewhere and linked into place (F2). */
async function writeNew(path: string, text: string): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  await writeFile(temporary, text, { encoding: 'utf8', flag: 'wx', mode: 0o600 });
  try {
    await link(temporary, path);
    return true;
  } catch (cause) {
    if (hasErrorCode(cause, 'EEXIST')) return false;
    if (!hasErrorCode(cause, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EXDEV')) throw cause;
    return await writeExclusively(path, text);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** For file systems without links. */
async function writeExclusively(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { encoding: 'utf8', flag: 'wx', mode: 0o600 });
    return true;
  } catch (cause) {
    if (hasErrorCode(cause, 'EEXIST')) return false;
    throw cause;
  }
}

async function hasText(path: string, text: string): Promise<boolean> {
  try {
    return (await readFile(path)).equals(Buffer.from(text, 'utf8'));
  } catch (cause) {
    if (hasErrorCode(cause, 'EISDIR', 'ENOENT', 'ELOOP')) return false;
    throw cause;
  }
}
