import type { AgentBackend, AgentIdentity, AgentTurn } from '../core/agentBackend';
import type { CancelSignal } from '../core/cancelSignal';
import type { EnginePorts } from './enginePorts';
import { ReadMarks } from './readMarks';
import { Team } from './team/team';
import { runTurn } from './turnLoop';
import type { TurnOutcome } from './turnOutcome';

/**
 * The built-in agent: our own turn loop over a model port. It keeps nothing between turns but the teammates that wait for
 * its approval: the conversation is the session's active branch, so it goes on after a reload.
 */
export class BuiltInAgent implements AgentBackend {
  readonly identity: AgentIdentity;
  readonly #ports: EnginePorts;
  readonly #disposed = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #team: Team | undefined;

  constructor(ports: EnginePorts) {
    const planExited: EnginePorts['planExited'] = (plan) => this.#track(ports.planExited(plan));
    this.#team = ports.leaderGate && new Team(ports.leaderGate, ports.onFault);
    this.#ports = {
      ...ports,
      readMarks: ports.readMarks ?? new ReadMarks(),
      planExited,
      team: this.#team,
      onClassified: (...said) => this.#tell(() => ports.onClassified?.(...said)),
      onExit: (...exit) => this.#tell(() => ports.onExit?.(...exit)),
      onDidChangeWaiting: (what) => this.#tell(() => ports.onDidChangeWaiting?.(what)),
    };
    this.identity = { id: 'built-in', name: 'Countersign', model: ports.model.name };
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

  /** Stops a running turn and its teammates, and waits for them and for plans that are still being saved. */
  async dispose(): Promise<void> {
    this.#disposed.abort();
    await this.#team?.dispose();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** I24: who only looks on cannot change what comes of a call. */
  #tell(tell: () => void): void {
    try {
      tell();
    } catch (cause) {
      this.#ports.onFault('a listener of the engine failed', cause);
    }
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }
}
