import { isSkippedAfter } from '../core/turnBarrier';
import type { ModelEnd } from './model';
import type { ReceivedCall } from './receiveMessage';
import { runCall } from './scheduler';
import { cancelledBeforeStart, failed, type ToolDone } from './tool';
import { toolNamed } from './toolNamed';
import type { TurnScope } from './turnScope';

/**
 * Runs the calls of one message and appends one result for each, in source order (I30).
 *
 * Calls that only read run side by side and all settle (G3). Any other batch runs one after the other; after a result
 * with `stopTurn` the rest is skipped, each with a result of its own (G2).
 */
export async function runBatch(
  calls: readonly ReceivedCall[],
  end: ModelEnd,
  scope: TurnScope,
): Promise<readonly ToolDone[]> {
  const isParallel =
    calls.length > 1 && calls.every(({ call }) => toolNamed(scope.tools, call.name)?.isReadOnly === true);
  const results: ToolDone[] = [];
  if (isParallel) {
    const all = await Promise.all(calls.map((call) => runOne(call, end, scope)));
    for (const [index, result] of all.entries()) {
      await appendResult(calls[index], result, scope);
      results.push(result);
    }
    return results;
  }
  for (const call of calls) {
    const result = isSkippedAfter(results.map(({ stopTurn }) => ({ stopTurn, terminate: false })))
      ? skippedAfter(scope)
      : await runOne(call, end, scope);
    await appendResult(call, result, scope);
    results.push(result);
  }
  return results;
}

async function runOne({ call, fault }: ReceivedCall, end: ModelEnd, scope: TurnScope): Promise<ToolDone> {
  // G6: where the message was cut, the arguments may be cut too, even if they parse.
  if (end === 'length')
    return failed(
      `${call.name} was not started: the message that asked for it was cut off. Ask again, with less in one message.`,
    );
  if (end === 'error') return failed(`${call.name} was not started: the message that asked for it broke off.`);
  return fault === undefined ? runCall(call, scope) : failed(fault);
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
  await scope.append({ type: 'tool-result', callId, toolName, ...result });
}
