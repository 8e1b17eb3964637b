import type { LogEntry } from '../session/sessionCodec';
import { classificationText, toolOutcomeName } from './messages';
import { toolTitle } from './toolTitle';

/**
 * What the sub-agents did, one line for each call that has ended, by the id of the call that started them. What they said
 * meanwhile is not for the person; what they answer is the result of that call.
 */
export function subAgentSteps(
  transcript: readonly LogEntry[],
  session: Parameters<typeof toolTitle>[1],
  modelName: string,
): ReadonlyMap<string, readonly string[]> {
  const titles = new Map<string, string>();
  const lines = new Map<string, string[]>();
  for (const entry of transcript) {
    if (entry.type !== 'sub-agent-step') continue;
    const { taskCallId, step } = entry;
    const own = lines.get(taskCallId) ?? [];
    lines.set(taskCallId, own);
    switch (step.type) {
      case 'agent-message':
        for (const call of step.toolCalls) titles.set(`${taskCallId}/${call.id}`, toolTitle(call, session));
        break;
      case 'tool-result':
        own.push(`${titles.get(`${taskCallId}/${step.callId}`) ?? step.toolName} (${toolOutcomeName(step.outcome)})`);
        break;
      case 'classified':
        own.push(classificationText(step.classification, modelName));
        break;
      case 'call-changed':
      case 'permission':
        break;
    }
  }
  return lines;
}
