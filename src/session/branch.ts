import type { LogEntry } from './sessionCodec';

/** The path from the root to the leaf, which is the entry that was written last. */
export function activeBranch(entries: readonly LogEntry[]): readonly LogEntry[] {
  const leaf = entries.at(-1);
  return leaf === undefined ? [] : (branchTo(entries, leaf.id) ?? []);
}

/** The path from the root to an entry; undefined where there is no such entry. */
export function branchTo(entries: readonly LogEntry[], entryId: string): readonly LogEntry[] | undefined {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  if (!byId.has(entryId)) return undefined;
  const branch: LogEntry[] = [];
  for (let entry = byId.get(entryId); entry !== undefined; entry = parentOf(entry, byId)) {
    branch.push(entry);
    byId.delete(entry.id);
  }
  return branch.reverse();
}

function parentOf(entry: LogEntry, byId: ReadonlyMap<string, LogEntry>): LogEntry | undefined {
  return entry.parentId === null ? undefined : byId.get(entry.parentId);
}
