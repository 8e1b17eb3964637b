import type { ApprovalMode } from '../core/approvalMode';
import { activeBranch, branchTo } from './branch';
import type { LogEntry } from './sessionCodec';
import { emptySessionState, withEntry } from './sessionState';

/** A branch that was left and holds a message that is not on the active one. */
export interface LeftBranch {
  /** Its last entry: where to go to be on it again. */
  readonly leaf: string;
  /** The person's last message on it. */
  readonly text: string;
  /** When it was left, in milliseconds since the Unix epoch. */
  readonly leftAt: number;
  /** The mode that was on there. */
  readonly mode: ApprovalMode;
}

/** The branches other than the active one, the last left first. A move after which nothing was said made none. */
export function leftBranches(entries: readonly LogEntry[]): readonly LeftBranch[] {
  const active = new Set(activeBranch(entries).map(({ id }) => id));
  const parents = new Set(entries.map(({ parentId }) => parentId));
  const leftAt = new Map(entries.flatMap((entry) => (entry.type === 'branch-moved' ? [[entry.from, entry.ts]] : [])));
  const leaves = entries.filter(({ id }) => !active.has(id) && !parents.has(id));
  const branches = leaves.map((leaf) => {
    const branch = branchTo(entries, leaf.id) ?? [];
    return { leaf, branch, said: branch.filter((entry) => entry.type === 'user-message') };
  });
  // What ends in the middle of a longer branch is gone back to there.
  const covered = new Set(branches.flatMap(({ said }) => said.slice(0, -1).map(({ id }) => id)));
  const found = new Map<string, LeftBranch>();
  for (const { leaf, branch, said } of branches) {
    const last = said.at(-1);
    if (last === undefined || active.has(last.id) || covered.has(last.id)) continue;
    const { mode } = branch.reduce(withEntry, emptySessionState).mode;
    found.set(last.id, { leaf: leaf.id, text: last.text, leftAt: leftAt.get(leaf.id) ?? leaf.ts, mode });
  }
  return [...found.values()].sort((a, b) => b.leftAt - a.leftAt);
}
