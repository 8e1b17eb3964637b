import type { AgentBackend, AgentIdentity, AgentTurn } from '../core/agentBackend';
import type { CancelSignal } from '../core/cancelSignal';
import type { TurnEnd } from '../core/sessionEntry';
import type { EnginePorts } from './enginePorts';
import { runTurn } from './turnLoop';

/**
 * The built-in agent: our own turn loop over a model port. It keeps nothing between turns: the conversation is the
 * session's active branch, so it goes on after a reload.
 */
export class BuiltInAgent implements AgentBackend {
  readonly identity: AgentIdentity;
  readonly #ports: EnginePorts;
  readonly #dispose = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(ports: EnginePorts) {
    this.#ports = ports;
    this.identity = { id: 'built-in', name: 'Countersign', model: ports.model.name };
  }

  prompt(turn: AgentTurn, signal: CancelSignal): Promise<{ readonly reason: TurnEnd; readonly message?: string }> {
    const running = runTurn(turn, this.#ports, signal).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  async dispose(): Promise<void> {
    this.#dispose.abort();
    await Promise.allSettled(this.#running);
  }
}
