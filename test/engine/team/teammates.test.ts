import assert from 'node:assert/strict';
import type { ApprovalMode } from '../../../src/core/approvalMode';
import type { AgentStep } from '../../../src/core/sessionEntry';
import { leadersTargets } from '../../core/aLeaderGate';
import { turnOfEventLoop } from '../../core/turnOfEventLoop';
import { ruleBook } from '../support/aCall';
import { approve, exit, planFile, write, type Answer, type EngineOptions } from '../support/anEngine';
import { anEngineSession } from '../support/anEngineSession';
import { scriptedAgents, task, type Script } from '../support/agentScripts';

const files = { 'a.ts': 'a' };
const teammate = (prompt = 'Child'): readonly [string, unknown] => task(prompt, { planRequired: true });
const submit = (plan = '# Child plan'): Answer => ({ calls: [['exit_plan_mode', { plan }]] });
const decide = (action: 'approve' | 'reject', message?: string, request = 'id-request-1'): Answer => ({
  calls: [['team_plan_approval', { request_id: request, action, ...(message === undefined ? {} : { message }) }]],
});

/** A session with a leader and one teammate, each by its script, in a mode. Runs the first turn. */
async function aTeam(
  { leader = [], child = [] }: { readonly leader?: Script; readonly child?: Script },
  options: EngineOptions & { readonly now?: ApprovalMode } = {},
) {
  const model = scriptedAgents({ 'Do it': [{ calls: [teammate()] }, ...leader], Child: child });
  const inSession = await anEngineSession({ model, files, isUnread: true, ...options });
  const { session, engine } = inSession;
  if (options.now !== undefined) await session.switchMode(options.now);
  const end = await session.prompt('Do it');
  const steps = (): readonly Extract<AgentStep, { type: 'tool-result' }>[] =>
    session.history.flatMap((entry) =>
      entry.type === 'sub-agent-step' && entry.step.type === 'tool-result' ? [entry.step] : [],
    );
  const results = () => session.history.flatMap((entry) => (entry.type === 'tool-result' ? [entry] : []));
  const outcomes = () =>
    session.history.flatMap((entry) => (entry.type === 'teammate-plan-ended' ? [entry.outcome] : []));
  return { ...inSession, model, end, steps, results, outcomes, engine };
}

describe('teammates', () => {
  it('E3 L6 sends its plan to its leader, and works when that has approved it', async () => {
    const team = await aTeam(
      {
        leader: [decide('approve', 'Mind the tests.')],
        child: [submit(), { calls: [write('b.ts')] }, { text: 'Done.' }],
      },
      { now: 'auto-edit' },
    );
    const [started, decided] = team.results();
    assert.match(started?.text ?? '', /^A teammate has planned and waits.*"request_id":"id-request-1".*# Child plan/s);
    assert.match(decided?.text ?? '', /^Your approval of the plan of “Child” is recorded.*\n\nDone\.$/s);
    assert.match(
      team.steps()[0]?.text ?? '',
      /^Leader approved\. Your approval mode is now auto-edit\..*Mind the tests\.$/s,
    );
    assert.deepEqual([team.engine.workspace.writes, team.engine.prompts, team.engine.shown], [['/work/b.ts'], [], []]);
  });

  it('E3 I1 M06 touches neither the mode of the session nor its gate, and says nowhere that a person approved', async () => {
    const team = await aTeam({ leader: [decide('approve')], child: [submit(), { text: 'Done.' }] }, { now: 'default' });
    assert.equal(team.session.register.mode, 'default');
    assert.deepEqual(team.session.state.reviews, []);
    const told = JSON.stringify(
      [...team.model.requestsOf('Do it'), ...team.model.requestsOf('Child')].map((one) => one.messages),
    );
    assert.doesNotMatch(told, /User approved|person approved/);
  });

  it('R2 needs no person for the exit of a teammate', async () => {
    const team = await aTeam({ child: [submit()] }, { now: 'default' });
    assert.deepEqual([team.engine.prompts, team.engine.shown, team.session.activity], [[], [], 'idle']);
  });

  it('L1 L2 Q1 offers a teammate the plan exit and nothing else that is the session’s, the same bytes all through', async () => {
    const team = await aTeam({ leader: [decide('approve')], child: [submit(), { text: 'Done.' }] }, { now: 'default' });
    const blocks = team.model.requestsOf('Child').map(({ tools }) => tools.map(({ name }) => name));
    assert.equal(new Set(team.model.requestsOf('Child').map(({ tools }) => JSON.stringify(tools))).size, 1);
    assert.ok(blocks[0]?.includes('exit_plan_mode'));
    for (const hidden of ['enter_plan_mode', 'task', 'team_plan_approval']) assert.ok(!blocks[0]?.includes(hidden));
  });

  it('L2 P2 starts in Plan in every mode, and is told how its plan is handed over', async () => {
    const team = await aTeam({ child: [{ text: 'Nothing to plan.' }] }, { now: 'yolo' });
    const told = JSON.stringify(team.model.requestsOf('Child')[0]?.messages);
    assert.match(told, /Plan mode is on\..*call exit_plan_mode with the whole plan.*it goes to your leader/s);
    assert.ok(!told.includes(planFile));
  });

  const refusedBefore: readonly (readonly [string, unknown])[] = [
    write('b.ts'),
    write(planFile),
    ['edit_file', { path: 'a.ts', old_text: 'a', new_text: 'b' }],
    ['shell', { command: 'ls' }],
    ['shell', { command: 'make' }],
    ['shell', { command: 'rm a.ts' }],
    ['todo', { items: [] }],
    ['ask_user_question', { questions: [{ question: 'May I?' }] }],
    ['enter_plan_mode', {}],
    ['task', { description: 'More', prompt: 'More' }],
    ['team_plan_approval', { request_id: 'id-request-1', action: 'approve' }],
  ];
  for (const [name, args] of refusedBefore) {
    for (const now of ['default', 'yolo'] as const) {
      it(`L2 I51 refuses ${name} ${JSON.stringify(args)} before the approval, with the leader in ${now}`, async () => {
        const team = await aTeam({ child: [{ calls: [[name, args]] }] }, { now });
        const [step] = team.steps();
        assert.equal(step?.outcome, 'refused');
        assert.match(step.text, /call exit_plan_mode with the whole plan/);
        assert.deepEqual([team.engine.workspace.writes, team.engine.prompts], [[], []]);
      });
    }
  }

  it('L2 lets a teammate read before the approval', async () => {
    const team = await aTeam(
      {
        child: [
          {
            calls: [
              ['read_file', { path: 'a.ts' }],
              ['list_files', {}],
              ['glob', { pattern: '*' }],
            ],
          },
        ],
      },
      { now: 'default' },
    );
    assert.deepEqual(
      team.steps().map(({ outcome }) => outcome),
      ['ok', 'ok', 'ok'],
    );
  });

  for (const rules of [{ ask: ['Read(a.ts)'] }, { deny: ['Read(a.ts)'] }]) {
    it(`L2 I51 reads nothing before the approval that a rule does not simply allow: ${JSON.stringify(rules)}`, async () => {
      const team = await aTeam(
        { child: [{ calls: [['read_file', { path: 'a.ts' }]] }] },
        { now: 'yolo', ports: ruleBook(rules) },
      );
      assert.deepEqual([team.steps()[0]?.outcome, team.engine.prompts], ['refused', []]);
    });
  }

  for (const [now, isTrusted, target] of leadersTargets.filter(([, isTrusted]) => isTrusted)) {
    it(`L5 leads to ${target} where the leader is in ${now}${isTrusted ? '' : ' without trust'}`, async () => {
      const team = await aTeam({ leader: [decide('approve')], child: [submit(), { text: 'Done.' }] }, { now });
      assert.deepEqual(team.outcomes(), [{ state: 'approved', target }]);
    });
  }

  it('L6 tells a teammate to revise, with the feedback, and takes its next plan', async () => {
    const team = await aTeam(
      {
        leader: [
          decide('reject', 'Smaller.'),
          decide('reject', undefined, 'id-request-2'),
          decide('approve', undefined, 'id-request-3'),
        ],
        child: [submit(), submit('# Second'), submit('# Third'), { text: 'Done.' }],
      },
      { now: 'default' },
    );
    const [first, second, third] = team.steps();
    assert.match(
      first?.text ?? '',
      /^Your leader asks you to revise the plan; it is not approved\. Plan mode is still on\..*call exit_plan_mode again\..*\n\nSmaller\.$/s,
    );
    assert.match(second?.text ?? '', /It gave no reason\.$/);
    assert.match(third?.text ?? '', /^Leader approved\./);
    assert.match(team.results()[1]?.text ?? '', /^Your rejection of the plan of “Child” is recorded.*# Second/s);
  });

  it('L5 I49 lets a leader in Plan approve nothing; its own approved plan changes that in the same turn', async () => {
    const team = await aTeam(
      {
        leader: [decide('approve'), exit, decide('approve')],
        child: [submit(), { text: 'Done.' }],
      },
      { reviews: [approve('auto-edit')] },
    );
    assert.match(
      team.results()[1]?.text ?? '',
      /^Plan mode is still on for you, so you can approve nothing\. The request waits/,
    );
    assert.deepEqual(team.outcomes(), [{ state: 'approved', target: 'auto-edit' }]);
    assert.match(team.results().at(-1)?.text ?? '', /Done\.$/);
  });

  it('L5 I48 refuses a second decision, and one without a request', async () => {
    const team = await aTeam(
      {
        leader: [decide('approve'), decide('reject'), decide('approve', undefined, 'request-9')],
        child: [submit(), { text: 'Done.' }],
      },
      { now: 'default' },
    );
    assert.deepEqual(
      team
        .results()
        .slice(2)
        .map(({ outcome, text }) => [outcome, text]),
      Array.from({ length: 2 }, () => ['error', 'There is no such request, or it has ended. Nothing was decided.']),
    );
    assert.equal(team.outcomes().length, 1);
  });

  it('L5 I48 takes one of two decisions of one message', async () => {
    const both: Answer = { calls: [...(decide('approve').calls ?? []), ...(decide('reject').calls ?? [])] };
    const team = await aTeam({ leader: [both], child: [submit(), { text: 'Done.' }] }, { now: 'default' });
    assert.deepEqual(
      team
        .results()
        .slice(1)
        .map(({ outcome }) => outcome),
      ['ok', 'error'],
    );
    assert.deepEqual(team.outcomes(), [{ state: 'approved', target: 'default' }]);
  });

  it('M07 L3 keeps two teammates of one message apart', async () => {
    const model = scriptedAgents({
      'Do it': [{ calls: [teammate('One'), teammate('Two')] }, decide('approve', undefined, 'id-request-2')],
      One: [submit('# One')],
      Two: [submit('# Two'), { text: 'Two is done.' }],
    });
    const { session } = await anEngineSession({ model });
    await session.switchMode('default');
    await session.prompt('Do it');
    assert.deepEqual(
      session.state.teammateReviews.map(({ plan, state }) => [plan.text, state]),
      [
        ['# One', 'pending'],
        ['# Two', 'approved'],
      ],
    );
  });

  it('waits beyond the turn, reminds its leader by the id, and goes on in a later turn', async () => {
    const team = await aTeam(
      {
        leader: [{ text: 'Later.' }, decide('approve'), { text: 'All done.' }],
        child: [submit(), { calls: [write('b.ts')] }, { text: 'Done.' }],
      },
      { now: 'auto-edit' },
    );
    assert.deepEqual([team.end.state, team.session.leaderGate.pending.length], ['ended', 1]);
    await team.session.prompt('Go on');
    const reminder = team.model.requestsOf('Do it')[2]?.messages.at(-1);
    assert.match(reminder?.text ?? '', /request ids: id-request-1\.$/);
    assert.deepEqual([team.engine.workspace.writes, team.results().at(-1)?.outcome], [['/work/b.ts'], 'ok']);
    assert.deepEqual(team.engine.faults, []);
  });

  for (const [what, end] of [
    ['the person stops', 'stop'],
    ['the conversation goes elsewhere', 'goTo'],
    ['the session ends', 'dispose'],
  ] as const) {
    it(`L3 I48 ends a teammate that waits when ${what}, and leaves nothing of it running`, async () => {
      const team = await aTeam(
        { leader: [{ text: 'Later.' }], child: [submit(), { calls: [write('b.ts')] }] },
        { now: 'yolo' },
      );
      const place = team.session.transcript[0]?.id ?? '';
      if (end === 'goTo') await team.session.goTo(place);
      else await team.session[end]();
      await turnOfEventLoop();
      await team.session.prompt('Go on');
      assert.deepEqual([team.session.leaderGate.pending, team.engine.workspace.writes], [[], []]);
      assert.deepEqual([team.model.requestsOf('Child').length, team.engine.faults], [1, []]);
      await team.engine.agent.dispose();
    });
  }

  it('L6 S1 does nothing more when the turn is stopped while the teammate works', async () => {
    const model = scriptedAgents({
      'Do it': [{ calls: [teammate()] }, decide('approve')],
      Child: [
        submit(),
        () => {
          void session.stop();
          return { calls: [write('b.ts')] };
        },
      ],
    });
    const { session, engine } = await anEngineSession({ model });
    await session.switchMode('yolo');
    const end = await session.prompt('Do it');
    assert.deepEqual([end, engine.workspace.writes], [{ state: 'ended', reason: 'cancelled' }, []]);
  });

  it('M01 judges an approved teammate by the mode of the session once a person has put that in Plan', async () => {
    const model = scriptedAgents({
      'Do it': [{ calls: [teammate()] }, decide('approve')],
      Child: [
        submit(),
        async () => {
          await session.switchMode('plan');
          return { calls: [write('b.ts')] };
        },
      ],
    });
    const { session, engine } = await anEngineSession({ model });
    await session.switchMode('yolo');
    await session.prompt('Do it');
    assert.deepEqual([engine.workspace.writes, engine.prompts], [[], []]);
    assert.match(
      JSON.stringify(model.requestsOf('Child').at(-1)?.messages),
      /Plan mode is on: write_file is refused.*as your answer/s,
    );
  });

  it('E2 I54 gives an approved teammate guidance when it asks again, and nobody is asked', async () => {
    const team = await aTeam(
      { leader: [decide('approve')], child: [submit(), submit(), { text: 'Done.' }] },
      { now: 'default' },
    );
    assert.match(team.steps()[1]?.text ?? '', /There is no Plan mode to leave/);
    assert.equal(team.outcomes().length, 1);
  });

  for (const [what, plan] of [
    ['blank', { plan: ' ' }],
    ['left out', {}],
    ['too large', { plan: 'x'.repeat(9 * 1024 * 1024) }],
  ] as const) {
    it(`L3 sends no plan that is ${what}`, async () => {
      const team = await aTeam({ child: [{ calls: [['exit_plan_mode', plan]] }] }, { now: 'default' });
      assert.equal(team.steps()[0]?.outcome, 'error');
      assert.deepEqual(team.session.state.teammateReviews, []);
    });
  }

  it('L5 has no team where the host has none', async () => {
    const model = scriptedAgents({ 'Do it': [{ calls: [teammate()] }, decide('approve')], Child: [] });
    const { session } = await anEngineSession({ model, ports: { leaderGate: undefined } });
    await session.prompt('Do it');
    assert.deepEqual(
      session.history.flatMap((entry) =>
        entry.type === 'tool-result' ? [[entry.outcome, entry.text.includes('no teammates here')]] : [],
      ),
      [
        ['refused', true],
        ['refused', true],
      ],
    );
  });

  it('tells the leader how a teammate ended that never asked', async () => {
    const team = await aTeam({ child: [{ text: 'There is nothing to do.' }] }, { now: 'default' });
    assert.match(team.results()[0]?.text ?? '', /^“Child” has ended\..*There is nothing to do\.$/s);
  });
});
