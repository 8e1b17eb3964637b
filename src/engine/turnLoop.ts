import type { AgentTurn } from '../core/agentBackend';
import type { CancelSignal } from '../core/cancelSignal';
import { untoldExit } from '../core/manualExitNotice';
import type { ToolCall } from '../core/sessionEntry';
import { afterBatch } from '../core/turnBarrier';
import { isMain } from './actor';
import { runBatch, turnFlags } from './batch';
import { builtInTools, offeredTools } from './builtInTools';
import { TurnCheckpoint } from './checkpoints/turnCheckpoint';
import { conversation } from './conversation';
import type { EnginePorts } from './enginePorts';
import { isAborted } from './isAborted';
import { manualExitText } from './manualExitText';
import type { ModelMessage } from './model';
import { modeReminder, planHandover } from './modeReminder';
import { Notices } from './notices';
import { receiveMessage, type ReceivedMessage } from './receiveMessage';
import { SubAgents } from './subAgents/subAgents';
import { systemPromptFor } from './systemPrompt';
import { waitingRequestsText } from './team/envelope';
import type { TurnOutcome } from './turnOutcome';
import { AppendFailed, type TurnScope } from './turnScope';

/** How many times the model may be asked in one turn. */
export const maxSteps = 100;

/**
 * One turn: ask the model, run its calls, append the results, and again until it calls nothing.
 *
 * Invariants: what the model is told next is what the session says, so nothing can be told that was not appended; every
 * call has exactly one result, in source order (I30); after a result with `stopTurn` the model is not asked again (I31).
 * A session that cannot be written ends the turn.
 */
export async function runTurn(turn: AgentTurn, ports: EnginePorts, signal: CancelSignal): Promise<TurnOutcome> {
  const append: TurnScope['append'] = async (fact) => {
    try {
      await turn.append(fact);
    } catch (cause) {
      throw new AppendFailed(cause);
    }
  };
  const { onFault } = ports;
  const checkpoint =
    ports.turnCheckpoint ?? new TurnCheckpoint({ checkpoints: ports.checkpoints?.(), append, onFault });
  const host = { ports: { ...ports, turnCheckpoint: checkpoint }, append, runTurn };
  const subAgents = isMain(ports) ? new SubAgents(host) : undefined;
  const tools = builtInTools(ports, signal, subAgents);
  const scope: TurnScope = { ports, signal, tools, append, checkpoint, notices: new Notices(onFault) };
  try {
    return await steps(scope, (text) => turn.stream(text));
  } catch (cause) {
    if (!(cause instanceof AppendFailed)) throw cause;
    ports.onFault('the session could not be written', cause);
    return { reason: 'failed', message: cause.message };
  } finally {
    await scope.notices.end();
  }
}

async function steps(scope: TurnScope, stream: (text: string) => void): Promise<TurnOutcome> {
  const { ports, signal } = scope;
  let goneOn = 0;
  let hookText: string | undefined;
  for (let step = 0; step < maxSteps; step += 1) {
    if (isAborted(signal)) return { reason: 'cancelled' };
    const history = ports.history();
    const { mode } = ports.register.ruling;
    const exit = mode === 'plan' ? undefined : untoldExit(history);
    const received = await receiveMessage(
      ports.model,
      {
        system: systemPromptFor(ports.actor),
        messages: [
          ...conversation(history),
          ...reminders(
            modeReminder(mode, ports.planFile, planHandover(ports)),
            hookText,
            exit === undefined ? undefined : manualExitText(mode),
            isMain(ports) ? waitingRequestsText(ports.leaderGate?.pending ?? []) : undefined,
          ),
        ],
        tools: offeredTools(scope.tools, ports.actor).map(({ declaration }) => declaration),
      },
      signal,
      stream,
    );
    hookText = undefined;
    const calls = withOwnIds(received.calls, new Set(history.flatMap(callIdsOf)));
    const isAnswered = received.end !== 'error' && !isAborted(signal);
    if (received.text !== '' || calls.length > 0 || (exit !== undefined && isAnswered)) {
      const message = { type: 'agent-message', text: received.text, toolCalls: calls.map(({ call }) => call) } as const;
      // P3, I27: told and answered are one line of the log, so the notice is never lost and never told twice.
      await scope.append(exit === undefined ? message : { ...message, toldOfExit: exit });
    }
    const results = await runBatch(calls, received.end, scope);
    if (isAborted(signal)) return { reason: 'cancelled' };
    if (received.end === 'error') return { reason: 'failed', message: modelFailed(received.message) };
    if (calls.length === 0) {
      if (received.end === 'length') return cutOff;
      hookText = await goOnText(scope, goneOn);
      if (isAborted(signal)) return { reason: 'cancelled' };
      if (hookText === undefined) return { reason: 'done' };
      goneOn += 1;
      continue;
    }
    if (afterBatch(results.map(turnFlags)) === 'stop') return { reason: 'stopped' };
  }
  return {
    reason: 'failed',
    message: `The agent was stopped after ${maxSteps} steps without coming to an end. Write a message to let it go on.`,
  };
}

/** What the host says with a request, last of all and kept nowhere. */
function reminders(...texts: readonly (string | undefined)[]): readonly ModelMessage[] {
  return texts.flatMap((text) => (text === undefined ? [] : [{ role: 'reminder', text }]));
}

/** How often in one turn a Stop hook may make the agent go on: one that always does would never let it end. */
const maxGoingOn = 3;

/** What a Stop hook wants done before the turn ends. Only where the agent came to an end itself, never after `stopTurn`. */
async function goOnText({ ports, signal }: TurnScope, goneOn: number): Promise<string | undefined> {
  try {
    const said = await ports.hooks?.stop(goneOn > 0, signal);
    if (said === undefined || goneOn >= maxGoingOn) return undefined;
    return `A hook of the host does not let you stop yet. It says: ${said}`;
  } catch (cause) {
    ports.onFault('a Stop hook failed', cause);
    return undefined;
  }
}

const cutOff: TurnOutcome = { reason: 'failed', message: 'The answer of the model was cut off by its length limit.' };

function modelFailed(message: string): string {
  return message === '' ? 'The model stopped without finishing its answer.' : `The model failed: ${message}`;
}

function callIdsOf(entry: ReturnType<EnginePorts['history']>[number]): readonly string[] {
  return entry.type === 'agent-message' ? entry.toolCalls.map(({ id }) => id) : [];
}

/** I30: a result is found by its call's id, so an id that is empty or taken is replaced. */
function withOwnIds(calls: ReceivedMessage['calls'], taken: Set<string>): ReceivedMessage['calls'] {
  return calls.map(({ call, fault }) => {
    const wanted = call.id === '' ? 'call' : call.id;
    let id = wanted;
    for (let n = 2; taken.has(id); n += 1) id = `${wanted}-${n}`;
    taken.add(id);
    const own: ToolCall = { ...call, id };
    return { call: own, fault };
  });
}
