import assert from 'node:assert/strict';
import { keyOf } from '../../src/core/frozenPlan';
import type { ModeChange } from '../../src/core/modeRegister';
import { Session } from '../../src/session/session';
import { turnOfEventLoop } from '../core/turnOfEventLoop';
import { FaultyLog } from './support/faultyLog';
import { aHeader, aPlatform } from './support/platform';

type Cause = ModeChange['cause']['kind'];

/** Every way in which the mode of a session changes, from Plan and back. */
const ways: readonly (readonly [what: string, cause: Cause, act: (session: Session) => unknown])[] = [
  ['a person chooses', 'person', (session) => session.switchMode('yolo')],
  ['the agent enters Plan', 'agent', (session) => session.register.enterPlanByAgent()],
  ['a plan is approved', 'plan-exit', leaveByPlan],
  ['the conversation goes back', 'tightened', (session) => session.goTo(session.entries[0]?.id ?? '')],
];

async function leaveByPlan({ gate }: Session): Promise<void> {
  const turn = new AbortController().signal;
  const submitted = await gate.submit({ text: '# Plan', source: { kind: 'argument' }, actor: 'main' }, turn);
  assert.ok(submitted.state === 'pending');
  const key = keyOf(submitted.plan);
  await gate.decide({ ...key, decision: { kind: 'approve', target: 'auto-edit' } });
  gate.execute(key, { actor: 'main', turn, planNow: { state: 'text', text: '# Plan' } });
}

describe('ways of setting the mode', () => {
  it('M5 all end at the register, are told once and are in the log', async () => {
    const session = await Session.create({ ...aPlatform(), log: new FaultyLog() }, aHeader);
    const causes: Cause[] = [];
    session.register.onDidChange(({ cause }) => causes.push(cause.kind));
    for (const [what, , act] of ways) {
      await act(session);
      await turnOfEventLoop();
      assert.deepEqual(session.state.mode, session.register.state, what);
    }
    assert.deepEqual(
      causes,
      ways.map(([, cause]) => cause),
    );
    await session.dispose();
  });
});
