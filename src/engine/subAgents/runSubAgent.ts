import type { CancelSignal } from '../../core/cancelSignal';
import type { AgentStep, SessionFact } from '../../core/sessionEntry';
import type { ModeRegister } from '../../core/modeRegister';
import type { Actor } from '../actor';
import type { EnginePorts } from '../enginePorts';
import type { ToolDone } from '../tool';
import type { RunTurn } from '../turnOutcome';
import { subAgentPorts } from './subAgentPorts';
import { subAgentResult } from './subAgentResult';

/**
 * Runs a sub-agent to its end: one turn of the same loop, with a conversation, a mode and a knowledge of files of its
 * own (C4). Whatever it calls goes the one way that every call goes (M03).
 *
 * Each of its steps is in the session before it is told it again, as a part of the call that started it. Rejects for
 * faults of ours only.
 */
export async function runSubAgent(work: SubAgentWork, host: SubAgentHost, signal: CancelSignal): Promise<ToolDone> {
  const { taskCallId, prompt, actor, register, deliverToLeader } = work;
  const history: SessionFact[] = [{ type: 'user-message', text: prompt }];
  const append = async (fact: SessionFact): Promise<void> => {
    await host.append(isStep(fact) ? { type: 'sub-agent-step', taskCallId, step: fact } : fact);
    history.push(fact);
  };
  const ports = subAgentPorts(host.ports, {
    taskCallId,
    actor,
    register,
    history: () => history,
    deliverToLeader,
  });
  const outcome = await host.runTurn({ text: prompt, append, stream: nobodyReads }, ports, signal);
  const lastText = history.findLast((fact) => fact.type === 'agent-message')?.text ?? '';
  return subAgentResult(actor.name, outcome, lastText);
}

export interface SubAgentWork {
  readonly taskCallId: string;
  readonly prompt: string;
  readonly actor: Exclude<Actor, { kind: 'main' }>;
  /** Its own, overriding that of the session. */
  readonly register: ModeRegister;
  /** For a teammate. */
  readonly deliverToLeader?: EnginePorts['deliverToLeader'];
}

/** The turn in which a sub-agent is started. */
export interface SubAgentHost {
  readonly ports: EnginePorts;
  readonly runTurn: RunTurn;
  /** Rejects when the fact is not kept; then nothing may follow from it. */
  append(fact: SessionFact): Promise<void>;
}

function isStep(fact: SessionFact): fact is AgentStep {
  switch (fact.type) {
    case 'agent-message':
    case 'tool-result':
    case 'call-changed':
    case 'permission':
    case 'classified':
      return true;
    default:
      return false;
  }
}

/** A person reads the steps when they are done; two agents writing into one place at once could not be read. */
function nobodyReads(): void {}
