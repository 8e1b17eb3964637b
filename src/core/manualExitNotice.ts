import type { SessionFact } from './sessionEntry';

/**
 * P3, I27: after Plan mode was left in any way but an approved plan exit, the conversation says "Plan mode is on" and the
 * mode says otherwise, so the model is told once. The result is the revision at which Plan was left, where the
 * conversation has not been told of it yet.
 *
 * Invariant: a pure reading of one conversation's entries, root first. The event is its `mode` entry and the cursor is
 * `toldOfExit` on the message that answered the request, so each branch and each sub-agent has its own, a fork or a side
 * query that answers elsewhere consumes nothing, and a reload changes nothing. A move between other modes is no news
 * about Plan; entering Plan again and an approved exit clear the notice.
 */
export function untoldExit(history: readonly SessionFact[]): number | undefined {
  let isPlan = false;
  let untold: number | undefined;
  for (const entry of history) {
    if (entry.type === 'agent-message' && entry.toldOfExit === untold) untold = undefined;
    if (entry.type !== 'mode' && entry.type !== 'branch-moved') continue;
    const isApproved = entry.type === 'mode' && entry.cause === 'plan-exit';
    if (entry.mode === 'plan' || isApproved) untold = undefined;
    else if (isPlan) untold = entry.revision;
    isPlan = entry.mode === 'plan';
  }
  return untold;
}
