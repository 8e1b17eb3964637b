import type { CancelSignal } from '../../core/cancelSignal';
import type { ToolDone } from '../tool';
import { runSubAgent, type SubAgentHost } from './runSubAgent';

/** The sub-agents of one turn of the session's own agent. None of them outlives the call that waits for it. */
export class SubAgents {
  readonly #host: SubAgentHost;
  readonly #names = new Set<string>();

  constructor(host: SubAgentHost) {
    this.#host = host;
  }

  /** Runs an ordinary sub-agent to its end. It begins in the mode that the session is in (C4). */
  run(task: Task, signal: CancelSignal): Promise<ToolDone> {
    const { register } = this.#host.ports;
    const actor = { kind: 'sub-agent', name: this.#nameFor(task.description) } as const;
    return runSubAgent({ ...task, actor, register: register.override(register.mode) }, this.#host, signal);
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
}

const maxNameLength = 60;

/** What a model calls its sub-agent stands before a question to the person, so it must not look like one. */
function oneLine(description: string): string {
  const line = description.replaceAll(/[\s\p{C}”“]+/gu, ' ').trim();
  return line.length <= maxNameLength ? line : `${line.slice(0, maxNameLength - 1)}…`;
}
