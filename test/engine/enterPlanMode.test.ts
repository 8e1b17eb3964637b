import assert from 'node:assert/strict';
import type { ApprovalMode } from '../../src/core/approvalMode';
import { modeReminder } from '../../src/engine/modeReminder';
import { someHooks } from './support/aCall';
import { anEngine, planFile, type Engine, type EngineOptions } from './support/anEngine';

async function afterEntry(options: EngineOptions, args: object = {}): Promise<Engine> {
  const engine = anEngine({ answers: [{ calls: [['enter_plan_mode', args]] }], ...options });
  await engine.prompt();
  return engine;
}

describe('enter_plan_mode', () => {
  const enterable: readonly (readonly [ApprovalMode, object])[] = [
    ['default', {}],
    ['auto-edit', {}],
    ['auto', {}],
    ['yolo', { userRequested: true }],
  ];
  for (const [mode, args] of enterable) {
    it(`N1 goes from ${mode} to Plan without a question, and tells all that Plan means`, async () => {
      const engine = await afterEntry({ mode }, args);
      assert.deepEqual(
        [engine.register.mode, engine.register.prePlanMode, engine.prompts, engine.lastResult.text],
        ['plan', mode, [], modeReminder('plan', planFile, 'plan-exit')],
      );
    });
  }

  it('M2 is not for a classifier to judge', async () => {
    const classifier = { judge: () => Promise.reject(new Error('It must not be asked.')) };
    const engine = await afterEntry({ mode: 'auto', ports: { classifier } });
    assert.deepEqual([engine.register.mode, engine.faults], ['plan', []]);
  });

  for (const args of [{}, { userRequested: false }]) {
    it(`N1 does not leave YOLO for it where nobody asked for a plan: ${JSON.stringify(args)}`, async () => {
      const engine = await afterEntry({ mode: 'yolo' }, args);
      assert.deepEqual([engine.register.mode, engine.register.revision], ['yolo', 0]);
      assert.match(engine.lastResult.text, /^Plan mode was not entered: .* The mode is still yolo\./);
    });
  }

  it('N1 C1 changes nothing where Plan is on', async () => {
    const engine = await afterEntry({ mode: 'plan', before: 'auto-edit' });
    assert.deepEqual(engine.register.state, { mode: 'plan', prePlanMode: 'auto-edit', revision: 0 });
    assert.equal(engine.lastResult.outcome, 'ok');
    assert.ok(engine.lastResult.text.endsWith(modeReminder('plan', planFile, 'plan-exit')));
  });

  const refusals: readonly (readonly [string, EngineOptions, RegExp])[] = [
    [
      'L1 I16 from a sub-agent',
      { mode: 'default', ports: { actor: { kind: 'sub-agent', name: 'A' } } },
      /^A sub-agent cannot change the mode/,
    ],
    ['N1 where nobody could review a plan', { mode: 'default', ports: { canReview: () => false } }, /no way out/],
    [
      'S4 where a hook denies it',
      { mode: 'default', ports: { hooks: someHooks({ before: { kind: 'deny', message: 'stay' } }) } },
      /^A hook denies/,
    ],
  ];
  for (const [name, options, said] of refusals) {
    it(`${name} it changes nothing`, async () => {
      const engine = await afterEntry(options);
      assert.deepEqual([engine.register.mode, engine.register.revision], ['default', 0]);
      assert.equal(engine.lastResult.outcome, 'refused');
      assert.match(engine.lastResult.text, said);
    });
  }

  it('N2 I29 runs alone: what stands beside it does nothing', async () => {
    const engine = anEngine({
      mode: 'yolo',
      answers: [
        {
          calls: [
            ['write_file', { path: 'a.ts', text: 'x' }],
            ['enter_plan_mode', { userRequested: true }],
            ['write_file', { path: 'b.ts', text: 'x' }],
          ],
        },
      ],
    });
    await engine.prompt();
    assert.deepEqual([engine.workspace.writes, engine.register.mode], [[], 'plan']);
  });

  it('I1 never leads out of Plan, whatever its arguments say', async () => {
    const engine = await afterEntry({ mode: 'plan' }, { mode: 'yolo' });
    assert.deepEqual([engine.register.mode, engine.lastResult.outcome], ['plan', 'error']);
  });
});
