import assert from 'node:assert/strict';
import type { SessionFact } from '../../src/core/sessionEntry';
import type { TeammatePlan } from '../../src/core/teammatePlan';
import { nodePlatform } from '../../src/session/nodePlatform';
import { restore } from '../../src/session/restoredSession';
import { Session } from '../../src/session/session';
import { sessionStateOf } from '../../src/session/sessionState';
import { FaultyLog } from './support/faultyLog';
import { aHeader, aPlan, aPlatform, digest } from './support/platform';
import { anAgent } from './support/scriptedSession';
import { traceOf } from './support/trace';

const plan: TeammatePlan = {
  requestId: 'request-1',
  taskCallId: 'c1',
  teammate: '“Child”',
  planHash: digest('# Plan'),
  revision: 0,
  text: '# Plan',
  submittedAt: 7,
};
const pending: SessionFact = { type: 'teammate-plan-pending', plan };
const approved: SessionFact = {
  type: 'teammate-plan-ended',
  requestId: 'request-1',
  endedAt: 8,
  outcome: { state: 'approved', target: 'default' },
};

/** A session in Default whose agent has a teammate that waits for it; the agent has ended its turn. */
async function withRequest() {
  const log = new FaultyLog();
  const session = await Session.create({ ...aPlatform(), log }, aHeader);
  await session.switchMode('default');
  const teammate = session.register.override('plan');
  session.leaderGate.join('c1', '“Child”', teammate);
  session.attach(
    anAgent(async (turn) => {
      const stop = new AbortController();
      await session.leaderGate.request({ taskCallId: 'c1', text: '# Plan' }, stop.signal, () => undefined);
      await turn.append({ type: 'agent-message', text: 'It waits.', toolCalls: [] });
    }),
  );
  await session.prompt('Delegate it');
  return { session, log, teammate };
}

function ends(session: Session): readonly unknown[] {
  return session.entries.flatMap((entry) => (entry.type === 'teammate-plan-ended' ? [entry.outcome] : []));
}

describe('requests of teammates in a session', () => {
  it('L3 gives each request 12 random bytes in hex', () => {
    const ids = Array.from({ length: 100 }, () => nodePlatform.requestIds.next());
    assert.ok(ids.every((id) => /^[0-9a-f]{24}$/.test(id)));
    assert.equal(new Set(ids).size, 100);
  });

  it('keeps a request that waits beyond the turn in which it was made', async () => {
    const { session } = await withRequest();
    assert.deepEqual(
      [session.activity, session.state.teammateReviews.map(({ state }) => state)],
      ['idle', ['pending']],
    );
  });

  it('L6 is left by the leader’s approval in a later turn; the mode of the session is not touched', async () => {
    const { session, teammate } = await withRequest();
    const { revision } = session.register;
    const requestId = session.leaderGate.pending[0]?.requestId ?? '';
    await session.leaderGate.decide({ requestId, decision: { kind: 'approve' } });
    const result = session.leaderGate.execute(requestId, new AbortController().signal);
    assert.deepEqual([result.state, teammate.mode, session.register.revision], ['left', 'default', revision]);
    assert.equal(session.state.teammateReviews[0]?.state, 'approved');
  });

  it('I48 ends it when the person stops, also between two turns', async () => {
    const { session } = await withRequest();
    await session.stop();
    assert.deepEqual([ends(session), session.leaderGate.pending], [[{ state: 'ended', reason: 'aborted' }], []]);
  });

  it('I48 ends it before the conversation goes to another place', async () => {
    const { session } = await withRequest();
    await session.goTo(session.transcript[0]?.id ?? '');
    assert.deepEqual(ends(session), [{ state: 'ended', reason: 'branch-moved' }]);
    assert.deepEqual(session.entries.map(({ type }) => type).slice(-2), ['teammate-plan-ended', 'branch-moved']);
  });

  it('holds an ending that could not be written, and writes it before the next entry', async () => {
    const { session, log } = await withRequest();
    log.fails = () => true;
    await session.stop();
    assert.deepEqual([ends(session), session.leaderGate.pending], [[], []]);
    log.fails = () => false;
    await session.switchMode('plan');
    assert.equal(ends(session).length, 1);
  });

  it('V5 I48 is ended by the next restore, and approved by none', () => {
    const { facts } = restore(traceOf(pending), { now: 9, isTrusted: true });
    assert.deepEqual(facts, [
      {
        type: 'teammate-plan-ended',
        requestId: 'request-1',
        endedAt: 9,
        outcome: { state: 'ended', reason: 'restored' },
      },
    ]);
    assert.deepEqual(restore(traceOf(pending, ...facts), { now: 9, isTrusted: true }).facts, []);
  });

  it('I48 believes the first ending of a request', () => {
    const ended: SessionFact = { ...approved, outcome: { state: 'ended', reason: 'aborted' } };
    assert.deepEqual(
      sessionStateOf(traceOf(pending, ended, approved)).teammateReviews.map(({ state }) => state),
      ['ended'],
    );
    assert.deepEqual(sessionStateOf(traceOf(approved)).teammateReviews, []);
  });

  it('I1 M06 lets no approval of a leader stand for that of a person', () => {
    const own = aPlan();
    const exit: SessionFact = { type: 'mode', mode: 'default', revision: 1, cause: 'plan-exit', reviewId: 'request-1' };
    assert.equal(
      sessionStateOf(traceOf({ type: 'review-pending', plan: own }, pending, approved, exit)).mode.mode,
      'plan',
    );
  });
});
