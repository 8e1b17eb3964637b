import assert from 'node:assert/strict';
import { readHookSettings, readPermissionSettings, readUseTerminal } from '../../src/protocol/settings';

describe('hook settings', () => {
  it('reads each command with its tools and its time, in order', () => {
    const value = {
      PreToolUse: [
        {
          matcher: 'Edit|Bash',
          hooks: [
            { type: 'command', command: 'a', timeout: 2.5 },
            { type: 'command', command: 'b' },
          ],
        },
      ],
      Stop: [{ hooks: [{ type: 'command', command: 'c' }] }],
    };
    assert.deepEqual(readHookSettings(value), {
      hooks: [
        { event: 'PreToolUse', matches: ['Edit', 'Bash'], command: 'a', timeoutMs: 2_500 },
        { event: 'PreToolUse', matches: ['Edit', 'Bash'], command: 'b', timeoutMs: 60_000 },
        { event: 'Stop', matches: [], command: 'c', timeoutMs: 60_000 },
      ],
      faults: [],
    });
  });

  it('takes "*" and nothing for every tool', () => {
    const hooks = [{ type: 'command', command: 'a' }];
    const value = { PreToolUse: [{ matcher: '*', hooks }, { matcher: '', hooks }, { hooks }] };
    assert.deepEqual(
      readHookSettings(value).hooks.map(({ matches }) => matches),
      [[], [], []],
    );
  });

  it('has no hooks where nothing is set', () => {
    assert.deepEqual(readHookSettings(undefined), { hooks: [], faults: [] });
  });

  const bad: Readonly<Record<string, unknown>> = {
    'no object': 'x',
    'an unknown event': { BeforeTool: [] },
    'an event without a list': { Stop: {} },
    'a hook without commands': { Stop: [{}] },
    'a hook of another type': { Stop: [{ hooks: [{ type: 'prompt', prompt: 'x' }] }] },
    'an empty command': { Stop: [{ hooks: [{ type: 'command', command: ' ' }] }] },
    'no time': { Stop: [{ hooks: [{ type: 'command', command: 'a', timeout: 0 }] }] },
    'a pattern in place of names': { Stop: [{ matcher: 'mcp__.*', hooks: [] }] },
  };
  for (const [what, value] of Object.entries(bad)) {
    it(`says that ${what} does not count`, () => {
      const { hooks, faults } = readHookSettings(value);
      assert.deepEqual([hooks, faults.length], [[], 1]);
    });
  }

  it('keeps a good hook beside a bad one', () => {
    const value = { Stop: [{}, { hooks: [{ type: 'command', command: 'a' }] }] };
    assert.deepEqual([readHookSettings(value).hooks.length, readHookSettings(value).faults.length], [1, 1]);
  });
});

describe('permission settings', () => {
  it('reads the rules of each effect', () => {
    const rules = { deny: ['Edit(src/**)'], ask: ['Bash'], allow: ['Read', 'WebFetch'] };
    assert.deepEqual(readPermissionSettings(rules), { rules, faults: [] });
  });

  it('has no rules where nothing is set', () => {
    assert.deepEqual(readPermissionSettings(undefined), { rules: {}, faults: [] });
  });

  it('keeps the good rules beside what is no rule, and says so of each', () => {
    const { rules, faults } = readPermissionSettings({ deny: ['Edit', 7], alow: ['Read'], ask: 'Bash' });
    assert.deepEqual([rules, faults.length], [{ deny: ['Edit'] }, 3]);
  });

  it('says that a list in place of the lists does not count', () => {
    const { rules, faults } = readPermissionSettings(['Edit']);
    assert.deepEqual([rules, faults.length], [{}, 1]);
  });
});

describe('countersign.shell.useTerminal', () => {
  for (const [value, read] of [
    [true, true],
    [false, false],
    ['true', undefined],
    [1, undefined],
    [null, undefined],
    [undefined, undefined],
  ] as const) {
    it(`reads ${JSON.stringify(value)} as ${read}`, () => assert.equal(readUseTerminal(value), read));
  }
});
