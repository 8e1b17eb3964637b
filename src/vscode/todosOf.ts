import { foldToolName } from '../core/toolFamilies';
import type { ToolCall } from '../core/sessionEntry';
import { parseArguments, todoArgumentsSchema } from '../protocol/toolArguments';

/** The list that a call keeps; empty where the call is another one, or its list is empty or not valid. */
export function todosOf(call: ToolCall): { text: string; state: 'open' | 'doing' | 'done' }[] {
  if (!names.has(foldToolName(call.name))) return [];
  const parsed = parseArguments(todoArgumentsSchema, call.name, call.args);
  return parsed.state === 'parsed' ? parsed.args.items : [];
}

const names = new Set(['todo', 'todo_write'].map(foldToolName));
