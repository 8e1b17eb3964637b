import assert from 'node:assert/strict';
import { approvalModes, type ApprovalMode } from '../../src/core/approvalMode';
import { ModeRegister, startingState } from '../../src/core/modeRegister';
import type { StoredPrompt } from '../../src/engine/prompts/storedPrompt';
import type { SessionActivity } from '../../src/session/session';
import { submitMessage, type Submitted } from '../../src/vscode/submitMessage';

const fix = { kind: 'template', name: 'fix', file: '.countersign/prompts/fix.md' } as const;
const prompts: readonly StoredPrompt[] = [
  { ...fix, state: 'ready', description: '', body: 'Fix issue $1.' },
  { ...fix, name: 'bad', file: '.countersign/prompts/bad.md', state: 'faulty', fault: 'has no text' },
];

interface Told {
  readonly result: Submitted;
  readonly mode: ApprovalMode;
  /** What the agent was told, with what was typed. */
  readonly sent: readonly (readonly [typed: string, told: string])[];
}

/** A person sends a text. The questions before YOLO and before a review is ended are native dialogs: test/e2e answers those. */
async function submit(
  text: string,
  { mode = 'plan', before = 'default', activity = 'idle', isTrusted = true }: Partial<Given> = {},
): Promise<Told> {
  const register = new ModeRegister(startingState(mode, before), () => isTrusted);
  const sent: (readonly [string, string])[] = [];
  const result = await submitMessage(text, {
    session: { register, activity, endReviewForNewTask: () => Promise.reject(new Error('There is no review.')) },
    owner: {
      get mode() {
        return register.mode;
      },
      isTrusted,
      pendingReview: undefined,
      switchMode: (to) => {
        register.switchByPerson(to);
        return Promise.resolve(true);
      },
      openReview: () => Promise.resolve(),
    },
    prompts: () => Promise.resolve(prompts),
    prompt: (typed, told) => {
      sent.push([typed, told]);
      return Promise.resolve(activity === 'idle' ? 'sent' : 'kept');
    },
  });
  return { result, mode: register.mode, sent };
}

interface Given {
  readonly mode: ApprovalMode;
  readonly before: 'default' | 'auto-edit';
  readonly activity: SessionActivity;
  readonly isTrusted: boolean;
}

describe('sending a message', () => {
  const cases: readonly (readonly [string, string, Partial<Given>, Told])[] = [
    ['P1 enters Plan', '/plan', { mode: 'default' }, { result: 'done', mode: 'plan', sent: [] }],
    ['P1 has nothing to do where Plan is on', '/plan', {}, { result: 'done', mode: 'plan', sent: [] }],
    [
      'P1 restores the mode before',
      '/plan exit',
      { before: 'auto-edit' },
      { result: 'done', mode: 'auto-edit', sent: [] },
    ],
    ['P1 I46 never enters by exit', '/plan exit', { mode: 'auto' }, { result: 'kept', mode: 'auto', sent: [] }],
    [
      'P1 enters and gives the task',
      '/plan add a discount',
      { mode: 'auto-edit' },
      { result: 'sent', mode: 'plan', sent: [['/plan add a discount', 'add a discount']] },
    ],
    [
      'B3 I46 gives the task and stays, whatever word it begins with',
      '/plan execute',
      {},
      { result: 'sent', mode: 'plan', sent: [['/plan execute', 'execute']] },
    ],
    [
      'B3 expands the template of a task',
      '/plan /fix 12',
      { mode: 'default' },
      { result: 'sent', mode: 'plan', sent: [['/plan /fix 12', 'Fix issue 12.']] },
    ],
    [
      'B3 expands the template of a message',
      '/fix 12',
      { mode: 'default' },
      { result: 'sent', mode: 'default', sent: [['/fix 12', 'Fix issue 12.']] },
    ],
    [
      'B3 sends an unknown word as it is',
      '/unknown word',
      {},
      { result: 'sent', mode: 'plan', sent: [['/unknown word', '/unknown word']] },
    ],
    [
      'B3 changes no mode for a task whose template cannot be used',
      '/plan /bad',
      { mode: 'default' },
      { result: 'kept', mode: 'default', sent: [] },
    ],
    [
      'B3 refuses a task while the agent works, and changes no mode',
      '/plan add a discount',
      { mode: 'default', activity: 'running' },
      { result: 'kept', mode: 'default', sent: [] },
    ],
    [
      'B3 refuses a task while the agent asks for permission',
      '/plan add a discount',
      { mode: 'default', activity: 'waiting-for-permission' },
      { result: 'kept', mode: 'default', sent: [] },
    ],
    [
      'I52 leaves Plan while the agent works',
      '/plan exit',
      { activity: 'running' },
      { result: 'done', mode: 'default', sent: [] },
    ],
    ['M5 knows no other mode', '/approval-mode turbo', {}, { result: 'kept', mode: 'plan', sent: [] }],
    [
      'M4 M5 does not set a mode that needs trust',
      '/approval-mode auto-edit',
      { isTrusted: false },
      { result: 'kept', mode: 'plan', sent: [] },
    ],
  ];
  for (const [name, text, given, told] of cases) {
    it(`${name}: ${text}`, async () => assert.deepEqual(await submit(text, given), told));
  }

  for (const mode of approvalModes.filter((each) => each !== 'yolo')) {
    it(`M5 sets the mode that is named: ${mode}`, async () => {
      const told = await submit(`/approval-mode ${mode}`, { mode: 'auto' });
      assert.deepEqual(told, { result: 'done', mode, sent: [] });
    });
  }
});
