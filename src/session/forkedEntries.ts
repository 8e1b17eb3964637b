import { isStricter, type ApprovalMode } from '../core/approvalMode';
import { ModeRegister } from '../core/modeRegister';
import type { SessionEntry } from '../core/sessionEntry';
import { branchTo } from './branch';
import type { LogEntry } from './sessionCodec';
import { emptySessionState, withEntry } from './sessionState';

/**
 * What a fork begins with: the branch up to an entry, as it is, review ids included. What is open there is ended when the
 * fork is opened, as in any restore (V5). A fork is no way to a mode: where a stricter one is on in the session that it
 * comes from, that one is on in the fork too. Undefined where there is no such entry.
 *
 * @param mode what is on in the other session now
 */
export function forkedEntries(
  entries: readonly LogEntry[],
  entryId: string,
  mode: ApprovalMode,
  next: { readonly id: string; readonly ts: number },
): readonly LogEntry[] | undefined {
  const branch = branchTo(entries, entryId);
  if (branch === undefined) return undefined;
  const there = branch.reduce(withEntry, emptySessionState).mode;
  if (!isStricter(mode, there.mode)) return branch;
  const after = new ModeRegister(there, () => true).tighten(mode);
  const tightened: SessionEntry = { type: 'mode', ...after, cause: 'tightened', ...next, parentId: entryId };
  return [...branch, tightened];
}
