import assert from 'node:assert/strict';
import { notJudged, type Classification } from '../../src/core/classification';
import type { ReviewOutcome } from '../../src/core/review';
import type { PermissionRequest } from '../../src/core/prompter';
import { toolOutcomes, type AgentStep, type SessionFact } from '../../src/core/sessionEntry';
import { sessionsViewSchema, type SessionRow } from '../../src/protocol/sessionMessages';
import { MemorySessionLog } from '../../src/session/memorySessionLog';
import { Session } from '../../src/session/session';
import type { LogEntry } from '../../src/session/sessionCodec';
import { CardPrompter } from '../../src/vscode/cardPrompter';
import { noCheckpoints } from './support/noCheckpoints';
import { noPrompts } from './support/noPrompts';
import { RunningOutput } from '../../src/vscode/runningOutput';
import { sessionRows } from '../../src/vscode/sessionRows';
import { Sessions } from '../../src/vscode/sessions';
import { sessionsView } from '../../src/vscode/sessionsView';
import { aHeader, aPlan, aPlatform } from '../session/support/platform';

const nothing = (): string => '';
const started: SessionFact = { type: 'mode', mode: 'plan', prePlanMode: 'default', revision: 0, cause: 'started' };
const plan = aPlan();
const pending: SessionFact = { type: 'review-pending', plan };
const askToLeave: SessionFact = {
  type: 'agent-message',
  text: '',
  toolCalls: [{ id: 'exit', name: 'exit_plan_mode', args: {} }],
};
const ended = (outcome: ReviewOutcome): SessionFact => ({
  type: 'review-ended',
  reviewId: plan.reviewId,
  endedAt: 2000,
  outcome,
});
const left: SessionFact = {
  type: 'mode',
  mode: 'default',
  revision: 1,
  cause: 'plan-exit',
  reviewId: plan.reviewId,
};

describe('rows of a transcript', () => {
  it('show what the person wrote as it is', async () => {
    assert.deepEqual(await rowsOf({ type: 'user-message', text: '<b>hi</b>' }), [
      { kind: 'user', id: 'e1', text: '<b>hi</b>' },
    ]);
  });

  it('show what the agent wrote as safe HTML', async () => {
    const [row] = await rowsOf({ type: 'agent-message', text: '**bold** <script>1</script>', toolCalls: [] });
    assert.ok(row?.kind === 'agent');
    assert.match(row.html, /<strong>bold<\/strong>/);
    assert.doesNotMatch(row.html, /<script/);
  });

  it('show no row for a message without words', async () => {
    assert.deepEqual(await rowsOf({ type: 'agent-message', text: ' \n', toolCalls: [] }), []);
  });

  const call: SessionFact = {
    type: 'agent-message',
    text: '',
    toolCalls: [{ id: 'c1', name: 'read_file', args: { path: '/shop/src/form.ts' } }],
  };
  it('show what a sub-agent did in the row of the call that started it, and nowhere else', async () => {
    const inTask = (step: AgentStep): SessionFact => ({ type: 'sub-agent-step', taskCallId: 't1', step });
    const readStep = {
      type: 'tool-result',
      callId: 'c1',
      toolName: 'read_file',
      text: 'secret',
      stopTurn: false,
    } as const;
    const rows = await rowsOf(
      {
        type: 'agent-message',
        text: '',
        toolCalls: [{ id: 't1', name: 'task', args: { description: 'Look', prompt: 'p' } }],
      },
      inTask({
        type: 'agent-message',
        text: 'I look.',
        toolCalls: [{ id: 'c1', name: 'read_file', args: { path: 'a.ts' } }],
      }),
      inTask({ ...readStep, outcome: 'ok' }),
      { type: 'tool-result', callId: 't1', toolName: 'task', outcome: 'ok', text: 'It is there.', stopTurn: false },
    );
    assert.deepEqual(
      rows.map((row) => row.kind === 'tool' && [row.title, row.state, row.output]),
      [['Sub-agent: Look', 'ok', 'Read a.ts (done)\nIt is there.']],
    );
  });

  for (const outcome of toolOutcomes) {
    it(`show a call with its result: ${outcome}`, async () => {
      const result = { callId: 'c1', toolName: 'read_file', outcome, text: 'output', stopTurn: false };
      assert.deepEqual(await rowsOf(call, { type: 'tool-result', ...result }), [
        {
          kind: 'tool',
          id: 'e1/c1',
          name: 'read_file',
          title: 'Read src/form.ts',
          state: outcome,
          output: 'output',
          note: '',
          classified: '',
          todos: [],
          terminalCallId: '',
          isOpen: false,
        },
      ]);
    });
  }

  it('offer the terminal of a call as long as it is there', async () => {
    const session = await restored([started, call]);
    const terminalsOf = (has: (callId: string) => boolean): readonly unknown[] =>
      sessionRows(session, [], nothing, has).flatMap((row) => (row.kind === 'tool' ? [row.terminalCallId] : []));
    assert.deepEqual([terminalsOf((callId) => callId === 'c1'), terminalsOf(() => false)], [['c1'], ['']]);
  });

  it('S4 show what ran where a hook changed the call, and what the agent had asked for', async () => {
    const [row] = await rowsOf(call, { type: 'call-changed', callId: 'c1', args: { path: 'src/price.ts' } });
    assert.ok(row?.kind === 'tool');
    assert.deepEqual(
      [row.title, row.note],
      ['Read src/price.ts', 'A hook changed this; the agent asked for: Read src/form.ts'],
    );
  });

  const classified = (classification: Classification): SessionFact => ({
    type: 'classified',
    callId: 'c1',
    classification,
  });
  const sayings: readonly (readonly [Classification, RegExp])[] = [
    [{ kind: 'judged', verdict: 'allow', reason: 'It only reads.' }, /allowed this .* It says: It only reads\.$/],
    [{ kind: 'judged', verdict: 'ask', reason: 'It sends.' }, /leaves this to you\. It says: It sends\.$/],
    [{ kind: 'judged', verdict: 'deny', reason: 'It deletes.' }, /denied this .* It says: It deletes\.$/],
    ...notJudged.map((code) => [{ kind: 'not-judged', code }, /so you are asked\.$/] as const),
  ];
  for (const [classification, text] of sayings) {
    it(`M2 say what the classifier made of a call: ${JSON.stringify(classification)}`, async () => {
      const rows = await liveRowsOf('in the turn', [call, classified(classification)]);
      const row = rows.find(({ kind }) => kind === 'tool');
      assert.ok(row?.kind === 'tool');
      assert.match(row.classified, text);
      assert.equal(row.isOpen, true, 'seen while the call waits');
    });
  }

  it('show at once what a running command prints', async () => {
    const row = (await liveRowsOf('in the turn', [call])).find(({ kind }) => kind === 'tool');
    assert.ok(row?.kind === 'tool');
    assert.deepEqual([row.state, row.output, row.isOpen], ['running', 'c1 prints', true]);
  });

  const listOf = (id: string, state: 'open' | 'done'): SessionFact => ({
    type: 'agent-message',
    text: '',
    toolCalls: [{ id, name: 'todo', args: { items: [{ text: 'Add the check', state }] } }],
  });

  it('show a list of what is to do as a list, and only the latest one open', async () => {
    const result = { toolName: 'todo', outcome: 'ok', text: '[ ] Add the check', stopTurn: false } as const;
    const rows = await rowsOf(
      listOf('t1', 'open'),
      { type: 'tool-result', callId: 't1', ...result },
      listOf('t2', 'done'),
      { type: 'tool-result', callId: 't2', ...result },
    );
    assert.deepEqual(
      rows.map((row) => row.kind === 'tool' && [row.title, row.todos, row.output, row.isOpen]),
      [
        ['To do: 0 of 1 done', [{ text: 'Add the check', state: 'open' }], '', false],
        ['To do: 1 of 1 done', [{ text: 'Add the check', state: 'done' }], '', true],
      ],
    );
  });

  const states: Readonly<
    Record<
      Extract<SessionRow, { kind: 'plan' }>['state'],
      readonly [facts: readonly SessionFact[], canAskAgain: boolean]
    >
  > = {
    pending: [[pending], false],
    applying: [[pending, ended({ state: 'approved', target: 'default' })], false],
    approved: [[pending, ended({ state: 'approved', target: 'default' }), left], false],
    'not-applied': [
      [pending, ended({ state: 'approved', target: 'default' }), { type: 'turn-ended', reason: 'cancelled' }],
      true,
    ],
    'changes-requested': [[pending, ended({ state: 'changes-requested', note: 'x' })], false],
    dismissed: [[pending, ended({ state: 'dismissed' })], true],
    unanswered: [[pending, ended({ state: 'unanswered', reason: 'aborted' })], true],
    invalidated: [[pending, ended({ state: 'invalidated', cause: 'mode-changed' })], true],
  };
  /** What is open is so only while its turn runs. */
  const isLive = new Set(['pending', 'applying']);
  for (const [state, [facts, canAskAgain]] of Object.entries(states)) {
    // D01: where an approval did not count, the call stays too, because its output says why.
    const staysToo = state === 'not-applied';
    it(`W6 show a plan that is ${state} ${staysToo ? 'below' : 'in place of'} the call that asked for its review`, async () => {
      const rows = (await liveRowsOf(isLive.has(state) ? 'in the turn' : 'after it', [askToLeave, ...facts])).filter(
        ({ kind }) => kind === 'plan' || kind === 'tool',
      );
      assert.deepEqual(
        rows.map((row) => (row.kind === 'plan' ? [row.state, row.title, row.version, row.canAskAgain] : row.kind)),
        [...(staysToo ? ['tool'] : []), [state, 'Plan', 1, canAskAgain]],
      );
    });
  }

  it('V5 show a review that was pending at a reload as unanswered, which can be asked for again', async () => {
    const rows = await rowsOf({ type: 'user-message', text: 'x' }, askToLeave, pending);
    const card = rows.find((row) => row.kind === 'plan');
    assert.deepEqual(card?.kind === 'plan' && [card.state, card.canAskAgain], ['unanswered', true]);
    assert.match(card?.kind === 'plan' ? card.message : '', /Plan mode is still on/);
  });

  it('offer to ask again for the latest plan only', async () => {
    const second = aPlan('# Second\n', 2);
    const dismissed = ended({ state: 'dismissed' });
    const rows = await rowsOf(
      pending,
      dismissed,
      { type: 'review-pending', plan: second },
      {
        ...{ type: 'review-ended', reviewId: second.reviewId, endedAt: 3000 },
        outcome: { state: 'dismissed' },
      },
    );
    assert.deepEqual(
      rows.flatMap((row) => (row.kind === 'plan' ? [row.canAskAgain] : [])),
      [false, true],
    );
  });

  const beginnings = [
    ['person', /You changed/],
    ['agent', /The agent went into Plan/],
  ] as const;
  for (const [cause, text] of beginnings) {
    it(`B4 tell that the ${cause} went into Plan`, async () => {
      const [row] = await rowsOf({ type: 'mode', mode: 'plan', prePlanMode: 'default', revision: 1, cause });
      assert.match(row?.kind === 'notice' ? row.text : '', text);
    });
  }

  const notices: Readonly<Record<string, readonly [SessionFact, RegExp]>> = {
    'a mode that the person chose': [{ type: 'mode', mode: 'default', revision: 1, cause: 'person' }, /You changed/],
    'a failed turn': [{ type: 'turn-ended', reason: 'failed' }, /The agent failed/],
    'a stopped turn': [{ type: 'turn-ended', reason: 'cancelled' }, /You stopped/],
    'an interrupted turn': [{ type: 'turn-ended', reason: 'interrupted' }, /closed or reloaded/],
  };
  for (const [name, [fact, text]] of Object.entries(notices)) {
    it(`tell of ${name}`, async () => {
      const [row] = await rowsOf(fact);
      assert.match(row?.kind === 'notice' ? row.text : '', text);
    });
  }

  const silent: Readonly<Record<string, SessionFact>> = {
    'a title': { type: 'title', title: 'x' },
    'a permission': { type: 'permission', callId: 'c', answer: 'allowed' },
    'a turn that ended well': { type: 'turn-ended', reason: 'done' },
    'the ending of a review that nobody began': ended({ state: 'dismissed' }),
  };
  for (const [name, fact] of Object.entries(silent)) {
    it(`are not made for ${name}`, async () => {
      assert.deepEqual(await rowsOf(fact), []);
    });
  }

  it('are not made for an entry of a later version', async () => {
    const session = await restored([started], [{ type: 'unknown', id: 'u', parentId: 'e0', ts: 2, line: '{}' }]);
    assert.deepEqual(sessionRows(session, [], nothing), []);
  });

  it('end with the questions that are open, with what would be changed', async () => {
    const request: PermissionRequest = {
      call: { id: 'c', name: 'write_file', args: {} },
      kind: 'edit',
      title: 'Write src/form.ts',
      edit: { path: '/shop/src/form.ts', before: 'a\n', after: 'b\n' },
      canAllowAlways: true,
      alwaysRules: ['write_file(src/form.ts)'],
    };
    const [row] = sessionRows(await restored([started]), [request], nothing);
    assert.ok(row?.kind === 'permission');
    assert.deepEqual(row.alwaysRules, request.alwaysRules);
    assert.deepEqual(
      row.diff.filter(({ kind }) => kind !== 'same'),
      [
        { kind: 'removed', text: 'a' },
        { kind: 'added', text: 'b' },
      ],
    );
  });
});

describe('what the session view shows', () => {
  it('is nothing to begin with, and says so', () => {
    const view = sessionsView(sessionsWith([]), null);
    assert.deepEqual([view.isLoaded, view.sessions, view.active], [false, [], null]);
  });

  it('says why nothing can be started', () => {
    assert.equal(sessionsView(sessionsWith([]), 'Open a folder first.').blockedBecause, 'Open a folder first.');
  });

  it('is what its page accepts', async () => {
    const sessions = sessionsWith([
      await restored([started, { type: 'user-message', text: 'x' }, askToLeave, pending]),
    ]);
    await sessions.create();
    assert.doesNotThrow(() => sessionsViewSchema.parse(sessionsView(sessions, null)));
  });

  it('F14 has the mode of the register', async () => {
    const session = await restored([started]);
    const sessions = sessionsWith([session]);
    await sessions.create();
    await session.switchMode('default');
    assert.equal(sessionsView(sessions, null).active?.mode.id, 'default');
  });

  it('names a session that has no title yet', async () => {
    const sessions = sessionsWith([await restored([started])]);
    await sessions.create();
    assert.equal(sessionsView(sessions, null).sessions[0]?.title, 'New session');
  });
});

/** The rows of a session that was restored from these facts. */
async function rowsOf(...facts: readonly SessionFact[]): Promise<SessionRow[]> {
  const session = await restored([started, ...facts]);
  const written = new Set(facts.map((_, index) => `e${index + 1}`));
  // What the restore itself appended has tests of its own.
  return sessionRows(session, [], nothing).filter(({ id }) => written.has(id.split('/')[0] ?? ''));
}

/** The rows of a session in which an agent writes these facts in one turn: while it still runs, or when it has ended. */
async function liveRowsOf(when: 'in the turn' | 'after it', facts: readonly SessionFact[]): Promise<SessionRow[]> {
  const session = await restored([started]);
  let inTheTurn: SessionRow[] = [];
  session.attach({
    identity: aHeader.agent,
    prompt: async (turn) => {
      for (const fact of facts) await turn.append(fact);
      inTheTurn = sessionRows(session, [], (callId) => `${callId} prints`);
      return { reason: 'done' };
    },
    dispose: () => Promise.resolve(),
  });
  await session.prompt('x');
  return when === 'in the turn' ? inTheTurn : sessionRows(session, [], nothing);
}

async function restored(facts: readonly SessionFact[], more: readonly LogEntry[] = []): Promise<Session> {
  const entries = facts.map((fact, index) => ({
    ...fact,
    id: `e${index}`,
    parentId: index === 0 ? null : `e${index - 1}`,
    ts: 1000 + index,
  }));
  return Session.restore({ ...aPlatform(), log: new MemorySessionLog() }, aHeader, [...entries, ...more]);
}

/** Sessions whose `create` gives these, one after the other. */
function sessionsWith(given: readonly Session[]): Sessions {
  const left = [...given];
  return new Sessions({
    list: () => Promise.resolve([]),
    create: () => {
      const session = left.shift();
      return Promise.resolve(
        session && {
          session,
          prompter: new CardPrompter(() => undefined),
          output: new RunningOutput(),
          terminals: { has: () => false, show: () => false },
          prompts: noPrompts(),
          checkpoints: noCheckpoints(),
        },
      );
    },
    open: () => Promise.resolve(undefined),
    fork: () => Promise.resolve(undefined),
    takeOver: () => Promise.resolve(undefined),
  });
}
