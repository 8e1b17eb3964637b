import type { CancelSignal } from '../core/cancelSignal';
import type { SessionFact } from '../core/sessionEntry';
import type { TurnCheckpoint } from './checkpoints/turnCheckpoint';
import type { EnginePorts } from './enginePorts';
import type { Notices } from './notices';
import type { Tool } from './tool';

/** What one turn's calls share. */
export interface TurnScope {
  readonly ports: EnginePorts;
  readonly signal: CancelSignal;
  readonly tools: readonly Tool[];
  /** Taken before the first call that may change the workspace. */
  readonly checkpoint: Pick<TurnCheckpoint, 'isTaken' | 'take'>;
  /** What is told beside the calls; ended with the turn. */
  readonly notices: Notices;
  /** Rejects with `AppendFailed`; then the turn must not go on. */
  append(fact: SessionFact): Promise<void>;
}

/** A fact could not be kept. Whatever follows from it must not happen. */
export class AppendFailed extends Error {
  readonly code = 'append-failed';
  constructor(cause: unknown) {
    super('The session could not be written, so the turn was stopped. The approval mode is as it was.', { cause });
    this.name = 'AppendFailed';
  }
}
