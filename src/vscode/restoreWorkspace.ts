import type { CancelSignal } from '../core/cancelSignal';
import type { Compared, GitCheckpoints, Restored, RestorePlan } from '../engine/checkpoints/gitCheckpoints';

/**
 * Brings the files of the workspace to a checkpoint, as a person asked for.
 *
 * Invariants: nothing is written before the person has seen what changes and said yes to just that; text that is not saved
 * is never written over; how the files were is recorded first and can be undone to. Only files change: no mode, no revision,
 * no review and nothing of a conversation.
 */
export async function restoreWorkspace(first: RestoreTarget, ports: RestorePorts): Promise<void> {
  const { screen, unsaved } = ports;
  let target: RestoreTarget | undefined = first;
  while (target !== undefined) target = await once(target);

  /** Gives what is to be restored next: the same where it is to be looked at again. */
  async function once(to: RestoreTarget): Promise<RestoreTarget | undefined> {
    const refusal = ports.refusal();
    if (refusal !== undefined) return refused(refusal);
    const store = await ports.store();
    if (store === undefined) return refused('git-missing');
    const compared = await screen.compares((signal) => store.compare(to.checkpointId, signal));
    if (compared.state !== 'compared') return problem(compared);
    const { plan } = compared;
    if (plan.changes.length === 0) {
      screen.saysNothingChanges(to, plan);
      return undefined;
    }
    const paths = plan.changes.map(({ path }) => path);
    const open = unsaved.among(paths);
    // What was saved is another state: it is compared anew.
    if (open.length > 0) return (await savesAll(open)) ? to : undefined;
    // An undo gives back what was there a moment ago, and that was seen already.
    const isKnown = to.kind === 'undo' && plan.now === to.after;
    if (!isKnown && !(await screen.isAgreed(to, plan))) return undefined;
    // A turn may have begun, and text may have been typed, while the person was reading.
    const late = ports.refusal();
    if (late !== undefined) return refused(late);
    if (unsaved.among(paths).length > 0) return to;
    const restored = await ports.alone(() => screen.restores(plan, (signal) => store.restore(plan, signal)));
    return ended(to, plan, restored);
  }

  async function savesAll(open: readonly UnsavedFile[]): Promise<boolean> {
    const names = open.map(({ path }) => path);
    if (!(await screen.mayBeSaved(names))) return false;
    for (const { path, save } of open) {
      if (await save()) continue;
      screen.saysNotSaved(path);
      return false;
    }
    return true;
  }

  async function ended(to: RestoreTarget, plan: RestorePlan, restored: Restored): Promise<RestoreTarget | undefined> {
    switch (restored.state) {
      case 'restored':
        return (await screen.saysRestored(to, plan)) === 'undo'
          ? { kind: 'undo', checkpointId: restored.before, after: restored.after }
          : undefined;
      case 'incomplete':
        ports.onFault('a workspace was not restored as a whole', restored.why);
        return (await screen.saysIncomplete(plan, restored.left)) === 'undo'
          ? { kind: 'undo', checkpointId: restored.before, after: undefined }
          : undefined;
      case 'changed-meanwhile':
        return (await screen.saysChanged()) === 'look-again' ? to : undefined;
      default:
        return problem(restored);
    }
  }

  function problem(failure: RestoreFailure): RestoreTarget | undefined {
    if (failure.state === 'failed') ports.onFault(`a workspace was not restored (${failure.code})`, failure.why);
    screen.saysProblem(failure);
    return undefined;
  }

  function refused(code: RestoreRefusal): RestoreTarget | undefined {
    screen.saysRefused(code);
    return undefined;
  }
}

/** What the files are brought to. */
export type RestoreTarget =
  /** How they were before the first change of a turn. */
  | { readonly kind: 'turn'; readonly checkpointId: string; readonly task: string }
  /** How they were before an earlier restore. */
  | { readonly kind: 'restore'; readonly checkpointId: string; readonly takenAt: number }
  /** How they were before the restore that has just been made. `after` names the state to which that brought them. */
  | { readonly kind: 'undo'; readonly checkpointId: string; readonly after: string | undefined };

/** Why nothing was compared or restored. `turn-running`: an agent works on the folder. */
export type RestoreRefusal = 'untrusted-workspace' | 'turn-running' | 'restoring' | 'git-missing';

/** What came of a comparison or a restore that changed nothing. */
export type RestoreFailure = Extract<Compared | Restored, { state: 'gone' | 'cancelled' | 'failed' }>;

export interface RestorePorts {
  /** Why nothing may be restored now. */
  readonly refusal: () => RestoreRefusal | undefined;
  /** Undefined where there is no git. */
  readonly store: () => Promise<Pick<GitCheckpoints, 'compare' | 'restore'> | undefined>;
  readonly unsaved: { readonly among: (paths: readonly string[]) => readonly UnsavedFile[] };
  /** Runs an act during which no turn begins. */
  readonly alone: <T>(act: () => Promise<T>) => Promise<T>;
  readonly screen: RestoreScreen;
  /** For the log; `what` is a fixed phrase. */
  readonly onFault: (what: string, cause: unknown) => void;
}

/** A file of the workspace with text in an editor that is not on disk. */
export interface UnsavedFile {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  /** Whether it was saved. */
  readonly save: () => Promise<boolean>;
}

/** What is shown and asked. What only says something is not waited for. */
export interface RestoreScreen {
  /** Shows that it goes on, and lets the person stop it. */
  compares<T>(act: (signal: CancelSignal) => Promise<T>): Promise<T>;
  restores<T>(plan: RestorePlan, act: (signal: CancelSignal) => Promise<T>): Promise<T>;
  /** Shows what would change, and asks. */
  isAgreed(target: RestoreTarget, plan: RestorePlan): Promise<boolean>;
  mayBeSaved(paths: readonly string[]): Promise<boolean>;
  saysRestored(target: RestoreTarget, plan: RestorePlan): Promise<'undo' | undefined>;
  saysIncomplete(plan: RestorePlan, left: number): Promise<'undo' | undefined>;
  saysChanged(): Promise<'look-again' | undefined>;
  saysNothingChanges(target: RestoreTarget, plan: RestorePlan): void;
  saysNotSaved(path: string): void;
  saysProblem(failure: RestoreFailure): void;
  saysRefused(code: RestoreRefusal): void;
}
