import type { SessionFact, ToolCall, ToolResultFact } from '../core/sessionEntry';
import type { ModelMessage } from './model';

/**
 * What was said, as the model is told it: a pure reading of the session's active branch. A call without a result (the
 * window closed meanwhile) gets one that says so, so that no call is ever unpaired. Where a hook changed a call, its result
 * says what really ran.
 */
export function conversation(history: readonly SessionFact[]): readonly ModelMessage[] {
  const results = new Map<string, ToolResultFact>();
  for (const entry of history) if (entry.type === 'tool-result') results.set(entry.callId, entry);
  const changed = new Map<string, ToolCall['args']>();
  for (const entry of history) if (entry.type === 'call-changed') changed.set(entry.callId, entry.args);
  const messages: ModelMessage[] = [];
  for (const entry of history) {
    switch (entry.type) {
      case 'user-message':
        messages.push({ role: 'user', text: entry.expansion ?? entry.text });
        break;
      case 'agent-message':
        // An empty answer is kept for what its request told (P3), and is nothing to repeat.
        if (entry.text === '' && entry.toolCalls.length === 0) break;
        messages.push({ role: 'assistant', text: entry.text, toolCalls: entry.toolCalls });
        for (const call of entry.toolCalls)
          messages.push(resultMessage(call, changed.get(call.id), results.get(call.id)));
        break;
      case 'tool-result':
      case 'call-changed':
      case 'permission':
      case 'classified':
      case 'sub-agent-step':
      case 'teammate-plan-pending':
      case 'teammate-plan-ended':
      case 'checkpoint':
      case 'mode':
      case 'branch-moved':
      case 'title':
      case 'review-pending':
      case 'review-ended':
      case 'comments':
      case 'turn-ended':
        break;
    }
  }
  return messages;
}

function resultMessage(
  call: ToolCall,
  changed: ToolCall['args'] | undefined,
  result: ToolResultFact | undefined,
): ModelMessage {
  const text =
    result?.text ??
    'No result: the session was closed while this call was under way. Nothing may be taken as approved.';
  return {
    role: 'tool',
    callId: call.id,
    toolName: call.name,
    text:
      changed === undefined
        ? text
        : `A hook of the host changed the arguments of this call to ${JSON.stringify(changed)}. What follows is about the changed call.\n${text}`,
    isError: result?.outcome !== 'ok',
  };
}
