import assert from 'node:assert/strict';
import type { AgentTurn } from '../../src/core/agentBackend';
import type { ApprovalMode } from '../../src/core/approvalMode';
import type { CancelSignal } from '../../src/core/cancelSignal';
import { keyOf, type FrozenPlan } from '../../src/core/frozenPlan';
import { leftBranches } from '../../src/session/leftBranches';
import { messagesOn } from '../../src/session/earlierMessages';
import { Session } from '../../src/session/session';
import { sessionStateOf } from '../../src/session/sessionState';
import { FaultyLog } from './support/faultyLog';
import { aHeader, aPlatform } from './support/platform';
import { anAgent } from './support/scriptedSession';

type Act = (turn: AgentTurn, signal: CancelSignal) => Promise<void>;

/** A session that has heard these messages, each answered. */
async function heard(messages: readonly string[], isTrusted: () => boolean = () => true) {
  const log = new FaultyLog();
  const session = await Session.create({ ...aPlatform({ isTrusted }), log }, aHeader);
  let act: Act = (turn) => turn.append({ type: 'agent-message', text: 'Done', toolCalls: [] });
  session.attach(anAgent((turn, signal) => act(turn, signal)));
  for (const message of messages) await session.prompt(message);
  const place = (text: string): string => {
    const message = messagesOn(session.transcript).find((earlier) => earlier.text === text);
    assert.ok(message, `${text} is on the branch`);
    return message.before;
  };
  const texts = (): readonly string[] => messagesOn(session.transcript).map(({ text }) => text);
  return { session, log, place, texts, does: (next: Act) => (act = next) };
}

/** The same, with a plan of the next turn waiting for the person. */
async function withReview() {
  const built = await heard(['one']);
  const { session } = built;
  let give: (submitted: Submitted) => void = () => undefined;
  const submitted = new Promise<Submitted>((resolve) => (give = resolve));
  built.does(async (_, signal) => {
    const result = await session.gate.submit({ text: '# Plan', source: { kind: 'argument' }, actor: 'main' }, signal);
    assert.ok(result.state === 'pending');
    give(result);
    await aborted(result.signal);
  });
  const turn = session.prompt('two');
  return { ...built, ...(await submitted), turn };
}

interface Submitted {
  readonly plan: FrozenPlan;
  readonly signal: CancelSignal;
}

async function aborted(signal: CancelSignal): Promise<void> {
  if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
}

describe('going to another place of the conversation', () => {
  it('goes on from there: what was said later is not told to the agent', async () => {
    const { session, place, texts } = await heard(['one', 'two']);
    await session.goTo(place('two'));
    await session.prompt('another two');
    assert.deepEqual(texts(), ['one', 'another two']);
  });

  it('H06 the log tells the same branch to the next restore', async () => {
    const { session, log, place } = await heard(['one', 'two']);
    await session.goTo(place('two'));
    const restored = await Session.restore({ ...aPlatform(), log: new FaultyLog() }, aHeader, await log.read());
    assert.deepEqual([restored.transcript, restored.state], [session.transcript, session.state]);
  });

  it('goes back to a branch that was left, with everything on it', async () => {
    const { session, place, texts } = await heard(['one', 'two']);
    await session.goTo(place('two'));
    await session.prompt('three');
    const [left] = leftBranches(session.entries);
    assert.ok(left);
    await session.goTo(left.leaf);
    assert.deepEqual([left.text, texts()], ['two', ['one', 'two']]);
  });

  it('I37 a pending review is invalidated and that is in the log, before the move is', async () => {
    const { session, log, place, turn } = await withReview();
    await session.goTo(place('two'));
    await turn;
    const entries = await log.read();
    const ended = entries.findIndex(
      (entry) =>
        entry.type === 'review-ended' &&
        entry.outcome.state === 'invalidated' &&
        entry.outcome.cause === 'branch-moved',
    );
    const moved = entries.findIndex(({ type }) => type === 'branch-moved');
    assert.ok(ended !== -1 && ended < moved);
  });

  it('I37 the signal of the review is aborted before the new branch is seen', async () => {
    const { session, place, signal, turn } = await withReview();
    let atMove: boolean | undefined;
    session.onDidChange(() => {
      if (session.transcript.at(-1)?.type === 'branch-moved') atMove ??= signal.aborted;
    });
    await session.goTo(place('two'));
    await turn;
    assert.equal(atMove, true);
  });

  it('I35 V4 a late approval of the review that was left does nothing', async () => {
    const { session, place, plan, turn } = await withReview();
    await session.goTo(place('two'));
    await turn;
    const before = session.entries.length;
    const late = await session.gate.decide({ ...keyOf(plan), decision: { kind: 'approve', target: 'auto-edit' } });
    const call = {
      actor: 'main',
      turn: new AbortController().signal,
      planNow: { state: 'text', text: '# Plan' },
    } as const;
    assert.deepEqual(
      [late, session.gate.execute(keyOf(plan), call).state, session.register.mode, session.entries.length],
      [{ state: 'refused', code: 'no-pending-review' }, 'kept', 'plan', before],
    );
  });

  it('I36 an approval that was given and not used does not come along', async () => {
    const { session, place, plan, turn } = await withReview();
    const decided = session.gate.decide({ ...keyOf(plan), decision: { kind: 'approve', target: 'auto-edit' } });
    const moved = session.goTo(place('two'));
    await Promise.all([decided, moved, turn]);
    const call = {
      actor: 'main',
      turn: new AbortController().signal,
      planNow: { state: 'text', text: '# Plan' },
    } as const;
    assert.deepEqual([session.gate.execute(keyOf(plan), call).state, session.register.mode], ['kept', 'plan']);
  });

  it('keeps the review of the branch that was left, with its ending', async () => {
    const { session, place, plan, turn } = await withReview();
    await session.goTo(place('two'));
    await turn;
    assert.deepEqual([session.state.reviews, session.reviewOf(plan.reviewId)?.state], [[], 'invalidated']);
  });

  it('N09 counts plan versions through all branches, also after a restore', async () => {
    const { session, log, place, turn } = await withReview();
    await session.goTo(place('two'));
    await turn;
    const restored = await Session.restore({ ...aPlatform(), log: new FaultyLog() }, aHeader, await log.read());
    const next = await restored.gate.submit(
      { text: '# Next', source: { kind: 'argument' }, actor: 'main' },
      new AbortController().signal,
    );
    assert.equal(next.state === 'pending' && next.plan.version, 2);
  });

  it('stops a turn that runs, on the branch on which it ran', async () => {
    const { session, place, does } = await heard(['one', 'two']);
    does((_, signal) => aborted(signal));
    const turn = session.prompt('three');
    const moved = await session.goTo(place('two'));
    const [left] = leftBranches(session.entries);
    assert.deepEqual(
      [moved.state, await turn, left?.text, session.state.isTurnOpen],
      ['moved', { state: 'ended', reason: 'cancelled' }, 'three', false],
    );
  });

  it('G06 takes no prompt while it is under way', async () => {
    const { session, place } = await heard(['one', 'two']);
    const moved = session.goTo(place('two'));
    await Promise.resolve();
    assert.deepEqual(await session.prompt('meanwhile'), { state: 'refused', code: 'moving' });
    await moved;
  });

  describe('the mode', () => {
    /** A session in which "one" was said in `then`, "two" after it, and `now` is on. */
    async function inModes(then: ApprovalMode, now: ApprovalMode, isTrusted: () => boolean = () => true) {
      const built = await heard([], isTrusted);
      await built.session.switchMode(then);
      await built.session.prompt('one');
      await built.session.prompt('two');
      await built.session.switchMode(now);
      return built;
    }

    for (const [then, now, holds] of [
      ['plan', 'yolo', 'plan'],
      ['default', 'auto-edit', 'default'],
      ['auto-edit', 'plan', 'plan'],
      ['yolo', 'plan', 'plan'],
      ['yolo', 'default', 'default'],
      ['auto', 'auto', 'auto'],
    ] as const) {
      it(`B1 I38 is ${holds} where ${then} was on there and ${now} is on now, after a restore too`, async () => {
        const { session, log, place } = await inModes(then, now);
        const result = await session.goTo(place('two'));
        const recorded = sessionStateOf(await log.read()).mode;
        assert.deepEqual(
          [session.register.mode, recorded, result.state === 'moved' && result.wasMode],
          [holds, session.register.state, then],
        );
      });
    }

    it('I10 has a revision that never falls, on whatever branch', async () => {
      const { session, log, place } = await inModes('default', 'plan');
      const before = session.register.revision;
      await session.goTo(place('two'));
      assert.ok(session.register.revision >= before);
      assert.equal(sessionStateOf(await log.read()).mode.revision, session.register.revision);
    });

    it('I38 holds at every point at which the process may end', async () => {
      const { session, log, place } = await inModes('yolo', 'plan');
      await session.goTo(place('two'));
      const entries = await log.read();
      const inPlan = entries.findLastIndex((entry) => entry.type === 'mode' && entry.mode === 'plan');
      for (let length = inPlan + 1; length <= entries.length; length += 1)
        assert.equal(sessionStateOf(entries.slice(0, length)).mode.mode, 'plan');
    });

    it('M4 is Plan where the workspace lost its trust', async () => {
      const trust = { isTrusted: true };
      const { session, place } = await inModes('auto-edit', 'yolo', () => trust.isTrusted);
      trust.isTrusted = false;
      await session.goTo(place('two'));
      assert.equal(session.register.mode, 'plan');
    });
  });

  describe('refuses, and changes nothing', () => {
    it('an entry that is not there', async () => {
      const { session } = await heard(['one']);
      const before = session.entries.length;
      assert.deepEqual(
        [await session.goTo('nowhere'), session.entries.length],
        [{ state: 'refused', code: 'unknown-entry' }, before],
      );
    });

    it('V5 the middle of a turn, also to a review that waited there', async () => {
      const { session, place, turn } = await withReview();
      await session.goTo(place('two'));
      await turn;
      const pending = session.entries.find(({ type }) => type === 'review-pending');
      assert.deepEqual(await session.goTo(pending?.id ?? ''), { state: 'refused', code: 'turn-open' });
    });

    it('the place where it is', async () => {
      const { session } = await heard(['one']);
      assert.deepEqual(await session.goTo(session.transcript.at(-1)?.id ?? ''), { state: 'unchanged' });
    });

    it('a session that is closed', async () => {
      const { session, place } = await heard(['one']);
      const to = place('one');
      await session.dispose();
      assert.deepEqual(await session.goTo(to), { state: 'refused', code: 'closed' });
    });

    it('V7 I39 a move that cannot be written: branch and mode stay', async () => {
      const { session, log, place, texts } = await heard(['one', 'two']);
      await session.switchMode('default');
      log.fails = ({ type }) => type === 'branch-moved';
      const { state } = await session.goTo(place('two'));
      assert.deepEqual([state, texts(), session.register.mode], ['failed', ['one', 'two'], 'default']);
    });
  });
});

describe('branches that were left', () => {
  it('are none where nothing was left', async () => {
    const { session } = await heard(['one', 'two']);
    assert.deepEqual(leftBranches(session.entries), []);
  });

  it('do not count a move after which nothing was said', async () => {
    const { session, place } = await heard(['one', 'two']);
    await session.goTo(place('two'));
    await session.goTo(place('one'));
    assert.deepEqual(
      leftBranches(session.entries).map(({ text }) => text),
      ['two'],
    );
  });

  it('come with their mode and the time at which they were left, the last one first', async () => {
    const { session, place } = await heard(['one', 'two']);
    await session.goTo(place('two'));
    await session.prompt('three');
    await session.switchMode('default');
    await session.goTo(place('three'));
    const moves = session.entries.flatMap((entry) => (entry.type === 'branch-moved' ? [entry.ts] : []));
    assert.deepEqual(
      leftBranches(session.entries).map(({ text, mode, leftAt }) => [text, mode, leftAt]),
      [
        ['three', 'default', moves[1]],
        ['two', 'plan', moves[0]],
      ],
    );
  });
});
