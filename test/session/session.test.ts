import assert from 'node:assert/strict';
import type { AgentTurn } from '../../src/core/agentBackend';
import type { CancelSignal } from '../../src/core/cancelSignal';
import { keyOf, type FrozenPlan } from '../../src/core/frozenPlan';
import type { Decision } from '../../src/core/review';
import type { PromptAnswer } from '../../src/core/prompter';
import { Session } from '../../src/session/session';
import { sessionStateOf } from '../../src/session/sessionState';
import { FaultyLog } from './support/faultyLog';
import { aHeader, aPlatform } from './support/platform';
import { anAgent } from './support/scriptedSession';
import { traceOf } from './support/trace';

type Act = (turn: AgentTurn, signal: CancelSignal) => Promise<void>;

/** A session with an agent that does `act` in each turn. */
async function aSession(act: Act = () => Promise.resolve(), isTrusted: () => boolean = () => true) {
  const platform = aPlatform({ isTrusted });
  const log = new FaultyLog();
  const session = await Session.create({ ...platform, log }, aHeader);
  session.attach(anAgent(act));
  const types = async (): Promise<readonly string[]> => (await log.read()).map(({ type }) => type);
  return { session, log, problems: platform.problems, types };
}

/** A session whose agent has submitted a plan and waits until the review has ended, and then executes. */
async function aReview(isTrusted: () => boolean = () => true) {
  const submitted = aSignal<FrozenPlan>();
  const built: Awaited<ReturnType<typeof aSession>> = await aSession(async (turn, signal) => {
    const { gate } = built.session;
    await turn.append({ type: 'agent-message', text: '', toolCalls: [{ id: 'c1', name: 'exit_plan_mode', args: {} }] });
    const result = await gate.submit({ text: '# Plan', source: { kind: 'argument' }, actor: 'main' }, signal);
    assert.ok(result.state === 'pending');
    submitted.give(result.plan);
    const ended = aSignal<undefined>();
    if (result.signal.aborted) ended.give(undefined);
    result.signal.addEventListener('abort', () => ended.give(undefined));
    await ended.promise;
    gate.execute(keyOf(result.plan), { actor: 'main', turn: signal, planNow: { state: 'text', text: '# Plan' } });
  }, isTrusted);
  const turn = built.session.prompt('Add validation');
  const plan = await submitted.promise;
  const decide = (decision: Decision) => built.session.gate.decide({ ...keyOf(plan), decision });
  return { ...built, plan, turn, decide };
}

function aSignal<T>() {
  let give: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (give = resolve));
  return { promise, give: (value: T) => give(value) };
}

/** How long an agent takes to append so many messages in one turn. */
async function msForEntries(count: number): Promise<number> {
  const ignored = { append: () => Promise.resolve(), read: () => Promise.resolve([]), close: () => Promise.resolve() };
  const session = await Session.create({ ...aPlatform(), log: ignored }, aHeader);
  session.attach(
    anAgent(async (turn) => {
      for (let n = 0; n < count; n += 1) await turn.append({ type: 'agent-message', text: 'Hello', toolCalls: [] });
    }),
  );
  const start = performance.now();
  await session.prompt('x');
  return performance.now() - start;
}

const approve: Decision = { kind: 'approve', target: 'default' };

describe('session', () => {
  it('starts in Plan mode at revision 0, and says so in the log', async () => {
    const { session, types } = await aSession();
    assert.deepEqual(
      [session.register.state, await types()],
      [{ mode: 'plan', prePlanMode: 'default', revision: 0 }, ['mode']],
    );
  });

  it('does not start where its first entry cannot be written', async () => {
    const log = new FaultyLog();
    log.fails = () => true;
    await assert.rejects(Session.create({ ...aPlatform(), log }, aHeader), { message: 'no space' });
  });

  it('has the state that its log tells', async () => {
    const { session, log, turn, decide } = await aReview();
    await decide(approve);
    await turn;
    assert.deepEqual(session.state, sessionStateOf(await log.read()));
  });

  describe('prompt', () => {
    it('H13 has the text in the log before the agent is asked', async () => {
      let seen: readonly string[] = [];
      const built: Awaited<ReturnType<typeof aSession>> = await aSession(async () => {
        seen = await built.types();
      });
      await built.session.prompt('Add validation');
      assert.ok(seen.includes('user-message'));
    });

    it('B3 keeps what was typed and tells the agent what it means, and both are in the log', async () => {
      const told: string[] = [];
      const { session, log } = await aSession((turn) => {
        told.push(turn.text);
        return Promise.resolve();
      });
      await session.prompt('/plan /fix 12', 'Fix issue 12.');
      const message = (await log.read()).find(({ type }) => type === 'user-message');
      assert.ok(message?.type === 'user-message');
      assert.deepEqual([told, message.text, message.expansion], [['Fix issue 12.'], '/plan /fix 12', 'Fix issue 12.']);
    });

    it('B3 has no expansion in the log where the agent is told what was typed', async () => {
      const { session, log } = await aSession();
      await session.prompt('Add validation');
      const message = (await log.read()).find(({ type }) => type === 'user-message');
      assert.ok(message !== undefined && !('expansion' in message));
    });

    it('V4 B3 a new task makes the pending review invalid, in the log, and ends its turn before it begins', async () => {
      const { session, types, turn, plan } = await aReview();
      await session.endReviewForNewTask();
      assert.deepEqual([(await turn).state, session.activity, session.register.mode], ['ended', 'idle', 'plan']);
      const review = session.reviewOf(plan.reviewId);
      assert.ok(review?.state === 'invalidated');
      assert.equal(review.cause, 'new-task');
      const order = (await types()).filter((type) => type === 'review-ended' || type === 'turn-ended');
      assert.deepEqual(order, ['review-ended', 'turn-ended']);
    });

    it('V4 I35 a late approval of it unlocks nothing', async () => {
      const { session, decide } = await aReview();
      await session.endReviewForNewTask();
      assert.equal((await decide(approve)).state, 'refused');
      assert.equal(session.register.mode, 'plan');
    });

    it('V4 stops no turn in which no plan waits', async () => {
      let isStopped: boolean | undefined;
      const built: Awaited<ReturnType<typeof aSession>> = await aSession(async (_turn, signal) => {
        await built.session.endReviewForNewTask();
        isStopped = signal.aborted;
      });
      await built.session.prompt('Add validation');
      assert.equal(isStopped, false);
    });

    it('V7 does not ask the agent where the text cannot be written', async () => {
      let isAsked = false;
      const { session, log } = await aSession(() => {
        isAsked = true;
        return Promise.resolve();
      });
      log.fails = ({ type }) => type === 'user-message';
      const { state } = await session.prompt('Add validation');
      assert.deepEqual([state, isAsked, session.activity], ['failed', false, 'idle']);
    });

    it('G06 refuses while a turn runs', async () => {
      const going = aSignal<undefined>();
      const { session } = await aSession(() => going.promise);
      const turn = session.prompt('one');
      assert.deepEqual(await session.prompt('two'), { state: 'refused', code: 'running' });
      going.give(undefined);
      await turn;
    });

    it('G06 refuses while a review is pending, and writes nothing', async () => {
      const { session, types, turn } = await aReview();
      const before = await types();
      assert.deepEqual(await session.prompt('two'), { state: 'refused', code: 'review-pending' });
      assert.deepEqual(await types(), before);
      await session.stop();
      await turn;
    });

    for (const [name, text] of [
      ['an empty', ''],
      ['a blank', ' \n\t '],
    ] as const) {
      it(`G06 refuses ${name} text`, async () => {
        const { session } = await aSession();
        assert.deepEqual(await session.prompt(text), { state: 'refused', code: 'blank' });
      });
    }

    it('refuses without an agent', async () => {
      const session = await Session.create({ ...aPlatform(), log: new FaultyLog() }, aHeader);
      assert.deepEqual(await session.prompt('x'), { state: 'refused', code: 'no-agent' });
    });

    it('names the session after the first line of its first prompt', async () => {
      const { session } = await aSession();
      await session.prompt('\n  Add   validation \nto the form');
      await session.prompt('Another');
      assert.equal(session.title, 'Add validation');
    });

    it('ends the turn as failed where the agent throws, and says so', async () => {
      const { session, problems } = await aSession(() => Promise.reject(new Error('broken')));
      const result = await session.prompt('x');
      assert.deepEqual(
        [result, problems.map(({ code }) => code)],
        [{ state: 'ended', reason: 'failed' }, ['agent-failed']],
      );
    });

    it('I30 pairs a call that the agent left open with a result', async () => {
      const { session, types } = await aSession((turn) =>
        turn.append({ type: 'agent-message', text: '', toolCalls: [{ id: 'c1', name: 'read', args: {} }] }),
      );
      await session.prompt('x');
      assert.deepEqual((await types()).slice(-3), ['agent-message', 'tool-result', 'turn-ended']);
    });

    it('G07 drops what an agent sends after its turn', async () => {
      let late: AgentTurn | undefined;
      const { session, types } = await aSession((turn) => {
        late = turn;
        return Promise.resolve();
      });
      await session.prompt('x');
      const before = await types();
      await assert.rejects(late?.append({ type: 'agent-message', text: 'late', toolCalls: [] }) ?? Promise.resolve(), {
        code: 'turn-is-over',
      });
      assert.deepEqual(await types(), before);
    });

    it('G07 lets no approval of one turn unlock in the next', async () => {
      const built: Awaited<ReturnType<typeof aSession>> = await aSession(async (_, signal) => {
        const result = await built.session.gate.submit(
          { text: '# Plan', source: { kind: 'argument' }, actor: 'main' },
          signal,
        );
        if (result.state !== 'pending') return;
        plan = result.plan;
        await built.session.gate.decide({ ...keyOf(result.plan), decision: approve });
      });
      let plan: FrozenPlan | undefined;
      await built.session.prompt('one');
      const unused = plan;
      assert.ok(unused);
      const second = built.session.prompt('two');
      const call = {
        actor: 'main',
        turn: new AbortController().signal,
        planNow: { state: 'text', text: '# Plan' },
      } as const;
      assert.equal(built.session.gate.execute(keyOf(unused), call).state, 'kept');
      await second;
    });

    it('G07 lets no plan be submitted for a turn that is over', async () => {
      let over: CancelSignal | undefined;
      const { session } = await aSession((_, signal) => {
        over = signal;
        return Promise.resolve();
      });
      await session.prompt('x');
      assert.ok(over);
      const late = await session.gate.submit({ text: '# Late', source: { kind: 'argument' }, actor: 'main' }, over);
      assert.equal(late.state === 'refused' && late.code, 'aborted');
    });

    it('I35 ends a review that the agent did not wait for, before the turn ends', async () => {
      const built: Awaited<ReturnType<typeof aSession>> = await aSession(async (_, signal) => {
        await built.session.gate.submit({ text: '# Plan', source: { kind: 'argument' }, actor: 'main' }, signal);
      });
      await built.session.prompt('x');
      assert.deepEqual((await built.types()).slice(-3), ['review-pending', 'review-ended', 'turn-ended']);
    });

    it('shows what is being written until it is said', async () => {
      const seen: string[] = [];
      const built: Awaited<ReturnType<typeof aSession>> = await aSession(async (turn) => {
        turn.stream('Hel');
        turn.stream('lo');
        seen.push(built.session.streaming);
        await turn.append({ type: 'agent-message', text: 'Hello', toolCalls: [] });
        seen.push(built.session.streaming);
      });
      await built.session.prompt('x');
      assert.deepEqual(seen, ['Hello', '']);
    });
  });

  describe('stop', () => {
    it('ends the turn, and a pending review is unanswered before the turn has ended', async () => {
      const { session, types, turn } = await aReview();
      await session.stop();
      await turn;
      assert.deepEqual((await types()).slice(-3), ['review-ended', 'tool-result', 'turn-ended']);
    });

    it('W2 an aborted review is unanswered and leaves Plan on', async () => {
      const { session, turn } = await aReview();
      await session.stop();
      await turn;
      const [review] = session.state.reviews;
      assert.deepEqual([review?.state === 'unanswered' && review.reason, session.register.mode], ['aborted', 'plan']);
    });

    it('does nothing where no turn runs', async () => {
      const { session, types } = await aSession();
      await session.stop();
      assert.deepEqual(await types(), ['mode']);
    });
  });

  describe('switchMode', () => {
    it('changes the register and records it', async () => {
      const { session, log } = await aSession();
      await session.switchMode('auto-edit');
      assert.deepEqual(sessionStateOf(await log.read()).mode, session.register.state);
    });

    it('V4 has the pending review ended in the log before the mode changes', async () => {
      const { session, types, turn } = await aReview();
      let atChange: readonly string[] = [];
      session.register.onDidChange(() => {
        atChange = session.transcript.map(({ type }) => type);
      });
      await session.switchMode('default');
      assert.equal(atChange.at(-1), 'review-ended');
      assert.ok((await types()).indexOf('review-ended') < (await types()).lastIndexOf('mode'));
      await turn;
    });

    it('V4 a review that a mode change ended is invalidated', async () => {
      const { session, turn } = await aReview();
      await session.switchMode('default');
      await turn;
      const [review] = session.state.reviews;
      assert.equal(review?.state === 'invalidated' && review.cause, 'mode-changed');
    });

    it('M4 C3 refuses without trust and leaves a pending review as it is', async () => {
      const { session, plan, turn } = await aReview(() => false);
      assert.deepEqual(await session.switchMode('yolo'), { state: 'refused', code: 'untrusted-workspace' });
      assert.equal(session.pendingReview, plan);
      await session.stop();
      await turn;
    });

    it('C1 does nothing where that mode is on, not even to a pending review', async () => {
      const { session, plan, turn } = await aReview();
      assert.equal((await session.switchMode('plan')).state, 'unchanged');
      assert.equal(session.pendingReview, plan);
      await session.stop();
      await turn;
    });

    it('keeps the order of changes that overlap', async () => {
      const { session, log } = await aSession();
      await Promise.all([session.switchMode('yolo'), session.switchMode('default'), session.switchMode('plan')]);
      const modes = (await log.read()).flatMap((entry) => (entry.type === 'mode' ? [entry.mode] : []));
      assert.deepEqual(modes, ['plan', 'yolo', 'default', 'plan']);
    });
  });

  describe('a long session', () => {
    it('copies nothing for an entry: 100,000 of them cost what five times 20,000 do', async () => {
      const short = await msForEntries(20_000);
      const long = await msForEntries(100_000);
      // Five times as much where it grows with the entries, twenty-five times where it grows with their square.
      assert.ok(long < short * 12, `${short.toFixed()} ms for 20,000, ${long.toFixed()} ms for 100,000`);
    });

    it('gives readers a transcript that no later entry changes', async () => {
      const { session } = await aSession();
      const before = session.transcript;
      await session.switchMode('default');
      assert.deepEqual([before.length, session.transcript.length], [1, 2]);
    });
  });

  describe('log that fails', () => {
    it('I39 a mode that cannot be recorded holds all the same, and is reported', async () => {
      const { session, log, problems } = await aSession();
      await session.switchMode('default');
      log.fails = () => true;
      await session.switchMode('plan');
      assert.deepEqual([session.register.mode, problems.map(({ code }) => code)], ['plan', ['mode-not-saved']]);
    });

    it('I39 what could not be recorded is recorded before the next entry', async () => {
      const { session, log, types } = await aSession();
      log.fails = ({ type }) => type === 'mode';
      await session.switchMode('default');
      await session.switchMode('yolo');
      log.fails = () => false;
      await session.prompt('go on');
      assert.deepEqual((await types()).slice(0, 4), ['mode', 'mode', 'mode', 'user-message']);
    });

    it('V7 an approval that cannot be written unlocks nothing and can be given again', async () => {
      const { session, log, turn, decide } = await aReview();
      log.fails = ({ type }) => type === 'review-ended';
      const failed = await decide(approve);
      assert.deepEqual(
        [failed.state, session.activity, session.register.mode],
        ['failed', 'waiting-for-review', 'plan'],
      );
      log.fails = () => false;
      await decide(approve);
      await turn;
      assert.equal(session.register.mode, 'default');
    });

    it('V7 an approval that cannot be written is not written later', async () => {
      const { session, log, turn, decide } = await aReview();
      log.fails = ({ type }) => type === 'review-ended';
      await decide(approve);
      log.fails = () => false;
      await session.stop();
      await turn;
      assert.deepEqual(
        (await log.read()).flatMap((entry) => (entry.type === 'review-ended' ? [entry.outcome.state] : [])),
        ['unanswered'],
      );
    });

    it('I34 an ending that could not be written is written before the next review begins', async () => {
      const { session, log, turn } = await aReview();
      log.fails = ({ type }) => type === 'review-ended';
      await session.stop();
      await turn;
      assert.equal(session.pendingReview, undefined);
      log.fails = () => false;
      await session.gate.submit(
        { text: '# Two', source: { kind: 'argument' }, actor: 'main' },
        new AbortController().signal,
      );
      assert.deepEqual(
        session.state.reviews.map(({ state }) => state),
        ['unanswered', 'pending'],
      );
    });

    it('V1 no review is shown that cannot be written', async () => {
      const { session, log } = await aSession();
      log.fails = () => true;
      const result = await session.gate.submit(
        { text: '# Plan', source: { kind: 'argument' }, actor: 'main' },
        new AbortController().signal,
      );
      assert.deepEqual([result.state, session.pendingReview], ['failed', undefined]);
    });
  });

  describe('what it shows', () => {
    it('waits for a review from its entry to its ending', async () => {
      const { session, turn, decide } = await aReview();
      const before = session.activity;
      await decide({ kind: 'dismiss' });
      assert.deepEqual([before, session.activity], ['waiting-for-review', 'running']);
      await turn;
    });

    it('is changing from the recorded approval until the register has changed', async () => {
      const { session, turn, decide } = await aReview();
      const seen: (string | undefined)[] = [session.changing?.to];
      session.onDidChange(() => {
        const { changing } = session;
        if (changing?.to !== seen.at(-1)) seen.push(changing?.to);
      });
      await decide(approve);
      await turn;
      assert.deepEqual(seen, [undefined, 'default', undefined]);
    });

    it('is not changing any more once the register has changed, though the log is behind', async () => {
      const { session, turn, decide } = await aReview();
      let atChange: unknown = 'never';
      session.register.onDidChange(() => {
        atChange = session.changing;
      });
      await decide(approve);
      await turn;
      assert.equal(atChange, undefined);
    });

    it('is not changing any more where the turn ended without the exit', async () => {
      const built: Awaited<ReturnType<typeof aSession>> = await aSession(async (_, signal) => {
        const result = await built.session.gate.submit(
          { text: '# Plan', source: { kind: 'argument' }, actor: 'main' },
          signal,
        );
        if (result.state === 'pending') await built.session.gate.decide({ ...keyOf(result.plan), decision: approve });
      });
      await built.session.prompt('x');
      assert.deepEqual([built.session.changing, built.session.register.mode], [undefined, 'plan']);
    });

    it('waits for a permission while a question is open', async () => {
      const answer = aSignal<PromptAnswer>();
      const built: Awaited<ReturnType<typeof aSession>> = await aSession(async (_, signal) => {
        const prompter = built.session.watched({ ask: () => answer.promise });
        const asked = prompter.ask(
          {
            call: { id: 'c', name: 'edit', args: {} },
            kind: 'edit',
            title: 'Edit a.ts',
            canAllowAlways: false,
            alwaysRules: [],
          },
          signal,
        );
        seen.push(built.session.activity);
        answer.give({ kind: 'allow' });
        await asked;
        seen.push(built.session.activity);
      });
      const seen: string[] = [];
      await built.session.prompt('x');
      assert.deepEqual([...seen, built.session.activity], ['waiting-for-permission', 'running', 'idle']);
    });

    it('R8 shows a question of the agent as its activity while it waits, also when asking fails', async () => {
      const seen: string[] = [];
      const answer = aSignal<string>();
      const built: Awaited<ReturnType<typeof aSession>> = await aSession(async () => {
        const asked = built.session.whileAsking(() => answer.promise);
        seen.push(built.session.activity);
        answer.give('a');
        seen.push(await asked);
        await built.session.whileAsking(() => Promise.reject(new Error('no window'))).catch(() => undefined);
        seen.push(built.session.activity);
      });
      await built.session.prompt('x');
      assert.deepEqual(seen, ['waiting-for-answer', 'a', 'running']);
    });

    it('I24 a listener that throws is reported and fails nothing', async () => {
      const { session, problems } = await aSession();
      session.onDidChange(() => {
        throw new Error('broken view');
      });
      await session.switchMode('default');
      assert.deepEqual([session.state.mode.mode, problems[0]?.code], ['default', 'surface-failed']);
    });
  });

  describe('dispose', () => {
    it('H06 writes nothing about a pending review, so that the next restore finds it', async () => {
      const { session, types, turn } = await aReview();
      const before = await types();
      await session.dispose();
      await turn;
      assert.deepEqual(await types(), before);
    });

    it('V5 the next restore makes the review unanswered and leaves Plan on', async () => {
      const { session, log, turn } = await aReview();
      await session.dispose();
      await turn;
      const restored = await Session.restore(
        { ...aPlatform({ prefix: 'after' }), log: new FaultyLog() },
        aHeader,
        await log.read(),
      );
      const [review] = restored.state.reviews;
      assert.deepEqual(
        [review?.state === 'unanswered' && review.reason, restored.register.mode, restored.activity],
        ['restored', 'plan', 'idle'],
      );
    });

    it('is no problem for a person', async () => {
      const { session, problems, turn } = await aReview();
      await session.dispose();
      await turn;
      assert.deepEqual(problems, []);
    });

    it('waits for what was being written', async () => {
      const { session, log, types } = await aSession();
      const release = log.hold();
      session.register.switchByPerson('default');
      const disposed = session.dispose();
      release();
      await disposed;
      assert.deepEqual(await types(), ['mode', 'mode']);
    });

    it('refuses prompts and modes afterwards', async () => {
      const { session } = await aSession();
      await session.dispose();
      const refused = { state: 'refused', code: 'closed' };
      assert.deepEqual([await session.prompt('x'), await session.switchMode('default')], [refused, refused]);
    });
  });

  describe('restore', () => {
    it('H07 sends nothing by itself', async () => {
      const log = new FaultyLog();
      const trace = traceOf({ type: 'user-message', text: 'Add validation' });
      const session = await Session.restore({ ...aPlatform(), log }, aHeader, trace);
      assert.deepEqual([session.activity, (await log.read()).map(({ type }) => type)], ['idle', ['turn-ended']]);
    });

    it('M4 has the register at the tightened mode', async () => {
      const trace = traceOf({ type: 'mode', mode: 'yolo', revision: 3, cause: 'person' });
      const session = await Session.restore(
        { ...aPlatform({ isTrusted: () => false }), log: new FaultyLog() },
        aHeader,
        trace,
      );
      assert.deepEqual(
        [session.register.state, session.state.mode],
        Array(2).fill({ mode: 'plan', prePlanMode: 'default', revision: 4 }),
      );
    });

    it('counts plan versions on from those that were frozen', async () => {
      const { session, log, turn } = await aReview();
      await session.stop();
      await turn;
      const restored = await Session.restore(
        { ...aPlatform({ prefix: 'after' }), log: new FaultyLog() },
        aHeader,
        await log.read(),
      );
      const result = await restored.gate.submit(
        { text: '# Two', source: { kind: 'argument' }, actor: 'main' },
        new AbortController().signal,
      );
      assert.equal(result.state === 'pending' && result.plan.version, 2);
    });
  });
});
