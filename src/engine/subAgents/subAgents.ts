import type { CancelSignal } from '../../core/cancelSignal';
import type { LeaderAnswer } from '../../core/leaderGate';
import { refused, type ToolDone } from '../tool';
import { runSubAgent, type SubAgentHost } from './runSubAgent';

/**
 * What the session's own agent starts in one turn. No ordinary sub-agent outlives the call that waits for it; a teammate does
 * while it waits for its leader.
 */
export class SubAgents {
  readonly #host: SubAgentHost;
  readonly #names = new Set<string>();

  constructor(host: SubAgentHost) {
    this.#host = host;
  }

  /**
   * Runs an ordinary sub-agent to its end; it begins in the mode that the session is in (C4). One that has to plan first is
   * run until it asks its leader, or to its end.
   */
  run(task: Task, signal: CancelSignal): Promise<ToolDone> {
    const { register, team } = this.#host.ports;
    const name = this.#nameFor(task.description);
    if (task.isPlanRequired) {
      return team?.start({ ...task, name }, this.#host, signal) ?? Promise.resolve(refused(noTeam));
    }
    const actor = { kind: 'sub-agent', name } as const;
    return runSubAgent({ ...task, actor, register: register.override(register.mode) }, this.#host, signal);
  }

  /** L5: the leader's decision about a plan, and then as `run`. */
  decide(answer: LeaderAnswer, signal: CancelSignal): Promise<ToolDone> {
    return this.#host.ports.team?.decide(answer, this.#host, signal) ?? Promise.resolve(refused(noTeam));
  }

  /** One line and no two alike, because people and the leader tell them apart by it. */
  #nameFor(description: string): string {
    const wanted = `“${oneLine(description)}”`;
    let name = wanted;
    for (let n = 2; this.#names.has(name); n += 1) name = `${wanted} (${n})`;
    this.#names.add(name);
    return name;
  }
}

export interface Task {
  readonly taskCallId: string;
  readonly description: string;
  readonly prompt: string;
  /** Whether the leader has to approve its plan before it changes anything. */
  readonly isPlanRequired: boolean;
}

const noTeam = 'There are no teammates here. Start the task without "planRequired".';

const maxNameLength = 60;

/** What a model calls its sub-agent stands before a question to the person, so it must not look like one. */
function oneLine(description: string): string {
  const line = description.replaceAll(/[\s\p{C}”“]+/gu, ' ').trim();
  return line.length <= maxNameLength ? line : `${line.slice(0, maxNameLength - 1)}…`;
}
