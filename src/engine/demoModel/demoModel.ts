import type { Model, ModelEvent, ModelRequest } from '../model';
import { nextMove } from './nextMove';
import { readScene } from './scene';

/** The name of the demo model, as the person is shown it. */
export const demoModelName = 'Demo model (offline, scripted)';

/**
 * A model without a network and without understanding: fixed rules over the messages and the tool results, and nothing
 * else. The same conversation always gets the same answer.
 */
export function demoModel(): Model {
  return {
    name: demoModelName,
    canJudge: false,
    async *respond(request, signal) {
      for (const event of answer(request)) {
        // Gives way, so that a long answer can be shown and stopped on its way.
        await Promise.resolve();
        if (signal.aborted) return;
        yield event;
      }
    },
  };
}

function answer({ messages }: ModelRequest): readonly ModelEvent[] {
  const move = nextMove(readScene(messages));
  const calls = move.calls.map(({ name, args }, index): ModelEvent => ({
    kind: 'tool-call',
    id: `demo-${messages.length}-${index + 1}`,
    name,
    args,
  }));
  return [...pieces(move.say), ...calls, { kind: 'end', reason: calls.length > 0 ? 'tool-calls' : 'done' }];
}

function pieces(text: string): readonly ModelEvent[] {
  return (text.match(/\S+\s*|\s+/g) ?? []).map((piece) => ({ kind: 'text-delta', text: piece }));
}
