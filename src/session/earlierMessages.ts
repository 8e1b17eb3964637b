import type { ApprovalMode } from '../core/approvalMode';
import type { LogEntry } from './sessionCodec';
import { emptySessionState, withEntry } from './sessionState';

/** A message that the person wrote, and how it was then. */
export interface EarlierMessage {
  readonly entryId: string;
  readonly text: string;
  /** Milliseconds since the Unix epoch. */
  readonly ts: number;
  readonly mode: ApprovalMode;
  /** The entry before it: where to go so that it can be written anew. */
  readonly before: string;
}

/** The person's messages on a branch, oldest first. The first entry of a session is none, so each has one before it. */
export function messagesOn(branch: readonly LogEntry[]): readonly EarlierMessage[] {
  const messages: EarlierMessage[] = [];
  let state = emptySessionState;
  for (const entry of branch) {
    if (entry.type === 'user-message' && entry.parentId !== null) {
      const { id, text, ts, parentId } = entry;
      messages.push({ entryId: id, text, ts, mode: state.mode.mode, before: parentId });
    }
    state = withEntry(state, entry);
  }
  return messages;
}
