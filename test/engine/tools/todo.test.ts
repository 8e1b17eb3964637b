import assert from 'node:assert/strict';
import { todoList, type TodoItem } from '../../../src/engine/tools/todo';
import { anEngine, type Engine } from '../support/anEngine';

const first: readonly TodoItem[] = [
  { text: 'read', state: 'done' },
  { text: 'write', state: 'doing' },
  { text: 'check', state: 'open' },
];

async function afterCalls(...items: readonly unknown[]): Promise<Engine> {
  const engine = anEngine({ answers: items.map((list) => ({ calls: [['todo', { items: list }] as const] })) });
  await engine.prompt();
  return engine;
}

describe('todo', () => {
  it('M2 keeps a list in Plan without a question, and shows it', async () => {
    const engine = await afterCalls(first);
    assert.deepEqual([engine.lastResult.text, engine.prompts], ['[x] read\n[>] write\n[ ] check', []]);
  });

  it('V8 the list is what the session says', async () => {
    assert.deepEqual(todoList((await afterCalls(first)).entries), first);
  });

  it('the last list counts', async () => {
    assert.deepEqual(todoList((await afterCalls(first, [])).entries), []);
  });

  it('V7 on a branch from before it there is the list from then', async () => {
    const { entries } = await afterCalls(first, []);
    const firstResult = entries.findIndex(({ type }) => type === 'tool-result');
    assert.deepEqual(todoList(entries.slice(0, firstResult + 1)), first);
  });

  it('I30 a call without a result has kept nothing', async () => {
    const { entries } = await afterCalls(first);
    assert.deepEqual(todoList(entries.filter(({ type }) => type !== 'tool-result')), []);
  });

  it('a list that was not valid is not kept', async () => {
    const engine = await afterCalls(first, [{ text: 'x', state: 'maybe' }]);
    assert.deepEqual([engine.lastResult.outcome, todoList(engine.entries)], ['error', first]);
  });

  it('is empty at the beginning', () => assert.deepEqual(todoList([]), []));

  it('is known under the name that other agents use', async () => {
    const engine = anEngine({ answers: [{ calls: [['TodoWrite', { items: first }]] }] });
    await engine.prompt();
    assert.deepEqual(todoList(engine.entries), first);
  });
});
