import type { CancelSignal } from '../../core/cancelSignal';
import type { SessionFact } from '../../core/sessionEntry';
import type { Checkpoints } from './checkpoints';

/**
 * The one checkpoint of a turn, taken before its first effect and shared with its sub-agents.
 *
 * Whatever came of it, the turn goes on: a checkpoint is for a person who wants to go back, and nothing that an agent may
 * do depends on it. What came of it is in the session before the effect is.
 */
export class TurnCheckpoint {
  readonly #ports: TurnCheckpointPorts;
  #taking: Promise<boolean> | undefined;
  #isTaken: boolean;

  constructor(ports: TurnCheckpointPorts) {
    this.#ports = ports;
    this.#isTaken = ports.checkpoints === undefined;
  }

  /** Whether there is nothing to wait for before the next effect. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Takes it; calls beside each other wait for the same one. Rejects where it cannot be put into the session. */
  async take(signal: CancelSignal): Promise<void> {
    this.#taking ??= this.#take(signal).finally(() => {
      this.#taking = undefined;
    });
    this.#isTaken = await this.#taking;
  }

  /** Whether it is done with: a turn that was stopped has no effect, and needs none. */
  async #take(signal: CancelSignal): Promise<boolean> {
    const { checkpoints, append, onFault } = this.#ports;
    if (checkpoints === undefined || this.#isTaken) return true;
    const recorded = await checkpoints.record(signal);
    switch (recorded.state) {
      case 'cancelled':
        return false;
      case 'recorded':
        await append({ type: 'checkpoint', checkpoint: recorded });
        return true;
      case 'not-recorded': {
        const { state, code, why } = recorded;
        onFault(`the workspace was not recorded before a turn (${code})`, why);
        await append({ type: 'checkpoint', checkpoint: { state, code } });
        return true;
      }
    }
  }
}

interface TurnCheckpointPorts {
  /** Left out: nothing is recorded. */
  readonly checkpoints: Checkpoints | undefined;
  /** Rejects when the fact is not kept. */
  readonly append: (fact: SessionFact) => Promise<void>;
  readonly onFault: (what: string, cause: unknown) => void;
}
