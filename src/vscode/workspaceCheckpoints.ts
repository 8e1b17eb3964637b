import type { CancelSignal } from '../core/cancelSignal';
import type { CheckpointFault } from '../core/sessionEntry';
import type { Checkpoints, Recorded } from '../engine/checkpoints/checkpoints';
import { GitCheckpoints } from '../engine/checkpoints/gitCheckpoints';
import type { CheckpointBounds } from '../engine/checkpoints/pruneCheckpoints';
import type { CheckpointLimits } from '../engine/checkpoints/workTree';
import { runCommand } from '../engine/runCommand';

/** The checkpoints of the workspace folder, one store for all its sessions, made by the git of this editor. */
export class WorkspaceCheckpoints implements Checkpoints {
  readonly #ended = new AbortController();
  #pruning: Promise<void> | undefined;
  readonly #ports: WorkspaceCheckpointsPorts;
  readonly #store: GitCheckpoints;
  readonly #told = new Set<CheckpointFault>();
  #git = '';

  constructor(ports: WorkspaceCheckpointsPorts) {
    this.#ports = ports;
    this.#store = new GitCheckpoints({
      folder: ports.folder,
      storage: ports.storage,
      run: runCommand,
      program: () => this.#git,
      clock: { now: () => Date.now() },
      limits,
    });
  }

  /** As the port says; the person is told of each kind of trouble once, and not in each turn. */
  async record(signal: CancelSignal): Promise<Recorded> {
    const store = await this.store();
    const recorded: Recorded =
      store === undefined
        ? { state: 'not-recorded', code: 'git-missing', why: 'there is no git' }
        : await store.record(signal);
    if (recorded.state === 'not-recorded' && !this.#told.has(recorded.code)) {
      this.#told.add(recorded.code);
      this.#ports.onNotRecorded(recorded.code);
    }
    // Once a window, and nobody waits for it.
    if (recorded.state === 'recorded' && store !== undefined) this.#pruning ??= this.#prune(store);
    return recorded;
  }

  /** Ends what goes on beside the turns. */
  dispose(): void {
    this.#ended.abort();
  }

  /** What compares and restores; undefined where there is no git now. */
  async store(): Promise<GitCheckpoints | undefined> {
    // Each time: git may have been installed meanwhile.
    const git = await this.#ports.findGit();
    if (git === undefined) return undefined;
    this.#git = git;
    return this.#store;
  }

  async #prune(store: GitCheckpoints): Promise<void> {
    const pruned = await store.prune(bounds, this.#ended.signal);
    if (pruned.state === 'failed') this.#ports.onFault(`checkpoints were not pruned (${pruned.code})`, pruned.why);
  }
}

interface WorkspaceCheckpointsPorts {
  /** The workspace folder, absolute. */
  readonly folder: string;
  /** Where checkpoints are kept, and nothing else is: absolute. */
  readonly storage: string;
  /** The program, absolute; undefined where there is none. Does not reject. */
  readonly findGit: () => Promise<string | undefined>;
  readonly onNotRecorded: (code: CheckpointFault) => void;
  /** For the log; `what` is a fixed phrase. */
  readonly onFault: (what: string, cause: unknown) => void;
}

const mebibyte = 1024 * 1024;

/** The first checkpoint of a folder holds all of it, the others what has changed. A turn waits for its checkpoint. */
const limits: CheckpointLimits = {
  maxFileBytes: 10 * mebibyte,
  maxTotalBytes: 1024 * mebibyte,
  maxFiles: 100_000,
  maxMs: 60_000,
};

/** docs/checkpoints.md names them. */
const bounds: CheckpointBounds = { maxAgeMs: 30 * 24 * 60 * 60 * 1000, maxCount: 500 };
