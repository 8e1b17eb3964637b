import assert from 'node:assert/strict';
import os from 'node:os';
import type { HookEvent } from '../../../src/protocol/hookFrames';
import { CommandHooks } from '../../../src/engine/hooks/commandHooks';
import { runCommand } from '../../../src/engine/runCommand';
import { anEngine, approve, exit, planText, type Engine } from '../support/anEngine';

/** A plan exit that a person approves, with one hook that is a real process. */
async function exitWith(event: HookEvent, script: string): Promise<Engine> {
  const command = `"${process.execPath}" -e "${script}"`;
  const hooks = new CommandHooks({
    run: runCommand,
    settings: () => [{ event, matches: ['exit_plan_mode'], command, timeoutMs: 1_500 }],
    cwd: os.tmpdir(),
    sessionId: 's',
    mode: () => 'plan',
    onFault: () => {},
  });
  const engine = anEngine({ answers: [exit], reviews: [approve()], ports: { hooks } });
  await engine.prompt();
  return engine;
}

/** JSON for a shell's double quotes: none in it. */
const says = (json: object): string =>
  `console.log(Buffer.from('${Buffer.from(JSON.stringify(json)).toString('base64')}', 'base64').toString())`;

const deny = `console.error('No exits on Fridays'); process.exitCode = 2`;
const allowOther = says({ hookSpecificOutput: { permissionDecision: 'allow', updatedInput: { plan: '# Another' } } });

describe('hooks in the engine', () => {
  const table: readonly (readonly [event: HookEvent, what: string, script: string, shown: number, leaves: boolean])[] =
    [
      ['PermissionRequest', 'denies', deny, 0, false],
      ['PermissionRequest', 'allows another plan', allowOther, 1, true],
      ['PermissionRequest', 'crashes', 'process.abort()', 1, true],
      ['PermissionRequest', 'does not end', 'setInterval(() => {}, 1000)', 1, true],
      ['PermissionRequest', 'talks nonsense', `console.log('approved')`, 1, true],
      ['PreToolUse', 'denies', deny, 1, false],
      ['PreToolUse', 'allows another plan', allowOther, 1, true],
      ['PreToolUse', 'asks', says({ decision: 'ask' }), 1, true],
      ['PostToolUse', 'objects', deny, 1, true],
    ];
  for (const [event, what, script, shown, leaves] of table) {
    it(`S4 I5 a ${event} hook that ${what}: ${shown} shown, Plan is ${leaves ? 'left' : 'kept'}`, async () => {
      const engine = await exitWith(event, script);
      assert.deepEqual(
        [engine.shown.map(({ text }) => text), engine.register.mode, engine.saved.map(({ text }) => text)],
        [shown === 0 ? [] : [planText], leaves ? 'default' : 'plan', leaves ? [planText] : []],
      );
    });
  }

  it('S4 the message of a hook that denies reaches the model', async () => {
    const engine = await exitWith('PreToolUse', deny);
    assert.match(engine.lastResult.text, /It says: No exits on Fridays\. Plan mode is still on\.$/);
  });
});
