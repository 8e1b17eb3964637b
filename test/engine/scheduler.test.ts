import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ConfirmationKind, Permission } from '../../src/core/permission';
import { approvalModes, type ApprovalMode } from '../../src/core/approvalMode';
import type { PromptAnswer } from '../../src/core/prompter';
import { builtInTools } from '../../src/engine/builtInTools';
import { runCall } from '../../src/engine/scheduler';
import { done, type Tool, type ToolDone } from '../../src/engine/tool';
import { aScope } from './support/aCall';
import { allow, anEngine, planFile, write, type Engine, type EngineOptions } from './support/anEngine';

/** Runs one call of the model under a mode, and hands back the engine to look at. */
async function afterCall(call: readonly [string, unknown], options: EngineOptions): Promise<Engine> {
  const engine = anEngine({ answers: [{ calls: [call] }], ask: allow, ...options });
  await engine.prompt();
  return engine;
}

describe('scheduler', () => {
  const spellings = [
    'src/a.ts',
    './src/a.ts',
    'sub/../src/a.ts',
    '/work/src/a.ts',
    'src//a.ts',
    '/plans/../work/src/a.ts',
    '../work/src/a.ts',
    'link/a.ts',
  ];
  for (const path of spellings) {
    it(`A01 A05 H2 I40 I41 refuses an edit of ${path} in Plan and asks nobody`, async () => {
      const engine = anEngine({ files: { 'src/a.ts': 'old\n' }, answers: [{ calls: [write(path)] }], ask: allow });
      engine.workspace.links.set('/work/link', '/work/src');
      await engine.prompt();
      assert.deepEqual([engine.lastResult.outcome, engine.prompts, engine.workspace.writes], ['refused', [], []]);
      assert.ok(engine.lastResult.text.includes(planFile));
    });
  }

  for (const before of ['default', 'auto-edit', 'auto', 'yolo'] as const) {
    it(`A02 refuses every edit in Plan although ${before} was on before`, async () => {
      const engine = await afterCall(write('a.ts'), { before });
      assert.deepEqual([engine.lastResult.outcome, engine.prompts, engine.workspace.writes], ['refused', [], []]);
    });
  }

  const ways: Readonly<Record<string, (engine: Engine) => void>> = {
    'by a person': ({ register }) => void register.switchByPerson('plan'),
    'by the agent': ({ register }) => void register.enterPlanByAgent(),
    'by rule': ({ register }) => void register.switchByPerson('plan'),
  };
  for (const [way, enter] of Object.entries(ways)) {
    it(`A03 refuses an edit when Plan was entered ${way}`, async () => {
      const engine = anEngine({ mode: 'yolo', answers: [{ calls: [write('a.ts')] }], ask: allow });
      enter(engine);
      await engine.prompt();
      assert.deepEqual(engine.workspace.writes, []);
    });
  }

  it('H2 I40 lets the plan file be written in Plan without a question', async () => {
    const engine = await afterCall(write(planFile, '# New\n'), {});
    assert.deepEqual([engine.lastResult.outcome, engine.prompts, engine.workspace.writes], ['ok', [], [planFile]]);
  });

  it('H3 refuses the plan file when a link stands in its place', async () => {
    const engine = anEngine({ answers: [{ calls: [write(planFile)] }] });
    engine.workspace.links.set(planFile, '/work/a.ts');
    await engine.prompt();
    assert.deepEqual([engine.lastResult.outcome, engine.workspace.writes], ['refused', []]);
  });

  it('H4 I39 keeps the restriction when the session keeps nothing', async () => {
    const engine = await afterCall(write('a.ts'), { keepsEntries: false });
    assert.deepEqual(engine.workspace.writes, []);
  });

  it('S2 tells what the block means and what to do', async () => {
    const engine = await afterCall(write('a.ts'), {});
    assert.equal(
      engine.lastResult.text,
      'Plan mode is on: write_file is refused for this target (not-the-plan-file). Nobody was asked and nothing was changed. Do not try it again or in another way. Read what you need. Write the whole plan to /plans/session.md, and then call exit_plan_mode.',
    );
  });

  it('C7 counts a call that Plan refused', async () => {
    const engine = await afterCall(write('a.ts'), {});
    assert.equal(engine.register.automaticDenials, 1);
  });

  const questions: Readonly<Record<ApprovalMode, number>> = { plan: 0, default: 1, 'auto-edit': 0, auto: 1, yolo: 0 };
  for (const mode of approvalModes) {
    it(`M2 asks ${questions[mode]} times for an edit in ${mode}`, async () => {
      const engine = await afterCall(write('a.ts'), { mode });
      assert.equal(engine.prompts.length, questions[mode]);
    });
  }

  it('M2 reads without a question in Plan and in Default', async () => {
    const engines = await Promise.all(
      (['plan', 'default'] as const).map((mode) =>
        afterCall(['read_file', { path: 'a.ts' }], { mode, files: { 'a.ts': 'text' } }),
      ),
    );
    assert.deepEqual(
      engines.map(({ lastResult, prompts }) => [lastResult.text, prompts.length]),
      [
        ['text', 0],
        ['text', 0],
      ],
    );
  });

  it('shows the person the file before and after', async () => {
    const engine = await afterCall(write('a.ts', 'new\n'), { mode: 'default', files: { 'a.ts': 'old\n' } });
    assert.deepEqual(
      [engine.prompts[0]?.title, engine.prompts[0]?.edit],
      ['Edit a.ts', { path: 'a.ts', before: 'old\n', after: 'new\n' }],
    );
  });

  it('tells that the turn waits for a permission, and when it goes on', async () => {
    const engine = await afterCall(write('a.ts'), { mode: 'default' });
    assert.deepEqual(engine.waits, ['permission', undefined]);
  });

  it('records the answer before the call runs', async () => {
    const order: string[] = [];
    const engine = anEngine({
      mode: 'default',
      answers: [{ calls: [write('a.ts')] }],
      ask: allow,
      beforeAppend: ({ type }) => void order.push(type),
    });
    engine.workspace.onWrite = () => Promise.resolve(void order.push('write'));
    await engine.prompt();
    assert.deepEqual(order, ['agent-message', 'permission', 'write', 'tool-result', 'agent-message']);
  });

  it('V7 does not run a call whose permission could not be recorded, and ends the turn', async () => {
    const engine = anEngine({
      mode: 'default',
      answers: [{ calls: [write('a.ts')] }],
      ask: allow,
      beforeAppend: ({ type }) => {
        if (type === 'permission') throw new Error('disk full');
      },
    });
    assert.equal((await engine.prompt()).reason, 'failed');
    assert.deepEqual(engine.workspace.writes, []);
  });

  it('hands the note of a rejection to the model and lets the turn go on', async () => {
    const engine = await afterCall(write('a.ts'), {
      mode: 'default',
      ask: () => Promise.resolve({ kind: 'reject', note: 'Use b.ts' }),
    });
    assert.deepEqual([engine.lastResult.outcome, engine.requests.length, engine.workspace.writes], ['refused', 2, []]);
    assert.match(engine.lastResult.text, /They say: Use b\.ts/);
  });

  it('S6 B17 does nothing when nobody can be asked, and ends the turn', async () => {
    const engine = await afterCall(write('a.ts'), {
      mode: 'default',
      ask: () => Promise.reject(new Error('no window')),
    });
    assert.deepEqual(
      [engine.lastResult.outcome, engine.lastResult.stopTurn, engine.workspace.writes],
      ['refused', true, []],
    );
  });

  it('I6 takes an answer of an unknown kind for no permission', async () => {
    const engine = await afterCall(write('a.ts'), { mode: 'default', ask: () => unknownAnswer() });
    assert.deepEqual([engine.lastResult.outcome, engine.workspace.writes], ['refused', []]);
  });

  it('S1 does nothing when the turn is stopped while the question is open, whatever is answered later', async () => {
    const engine = anEngine({
      mode: 'default',
      answers: [{ calls: [write('a.ts')] }],
      ask: () => {
        engine.stop.abort();
        return allow();
      },
    });
    assert.deepEqual(await engine.prompt(), { reason: 'cancelled' });
    assert.deepEqual([engine.lastResult.outcome, engine.workspace.writes], ['cancelled', []]);
  });

  it('S1 does nothing when the turn is stopped just before the write', async () => {
    const engine = anEngine({ mode: 'yolo', answers: [{ calls: [write('a.ts')] }] });
    let reads = 0;
    engine.workspace.onRead = () => {
      reads += 1;
      if (reads === 2) engine.stop.abort();
      return Promise.resolve();
    };
    await engine.prompt();
    assert.deepEqual([engine.lastResult.outcome, engine.workspace.writes], ['cancelled', []]);
  });

  it('I40 refuses an allowed edit when Plan was turned on while the question was open', async () => {
    const engine = anEngine({
      mode: 'default',
      answers: [{ calls: [write('a.ts')] }],
      ask: () => {
        engine.register.switchByPerson('plan');
        return allow();
      },
    });
    await engine.prompt();
    assert.deepEqual([engine.lastResult.outcome, engine.workspace.writes], ['refused', []]);
  });

  it('I20 asks once when the mode changes to one that asks too while the question is open', async () => {
    const engine = anEngine({
      mode: 'default',
      answers: [{ calls: [write('a.ts')] }],
      ask: () => {
        engine.register.switchByPerson('auto');
        return allow();
      },
    });
    await engine.prompt();
    assert.deepEqual([engine.prompts.length, engine.workspace.writes], [1, ['/work/a.ts']]);
  });

  it('I40 writes nothing when Plan is turned on just before the write', async () => {
    const engine = anEngine({ mode: 'yolo', answers: [{ calls: [write('a.ts')] }] });
    let reads = 0;
    engine.workspace.onRead = () => {
      reads += 1;
      if (reads === 2) engine.register.switchByPerson('plan');
      return Promise.resolve();
    };
    await engine.prompt();
    assert.deepEqual(engine.workspace.writes, []);
  });

  it('writes only what the person saw: not over a change made while the question was open', async () => {
    const engine = anEngine({
      mode: 'default',
      files: { 'a.ts': 'old\n' },
      answers: [{ calls: [write('a.ts')] }],
      ask: () => {
        engine.workspace.files.set('/work/a.ts', 'mine\n');
        return allow();
      },
    });
    await engine.prompt();
    assert.deepEqual([engine.lastResult.outcome, engine.workspace.files.get('/work/a.ts')], ['error', 'mine\n']);
  });

  it('turns a tool that throws into an error of that call', async () => {
    const engine = anEngine({ mode: 'yolo', answers: [{ calls: [write('a.ts')] }] });
    engine.workspace.onWrite = () => Promise.reject(new Error('No space left'));
    assert.deepEqual(await engine.prompt(), { reason: 'done' });
    assert.equal(
      engine.lastResult.text,
      'write_file failed: No space left. Plan mode is off; the approval mode is yolo.',
    );
  });

  it('names the tools to a model that asks for one that does not exist', async () => {
    const engine = await afterCall(['run_shell', { command: 'ls' }], { mode: 'yolo' });
    assert.match(engine.lastResult.text, /There is no tool called run_shell\. The tools are: list_files, read_file,/);
  });

  describe('with any tool', () => {
    const kinds: readonly ConfirmationKind[] = ['info', 'edit', 'execute', 'mcp', 'plan-exit', 'question'];
    const ran = async (
      mode: ApprovalMode,
      kind: ConfirmationKind,
      permission: Permission,
      isInteractionRequired: boolean | undefined,
      answer: PromptAnswer,
    ): Promise<{ result: ToolDone; runs: number; prompts: number }> => {
      let runs = 0;
      // "think" is known to be harmless, so that the boundary leaves it to the other rules.
      const tool: Tool = {
        declaration: { name: 'think', description: '', parameters: {} },
        isReadOnly: false,
        build: () => ({
          state: 'built',
          invocation: {
            kind,
            permission: () => permission,
            ...(isInteractionRequired === undefined ? {} : { requiresUserInteraction: () => isInteractionRequired }),
            prepare: () =>
              Promise.resolve({ state: 'ready', title: 't', execute: () => Promise.resolve(done(`${(runs += 1)}`)) }),
          },
        }),
      };
      const engine = anEngine({ mode, ask: () => Promise.resolve(answer) });
      const scope = aScope(engine, [tool]);
      const result = await runCall({ id: 'c', name: 'think', args: {} }, scope);
      return { result, runs, prompts: engine.prompts.length };
    };
    const anyMode = fc.constantFrom(...approvalModes);
    const anyKind = fc.constantFrom(...kinds);

    it('R1 takes a missing requiresUserInteraction for no', async () => {
      assert.deepEqual(await ran('yolo', 'mcp', 'ask', undefined, { kind: 'cancelled' }), {
        result: done('1'),
        runs: 1,
        prompts: 0,
      });
    });

    it('R4 B01 I3 asks in every mode that does not block it, whatever is allowed, when a person has to answer', async () => {
      await fc.assert(
        fc.asyncProperty(
          anyMode,
          anyKind,
          fc.constantFrom<Permission>('allow', 'ask'),
          async (mode, kind, permission) => {
            const { runs, prompts } = await ran(mode, kind, permission, true, { kind: 'reject', note: '' });
            const isBlocked = mode === 'plan' && (kind === 'edit' || kind === 'execute' || kind === 'mcp');
            assert.deepEqual([runs, prompts], [0, isBlocked ? 0 : 1]);
          },
        ),
      );
    });

    it('R4 I4 never runs and never asks for what is denied', async () => {
      await fc.assert(
        fc.asyncProperty(anyMode, anyKind, fc.boolean(), async (mode, kind, isInteractionRequired) => {
          const { runs, prompts } = await ran(mode, kind, 'deny', isInteractionRequired, { kind: 'allow' });
          assert.deepEqual([runs, prompts], [0, 0]);
        }),
      );
    });

    it('I40 A17 runs nothing in Plan that does more than read, whatever is answered', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom<ConfirmationKind>('edit', 'execute', 'mcp'),
          fc.constantFrom<Permission>('allow', 'ask'),
          fc.boolean(),
          async (kind, permission, isInteractionRequired) => {
            assert.equal((await ran('plan', kind, permission, isInteractionRequired, { kind: 'allow' })).runs, 0);
          },
        ),
      );
    });
  });

  it('B6 refuses in Plan a tool that nobody knows, also when it calls itself reading', async () => {
    const engine = anEngine();
    const tool: Tool = {
      declaration: { name: 'mystery', description: '', parameters: {} },
      isReadOnly: true,
      build: () => {
        throw new Error('unreachable');
      },
    };
    const known = builtInTools(engine.ports, engine.stop.signal)[0];
    assert.ok(known);
    const scope = aScope(engine, [{ ...tool, build: (args) => known.build(args) }]);
    assert.equal((await runCall({ id: 'c', name: 'mystery', args: {} }, scope)).outcome, 'refused');
  });
});

/** What a broken surface may send: types end there. */
function unknownAnswer(): Promise<PromptAnswer> {
  return Promise.resolve(JSON.parse('{"kind":"always"}'));
}
