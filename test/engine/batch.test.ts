import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterBatch } from '../../src/core/turnBarrier';
import { turnFlags } from '../../src/engine/batch';
import { done, failed, type ToolDone } from '../../src/engine/tool';
import { aScope, aTool, batchOf, ruleBook, someHooks } from './support/aCall';
import { anEngine, dismiss, exit, planFile, write } from './support/anEngine';

const stops: ToolDone = { ...done('Stop.'), stopTurn: true };

describe('batch', () => {
  const entry = (result: () => ToolDone = () => done('Plan is on.')): ReturnType<typeof aTool> =>
    aTool({ name: 'enter_plan_mode', permission: 'allow', result });

  it('N2 I29 runs nothing beside enter_plan_mode, in whatever order the batch is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('enter_plan_mode', 'EnterPlanMode', 'think', 'grep'), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (names, isFailing) => {
          const engine = anEngine({ mode: 'yolo' });
          const enter = entry(isFailing ? () => failed('It could not be entered.') : undefined);
          const others = [aTool({ isReadOnly: true }), aTool({ name: 'grep', isReadOnly: true })];
          const results = await batchOf(aScope(engine, [enter, ...others]), ...names.map((name): [string] => [name]));
          const first = names.findIndex((name) => name.startsWith('enter') || name.startsWith('Enter'));
          const ranBeside = others.flatMap(({ ran }) => ran).length;
          assert.deepEqual([enter.ran.length, ranBeside], first === -1 ? [0, names.length] : [1, 0]);
          const outcomes = names.map((_, index) =>
            first === -1 ? 'ok' : index !== first ? 'refused' : isFailing ? 'error' : 'ok',
          );
          assert.deepEqual(
            results.map(({ outcome }) => outcome),
            outcomes,
          );
        },
      ),
    );
  });

  it('N2 tells a call beside the entry to try again', async () => {
    const [before] = await batchOf(
      aScope(anEngine({ mode: 'yolo' }), [entry(), aTool()]),
      ['think'],
      ['enter_plan_mode'],
    );
    assert.equal(
      before?.text,
      'Skipped: think was called together with enter_plan_mode, which runs alone. Nothing was done; if it is still needed, retry it in the next turn.',
    );
  });

  it('N2 skips the siblings of an entry that a rule denies', async () => {
    const engine = anEngine({ mode: 'yolo' });
    const tool = aTool();
    const scope = aScope(engine, [entry(), tool], ruleBook({ deny: ['enter_plan_mode'] }));
    const results = await batchOf(scope, ['think'], ['enter_plan_mode'], ['think']);
    assert.deepEqual([results.map(({ outcome }) => outcome), tool.ran], [['refused', 'refused', 'refused'], []]);
  });

  it('N2 skips the siblings of an entry that is not one of the tools', async () => {
    const tool = aTool();
    await batchOf(aScope(anEngine({ mode: 'yolo' }), [tool]), ['think'], ['enter-plan-mode']);
    assert.deepEqual(tool.ran, []);
  });

  /** How many of two reading calls are under way at once. */
  async function atOnce(options: { isSequential?: boolean }, ports: { isSequential?: boolean }): Promise<number> {
    let running = 0;
    let most = 0;
    const result = async (): Promise<ToolDone> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return done('');
    };
    const tools = [
      aTool({ isReadOnly: true, permission: 'allow', result }),
      aTool({ name: 'grep', isReadOnly: true, permission: 'allow', result, ...options }),
    ];
    await batchOf(aScope(anEngine({ mode: 'yolo' }), tools, ports), ['think'], ['grep']);
    return most;
  }

  it('G2 G3 runs reading calls side by side, unless the session or one of their tools says otherwise', async () => {
    assert.deepEqual(
      [await atOnce({}, {}), await atOnce({}, { isSequential: true }), await atOnce({ isSequential: true }, {})],
      [2, 1, 1],
    );
  });

  const flags = fc.record({ stopTurn: fc.boolean(), terminate: fc.boolean() });

  it('G2 I30 I33 in a sequential batch nothing starts after stopTurn, and every call has one result in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(flags, { minLength: 1, maxLength: 4 }), async (each) => {
        const engine = anEngine({ mode: 'yolo' });
        const tool = aTool({ result: ({ at }) => ({ ...done(String(at)), ...each[Number(at)] }) });
        const results = await batchOf(
          aScope(engine, [tool]),
          ...each.map((_, at): [string, object] => ['think', { at }]),
        );
        const stop = each.findIndex(({ stopTurn }) => stopTurn);
        const started = stop === -1 ? each.length : stop + 1;
        assert.equal(tool.ran.length, started);
        assert.deepEqual(
          results.map(({ outcome, text }) => (outcome === 'ok' ? text : outcome)),
          each.map((_, at) => (at < started ? String(at) : 'skipped')),
        );
        assert.deepEqual(
          engine.results.map(({ callId }) => callId),
          each.map((_, at) => `call-${at}`),
        );
      }),
    );
  });

  it('G3 I30 I33 in a parallel batch every call settles and stands in source order, and stopTurn ends the turn', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ stopTurn: fc.boolean(), slow: fc.nat(3) }), { minLength: 2, maxLength: 4 }),
        async (each) => {
          const engine = anEngine({ mode: 'yolo' });
          const tool = aTool({
            isReadOnly: true,
            result: async ({ at }) => {
              for (let n = each[Number(at)]?.slow ?? 0; n > 0; n -= 1) await new Promise(setImmediate);
              return { ...done(String(at)), stopTurn: each[Number(at)]?.stopTurn ?? false };
            },
          });
          const results = await batchOf(
            aScope(engine, [tool]),
            ...each.map((_, at): [string, object] => ['think', { at }]),
          );
          assert.deepEqual(
            engine.results.map(({ text }) => text),
            each.map((_, at) => String(at)),
          );
          assert.equal(
            afterBatch(results.map(turnFlags)) === 'stop',
            each.some(({ stopTurn }) => stopTurn),
          );
        },
      ),
    );
  });

  it('G4 I32 without stopTurn the turn ends exactly when every result has terminate, in all combinations', async () => {
    for (const isReadOnly of [true, false]) {
      for (let size = 1; size <= 4; size += 1) {
        for (let bits = 0; bits < 2 ** size; bits += 1) {
          const terminate = Array.from({ length: size }, (_, at) => (bits & (1 << at)) !== 0);
          const tool = aTool({ isReadOnly, result: ({ at }) => ({ ...done(''), terminate: terminate[Number(at)] }) });
          const scope = aScope(anEngine({ mode: 'yolo' }), [tool]);
          const results = await batchOf(scope, ...terminate.map((_, at): [string, object] => ['think', { at }]));
          assert.equal(afterBatch(results.map(turnFlags)), terminate.every(Boolean) ? 'stop' : 'continue');
        }
      }
    }
  });

  it('G4 a call that was made up, refused or skipped never carries terminate', async () => {
    const tool = aTool({ result: () => ({ ...done(''), terminate: true }) });
    const scope = aScope(anEngine({ mode: 'yolo' }), [tool, aTool({ name: 'grep', permission: 'deny' })]);
    const results = await batchOf(scope, ['think'], ['nothing'], ['grep']);
    assert.deepEqual(
      results.map(turnFlags).map(({ terminate }) => terminate),
      [true, false, false],
    );
  });

  const hooks = {
    throws: () => Promise.reject(new Error('broken')),
    replaces: () => Promise.resolve({ text: 'Go on!', isError: false, stopsTurn: false }),
    objects: () => Promise.resolve({ text: 'Bad.', isError: true, stopsTurn: false }),
    'says nothing': () => Promise.resolve(undefined),
  };
  for (const [what, after] of Object.entries(hooks)) {
    it(`G5 I31 a PostToolUse hook that ${what} does not take stopTurn away`, async () => {
      const scope = aScope(anEngine({ mode: 'yolo' }), [aTool({ result: () => stops })], {
        hooks: someHooks({ after }),
      });
      const results = await batchOf(scope, ['think'], ['think']);
      assert.deepEqual(
        results.map(({ stopTurn, outcome }) => [stopTurn, outcome]),
        [
          [true, what === 'throws' || what === 'objects' ? 'error' : 'ok'],
          [false, 'skipped'],
        ],
      );
    });

    it(`G1 G5 I31 the model is not asked again after a dismissed review and a hook that ${what}`, async () => {
      const engine = anEngine({
        answers: [{ calls: [...(exit.calls ?? []), write(planFile)] }],
        reviews: [dismiss],
        ports: { hooks: someHooks({ after }) },
      });
      const ended = await engine.prompt();
      assert.deepEqual(
        [ended.reason, engine.requests.length, engine.results.map(({ outcome }) => outcome)],
        ['stopped', 1, ['refused', 'skipped']],
      );
    });
  }

  it('G5 a hook may end the turn', async () => {
    const after = (): ReturnType<typeof hooks.replaces> =>
      Promise.resolve({ text: '', isError: false, stopsTurn: true });
    const engine = anEngine({
      mode: 'yolo',
      answers: [{ calls: [write('a.ts')] }],
      ports: { hooks: someHooks({ after }) },
    });
    assert.deepEqual(await engine.prompt(), { reason: 'stopped' });
  });

  it('G5 keeps terminate of a result that a hook only adds to, and drops it of one that it objects to', async () => {
    const terminates = async (after: (typeof hooks)['replaces']): Promise<boolean> => {
      const tool = aTool({ result: () => ({ ...done(''), terminate: true }) });
      const scope = aScope(anEngine({ mode: 'yolo' }), [tool], { hooks: someHooks({ after }) });
      return (await batchOf(scope, ['think'])).map(turnFlags).every(({ terminate }) => terminate);
    };
    assert.deepEqual([await terminates(hooks.replaces), await terminates(hooks.objects)], [true, false]);
  });

  it('G6 runs nothing of a message that was cut off, enter_plan_mode neither', async () => {
    const engine = anEngine({
      mode: 'yolo',
      answers: [{ calls: [['enter_plan_mode', {}], write('a.ts')], end: 'length' }],
    });
    await engine.prompt();
    assert.deepEqual(
      [engine.results.map(({ outcome }) => outcome), engine.workspace.writes, engine.register.mode],
      [['error', 'error'], [], 'yolo'],
    );
  });

  it('G7 a hook that ends the turn with a refused call ends it, and the next message starts a normal turn', async () => {
    const engine = anEngine({
      mode: 'default',
      answers: [{ calls: [write('a.ts')] }, { text: 'Here I am.' }],
      ask: () => Promise.reject(new Error('no window')),
    });
    const ends = [await engine.prompt(), await engine.prompt('Again')];
    assert.deepEqual(
      ends.map(({ reason }) => reason),
      ['stopped', 'done'],
    );
  });

  describe('Stop hook', () => {
    it('makes the agent go on with what it says', async () => {
      const hook = someHooks({ stop: (isAgain) => Promise.resolve(isAgain ? undefined : 'Run the tests.') });
      const engine = anEngine({ answers: [{ text: 'Done.' }, { text: 'They pass.' }], ports: { hooks: hook } });
      assert.deepEqual(await engine.prompt(), { reason: 'done' });
      assert.deepEqual(
        engine.requests.map(({ messages }) =>
          messages.some((message) => 'text' in message && message.text.includes('Run the tests.')),
        ),
        [false, true],
      );
    });

    it('cannot keep the agent for ever', async () => {
      const engine = anEngine({ ports: { hooks: someHooks({ stop: () => Promise.resolve('More!') }) } });
      assert.deepEqual([(await engine.prompt()).reason, engine.requests.length], ['done', 4]);
    });

    it('that throws lets the turn end', async () => {
      const engine = anEngine({ ports: { hooks: someHooks({ stop: () => Promise.reject(new Error('broken')) }) } });
      assert.deepEqual([await engine.prompt(), engine.faults], [{ reason: 'done' }, ['a Stop hook failed']]);
    });

    it('G1 I31 is not asked after stopTurn', async () => {
      const hook = someHooks({ stop: () => Promise.resolve('More!') });
      const engine = anEngine({ answers: [exit], reviews: [dismiss], ports: { hooks: hook } });
      await engine.prompt();
      assert.ok(!hook.order.includes('stop'));
    });
  });
});
