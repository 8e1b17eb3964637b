import type { CancelSignal } from '../../core/cancelSignal';
import type { Git } from './git';

/** Beyond these a checkpoint is forgotten. */
export interface CheckpointBounds {
  readonly maxAgeMs: number;
  /** The latest are kept. */
  readonly maxCount: number;
}

/**
 * Forgets the checkpoints below some references that are beyond the bounds; gives how many. Git packs what is left where
 * there is enough of it, and drops what nothing names once it is a day old: younger objects may be of a checkpoint that
 * another window is making now. Throws `GitFault`.
 *
 * @param roots of references whose names begin with the time of the checkpoint, in milliseconds since the Unix epoch
 */
export async function pruneCheckpoints(
  git: Git,
  roots: readonly string[],
  { maxAgeMs, maxCount, now }: CheckpointBounds & { readonly now: number },
  signal: CancelSignal,
): Promise<number> {
  const listed = await git.run(['for-each-ref', '--format=%(refname)', ...roots], {}, signal);
  const forgotten = listed
    .split('\n')
    .filter((ref) => ref !== '')
    .map((ref) => ({ ref, takenAt: Number.parseInt(ref.slice(ref.lastIndexOf('/') + 1), 10) }))
    .sort((one, other) => other.takenAt - one.takenAt)
    .filter(({ takenAt }, index) => index >= maxCount || takenAt < now - maxAgeMs);
  if (forgotten.length > 0) {
    const stdin = forgotten.map(({ ref }) => `delete ${ref}\n`).join('');
    await git.run(['update-ref', '--stdin'], { stdin }, signal);
  }
  const settings = [`gc.auto=${looseObjects}`, 'gc.autoDetach=false', 'pack.threads=1'].flatMap((each) => ['-c', each]);
  await git.run([...settings, 'gc', '--auto', '--quiet', '--prune=1.day.ago'], {}, signal);
  return forgotten.length;
}

/** From about so many files in the repository on it is worth the time to pack them. */
const looseObjects = 2000;
