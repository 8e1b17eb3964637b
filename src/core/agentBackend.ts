import type { CancelSignal } from './cancelSignal';
import type { SessionFact, TurnEnd } from './sessionEntry';

/**
 * Port: an agent, as a session sees it. The built-in engine is one; each way of talking to foreign agents is another.
 *
 * `prompt` runs one turn and resolves when it has ended, also when it failed or `signal` was aborted; it rejects only for
 * faults of ours. It is not called again before it has resolved. After `dispose` nothing of the agent is left running.
 */
export interface AgentBackend {
  readonly identity: AgentIdentity;
  prompt(turn: AgentTurn, signal: CancelSignal): Promise<{ readonly reason: TurnEnd; readonly message?: string }>;
  dispose(): Promise<void>;
}

export interface AgentIdentity {
  /** Stable: `built-in`, `claude`, `qwen`… */
  readonly id: string;
  readonly name: string;
  readonly model: string;
}

export interface AgentTurn {
  /** What the person wrote, expanded; it is in the session already. */
  readonly text: string;
  /** Appends a fact to the session. Resolves when it is kept; rejects when it is not, and then the turn must not go on. */
  append(fact: SessionFact): Promise<void>;
  /** Shows the next piece of a text that is still being written. What matters is appended afterwards as a message. */
  stream(text: string): void;
}
