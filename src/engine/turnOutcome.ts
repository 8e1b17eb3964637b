import type { AgentTurn } from '../core/agentBackend';
import type { CancelSignal } from '../core/cancelSignal';
import type { TurnEnd } from '../core/sessionEntry';
import type { EnginePorts } from './enginePorts';

/** How a turn ended; `message` is a sentence for the person. */
export interface TurnOutcome {
  readonly reason: TurnEnd;
  readonly message?: string;
}

/** The turn loop, for those whom it runs and who start another one in it. */
export type RunTurn = (turn: AgentTurn, ports: EnginePorts, signal: CancelSignal) => Promise<TurnOutcome>;
