import type { AgentTurn } from '../core/agentBackend';
import type { CancelSignal } from '../core/cancelSignal';
import type { TurnEnd } from '../core/sessionEntry';
import type { EnginePorts } from './enginePorts';

/** Runs one turn. */
export function runTurn(turn: AgentTurn, ports: EnginePorts, signal: CancelSignal): Promise<TurnOutcome> {
  void turn; void ports; void signal;
  return Promise.resolve({ reason: 'failed', message: 'Not built yet.' });
}

/** How a turn ended. */
export interface TurnOutcome {
  readonly reason: TurnEnd;
  readonly message?: string;
}
