import type { CancelSignal } from '../../core/cancelSignal';
import type { ModeRegister } from '../../core/modeRegister';
import type { TeammatePlan } from '../../core/teammatePlan';
import { runSubAgent, type SubAgentHost } from '../subAgents/runSubAgent';
import { done, failed, type ToolDone } from '../tool';
import { requestText } from './envelope';

/**
 * One teammate. It works only while a call of its leader waits for it: that call ends when it asks its leader, so that the
 * leader can answer, and the call that brings the answer waits for it again. In between it does nothing, so a turn of the
 * leader can end meanwhile.
 */
export class Teammate {
  readonly #work: TeammateWork;
  readonly #stop = new AbortController();
  #leader: WaitingLeader | undefined;
  #host: SubAgentHost;

  constructor(work: TeammateWork, host: SubAgentHost) {
    this.#work = work;
    this.#host = host;
  }

  /** A call of the leader waits for it from now on; when `signal` is aborted the teammate ends. Throws where one does already. */
  attach(host: SubAgentHost, signal: CancelSignal): Promise<ToolDone> {
    if (this.#leader !== undefined) throw new Error('A call waits for this teammate already.');
    this.#host = host;
    return new Promise((resolve) => {
      const onAbort = (): void => this.stop();
      const detach = (): void => {
        signal.removeEventListener('abort', onAbort);
        this.#leader = undefined;
      };
      this.#leader = { resolve, detach };
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) onAbort();
    });
  }

  /** The call does not wait for it after all. */
  detach(): void {
    this.#leader?.detach();
  }

  /**
   * Works to its end; called once.
   *
   * @param atEnd before anybody hears of the end
   */
  async run(atEnd: () => Promise<void>): Promise<void> {
    const { taskCallId, name, prompt, register } = this.#work;
    const actor = { kind: 'teammate', name, taskCallId } as const;
    const deliverToLeader = (plan: TeammatePlan): void => this.#pause(plan);
    const work = { taskCallId, prompt, actor, register, deliverToLeader };
    let result: ToolDone;
    try {
      result = await runSubAgent(work, this.#hostOfNow(), this.#stop.signal);
    } catch (cause) {
      this.#host.ports.onFault('a teammate failed unexpectedly', cause);
      result = failed(`${name} failed. What it did until then stands.`);
    }
    await atEnd();
    this.#release(result);
  }

  stop(): void {
    this.#stop.abort();
  }

  #pause(plan: TeammatePlan): void {
    if (this.#leader === undefined) throw new Error('No call of the leader waits for this teammate.');
    this.#release(done(requestText(plan)));
  }

  #release(result: ToolDone): void {
    const leader = this.#leader;
    leader?.detach();
    leader?.resolve(result);
  }

  /** What it does is a part of the turn whose call waits for it: its steps go there, and the checkpoint is that one's. */
  #hostOfNow(): SubAgentHost {
    const { ports, runTurn } = this.#host;
    const checkpoint = (): SubAgentHost['ports']['turnCheckpoint'] => this.#host.ports.turnCheckpoint;
    return {
      runTurn,
      ports: {
        ...ports,
        turnCheckpoint: {
          get isTaken() {
            return checkpoint()?.isTaken ?? true;
          },
          take: async (signal) => checkpoint()?.take(signal),
        },
      },
      append: async (fact) => {
        // One that was stopped while it waited has nothing more to say, and nobody whose turn it could be said in.
        if (this.#leader !== undefined) await this.#host.append(fact);
      },
    };
  }
}

export interface TeammateWork {
  readonly taskCallId: string;
  readonly name: string;
  readonly prompt: string;
  /** Its own, in Plan. */
  readonly register: ModeRegister;
}

interface WaitingLeader {
  readonly resolve: (result: ToolDone) => void;
  readonly detach: () => void;
}
