import type { ApprovalMode } from './approvalMode';
import { pathFault, resolvePath, type PathFault, type PathStyle } from './resolvePath';
import { writeTargets } from './writeTargets';

/**
 * H1: may this call write, while Plan is on? Asked before any permission question (H2), for every tool under every name.
 *
 * Invariants: the verdict depends on where a write would really land and not on how the path is spelled (I41); in Plan
 * everything that writes, or of which it is not known that it does not, is forbidden unless its one target is the plan
 * file (I40). A plan-file write is not thereby allowed: the usual permissions still apply. Whoever writes then writes to
 * the verdict's `path` and not to the path as it was spelled: `link/../plan.md` is resolved here without following `link`.
 *
 * Rejects where the file system itself fails; that is no leave to write.
 */
export async function planFileBoundary(call: BoundaryCall, look: LookAtPath): Promise<BoundaryVerdict> {
  if (call.mode !== 'plan') return { kind: 'not-plan' };
  const writes = writeTargets(call.toolName, call.args);
  if (writes.kind === 'none') return { kind: 'not-plan' };
  if (writes.kind === 'unknown' || writes.paths.length === 0) return { kind: 'forbidden', reason: 'unknown-target' };
  if (writes.paths.length > 1) return { kind: 'forbidden', reason: 'several-targets' };
  const [written = ''] = writes.paths;
  const fault = pathFault(written, call.style);
  if (fault) return { kind: 'forbidden', reason: fault };
  if (call.planFile === undefined) return { kind: 'forbidden', reason: 'not-the-plan-file' };

  const [target, planFile] = await Promise.all([
    look(resolvePath(call.cwd, written, call.style)),
    look(resolvePath(call.cwd, call.planFile, call.style)),
  ]);
  // H3: a link in the plan file's own place would let a write land anywhere.
  if (target.kind === 'symlink' || planFile.kind === 'symlink') return { kind: 'forbidden', reason: 'symlink' };
  if (target.kind === 'directory') return { kind: 'forbidden', reason: 'directory' };
  if (target.kind === 'other') return { kind: 'forbidden', reason: 'not-regular' };
  if (target.kind === 'file' && target.linkCount > 1) return { kind: 'forbidden', reason: 'hard-link' };
  if (!isSamePlace(target, planFile)) return { kind: 'forbidden', reason: 'not-the-plan-file' };
  return { kind: 'plan-file-write', path: planFile.realPath };
}

export interface BoundaryCall {
  readonly mode: ApprovalMode;
  /** Absolute. */
  readonly cwd: string;
  /** The one file that may be written in Plan; undefined where this session has none. */
  readonly planFile: string | undefined;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly style: PathStyle;
}

export type BoundaryVerdict =
  | { readonly kind: 'not-plan' }
  | { readonly kind: 'plan-file-write'; readonly path: string }
  | { readonly kind: 'forbidden'; readonly reason: BoundaryReason };

export type BoundaryReason =
  | PathFault
  | 'unknown-target'
  | 'several-targets'
  | 'not-the-plan-file'
  | 'symlink'
  | 'hard-link'
  | 'directory'
  | 'not-regular';

/**
 * Port: what stands at an absolute path. The last part is not followed (a link there is a `symlink`); `realPath` is the
 * real path of the nearest existing parent with the rest appended. Throws only where the file system itself fails.
 */
export type LookAtPath = (absolutePath: string) => Promise<PathFacts>;

export interface PathFacts {
  readonly realPath: string;
  readonly kind: 'missing' | 'file' | 'directory' | 'symlink' | 'other';
  /** How many names the file has; 1 for most, 0 where nothing is there. */
  readonly linkCount: number;
  /** Whether names that differ in case only are different files here. */
  readonly isCaseSensitive: boolean;
}

function isSamePlace(a: PathFacts, b: PathFacts): boolean {
  // One place has one answer. Where the two differ they are two places, and folding could only make them look like one.
  if (a.isCaseSensitive || b.isCaseSensitive) return a.realPath === b.realPath;
  return fold(a.realPath) === fold(b.realPath);
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
