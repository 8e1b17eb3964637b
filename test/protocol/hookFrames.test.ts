import assert from 'node:assert/strict';
import { noReply, readHookOutput, type HookReply } from '../../src/protocol/hookFrames';

describe('hook output', () => {
  const read: readonly (readonly [what: string, output: unknown, reply: Partial<HookReply>])[] = [
    ['an empty object', {}, {}],
    ['unknown keys', { systemMessage: 'x', other: { deep: 1 }, hookSpecificOutput: { more: [] } }, {}],
    ['approve', { decision: 'approve' }, { decision: 'allow' }],
    ['block', { decision: 'block', reason: 'no' }, { decision: 'deny', message: 'no' }],
    ['ask', { hookSpecificOutput: { permissionDecision: 'ask' } }, { decision: 'ask' }],
    [
      'a denial for this event',
      {
        hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
      },
      { decision: 'deny', message: 'no' },
    ],
    [
      'the answer to a permission request',
      { hookSpecificOutput: { decision: { behavior: 'allow', updatedInput: { path: 'b' } } } },
      { decision: 'allow', updatedInput: { path: 'b' } },
    ],
    [
      'a word that allows beside one that denies',
      { decision: 'approve', hookSpecificOutput: { permissionDecision: 'deny' } },
      { decision: 'deny' },
    ],
    ['an end of the turn', { continue: false, stopReason: 'enough' }, { stopsTurn: true, message: 'enough' }],
    ['more context', { hookSpecificOutput: { additionalContext: 'c' } }, { context: 'c' }],
  ];
  for (const [what, output, reply] of read) {
    it(`S4 reads ${what}`, () => {
      assert.deepEqual(readHookOutput('PreToolUse', JSON.stringify(output)), {
        state: 'read',
        reply: { ...noReply, ...reply },
      });
    });
  }

  it('S4 takes no output for no decision', () => {
    assert.deepEqual(readHookOutput('Stop', ' \n'), { state: 'read', reply: noReply });
  });

  const garbage: Readonly<Record<string, string>> = {
    'no JSON': 'allow',
    'JSON that is cut off': '{"decision":"allow"',
    'two objects': '{"decision":"allow"}\n{}',
    null: 'null',
    'a list': '[{"decision":"allow"}]',
    'an unknown word': '{"decision":"yes"}',
    'a truthy flag': '{"decision":"allow","continue":1}',
    'a decision that is no word': '{"hookSpecificOutput":{"decision":"allow"}}',
    'arguments that are no object': '{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":"x"}}',
    'an answer to another event': '{"hookSpecificOutput":{"hookEventName":"Stop","permissionDecision":"allow"}}',
  };
  for (const [what, output] of Object.entries(garbage)) {
    it(`S4 takes ${what} for no decision at all`, () => {
      assert.deepEqual(readHookOutput('PreToolUse', output), { state: 'invalid' });
    });
  }
});
