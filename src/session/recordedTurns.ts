import type { CheckpointFact } from '../core/sessionEntry';
import type { LogEntry } from './sessionCodec';

/** A message of the person, and how the workspace was recorded before the agent's first change after it. */
export interface RecordedTurn {
  /** Of the message. */
  readonly entryId: string;
  /** The message. */
  readonly text: string;
  /** When it was written, in milliseconds since the Unix epoch. */
  readonly ts: number;
  readonly checkpoint: CheckpointFact['checkpoint'];
}

/**
 * The turns that changed something, the latest first; those of branches that were left too, because going back in a
 * conversation takes no file back. Of several checkpoints after one message the first counts.
 *
 * @param entries all of a session, in the order of writing
 */
export function recordedTurns(entries: readonly LogEntry[]): readonly RecordedTurn[] {
  const turns: RecordedTurn[] = [];
  let message: Omit<RecordedTurn, 'checkpoint'> | undefined;
  for (const entry of entries) {
    if (entry.type === 'user-message') message = { entryId: entry.id, text: entry.text, ts: entry.ts };
    else if (entry.type === 'checkpoint' && message !== undefined) {
      turns.push({ ...message, checkpoint: entry.checkpoint });
      message = undefined;
    }
  }
  return turns.reverse();
}
