import type { SessionEntry, SessionFact } from '../../../src/core/sessionEntry';

/** Facts as a log would hold them: each the child of the one before. */
export function traceOf(...facts: readonly SessionFact[]): readonly SessionEntry[] {
  return continued([], facts);
}

/** A trace with more facts appended to it. */
export function continued(trace: readonly SessionEntry[], facts: readonly SessionFact[]): readonly SessionEntry[] {
  const entries = [...trace];
  for (const fact of facts) {
    const n = entries.length + 1;
    entries.push({ ...fact, id: `e${n}`, parentId: entries.at(-1)?.id ?? null, ts: n });
  }
  return entries;
}
