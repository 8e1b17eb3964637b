import type { AgentBackend, AgentIdentity, AgentTurn } from '../core/agentBackend';
import type { CancelSignal } from '../core/cancelSignal';
import type { EnginePorts } from './enginePorts';
import { runTurn, type TurnOutcome } from './turnLoop';

/**
 * The built-in agent: our own turn loop over a model port. It keeps nothing between turns: the conversation is the
 * session's active branch, so it goes on after a reload.
 */
export class BuiltInAgent implements AgentBackend {
  readonly identity: AgentIdentity;
  readonly #ports: EnginePorts;
  readonly #disposed = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(ports: EnginePorts) {
    const planExited: EnginePorts['planExited'] = (plan) => this.#track(ports.planExited(plan));
    this.#ports = { ...ports, planExited };
    this.identity = { id: 'built-in', name: 'Countersign agent', model: ports.model.name };
  }

  prompt(turn: AgentTurn, signal: CancelSignal): Promise<TurnOutcome> {
    const either = new AbortController();
    const onAbort = (): void => either.abort(signal.reason);
    const onDispose = (): void => either.abort('disposed');
    if (signal.aborted) onAbort();
    if (this.#disposed.signal.aborted) onDispose();
    signal.addEventListener('abort', onAbort);
    this.#disposed.signal.addEventListener('abort', onDispose);
    const turnEnded = runTurn(turn, this.#ports, either.signal).finally(() => {
      signal.removeEventListener('abort', onAbort);
      this.#disposed.signal.removeEventListener('abort', onDispose);
    });
    return this.#track(turnEnded);
  }

  /** Stops a running turn and waits for it and for plans that are still being saved. */
  async dispose(): Promise<void> {
    this.#disposed.abort();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }
}
