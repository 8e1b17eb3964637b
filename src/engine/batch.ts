import { foldToolName } from '../core/toolFamilies';
import { isSkippedAfter, type TurnFlags } from '../core/turnBarrier';
import type { ModelEnd } from './model';
import { OpenQuestions } from './openQuestions';
import type { ReceivedCall } from './receiveMessage';
import { runCall } from './scheduler';
import { cancelledBeforeStart, failed, refused, type ToolDone } from './tool';
import { toolNamed } from './toolNamed';
import type { TurnScope } from './turnScope';

/**
 * Runs the calls of one message and appends one result for each, in source order (I30).
 *
 * Calls that only read, and sub-agents, run side by side and all settle (G3), unless the session or one of their tools wants them one after
 * the other. Any other batch runs so; after a result with `stopTurn` the rest is skipped, each with a result of its own
 * (G2). A batch that enters Plan does nothing else (N2).
 */
export async function runBatch(
  calls: readonly ReceivedCall[],
  end: ModelEnd,
  scope: TurnScope,
): Promise<readonly ToolDone[]> {
  const questions = new OpenQuestions();
  // G6: of a message that broke off nothing is run, its entry neither.
  const isWhole = end !== 'length' && end !== 'error';
  const entry = isWhole ? calls.find(({ call }) => isPlanEntry(call.name, scope)) : undefined;
  const isAlone = (call: ReceivedCall): boolean => entry === undefined || entry === call;
  const run = (call: ReceivedCall): Promise<ToolDone> =>
    isAlone(call) ? runOne(call, end, scope, questions) : Promise.resolve(besideEntry(call));
  const results: ToolDone[] = [];
  if (calls.length > 1 && entry === undefined && mayRunTogether(calls, scope)) {
    const all = await Promise.allSettled(calls.map(run));
    for (const [index, settled] of all.entries()) {
      // The session cannot be written: nothing more is said, and everything that was under way has ended.
      if (settled.status === 'rejected') throw settled.reason;
      await appendResult(calls[index], settled.value, scope);
      results.push(settled.value);
    }
    return results;
  }
  for (const call of calls) {
    const result = isSkippedAfter(results.map(turnFlags)) ? skippedAfter(scope) : await run(call);
    await appendResult(call, result, scope);
    results.push(result);
  }
  return results;
}

/** What a result says about the turn. */
export function turnFlags({ stopTurn, terminate }: ToolDone): TurnFlags {
  return { stopTurn, terminate: terminate === true };
}

function mayRunTogether(calls: readonly ReceivedCall[], { ports, tools }: TurnScope): boolean {
  if (ports.isSequential === true) return false;
  return calls.every(({ call }) => {
    const tool = toolNamed(tools, call.name);
    return tool !== undefined && (tool.isReadOnly || tool.mayRunBeside === true) && tool.isSequential !== true;
  });
}

const planEntry = 'enter_plan_mode';

function isPlanEntry(name: string, { tools }: TurnScope): boolean {
  return foldToolName(toolNamed(tools, name)?.declaration.name ?? name) === foldToolName(planEntry);
}

/** N2: what stands before and after the entry was asked for under another mode. */
function besideEntry({ call }: ReceivedCall): ToolDone {
  return refused(
    `Skipped: ${call.name} was called together with ${planEntry}, which runs alone. Nothing was done; if it is still needed, retry it in the next turn.`,
  );
}

async function runOne(
  { call, fault }: ReceivedCall,
  end: ModelEnd,
  scope: TurnScope,
  questions: OpenQuestions,
): Promise<ToolDone> {
  // G6: where the message was cut, the arguments may be cut too, even if they parse.
  if (end === 'length')
    return failed(
      `${call.name} was not started: the message that asked for it was cut off. Ask again, with less in one message.`,
    );
  if (end === 'error') return failed(`${call.name} was not started: the message that asked for it broke off.`);
  return fault === undefined ? runCall(call, scope, questions) : failed(fault);
}

function skippedAfter(scope: TurnScope): ToolDone {
  if (scope.signal.aborted) return cancelledBeforeStart;
  return {
    outcome: 'skipped',
    text: 'Skipped: the turn ended with a call before this one. Nothing was changed.',
    stopTurn: false,
  };
}

async function appendResult(call: ReceivedCall | undefined, result: ToolDone, scope: TurnScope): Promise<void> {
  if (!call) return;
  const { id: callId, name: toolName } = call.call;
  const { outcome, text, stopTurn } = result;
  await scope.append({ type: 'tool-result', callId, toolName, outcome, text, stopTurn });
}
