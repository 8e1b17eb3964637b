import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { HookEvent } from '../../../src/protocol/hookFrames';
import type { HookSetting } from '../../../src/protocol/settings';
import { CommandHooks, mergeHooks } from '../../../src/engine/hooks/commandHooks';
import { runCommand } from '../../../src/engine/runCommand';
import { done } from '../../../src/engine/tool';
import { isRunning, until } from '../support/processes';

const call = { id: 'c1', name: 'write_file', args: { path: 'a.ts', text: 'x' } };
const never = new AbortController().signal;

describe('command hooks', () => {
  let folder = '';
  let scripts = 0;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hooks-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A hook that is a real process; `input` is what it was given. */
  async function hook(
    body: string,
    event: HookEvent = 'PreToolUse',
    more: Partial<HookSetting> = {},
  ): Promise<HookSetting> {
    const file = path.join(folder, `hook-${(scripts += 1)}.cjs`);
    await writeFile(file, `const input = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));\n${body}`);
    return { event, matches: [], command: `"${process.execPath}" "${file}"`, timeoutMs: 20_000, ...more };
  }
  const says = (output: unknown): string => `console.log(${JSON.stringify(JSON.stringify(output))});`;
  const marks = (name: string): string =>
    `require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, name))}, String(process.pid));`;
  const marked = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');

  function hooks(...settings: readonly HookSetting[]): { hooks: CommandHooks; faults: string[] } {
    const faults: string[] = [];
    return {
      faults,
      hooks: new CommandHooks({
        run: runCommand,
        settings: () => settings,
        cwd: folder,
        sessionId: 'session-1',
        mode: () => 'default',
        onFault: (what) => faults.push(what),
      }),
    };
  }

  it('is given what happens as JSON', async () => {
    const at = hooks(await hook(`require('node:fs').writeFileSync('input', JSON.stringify(input));`));
    await at.hooks.preToolUse(call, never);
    assert.deepEqual(JSON.parse(await marked('input')), {
      hook_event_name: 'PreToolUse',
      session_id: 'session-1',
      cwd: folder,
      permission_mode: 'default',
      tool_name: 'write_file',
      tool_use_id: 'c1',
      tool_input: { path: 'a.ts', text: 'x' },
    });
  });

  const decisions = [
    ['allow', { decision: 'approve' }, { kind: 'allow', updatedInput: undefined }],
    ['ask', { decision: 'ask' }, { kind: 'ask' }],
    ['deny', { decision: 'block', reason: 'not here' }, { kind: 'deny', message: 'not here' }],
    ['nothing', {}, { kind: 'none' }],
  ] as const;
  for (const [word, output, decision] of decisions) {
    it(`S4 decides ${word}`, async () => {
      const at = hooks(await hook(says(output), 'PermissionRequest'));
      assert.deepEqual([await at.hooks.permissionRequest(call, never), at.faults], [decision, []]);
    });
  }

  it('S4 denies with exit code 2 and what it wrote to standard error', async () => {
    const at = hooks(
      await hook(`${says({ decision: 'approve' })} console.error('not on Fridays'); process.exitCode = 2;`),
    );
    assert.deepEqual(await at.hooks.preToolUse(call, never), { kind: 'deny', message: 'not on Fridays' });
  });

  const failures: Readonly<Record<string, readonly [body: string, fault: string]>> = {
    'an exit code other than 2': [`${says({ decision: 'approve' })} process.exitCode = 1;`, 'it failed'],
    'a crash': [`throw new Error('x')`, 'it failed'],
    garbage: ['console.log("allow")', 'what it wrote is not valid'],
    'too much output': ['console.log(" ".repeat(1_100_000))', 'it wrote too much'],
  };
  for (const [what, [body, fault]] of Object.entries(failures)) {
    it(`S4 takes ${what} for no decision, and reports it`, async () => {
      const at = hooks(await hook(body));
      assert.deepEqual(
        [await at.hooks.preToolUse(call, never), at.faults],
        [{ kind: 'none' }, [`a PreToolUse hook decided nothing: ${fault}`]],
      );
    });
  }

  it('S4 takes a hook that takes too long for no decision, and kills it', async () => {
    const at = hooks(
      await hook(`${marks('pid')} ${says({ decision: 'approve' })} setInterval(() => {}, 1000);`, 'PreToolUse', {
        timeoutMs: 1_000,
      }),
    );
    assert.deepEqual(
      [await at.hooks.preToolUse(call, never), at.faults],
      [{ kind: 'none' }, ['a PreToolUse hook decided nothing: it took too long']],
    );
    const pid = Number(await marked('pid'));
    await until(() => !isRunning(pid));
  });

  it('S1 leaves nothing running and starts nothing more when the turn is stopped', async () => {
    const stop = new AbortController();
    const at = hooks(await hook(`${marks('first')} setInterval(() => {}, 1000);`), await hook(marks('second')));
    const decided = at.hooks.preToolUse(call, stop.signal);
    await until(() => existsSync(path.join(folder, 'first')));
    stop.abort();
    assert.deepEqual(await decided, { kind: 'none' });
    await assert.rejects(marked('second'), { code: 'ENOENT' });
  });

  it('runs in order, and none after the first deny', async () => {
    const at = hooks(
      await hook(marks('first')),
      await hook(says({ decision: 'block', reason: 'second' })),
      await hook(`${marks('third')} ${says({ decision: 'approve' })}`),
    );
    assert.deepEqual(await at.hooks.preToolUse(call, never), { kind: 'deny', message: 'second' });
    await marked('first');
    await assert.rejects(marked('third'), { code: 'ENOENT' });
  });

  it('R7 asks when one hook allows and another asks', async () => {
    const at = hooks(await hook(says({ decision: 'ask' })), await hook(says({ decision: 'approve' })));
    assert.deepEqual(await at.hooks.preToolUse(call, never), { kind: 'ask' });
  });

  const tools: readonly (readonly [named: readonly string[], runs: boolean])[] = [
    [[], true],
    [['Edit'], true],
    [['WriteFile'], true],
    [['Bash', 'Write'], true],
    [['Bash'], false],
    [['edit_file'], false],
  ];
  for (const [named, runs] of tools) {
    it(`runs ${runs ? '' : 'not '}for write_file when it is for ${named.join(' and ') || 'all tools'}`, async () => {
      const at = hooks(await hook(says({ decision: 'block' }), 'PreToolUse', { matches: named }));
      assert.equal((await at.hooks.preToolUse(call, never)).kind, runs ? 'deny' : 'none');
    });
  }

  it('runs only for its event', async () => {
    const at = hooks(await hook(says({ decision: 'block' }), 'Stop'));
    assert.deepEqual(await at.hooks.preToolUse(call, never), { kind: 'none' });
  });

  it('G5 adds to a result, objects to it and ends the turn', async () => {
    const at = hooks(
      await hook(says({ continue: false, hookSpecificOutput: { additionalContext: 'formatted' } }), 'PostToolUse'),
      await hook('console.error("lint fails: " + input.tool_response.text); process.exitCode = 2;', 'PostToolUse'),
    );
    assert.deepEqual(await at.hooks.postToolUse(call, done('Created.'), never), {
      text: 'Created.\n\nA hook objects to this result: lint fails: Created.\n\nA hook adds: formatted',
      isError: true,
      stopsTurn: true,
    });
  });

  it('G5 leaves a result alone when there is no hook for it', async () => {
    assert.equal(await hooks().hooks.postToolUse(call, done('Created.'), never), undefined);
  });

  it('tells what is waited for', async () => {
    const at = hooks(
      await hook(`require('node:fs').writeFileSync('input', JSON.stringify(input));`, 'Notification', {
        matches: ['permission_prompt'],
      }),
    );
    await at.hooks.notification('permission_prompt', 'The agent waits.', call, never);
    assert.match(await marked('input'), /"notification_type":"permission_prompt","message":"The agent waits\."/);
  });

  it('makes the agent go on, and knows when it did so before', async () => {
    const at = hooks(
      await hook('if (!input.stop_hook_active) { console.error("run the tests"); process.exitCode = 2; }', 'Stop'),
    );
    assert.deepEqual(
      [await at.hooks.stop(false, never), await at.hooks.stop(true, never)],
      ['run the tests', undefined],
    );
  });

  it('has the hooks of a workspace only where it is trusted, after those of the user', () => {
    const of = (command: string): HookSetting => ({ event: 'Stop', matches: [], command, timeoutMs: 1 });
    const merged = (isTrusted: boolean): readonly string[] =>
      mergeHooks([of('user')], [of('workspace')], isTrusted).map(({ command }) => command);
    assert.deepEqual([merged(true), merged(false)], [['user', 'workspace'], ['user']]);
  });
});
