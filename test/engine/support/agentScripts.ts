import type { Model, ModelEvent, ModelRequest } from '../../../src/engine/model';
import type { Answer } from './anEngine';

/** A model that plays several agents, each by a script of its own. */
export interface ScriptedAgents extends Model {
  /** What the agent was asked with, in order. */
  requestsOf(agent: string): readonly ModelRequest[];
}

/** What an agent answers next; asked with what it was told. */
export type Script = readonly (Answer | ((request: ModelRequest) => Answer | Promise<Answer>))[];

/**
 * One script for each agent, by the first message that it was given: the person's prompt for the session's own agent,
 * the `prompt` of the task for a sub-agent. An agent without anything left to say ends its turn.
 */
export function scriptedAgents(scripts: Readonly<Record<string, Script>>): ScriptedAgents {
  const asked = new Map<string, ModelRequest[]>();
  return {
    name: 'scripted',
    requestsOf: (agent) => asked.get(agent) ?? [],
    async *respond(request): AsyncIterable<ModelEvent> {
      const first = request.messages.find(({ role }) => role === 'user')?.text ?? '';
      const own = asked.get(first) ?? [];
      asked.set(first, [...own, request]);
      const next = scripts[first]?.[own.length] ?? { text: 'Nothing more.' };
      const { text = '', calls = [], end } = typeof next === 'function' ? await next(request) : next;
      if (text !== '') yield { kind: 'text-delta', text };
      for (const [index, [name, args]] of calls.entries())
        yield { kind: 'tool-call', id: `c${own.length + 1}-${index + 1}`, name, args };
      yield { kind: 'end', reason: end ?? (calls.length > 0 ? 'tool-calls' : 'done') };
    },
  };
}

/** A call that gives a task to a sub-agent; its prompt is what it is called. */
export const task = (prompt: string, more: object = {}): readonly [string, unknown] => [
  'task',
  { description: prompt, prompt, ...more },
];
