import assert from 'node:assert/strict';
import fc from 'fast-check';
import { approvalModes } from '../../../src/core/approvalMode';
import { readSlashCommand, type SlashCommand } from '../../../src/engine/prompts/slashCommand';

const task = (text: string): SlashCommand => ({ kind: 'plan-task', task: text });

describe('slash commands', () => {
  const cases: readonly (readonly [string, SlashCommand])[] = [
    ['/plan', { kind: 'plan' }],
    ['  /plan \n', { kind: 'plan' }],
    ['/plan exit', { kind: 'plan-exit' }],
    ['/plan   exit  ', { kind: 'plan-exit' }],
    ['/plan exit now', task('exit now')],
    ['/plan Exit', task('Exit')],
    ['/plan execute', task('execute')],
    ['/plan /plan exit', task('/plan exit')],
    ['/plan add a\n\ndiscount ', task('add a\n\ndiscount')],
    ['/plan\nexit', { kind: 'plan-exit' }],
    ['/planet', { kind: 'message' }],
    ['/PLAN', { kind: 'message' }],
    ['/plan-exit', { kind: 'message' }],
    ['please /plan exit', { kind: 'message' }],
    ['/unknown word', { kind: 'message' }],
    ['', { kind: 'message' }],
  ];
  for (const [text, command] of cases) {
    it(`P1 reads ${JSON.stringify(text)} as ${command.kind}`, () => assert.deepEqual(readSlashCommand(text), command));
  }

  for (const mode of approvalModes) {
    it(`M5 reads /approval-mode ${mode}`, () => {
      assert.deepEqual(readSlashCommand(`/approval-mode ${mode}`), { kind: 'approval-mode', mode });
    });
  }

  for (const given of ['', 'turbo', 'YOLO', 'plan default']) {
    it(`M5 knows no mode ${JSON.stringify(given)}`, () => {
      assert.deepEqual(readSlashCommand(`/approval-mode ${given}`), { kind: 'unknown-mode', given });
    });
  }

  it('I46 leaves Plan for no text but the exact one', () => {
    fc.assert(
      fc.property(fc.string(), (rest) => {
        const { kind } = readSlashCommand(`/plan ${rest}`);
        assert.equal(kind === 'plan-exit', rest.trim() === 'exit');
      }),
    );
  });
});
