import type { SessionEntry } from '../../core/sessionEntry';
import { parseArguments, todoArgumentsSchema } from '../../protocol/toolArguments';
import { done, type Tool } from '../tool';
import { toolOf } from '../toolOf';

/** One thing to do, as the agent wrote it. */
export interface TodoItem {
  readonly text: string;
  readonly state: 'open' | 'doing' | 'done';
}

/**
 * Keeps the agent's list of what is to do. There is nothing to keep it in but the call itself, which the session has
 * already: `todoList` reads it from there, so it follows branches and reloads.
 */
export function todoTool(): Tool {
  return toolOf({
    name: 'todo',
    description:
      'Keeps a list of what is to do, which the person sees. Give the whole list each time; it replaces the one before. Have one item in "doing" at most.',
    schema: todoArgumentsSchema,
    aliases: ['todo_write'],
    isReadOnly: true,
    isSequential: true,
    invocation: ({ items }) => ({
      kind: 'info',
      permission: () => 'allow',
      prepare: () =>
        Promise.resolve({
          state: 'ready',
          title: 'Keep the list of what is to do',
          execute: (mayStart) => Promise.resolve(mayStart() ?? done(listText(items))),
        }),
    }),
  });
}

/** The list as the last call that went well left it; empty where there is none. A pure reading of the active branch. */
export function todoList(history: readonly SessionEntry[]): readonly TodoItem[] {
  const kept = new Set(
    history.flatMap((entry) =>
      entry.type === 'tool-result' && entry.outcome === 'ok' && isTodo(entry.toolName) ? [entry.callId] : [],
    ),
  );
  const last = history
    .flatMap((entry) => (entry.type === 'agent-message' ? entry.toolCalls : []))
    .findLast(({ id }) => kept.has(id));
  const parsed = parseArguments(todoArgumentsSchema, 'todo', last?.args);
  return parsed.state === 'parsed' ? parsed.args.items : [];
}

function isTodo(name: string): boolean {
  return /^todo(?:write)?$/i.test(name.replace(/[^a-z]/gi, ''));
}

function listText(items: readonly TodoItem[]): string {
  if (items.length === 0) return 'The list is empty now.';
  const marks = { open: ' ', doing: '>', done: 'x' };
  return items.map(({ text, state }) => `[${marks[state]}] ${text}`).join('\n');
}
