import assert from 'node:assert/strict';
import type { ApprovalMode } from '../../src/core/approvalMode';
import type { PermissionRequest, PromptAnswer } from '../../src/core/prompter';
import type { EnginePorts } from '../../src/engine/enginePorts';
import { ruleBook, someHooks } from './support/aCall';
import { allow, anEngine, type Engine, type EngineOptions } from './support/anEngine';
import { AShell } from './support/aShell';

interface Ran {
  readonly engine: Engine;
  readonly shell: AShell;
}

const aCommand = (command: string, options: EngineOptions = {}): Ran => {
  const shell = new AShell();
  const ports: Partial<EnginePorts> = { shell, ...options.ports };
  return { shell, engine: anEngine({ answers: [{ calls: [['shell', { command }]] }], ...options, ports }) };
};

/** Runs one command in one turn; Plan is on unless something else is said. */
async function afterCommand(command: string, options: EngineOptions = {}): Promise<Ran> {
  const ran = aCommand(command, options);
  await ran.engine.prompt();
  return ran;
}

const reads = 'git status';
const writes = 'echo x > a.ts';
const unknown = 'node build.js';

describe('shell in Plan', () => {
  it('1.12 runs a command that only reads, without a question', async () => {
    const { engine, shell } = await afterCommand(reads);
    assert.deepEqual([shell.lines, engine.prompts, engine.lastResult.text], [[reads], [], 'out\n']);
  });

  it('N02 asks about one that reads outside of the folder', async () => {
    const { engine, shell } = await afterCommand('cat /etc/passwd', { ask: allow });
    assert.deepEqual([engine.prompts.length, shell.lines.length], [1, 1]);
  });

  it('M4 asks about one that only reads where the folder is not trusted', async () => {
    const { engine } = await afterCommand(reads, { ask: allow, isTrusted: () => false });
    assert.equal(engine.prompts.length, 1);
  });

  it('1.12 a rule that denies reading commands counts in Plan too', async () => {
    const { engine, shell } = await afterCommand(reads, { ports: ruleBook({ deny: ['Bash(git status)'] }) });
    assert.deepEqual([engine.lastResult.outcome, shell.lines], ['refused', []]);
  });

  for (const line of [writes, 'rm a.ts', 'ls | tee a.ts', 'git commit -m x', "cat > a.ts <<'EOF'\nx\nEOF"]) {
    it(`A06 H2 refuses a command that writes before any hook or question: ${JSON.stringify(line)}`, async () => {
      const hooks = someHooks({ request: { kind: 'allow', updatedInput: undefined } });
      const { engine, shell } = await afterCommand(line, {
        ask: allow,
        ports: { hooks, ...ruleBook({ allow: ['Bash', '*'] }) },
      });
      assert.match(
        engine.lastResult.text,
        /^Plan mode is on: shell is refused, because this command changes something\./,
      );
      assert.deepEqual(
        [engine.lastResult.outcome, shell.lines, engine.prompts, hooks.order.filter((name) => name !== 'stop')],
        ['refused', [], [], []],
      );
    });
  }

  it('R6 A07 asks once about a command that is not known, and Plan stays on', async () => {
    const { engine, shell } = await afterCommand(unknown, { ask: allow });
    assert.deepEqual([engine.prompts.length, shell.lines, engine.register.mode], [1, [unknown], 'plan']);
  });

  it('A07 the second time it asks again', async () => {
    const call = { calls: [['shell', { command: unknown }] as const] };
    const { engine, shell } = await afterCommand(unknown, { answers: [call, call], ask: allow });
    assert.deepEqual([engine.prompts.length, shell.lines.length], [2, 2]);
  });

  const satisfiers: readonly (readonly [string, Partial<EnginePorts>])[] = [
    ['an allow rule', ruleBook({ allow: ['Bash', '*', 'Bash(node build.js)'] })],
    ['a hook that allows', { hooks: someHooks({ request: { kind: 'allow', updatedInput: undefined } }) }],
    [
      'a hook that allows another command',
      { hooks: someHooks({ request: { kind: 'allow', updatedInput: { command: 'ls' } } }) },
    ],
    [
      'a classifier',
      { classifier: { judge: () => Promise.resolve({ kind: 'judged', verdict: 'allow', reason: 'Because.' }) } },
    ],
  ];
  for (const [name, ports] of satisfiers) {
    it(`R5 1.12 ${name} does not stand in for the person`, async () => {
      const { engine, shell } = await afterCommand(unknown, {
        ports,
        ask: () => Promise.resolve({ kind: 'reject', note: '' }),
      });
      assert.deepEqual([engine.prompts.length, shell.lines], [1, []]);
    });
  }

  it('R7 1.12 offers no "always allow"', async () => {
    const { engine } = await afterCommand(unknown, { ask: allow, ports: ruleBook() });
    assert.deepEqual([engine.prompts[0]?.canAllowAlways, engine.prompts[0]?.alwaysRules], [false, []]);
  });

  it('1.12 an "always" that was not offered allows this one call', async () => {
    const call = { calls: [['shell', { command: unknown }] as const] };
    const { engine } = await afterCommand(unknown, {
      answers: [call, call],
      ask: () => Promise.resolve({ kind: 'allow-always' }),
      ports: ruleBook(),
    });
    assert.equal(engine.prompts.length, 2);
  });

  const noes: readonly (readonly [string, () => Promise<PromptAnswer>, string])[] = [
    ['is told no', () => Promise.resolve({ kind: 'reject', note: 'not now' }), 'refused'],
    ['is cancelled', () => Promise.resolve({ kind: 'cancelled' }), 'cancelled'],
    ['cannot be asked about', () => Promise.reject(new Error('no window')), 'refused'],
  ];
  for (const [name, ask, outcome] of noes) {
    it(`1.12 runs nothing where it ${name}`, async () => {
      const { engine, shell } = await afterCommand(unknown, { ask });
      assert.deepEqual([shell.lines, engine.lastResult.outcome, engine.register.mode], [[], outcome, 'plan']);
    });
  }

  const whileAsked: readonly (readonly [string, (engine: Engine) => void])[] = [
    ['Plan was left', ({ register }) => void register.switchByPerson('default')],
    ['Plan was left for YOLO', ({ register }) => void register.switchByPerson('yolo')],
    [
      'Plan was left and entered again',
      ({ register }) => {
        register.switchByPerson('default');
        register.switchByPerson('plan');
      },
    ],
  ];
  for (const [name, change] of whileAsked) {
    it(`I12 1.12 runs nothing where ${name} while the person was asked`, async () => {
      const { engine, shell } = aCommand(unknown, {
        ask: () => {
          change(engine);
          return allow();
        },
      });
      await engine.prompt();
      assert.match(
        engine.lastResult.text,
        /^The approval mode or the call was changed after the person allowed this command/,
      );
      assert.deepEqual([shell.lines, engine.prompts.length], [[], 1]);
    });

    it(`I12 1.12 runs nothing where ${name} between the answer and the start`, async () => {
      const hooks = someHooks({});
      const { engine, shell } = aCommand(unknown, {
        ask: allow,
        ports: {
          hooks: {
            ...hooks,
            preToolUse: () => {
              change(engine);
              return Promise.resolve({ kind: 'none' });
            },
          },
        },
      });
      await engine.prompt();
      assert.deepEqual([shell.lines, engine.lastResult.outcome], [[], 'error']);
    });
  }

  it('I12 runs nothing where Plan was entered while the person was asked under another mode', async () => {
    const { engine, shell } = aCommand(unknown, {
      mode: 'default',
      ask: () => {
        engine.register.switchByPerson('plan');
        return allow();
      },
    });
    await engine.prompt();
    assert.deepEqual([shell.lines, engine.lastResult.outcome, engine.prompts.length], [[], 'error', 1]);
  });

  it('A06 refuses a command that writes where Plan was entered while the person was asked', async () => {
    const { engine, shell } = aCommand(writes, {
      mode: 'default',
      ask: () => {
        engine.register.switchByPerson('plan');
        return allow();
      },
    });
    await engine.prompt();
    assert.deepEqual([shell.lines, engine.lastResult.outcome], [[], 'refused']);
  });

  it('S4 a hook that blocks after the answer leaves nothing that could be used later', async () => {
    const call = { calls: [['shell', { command: unknown }] as const] };
    const hooks = someHooks({ before: { kind: 'deny', message: 'no' } });
    const { engine, shell } = await afterCommand(unknown, { answers: [call, call], ask: allow, ports: { hooks } });
    assert.deepEqual([shell.lines, engine.prompts.length], [[], 2]);
  });

  it('I5 a hook does not change the command that the person saw', async () => {
    const hooks = someHooks({ before: { kind: 'allow', updatedInput: { command: 'node other.js' } } });
    const { shell } = await afterCommand(unknown, { ask: allow, ports: { hooks } });
    assert.deepEqual(shell.lines, [unknown]);
  });

  it('A06 a hook does not turn a command that reads into one that writes', async () => {
    const hooks = someHooks({ before: { kind: 'allow', updatedInput: { command: writes } } });
    const { engine, shell } = await afterCommand(reads, { ports: { hooks } });
    assert.deepEqual([shell.lines, engine.lastResult.outcome], [[], 'refused']);
  });

  it('1.12 whoever holds the arguments cannot change them behind the person', async () => {
    let asked: PermissionRequest | undefined;
    const args = { command: unknown };
    const { engine, shell } = aCommand(unknown, {
      answers: [{ calls: [['shell', args]] }],
      ask: (request) => {
        asked = request;
        args.command = writes;
        return allow();
      },
    });
    await engine.prompt();
    assert.equal(asked?.title, `Run ${unknown}`);
    assert.deepEqual([shell.lines, engine.lastResult.outcome], [[], 'error']);
  });

  describe('outside of Plan', () => {
    const modes: readonly (readonly [ApprovalMode, string, number])[] = [
      ['default', reads, 0],
      ['default', writes, 1],
      ['default', unknown, 1],
      ['auto-edit', writes, 1],
      ['auto', writes, 1],
      ['yolo', writes, 0],
      ['yolo', unknown, 0],
    ];
    for (const [mode, command, prompts] of modes) {
      it(`M2 asks ${prompts === 0 ? 'nobody' : 'a person'} about ${JSON.stringify(command)} in ${mode}`, async () => {
        const { engine, shell } = await afterCommand(command, { mode, ask: allow });
        assert.deepEqual([engine.prompts.length, shell.lines], [prompts, [command]]);
      });
    }
  });
});
