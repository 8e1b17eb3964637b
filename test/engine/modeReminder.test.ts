import assert from 'node:assert/strict';
import { approvalModes } from '../../src/core/approvalMode';
import type { EnginePorts } from '../../src/engine/enginePorts';
import { modeReminder } from '../../src/engine/modeReminder';
import { anEngine, planFile, write } from './support/anEngine';

const main = modeReminder('plan', planFile, 'plan-exit');
const answer = modeReminder('plan', planFile, 'answer');

describe('mode reminder', () => {
  const contents: readonly (readonly [string, RegExp])[] = [
    ['that nothing is changed', /Change nothing.*no edits, no commands with side effects/],
    ['that it overrides other instructions', /overrides every other instruction/],
    ['the loop', /explore .*; capture .*; /],
    ['not to retry what was refused, nor dodge it', /do not retry it, and do not try the same by another tool/],
    ['when a plan is ready', /The plan is ready when/],
  ];
  for (const [what, words] of contents) {
    it(`P2 says in both variants ${what}`, () => {
      assert.match(main, words);
      assert.match(answer, words);
    });
  }

  it('P2 ends with the plan exit where there is one', () => {
    assert.match(main, /call exit_plan_mode/);
    assert.ok(main.includes(planFile));
  });

  it('P2 does not mention the exit tool where there is none: the plan is the answer', () => {
    assert.doesNotMatch(answer, /exit_plan_mode|ask the person/i);
    assert.match(answer, /present the whole plan directly, as your answer/);
  });

  it('P2 speaks of Plan mode as on in Plan only', () => {
    for (const mode of approvalModes.filter((each) => each !== 'plan'))
      assert.match(modeReminder(mode, planFile, 'plan-exit'), /^Plan mode is off/);
  });

  const callers: readonly (readonly [string, Partial<EnginePorts>, string])[] = [
    ['the main agent', {}, main],
    ['a sub-agent', { actor: { kind: 'sub-agent', name: 'Look' } }, answer],
    ['a caller without a reviewer', { canReview: () => false }, answer],
  ];
  for (const [caller, ports, expected] of callers) {
    it(`P2 goes with every request of ${caller}, the later ones of a turn too`, async () => {
      const engine = anEngine({
        ports,
        files: { 'a.ts': 'a' },
        answers: [{ calls: [['read_file', { path: 'a.ts' }]] }],
      });
      await engine.prompt();
      await engine.prompt();
      assert.deepEqual(
        engine.requests.map(({ messages }) => messages.at(-1)),
        [1, 2, 3].map(() => ({ role: 'reminder', text: expected })),
      );
    });

    it(`P2 S2 a refusal tells ${caller} what to do with the plan`, async () => {
      const engine = anEngine({ ports, answers: [{ calls: [write('a.ts')] }] });
      await engine.prompt();
      assert.equal(engine.lastResult.text.includes('exit_plan_mode'), expected === main);
    });
  }
});
