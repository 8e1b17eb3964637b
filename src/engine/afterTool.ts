import type { ToolCall } from '../core/sessionEntry';
import { flagsAfterHook } from '../core/turnBarrier';
import type { ToolDone } from './tool';
import type { TurnScope } from './turnScope';

/**
 * Lets the PostToolUse hooks see what came of a call. What the call says about the turn is taken before, so that a hook
 * which throws or replaces the result cannot lower the barrier (G5).
 */
export async function afterTool(call: ToolCall, result: ToolDone, scope: TurnScope): Promise<ToolDone> {
  const { hooks, onFault } = scope.ports;
  if (!hooks) return result;
  const before = { stopTurn: result.stopTurn, terminate: result.terminate === true };
  try {
    const after = await hooks.postToolUse(call, result, scope.signal);
    if (!after) return result;
    const flags = { stopTurn: after.stopsTurn, terminate: before.terminate && !after.isError };
    return {
      outcome: after.isError ? 'error' : result.outcome,
      text: after.text,
      ...flagsAfterHook(before, flags),
    };
  } catch (cause) {
    onFault('a PostToolUse hook failed', cause);
    return {
      outcome: 'error',
      text: `A hook failed after this call had ended. What was done stands. The call itself said: ${result.text}`,
      ...flagsAfterHook(before, undefined),
    };
  }
}
