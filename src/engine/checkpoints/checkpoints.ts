import type { CancelSignal } from '../../core/cancelSignal';
import type { CheckpointFact, CheckpointFault } from '../../core/sessionEntry';

/**
 * Port: records the workspace as it is on disk, so that a person can have it back. Changes nothing in the workspace and
 * nothing in its version control. Does not reject; what goes wrong is `not-recorded`.
 */
export interface Checkpoints {
  record(signal: CancelSignal): Promise<Recorded>;
}

export type Recorded =
  | Extract<CheckpointFact['checkpoint'], { state: 'recorded' }>
  /** `why` is for the log. */
  | { readonly state: 'not-recorded'; readonly code: CheckpointFault; readonly why: string }
  /** The signal aborted; nothing is kept. */
  | { readonly state: 'cancelled' };
