import assert from 'node:assert/strict';
import fc from 'fast-check';
import { approvalModes, isStricter } from '../../src/core/approvalMode';
import { leaderTarget } from '../../src/core/leaderTarget';
import { aLeaderGate, leadersTargets } from './aLeaderGate';
import { noon } from './aGate';
import { sha256 } from './sha256';

describe('leader gate, request', () => {
  it('L3 freezes the plan with its hash, its revision and an id of its own, and writes it before the leader has it', async () => {
    const at = aLeaderGate();
    at.withTeammate();
    at.log.hold();
    const requested = at.request();
    assert.deepEqual([at.delivered, at.gate.pending], [[], []]);
    at.log.held[0]?.release();
    assert.equal((await requested).state, 'pending');
    assert.deepEqual(at.delivered, [
      {
        requestId: 'request-1',
        taskCallId: 'task-1',
        teammate: '“task-1”',
        planHash: sha256('# Plan'),
        revision: 0,
        text: '# Plan',
        submittedAt: noon,
      },
    ]);
    assert.deepEqual(at.gate.pending, at.delivered);
  });

  it('L3 refuses a teammate that nobody knows', async () => {
    assert.deepEqual(await aLeaderGate().request(), { state: 'refused', code: 'unknown-teammate' });
  });

  it('L3 refuses a teammate that has come to its end', async () => {
    const at = aLeaderGate();
    at.withTeammate();
    await at.gate.leave('task-1');
    assert.deepEqual(await at.request(), { state: 'refused', code: 'unknown-teammate' });
  });

  it('L3 refuses one whose plan was approved before: it is in Plan no more', async () => {
    const request = await aLeaderGate().withRequest();
    await request.modeAfterApproval();
    assert.deepEqual(await request.at.request(), { state: 'refused', code: 'not-in-plan' });
  });

  it('L3 refuses where there is no way to a leader', async () => {
    const at = aLeaderGate();
    at.withTeammate();
    const result = await at.gate.request({ taskCallId: 'task-1', text: '# Plan' }, at.turn.signal, undefined);
    assert.deepEqual([result, at.log.writes], [{ state: 'refused', code: 'no-leader' }, []]);
  });

  it('L3 refuses a turn that was stopped already', async () => {
    const at = aLeaderGate();
    at.withTeammate();
    at.turn.abort();
    assert.deepEqual([await at.request(), at.log.writes], [{ state: 'refused', code: 'aborted' }, []]);
  });

  it('L3 I48 refuses a second request while one is pending, also while the first is being written', async () => {
    const at = aLeaderGate();
    at.withTeammate();
    at.log.hold();
    const first = at.request();
    assert.deepEqual(await at.request(), { state: 'refused', code: 'request-pending' });
    at.log.held[0]?.release();
    await first;
    assert.deepEqual(await at.request(), { state: 'refused', code: 'request-pending' });
    assert.equal(at.gate.pending.length, 1);
  });

  it('M07 keeps the requests of two teammates apart', async () => {
    const at = aLeaderGate();
    const [one, two] = [await at.withRequest('task-1'), await at.withRequest('task-2')];
    await two.approve();
    assert.deepEqual(
      at.gate.pending.map(({ requestId }) => requestId),
      [one.plan.requestId],
    );
  });

  it('refuses a plan with nothing but white space in it', async () => {
    const at = aLeaderGate();
    at.withTeammate();
    assert.deepEqual(await at.request('task-1', ' \n'), { state: 'refused', code: 'blank-plan' });
  });

  it('L3 I48 ends a request when the turn of its teammate is stopped, and removes it', async () => {
    const request = await aLeaderGate().withRequest();
    request.at.turn.abort();
    assert.deepEqual(await request.answered, { state: 'ended', reason: 'aborted' });
    assert.deepEqual(request.at.gate.pending, []);
    assert.deepEqual(await request.approve(), { state: 'refused', code: 'unknown-request' });
    await request.at.gate.settled();
    assert.deepEqual(request.at.log.story, ['pending', 'ended']);
  });

  it('L3 brings nothing to the leader of a request that was stopped while it was being written', async () => {
    const at = aLeaderGate();
    at.withTeammate();
    at.log.hold();
    const requested = at.request();
    at.turn.abort();
    for (const write of at.log.held) write.release();
    assert.deepEqual(await requested, { state: 'refused', code: 'aborted' });
    assert.deepEqual(at.delivered, []);
  });

  it('L3 removes a request that could not be brought to the leader', async () => {
    const at = aLeaderGate();
    at.withTeammate();
    const cause = new Error('no channel');
    const result = await at.gate.request({ taskCallId: 'task-1', text: '# Plan' }, at.turn.signal, () => {
      throw cause;
    });
    assert.deepEqual(result, { state: 'failed', code: 'undelivered', cause });
    assert.deepEqual([at.gate.pending, at.log.story], [[], ['pending', 'ended']]);
  });

  it('L3 brings nothing to the leader that could not be written, and takes the next request', async () => {
    const at = aLeaderGate();
    at.withTeammate();
    at.log.fail();
    assert.equal((await at.request()).state, 'failed');
    assert.deepEqual([at.delivered, at.gate.pending], [[], []]);
    at.log.keep();
    assert.equal((await at.request()).state, 'pending');
  });
});

describe('leader gate, decide', () => {
  it('L5 records an approval, with what the leader says, and changes no mode', async () => {
    const request = await aLeaderGate('auto-edit').withRequest();
    const result = await request.approve('Mind the tests.');
    assert.equal(result.state, 'recorded');
    const outcome = { state: 'approved', target: 'auto-edit', message: 'Mind the tests.' };
    assert.deepEqual(request.at.log.kept.at(-1), {
      type: 'teammate-plan-ended',
      requestId: 'request-1',
      endedAt: noon,
      outcome,
    });
    assert.deepEqual([await request.answered, request.register.revision, request.at.leader.revision], [outcome, 0, 0]);
  });

  for (const [mode, isTrusted, target] of leadersTargets) {
    it(`L5 leads to ${target} where the leader is in ${mode}${isTrusted ? '' : ' without trust'}`, async () => {
      const at = aLeaderGate(mode);
      at.isTrusted = isTrusted;
      assert.equal(await (await at.withRequest()).modeAfterApproval(), target);
    });
  }

  it('L5 gives nothing that the leader does not have', () => {
    for (const mode of approvalModes) {
      for (const isTrusted of [true, false]) {
        const target = leaderTarget(mode, isTrusted);
        assert.ok(target === undefined ? mode === 'plan' : !isStricter(mode, target));
      }
    }
  });

  it('L5 I49 approves nothing while the leader is in Plan; the request stays and can be approved later', async () => {
    const request = await aLeaderGate('plan').withRequest();
    assert.deepEqual(await request.approve(), { state: 'refused', code: 'leader-in-plan' });
    assert.deepEqual(
      [request.at.gate.pending.length, request.register.revision, request.at.log.story],
      [1, 0, ['pending']],
    );
    request.at.leader.switchByPerson('default');
    assert.equal(await request.modeAfterApproval(), 'default');
  });

  it('L5 lets a leader in Plan reject', async () => {
    const request = await aLeaderGate('plan').withRequest();
    await request.reject('Smaller steps.');
    assert.deepEqual(await request.answered, { state: 'rejected', message: 'Smaller steps.' });
  });

  it('L5 I48 refuses a request that nobody made', async () => {
    const request = await aLeaderGate().withRequest();
    const result = await request.at.gate.decide({ requestId: 'request-9', decision: { kind: 'approve' } });
    assert.deepEqual([result, request.at.gate.pending.length], [{ state: 'refused', code: 'unknown-request' }, 1]);
  });

  it('L5 I48 takes one of two decisions that come together', async () => {
    const request = await aLeaderGate().withRequest();
    const [first, second] = await Promise.all([request.reject(), request.approve()]);
    assert.deepEqual([first.state, second], ['recorded', { state: 'refused', code: 'already-decided' }]);
    assert.deepEqual(
      [request.at.log.story, request.execute()],
      [['pending', 'rejected'], { state: 'kept', code: 'not-approved' }],
    );
  });

  it('L5 leaves a request pending whose decision could not be written', async () => {
    const request = await aLeaderGate().withRequest();
    request.at.log.fail();
    assert.equal((await request.approve()).state, 'failed');
    assert.deepEqual([request.execute(), request.at.gate.pending.length], [{ state: 'kept', code: 'not-approved' }, 1]);
    request.at.log.keep();
    assert.equal(await request.modeAfterApproval(), 'default');
  });

  it('takes a message of white space for none', async () => {
    const request = await aLeaderGate().withRequest();
    await request.reject(' ');
    assert.deepEqual(await request.answered, { state: 'rejected' });
  });
});

describe('leader gate, execute', () => {
  it('L6 lets the teammate leave its own Plan, and leaves the mode of the leader alone', async () => {
    const request = await aLeaderGate('yolo').withRequest();
    await request.approve();
    const result = request.execute();
    assert.deepEqual(result, { state: 'left', plan: request.plan, after: { mode: 'yolo', revision: 1 } });
    assert.deepEqual(request.at.leader.state, { mode: 'yolo', revision: 0 });
  });

  it('L6 I48 uses an approval up by its first execution', async () => {
    const request = await aLeaderGate().withRequest();
    await request.modeAfterApproval();
    assert.deepEqual(request.execute(), { state: 'kept', code: 'not-approved' });
  });

  it('L6 does nothing before the leader has approved', async () => {
    const request = await aLeaderGate().withRequest();
    assert.deepEqual([request.execute(), request.register.mode], [{ state: 'kept', code: 'not-approved' }, 'plan']);
  });

  it('L6 does nothing when the teammate was stopped after the approval', async () => {
    const request = await aLeaderGate().withRequest();
    await request.approve();
    request.at.turn.abort();
    assert.deepEqual([request.execute(), request.register.mode], [{ state: 'kept', code: 'aborted' }, 'plan']);
  });

  it('L6 is stale when the mode was left and entered again meanwhile', async () => {
    const request = await aLeaderGate().withRequest();
    await request.approve();
    request.register.switchByPerson('default');
    request.register.switchByPerson('plan');
    assert.deepEqual(request.execute(), { state: 'kept', code: 'stale' });
  });

  it('L6 I49 does nothing when the leader was put in Plan after its approval', async () => {
    const request = await aLeaderGate().withRequest();
    await request.approve();
    request.at.leader.switchByPerson('plan');
    assert.deepEqual([request.execute(), request.register.mode], [{ state: 'kept', code: 'leader-in-plan' }, 'plan']);
  });

  it('L6 says that the mode could not be entered where the trust ended after the approval', async () => {
    const request = await aLeaderGate('yolo').withRequest();
    await request.approve();
    request.at.isTrusted = false;
    const result = request.execute();
    assert.deepEqual([result.state, result.state === 'failed' && result.code], ['failed', 'untrusted-workspace']);
    assert.equal(request.register.mode, 'plan');
  });

  it('L6 says that the mode could not be entered where something else forbids it', async () => {
    const request = await aLeaderGate().withRequest();
    request.register.onWillChange(() => {
      throw new Error('no');
    });
    await request.approve();
    const result = request.execute();
    assert.deepEqual([result.state, result.state === 'failed' && result.code], ['failed', 'transition-failed']);
  });

  it('L6 does nothing with the approval of an earlier plan', async () => {
    const request = await aLeaderGate().withRequest();
    await request.approve();
    assert.equal((await request.at.request()).state, 'pending');
    assert.deepEqual(request.execute(), { state: 'kept', code: 'not-approved' });
  });
});

describe('leader gate, endings without an answer', () => {
  it('ends every request, before it returns', async () => {
    const request = await aLeaderGate().withRequest();
    const ended = request.at.gate.endAll('branch-moved');
    assert.deepEqual(request.at.gate.pending, []);
    await ended;
    assert.deepEqual(
      [await request.answered, request.at.log.story],
      [{ state: 'ended', reason: 'branch-moved' }, ['pending', 'ended']],
    );
  });

  it('makes an approval that was not used worthless', async () => {
    const request = await aLeaderGate().withRequest();
    await request.approve();
    await request.at.gate.endAll('branch-moved');
    assert.deepEqual(request.execute(), { state: 'kept', code: 'not-approved' });
  });

  for (const fate of ['release', 'fail'] as const) {
    it(`unlocks nothing where it ends while the decision is being written, and the write is ${fate}d`, async () => {
      const request = await aLeaderGate().withRequest();
      request.at.log.hold();
      const decided = request.approve();
      const ended = request.at.gate.endAll('aborted');
      request.at.log.keep();
      request.at.log.held[0]?.[fate]();
      await decided;
      await ended;
      assert.deepEqual(await request.answered, { state: 'ended', reason: 'aborted' });
      assert.deepEqual([request.execute(), request.at.gate.pending], [{ state: 'kept', code: 'not-approved' }, []]);
      assert.deepEqual(request.at.log.story, ['pending', fate === 'release' ? 'approved' : 'ended']);
    });
  }

  it('ends what a teammate had asked for when that comes to its end', async () => {
    const request = await aLeaderGate().withRequest();
    await request.at.gate.leave('task-1');
    assert.deepEqual(await request.answered, { state: 'ended', reason: 'aborted' });
  });

  it('reports an ending that could not be written, and it holds all the same', async () => {
    const request = await aLeaderGate().withRequest();
    request.at.log.fail();
    await request.at.gate.endAll('aborted');
    assert.deepEqual([request.at.writeFailures.length, request.at.gate.pending], [1, []]);
  });

  it('knows no two teammates of one call', () => {
    const at = aLeaderGate();
    at.withTeammate();
    assert.throws(() => at.withTeammate());
  });
});

describe('leader gate, on random walks', () => {
  const act = fc.constantFrom(
    'request',
    'approve',
    'reject',
    'execute',
    'plan',
    'yolo',
    'untrust',
    'keep',
    'fail',
    'hold',
    'release',
    'end',
  );

  it('I48 I49 L5 L6 a teammate leaves Plan once at most, by one recorded approval of a leader that is not in Plan', async () => {
    const walks = fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
      const at = aLeaderGate();
      const register = at.withTeammate();
      const asked: string[] = [];
      const exits: unknown[] = [];
      register.onWillChange(({ after }) => {
        const last = at.log.kept.findLast((entry) => entry.type === 'teammate-plan-ended');
        const target = last?.type === 'teammate-plan-ended' && last.outcome.state === 'approved' && last.outcome.target;
        exits.push([target, at.leader.mode !== 'plan', after.mode]);
      });
      for (const each of acts) {
        const requestId = asked.at(-1) ?? 'none';
        const before = at.gate.pending.length;
        switch (each) {
          case 'request':
            void at.request().then((result) => result.state === 'pending' && asked.push(result.plan.requestId));
            break;
          case 'approve':
          case 'reject': {
            const decided = at.gate.decide({ requestId, decision: { kind: each } });
            if (each === 'approve' && at.leader.mode === 'plan') {
              assert.notEqual((await decided).state, 'recorded');
              assert.equal(at.gate.pending.length, before);
            }
            break;
          }
          case 'execute':
            at.gate.execute(requestId, at.turn.signal);
            break;
          case 'plan':
          case 'yolo':
            if (at.isTrusted || each === 'plan') at.leader.switchByPerson(each);
            break;
          case 'untrust':
            at.isTrusted = false;
            break;
          case 'keep':
          case 'fail':
          case 'hold':
            at.log[each]();
            break;
          case 'release':
            at.log.held[0]?.release();
            break;
          case 'end':
            void at.gate.endAll('branch-moved');
            break;
        }
        assert.ok(at.gate.pending.length <= 1);
        await Promise.resolve();
      }
      const { mode, revision } = register;
      assert.deepEqual(exits, revision === 0 ? [] : [[mode, true, mode]]);
    });
    await fc.assert(walks, { numRuns: 500 });
  });
});
