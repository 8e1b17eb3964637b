import assert from 'node:assert/strict';
import fc from 'fast-check';
import { approvalModes } from '../../src/core/approvalMode';
import { builtInTools } from '../../src/engine/builtInTools';
import type { EnginePorts } from '../../src/engine/enginePorts';
import type { Hooks } from '../../src/engine/hooks/hooks';
import type { Model, ModelEvent } from '../../src/engine/model';
import { maxSteps } from '../../src/engine/turnLoop';
import { someHooks } from './support/aCall';
import {
  allow,
  anEngine,
  approve,
  dismiss,
  exit,
  planFile,
  requestChanges,
  write,
  type Answer,
  type Engine,
} from './support/anEngine';

const read = (path: string): readonly [string, unknown] => ['read_file', { path }];
const files = { 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c' };

describe('turn loop', () => {
  it('appends what the model says and ends when it calls nothing', async () => {
    const engine = anEngine({ answers: [{ text: 'Hello.' }] });
    assert.deepEqual(await engine.prompt('Hi'), { reason: 'done' });
    assert.deepEqual(
      engine.entries.map(({ type }) => type),
      ['user-message', 'agent-message'],
    );
    assert.equal(engine.streamed, 'Hello.');
  });

  it('tells the model the results of its calls', async () => {
    const engine = anEngine({ files, answers: [{ calls: [read('a.ts')] }] });
    await engine.prompt();
    assert.deepEqual(
      engine.requests[1]?.messages.slice(0, 3).map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    );
  });

  for (const outcome of ['done', 'cancelled'] as const) {
    it(`I30 leaves no Notification hook running after a turn that is ${outcome}`, async () => {
      const order: string[] = [];
      const hooks = {
        ...someHooks({}),
        notification: (...[, , , signal]: Parameters<Hooks['notification']>) =>
          new Promise<void>((resolve) =>
            signal.addEventListener('abort', () =>
              setImmediate(() => {
                order.push('hook gone');
                resolve();
              }),
            ),
          ),
      };
      const engine: Engine = anEngine({
        mode: 'default',
        answers: [{ calls: [['write_file', { path: 'a.ts', text: '' }]] }],
        ask: () => {
          if (outcome === 'cancelled') engine.stop.abort();
          return Promise.resolve({ kind: 'allow' });
        },
        ports: { hooks },
      });
      const { reason } = await engine.prompt();
      assert.deepEqual([reason, ...order], [outcome, 'hook gone']);
    });
  }

  it('continues the conversation of before in the next turn', async () => {
    const engine = anEngine({ answers: [{ text: 'One.' }, { text: 'Two.' }] });
    await engine.prompt('First');
    await engine.prompt('Second');
    assert.deepEqual(engine.requests[1]?.messages.map(({ role, text }) => [role, text]).slice(0, 3), [
      ['user', 'First'],
      ['assistant', 'One.'],
      ['user', 'Second'],
    ]);
  });

  it('I30 pairs a call that was under way when the window closed', async () => {
    const engine = anEngine();
    engine.keep({ type: 'user-message', text: 'Go' });
    engine.keep({ type: 'agent-message', text: '', toolCalls: [{ id: 'lost', name: 'exit_plan_mode', args: {} }] });
    await engine.prompt('And now?');
    const paired = engine.requests[0]?.messages.filter((message) => message.role === 'tool');
    assert.deepEqual(
      paired?.map(({ callId, isError }) => [callId, isError]),
      [['lost', true]],
    );
  });

  it('P2 ends each request with the mode that is on, and keeps that nowhere', async () => {
    const engine = anEngine({ answers: [exit], reviews: [approve()] });
    await engine.prompt();
    assert.deepEqual(
      engine.requests.map(({ messages }) => messages.at(-1)?.text.slice(0, 17)),
      ['Plan mode is on. ', 'Plan mode is off.'],
    );
    assert.ok(!JSON.stringify(engine.entries).includes('Change nothing but the plan file'));
  });

  it('Q1 I45 sends the same bytes of tools in Plan, after it, and after a reload in another mode', async () => {
    const engine = anEngine({ answers: [exit], reviews: [approve('auto-edit')] });
    await engine.prompt();
    const reloaded = anEngine({ mode: 'yolo', answers: [{ text: 'Hello again.' }] });
    reloaded.entries.push(...engine.entries);
    await reloaded.prompt();
    const blocks = [...engine.requests, ...reloaded.requests].map(({ tools, system }) =>
      JSON.stringify([tools, system]),
    );
    assert.deepEqual([blocks.length, new Set(blocks).size], [3, 1]);
  });

  it('Q1 Q2 I45 the tools are the same bytes in every mode, whatever the host can do', () => {
    const question = { ask: () => Promise.resolve({ kind: 'no-answer' } as const) };
    const hosts: readonly Partial<EnginePorts>[] = [
      {},
      { questioner: question },
      { actor: { kind: 'sub-agent', name: 'A' } },
      { canReview: () => false },
    ];
    const blocks = approvalModes.flatMap((mode) =>
      [true, false].flatMap((isTrusted) =>
        hosts.map((ports) => {
          const { ports: all, stop } = anEngine({ mode, isTrusted: () => isTrusted, ports });
          return JSON.stringify(builtInTools(all, stop.signal).map(({ declaration }) => declaration));
        }),
      ),
    );
    assert.deepEqual([blocks.length, new Set(blocks).size], [40, 1]);
  });

  it('Q1 Q2 sends the same bytes before, during and after Plan, with all tools', async () => {
    const engine = anEngine({
      mode: 'default',
      answers: [{ text: 'Before.' }, { calls: [['enter_plan_mode', {}]] }, exit, { text: 'After.' }],
      reviews: [approve()],
    });
    await engine.prompt();
    await engine.prompt();
    const names = engine.requests[0]?.tools.map(({ name }) => name);
    assert.deepEqual(new Set(engine.requests.map(({ tools }) => JSON.stringify(tools))).size, 1);
    assert.deepEqual(names, [
      'list_files',
      'read_file',
      'glob',
      'grep',
      'write_file',
      'edit_file',
      'multi_edit',
      'shell',
      'ask_user_question',
      'todo',
      'enter_plan_mode',
      'exit_plan_mode',
      'task',
      'team_plan_approval',
    ]);
  });

  it('T2 always offers the plan exit', async () => {
    const engine = anEngine({ mode: 'yolo', answers: [{ text: 'Yes.' }] });
    await engine.prompt();
    assert.ok(engine.requests[0]?.tools.some(({ name }) => name === 'exit_plan_mode'));
  });

  it('G1 I31 asks the model nothing more after a result with stopTurn, also beside other results', async () => {
    const engine = anEngine({
      files,
      answers: [{ calls: [read('a.ts'), ['exit_plan_mode', {}]] }],
      reviews: [dismiss],
    });
    assert.deepEqual(await engine.prompt(), { reason: 'stopped' });
    assert.equal(engine.requests.length, 1);
  });

  it('G2 I33 skips the calls after the one that stopped, each with a result of its own', async () => {
    const engine = anEngine({
      files,
      answers: [{ calls: [['exit_plan_mode', {}], write(planFile, 'x'), read('a.ts')] }],
      reviews: [dismiss],
    });
    await engine.prompt();
    assert.deepEqual(
      engine.results.map(({ callId, outcome }) => [callId, outcome]),
      [
        ['c1-1', 'refused'],
        ['c1-2', 'skipped'],
        ['c1-3', 'skipped'],
      ],
    );
    assert.deepEqual(engine.workspace.writes, []);
  });

  it('G2 runs a batch with a write in it one call after the other', async () => {
    const order: string[] = [];
    const engine = anEngine({ mode: 'yolo', files, answers: [{ calls: [read('a.ts'), write('b.ts'), read('b.ts')] }] });
    engine.workspace.onWrite = async (path) => {
      await Promise.resolve();
      order.push(path);
    };
    await engine.prompt();
    assert.equal(engine.results[2]?.text, 'new\n');
  });

  it('G3 I30 runs reading calls side by side and keeps their results in source order', async () => {
    const open: (() => void)[] = [];
    const engine = anEngine({ files, answers: [{ calls: [read('a.ts'), read('b.ts'), read('c.ts')] }] });
    engine.workspace.onRead = () =>
      new Promise((resolve) => {
        open.push(resolve);
        // Only when all three are under way, and then the last one first.
        if (open.length === 3) for (const release of open.toReversed()) release();
      });
    await engine.prompt();
    assert.deepEqual(
      engine.results.map(({ text }) => text),
      ['a', 'b', 'c'],
    );
  });

  it('G4 I32 goes on after a batch in which nothing stops the turn, also if all of it failed', async () => {
    const engine = anEngine({ answers: [{ calls: [read('missing.ts'), ['nothing', {}]] }] });
    assert.deepEqual(await engine.prompt(), { reason: 'done' });
    assert.equal(engine.requests.length, 2);
  });

  it('G6 fails all calls of a message that was cut off: no review starts from it', async () => {
    const engine = anEngine({
      files,
      answers: [{ calls: [read('a.ts'), ['exit_plan_mode', { plan: '# Half' }]], end: 'length' }],
    });
    await engine.prompt();
    assert.deepEqual(
      engine.results.map(({ outcome }) => outcome),
      ['error', 'error'],
    );
    assert.deepEqual([engine.shown, engine.register.mode], [[], 'plan']);
  });

  it('G6 runs no call of a message that broke off', async () => {
    const engine = anEngine({ mode: 'yolo', answers: [{ calls: [write('a.ts')], end: 'error' }] });
    assert.equal((await engine.prompt()).reason, 'failed');
    assert.deepEqual([engine.results.map(({ outcome }) => outcome), engine.workspace.writes], [['error'], []]);
  });

  for (const [name, model] of [
    [
      'throws',
      respondsWith(() => {
        throw new Error('offline');
      }),
    ],
    ['ends without saying so', respondsWith(() => [{ kind: 'text-delta', text: 'Half' }])],
    ['reports an error', respondsWith(() => [{ kind: 'end', reason: 'error', message: 'offline' }])],
  ] as const) {
    it(`ends the turn as failed when the model ${name}`, async () => {
      assert.equal((await anEngine({ model }).prompt()).reason, 'failed');
    });
  }

  it('S1 ends the turn when it is stopped while the model hangs, and keeps what it had said', async () => {
    const engine = anEngine({
      model: {
        name: 'hangs',
        async *respond(): AsyncIterable<ModelEvent> {
          yield { kind: 'text-delta', text: 'I think' };
          engine.stop.abort();
          await new Promise(() => undefined);
        },
      },
    });
    assert.deepEqual(await engine.prompt(), { reason: 'cancelled' });
    assert.equal(engine.entries.at(-1)?.type, 'agent-message');
  });

  it('S1 asks the model nothing in a turn that was stopped before it began', async () => {
    const engine = anEngine();
    engine.stop.abort();
    assert.deepEqual(await engine.prompt(), { reason: 'cancelled' });
    assert.equal(engine.requests.length, 0);
  });

  it('S1 runs no call of an answer that came when the turn was stopped', async () => {
    const engine = anEngine({
      mode: 'yolo',
      answers: [{ calls: [write('a.ts')] }],
      beforeAppend: ({ type }) => {
        if (type === 'agent-message') engine.stop.abort();
      },
    });
    assert.deepEqual(await engine.prompt(), { reason: 'cancelled' });
    assert.deepEqual([engine.results.map(({ outcome }) => outcome), engine.workspace.writes], [['cancelled'], []]);
  });

  it('stops a running turn when it is disposed', async () => {
    const engine = anEngine({
      model: {
        name: 'hangs',
        respond: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
      },
    });
    const turn = engine.prompt();
    await engine.agent.dispose();
    assert.deepEqual(await turn, { reason: 'cancelled' });
  });

  for (const type of ['agent-message', 'tool-result'] as const) {
    it(`V7 ends the turn when a fact of type ${type} cannot be kept`, async () => {
      const engine = anEngine({
        files,
        answers: [{ calls: [read('a.ts')] }],
        beforeAppend: (fact) => {
          if (fact.type === type) throw new Error('disk full');
        },
      });
      assert.equal((await engine.prompt()).reason, 'failed');
      assert.equal(engine.requests.length, 1);
    });
  }

  it('V7 runs nothing after a result that could not be kept', async () => {
    const engine = anEngine({
      mode: 'yolo',
      answers: [{ calls: [write('a.ts'), write('b.ts')] }],
      beforeAppend: ({ type }) => {
        if (type === 'tool-result') throw new Error('disk full');
      },
    });
    await engine.prompt();
    assert.deepEqual(engine.workspace.writes, ['/work/a.ts']);
  });

  it('ends a turn that never comes to an end, and says so', async () => {
    const engine = anEngine({
      files,
      model: respondsWith(() => [
        { kind: 'tool-call', id: '', name: 'read_file', args: { path: 'a.ts' } },
        { kind: 'end', reason: 'tool-calls' },
      ]),
    });
    const { reason, message } = await engine.prompt();
    assert.equal(reason, 'failed');
    assert.match(message ?? '', new RegExp(`after ${maxSteps} steps`));
  });

  it('I30 gives each call an id of its own, also when the model repeats one', async () => {
    const engine = anEngine({ files, answers: [], model: twice() });
    await engine.prompt();
    const ids = engine.results.map(({ callId }) => callId);
    assert.deepEqual([ids.length, new Set(ids).size], [4, 4]);
  });

  it('I30 I31 I33 has one result for each call in source order, and stops where it must, for any batch', async () => {
    const aCall = fc.constantFrom<readonly [string, unknown]>(
      read('a.ts'),
      read('nowhere'),
      write(planFile, 'x'),
      write('a.ts'),
      ['exit_plan_mode', {}],
      ['nothing', {}],
      ['read_file', 7],
    );
    const outcomes = fc.constantFrom(dismiss, requestChanges('More'), approve());
    await fc.assert(
      fc.asyncProperty(fc.array(aCall, { minLength: 1, maxLength: 5 }), outcomes, async (calls, review) => {
        const reviews = calls.map(() => review);
        const engine = anEngine({ files, ask: allow, answers: [{ calls }], reviews });
        const { reason } = await engine.prompt();
        assert.deepEqual(
          engine.results.map(({ callId }) => callId),
          calls.map((_, index) => `c1-${index + 1}`),
        );
        const stopped = engine.results.findIndex(({ stopTurn }) => stopTurn);
        assert.equal(reason, stopped === -1 ? 'done' : 'stopped');
        if (stopped !== -1) assert.ok(engine.results.slice(stopped + 1).every(({ outcome }) => outcome === 'skipped'));
      }),
    );
  });

  it('I1 leaves Plan only with an approval, for any answers of the model and of the person', async () => {
    const anAnswer = fc.constantFrom<Answer>(
      exit,
      { calls: [write('a.ts')] },
      { calls: [write(planFile, '# New\n')] },
      { calls: [write(planFile, ' ')] },
      { calls: [['exit_plan_mode', { plan: '# Mine' }], write('b.ts')] },
    );
    const aReview = fc.constantFrom('approve', 'dismiss', 'changes', 'throw');
    await fc.assert(
      fc.asyncProperty(
        fc.array(anAnswer, { maxLength: 5 }),
        fc.array(aReview, { minLength: 6, maxLength: 6 }),
        async (answers, kinds) => {
          const given: string[] = [];
          const reviews = kinds.map((kind) => (...args: Parameters<typeof dismiss>) => {
            given.push(kind);
            if (kind === 'throw') return Promise.reject(new Error('gone'));
            return (kind === 'approve' ? approve() : kind === 'dismiss' ? dismiss : requestChanges('x'))(...args);
          });
          const engine = anEngine({ answers, reviews, ask: allow });
          await engine.prompt();
          assert.equal(engine.register.mode === 'plan', !given.includes('approve'));
          if (engine.register.mode === 'plan') assert.ok(engine.workspace.writes.every((path) => path === planFile));
        },
      ),
    );
  });
});

function respondsWith(events: () => readonly ModelEvent[]): Model {
  return {
    name: 'fixed',
    async *respond() {
      await Promise.resolve();
      yield* events();
    },
  };
}

/** Answers twice with two calls of one and the same id. */
function twice(): Model {
  let left = 2;
  return respondsWith(() => {
    const call: ModelEvent = { kind: 'tool-call', id: 'same', name: 'read_file', args: { path: 'a.ts' } };
    return (left -= 1) >= 0 ? [call, call, { kind: 'end', reason: 'tool-calls' }] : [{ kind: 'end', reason: 'done' }];
  });
}
