import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { modesButPlan } from './modesButPlan';
import type { ReviewAnswer } from '../../src/core/planGate';
import { planFileFaults, UnknownDecision } from '../../src/core/planGate';
import { invalidationCauses, type ApprovalTarget, type Decision } from '../../src/core/review';
import { aGate, noon, planPath, planText, type ReviewInHand } from './aGate';
import { DiskFull } from './heldLog';
import { hostileAnswer } from './hostileAnswer';
import { sha256 } from './sha256';
import { turnOfEventLoop } from './turnOfEventLoop';

describe('plan gate, submit', () => {
  it('V1 has the pending review in the log before it is handed out', async () => {
    const { at, plan } = await aGate().inPlan().withReview();
    assert.deepEqual(at.log.kept, [{ type: 'review-pending', plan }]);
  });

  it('V1 hands nothing out while the append is open', async () => {
    const at = aGate().inPlan();
    at.log.hold();
    let isHandedOut = false;
    void at.submit().then(() => (isHandedOut = true));
    await turnOfEventLoop();
    assert.equal(isHandedOut, false);
  });

  it('V1 shows no plan as pending while the append is open', async () => {
    const at = aGate().inPlan();
    at.log.hold();
    void at.submit();
    await turnOfEventLoop();
    assert.equal(at.gate.pending, undefined);
  });

  it('D2 freezes text, hash, revision, pre-plan mode and source', async () => {
    const { plan } = await aGate().inPlan('yolo').withFileReview();
    assert.deepEqual(plan, {
      reviewId: 'review-1',
      planHash: sha256(planText),
      revision: 0,
      prePlanMode: 'yolo',
      text: planText,
      source: { kind: 'file', path: planPath },
      version: 1,
      submittedAt: noon,
    });
  });

  it('D2 keeps the text when the proposal is changed afterwards', async () => {
    const at = aGate().inPlan();
    const proposal = { text: planText, source: { kind: 'file' as const, path: planPath }, actor: 'main' as const };
    const submitted = at.gate.submit(proposal, at.turn.signal);
    proposal.text = 'rm -rf /';
    proposal.source.path = '/etc/passwd';
    await submitted;
    assert.deepEqual([at.gate.pending?.text, at.gate.pending?.source], [planText, { kind: 'file', path: planPath }]);
  });

  it('D2 hands out a plan that nobody can change', async () => {
    const { plan } = await aGate().inPlan().withReview();
    assert.deepEqual([Object.isFrozen(plan), Object.isFrozen(plan.source)], [true, true]);
  });

  it('D2 clears an approval that was recorded and not used', async () => {
    const first = await (await aGate().inPlan().withReview()).approved();
    await first.at.withReview('# Another');
    assert.deepEqual(first.execute(), { state: 'kept', code: 'not-approved' });
  });

  it('D10 counts the versions of a session', async () => {
    const first = await aGate().inPlan().withReview();
    await first.answer({ kind: 'request-changes', note: 'more tests' });
    const second = await first.at.withReview('# Second');
    assert.deepEqual([first.plan.version, second.plan.version], [1, 2]);
  });

  it('D10 gives the version of a plan that was not kept to the next one', async () => {
    const at = aGate().inPlan();
    at.log.fail();
    await at.submit();
    at.log.keep();
    assert.equal((await at.withReview()).plan.version, 1);
  });

  it('D19 J15 hashes exactly what was received, line endings and all', async () => {
    const hashes = await Promise.all(
      ['a\nb', 'a\r\nb', 'a\nb\n', '\uFEFFa\nb', 'A\u030A', '\u00C5'].map(
        async (text) => (await aGate().inPlan().withReview(text)).plan.planHash,
      ),
    );
    assert.equal(new Set(hashes).size, hashes.length);
  });

  for (const mode of modesButPlan) {
    it(`D3 E2 I19 freezes nothing in ${mode} and says which mode is on`, async () => {
      const at = aGate().in(mode);
      assert.deepEqual([await at.submit(), at.log.writes.length], [{ state: 'refused', code: 'not-in-plan', mode }, 0]);
    });
  }

  it('C1 works in a session that started in Plan at revision 0', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    assert.equal(review.execute().state, 'left');
  });

  it('E1 E3 does not hear a teammate: its plan is its leader’s to review', async () => {
    const at = aGate().inPlan();
    const proposal = { text: planText, source: { kind: 'argument' }, actor: 'teammate' } as const;
    assert.deepEqual(await at.gate.submit(proposal, at.turn.signal), {
      state: 'refused',
      code: 'sub-agent',
      mode: 'plan',
    });
    const review = await (await at.withReview()).approved();
    assert.deepEqual([review.execute({ actor: 'teammate' }).state, at.register.mode], ['refused', 'plan']);
  });

  it('E1 refuses a sub-agent', async () => {
    const at = aGate().inPlan();
    const result = await at.gate.submit(
      { text: planText, source: { kind: 'argument' }, actor: 'sub-agent' },
      at.turn.signal,
    );
    assert.deepEqual(result, { state: 'refused', code: 'sub-agent', mode: 'plan' });
  });

  for (const blank of ['', ' ', '\n\t\r\n', '\u00A0\u2003', '\uFEFF']) {
    it(`T1 D05 refuses the blank plan ${JSON.stringify(blank)}`, async () => {
      const at = aGate().inPlan();
      assert.deepEqual(
        [await at.submit(blank), at.log.writes.length],
        [{ state: 'refused', code: 'blank-plan', mode: 'plan' }, 0],
      );
    });
  }

  it('V3 refuses a second plan while one is pending', async () => {
    const { at } = await aGate().inPlan().withReview();
    assert.deepEqual(await at.submit('# Second'), { state: 'refused', code: 'review-pending', mode: 'plan' });
  });

  it('V3 refuses a second plan while the first is being saved', async () => {
    const at = aGate().inPlan();
    at.log.hold();
    void at.submit();
    assert.deepEqual(await at.submit('# Second'), { state: 'refused', code: 'review-pending', mode: 'plan' });
  });

  it('V3 refuses a second plan while an answer to the first is being saved', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.hold();
    void review.approve();
    assert.deepEqual(await review.at.submit('# Second'), { state: 'refused', code: 'review-pending', mode: 'plan' });
  });

  it('V3 leaves the pending review as it is when it refuses a second plan', async () => {
    const review = await aGate().inPlan().withReview();
    await review.at.submit('# Second');
    assert.equal(review.at.gate.pending, review.plan);
  });

  it('V7 shows no review when pending cannot be saved', async () => {
    const at = aGate().inPlan();
    at.log.fail();
    const result = await at.submit();
    assert.deepEqual([result.state, at.gate.pending, at.register.mode], ['failed', undefined, 'plan']);
  });

  it('V7 takes a new plan after one that could not be saved', async () => {
    const at = aGate().inPlan();
    at.log.fail();
    await at.submit();
    at.log.keep();
    assert.equal((await at.submit()).state, 'pending');
  });

  it('E5 submits nothing in a turn that was stopped', async () => {
    const at = aGate().inPlan();
    at.turn.abort();
    assert.deepEqual(
      [await at.submit(), at.log.writes.length],
      [{ state: 'refused', code: 'aborted', mode: 'plan' }, 0],
    );
  });

  it('V2 ends a review as unanswered when the turn was stopped while it was being saved', async () => {
    const at = aGate().inPlan();
    at.log.hold();
    const submitted = at.submit();
    at.turn.abort();
    at.log.keep();
    at.log.held[0]?.release();
    assert.deepEqual(
      [await submitted, at.log.story],
      [{ state: 'refused', code: 'aborted', mode: 'plan' }, ['pending', 'unanswered']],
    );
  });

  it('V4 hands out no review that was invalidated while it was being saved', async () => {
    const at = aGate().inPlan();
    at.log.hold();
    const submitted = at.submit();
    at.register.switchByPerson('default');
    for (const write of at.log.held) write.release();
    assert.deepEqual(
      [await submitted, at.log.story],
      [{ state: 'refused', code: 'invalidated', mode: 'default' }, ['pending', 'invalidated']],
    );
  });
});

describe('plan gate, decide', () => {
  const decisions: readonly Decision[] = [
    { kind: 'approve', target: 'default' },
    { kind: 'approve', target: 'auto-edit' },
    { kind: 'approve', target: 'restore' },
    { kind: 'request-changes', note: 'approve' },
    { kind: 'dismiss' },
  ];
  for (const decision of decisions) {
    it(`D1 I2 changes no mode when it records ${JSON.stringify(decision)}`, async () => {
      const review = await aGate().inPlan('auto').withReview();
      const before = review.at.register.state;
      await review.answer(decision);
      assert.equal(review.at.register.state, before);
    });

    it(`V1 is in the log when ${JSON.stringify(decision)} is recorded`, async () => {
      const review = await aGate().inPlan('auto').withReview();
      const result = await review.answer(decision);
      assert.equal(result.state, 'recorded');
      const { plan, endedAt, ...outcome } = result.review;
      assert.deepEqual(review.at.log.kept[1], { type: 'review-ended', reviewId: plan.reviewId, endedAt, outcome });
    });

    it(`W2 tells the surface that the review is over after ${JSON.stringify(decision)}`, async () => {
      const review = await aGate().inPlan().withReview();
      await review.answer(decision);
      assert.equal(review.signal.aborted, true);
    });
  }

  const forgeries: Readonly<Record<string, (review: ReviewInHand) => object>> = {
    'another review': ({ key }) => ({ ...key, reviewId: 'review-2' }),
    'another text': ({ key }) => ({ ...key, planHash: sha256('# Other') }),
    'the same hash in capitals': ({ key }) => ({ ...key, planHash: key.planHash.toUpperCase() }),
    'another revision': ({ key }) => ({ ...key, revision: key.revision + 1 }),
    'a revision in words': ({ key }) => ({ ...key, revision: String(key.revision) }),
    'no review id': ({ key: { planHash, revision } }) => ({ planHash, revision }),
    'no hash': ({ key: { reviewId, revision } }) => ({ reviewId, revision }),
    'no revision': ({ key: { reviewId, planHash } }) => ({ reviewId, planHash }),
    nothing: () => ({}),
  };
  for (const [name, forge] of Object.entries(forgeries)) {
    it(`E03 E11 C02 refuses an approval that carries ${name}, and the review is still pending`, async () => {
      const review = await aGate().inPlan().withReview();
      const result = await review.at.gate.decide(
        hostileAnswer({ ...forge(review), decision: { kind: 'approve', target: 'default' } }),
      );
      assert.deepEqual([result, review.at.gate.pending], [{ state: 'refused', code: 'stale-answer' }, review.plan]);
    });
  }

  const junk: readonly unknown[] = [
    undefined,
    null,
    'approve',
    7,
    true,
    [],
    {},
    { kind: 'Approve', target: 'default' },
    { kind: 'proceed_always_project' },
    { kind: 'modify_with_editor' },
    { kind: 'approve' },
    { kind: 'approve', target: 'plan' },
    { kind: 'approve', target: 'yolo' },
    { kind: 'approve', target: '' },
    { kind: 'approve', target: null },
    { kind: 'approve', target: ['default'] },
    { kind: 'request-changes' },
    { kind: 'approve', target: 'default', note: 7 },
    { kind: 'request-changes', note: 7 },
    { kind: 'approve_for_session' },
    { kind: '' },
  ];
  for (const decision of junk) {
    it(`D1 I6 B07 C02 E18 ends the review unanswered and throws for the decision ${inspect(decision)}`, async () => {
      const review = await aGate().inPlan().withReview();
      await assert.rejects(review.at.gate.decide(hostileAnswer({ ...review.key, decision })), UnknownDecision);
      assert.deepEqual(review.at.log.story, ['pending', 'unanswered']);
    });
  }

  it('D1 I6 takes a recorded approval back when an answer follows that nobody offered', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    await assert.rejects(
      review.at.gate.decide(hostileAnswer({ ...review.key, decision: { kind: 'always' } })),
      UnknownDecision,
    );
    assert.deepEqual(review.execute(), { state: 'kept', code: 'not-approved' });
  });

  it('D1 I6 unlocks nothing when an answer that nobody offered comes while the approval is being saved', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.hold();
    const approved = review.approve();
    const refused = assert.rejects(
      review.at.gate.decide(hostileAnswer({ ...review.key, decision: null })),
      UnknownDecision,
    );
    review.at.log.held[0]?.release();
    await Promise.all([approved, refused]);
    assert.deepEqual(review.execute(), { state: 'kept', code: 'stale' });
  });

  it('C02 approves nothing when the whole answer is null', async () => {
    const review = await aGate().inPlan().withReview();
    await assert.rejects(review.at.gate.decide(hostileAnswer(null)));
    assert.deepEqual(review.execute(), { state: 'kept', code: 'not-approved' });
  });

  for (const note of ['', '  ', '\n']) {
    it(`W4 refuses to ask for changes with the note ${JSON.stringify(note)}`, async () => {
      const review = await aGate().inPlan().withReview();
      const result = await review.answer({ kind: 'request-changes', note });
      assert.deepEqual([result, review.at.gate.pending], [{ state: 'refused', code: 'empty-note' }, review.plan]);
    });
  }

  it('W3 takes free text that says "approve" as a note', async () => {
    const review = await aGate().inPlan().withReview();
    await review.answer({ kind: 'request-changes', note: 'approve' });
    assert.deepEqual(review.execute(), { state: 'kept', code: 'not-approved' });
  });

  it('S5 I35 takes one of two answers that come together', async () => {
    const review = await aGate().inPlan().withReview();
    const results = await Promise.all([review.answer({ kind: 'dismiss' }), review.approve()]);
    assert.deepEqual(
      [results[0].state, results[1], review.at.log.story],
      ['recorded', { state: 'refused', code: 'already-decided' }, ['pending', 'dismissed']],
    );
  });

  it('S5 refuses a second answer after an approval', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    assert.deepEqual(await review.answer({ kind: 'dismiss' }), { state: 'refused', code: 'already-decided' });
  });

  it('B18 refuses an approval when nothing is pending', async () => {
    const at = aGate().inPlan();
    const answer: ReviewAnswer = {
      reviewId: 'review-1',
      planHash: sha256(planText),
      revision: 0,
      decision: { kind: 'approve', target: 'default' },
    };
    assert.deepEqual(
      [await at.gate.decide(answer), at.register.mode],
      [{ state: 'refused', code: 'no-pending-review' }, 'plan'],
    );
  });

  it('B18 refuses an approval before the review was saved, so that nobody can have seen it', async () => {
    const at = aGate().inPlan();
    at.log.hold();
    void at.submit();
    const answer: ReviewAnswer = {
      reviewId: 'review-1',
      planHash: sha256(planText),
      revision: 0,
      decision: { kind: 'approve', target: 'default' },
    };
    assert.deepEqual(await at.gate.decide(answer), { state: 'refused', code: 'no-pending-review' });
  });

  it('V7 unlocks nothing when the approval cannot be saved, and the review is still pending', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.fail();
    const result = await review.approve();
    assert.deepEqual(
      [result.state, review.at.gate.pending, review.execute()],
      ['failed', review.plan, { state: 'kept', code: 'not-approved' }],
    );
  });

  it('V7 says why an answer could not be saved', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.fail();
    const result = await review.approve();
    assert.ok(result.state === 'failed' && result.cause instanceof DiskFull);
  });

  it('V7 takes the answer again after it could not be saved', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.fail();
    await review.approve();
    review.at.log.keep();
    await review.approve();
    assert.equal(review.execute().state, 'left');
  });

  it('V2 ends the review when the turn was stopped while an answer failed to be saved', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.hold();
    const answered = review.approve();
    review.at.turn.abort();
    review.at.log.keep();
    review.at.log.held[0]?.fail();
    await answered;
    assert.deepEqual([review.at.gate.pending, review.at.log.story], [undefined, ['pending', 'unanswered']]);
  });

  for (const target of ['auto-edit', 'restore'] as const) {
    it(`M4 refuses the target ${target} without trust, and the review is still pending`, async () => {
      const review = await aGate().inPlan('yolo').untrusted().withReview();
      assert.deepEqual(
        [await review.approve(target), review.at.gate.pending],
        [{ state: 'refused', code: 'untrusted-workspace' }, review.plan],
      );
    });
  }

  it('M4 allows to restore default without trust', async () => {
    const review = await (await aGate().inPlan('default').untrusted().withReview()).approved('restore');
    assert.equal(review.execute().state, 'left');
  });
});

describe('plan gate, execute', () => {
  const targets: readonly (readonly [ApprovalTarget, string])[] = [
    ['default', 'default'],
    ['auto-edit', 'auto-edit'],
    ['restore', 'yolo'],
  ];
  for (const [target, mode] of targets) {
    it(`E7 leaves Plan for ${mode} after an approval with the target ${target}`, async () => {
      const review = await (await aGate().inPlan('yolo').withReview()).approved(target);
      const result = review.execute();
      assert.deepEqual(
        [result, review.at.register.mode],
        [{ state: 'left', plan: review.plan, after: { mode, revision: 1 } }, mode],
      );
    });
  }

  it('B02 asks for the plan in a session that came to Plan from yolo', async () => {
    const at = aGate().in('yolo');
    at.register.switchByPerson('plan');
    const review = await at.withReview();
    assert.deepEqual([review.plan.prePlanMode, review.execute()], ['yolo', { state: 'kept', code: 'not-approved' }]);
  });

  it('E1 refuses a sub-agent and leaves the approval to its owner', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    assert.deepEqual(review.execute({ actor: 'sub-agent' }), { state: 'refused', code: 'sub-agent', mode: 'plan' });
    assert.equal(review.execute().state, 'left');
  });

  for (const mode of modesButPlan) {
    it(`E2 I54 says that ${mode} is on when there is no Plan to leave`, () => {
      const at = aGate().in(mode);
      const key = { reviewId: 'review-1', planHash: sha256(planText), revision: 0 };
      assert.deepEqual(at.execute(key), { state: 'refused', code: 'not-in-plan', mode });
    });
  }

  it('E4 does nothing without an answer', async () => {
    const review = await aGate().inPlan().withReview();
    assert.deepEqual([review.execute(), review.at.register.mode], [{ state: 'kept', code: 'not-approved' }, 'plan']);
  });

  it('S4 I17 an approval that is withdrawn is gone, and nothing else has changed', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    const before = review.at.register.state;
    const withdrawn = review.at.gate.withdraw(review.key);
    assert.deepEqual(
      [withdrawn, review.execute(), review.at.register.state],
      [{ state: 'kept', code: 'blocked' }, { state: 'kept', code: 'not-approved' }, before],
    );
  });

  it('S4 withdraws no approval of another review', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    const withdrawn = review.at.gate.withdraw({ ...review.key, reviewId: 'other' });
    assert.deepEqual([withdrawn, review.execute().state], [{ state: 'kept', code: 'not-approved' }, 'left']);
  });

  it('S4 withdraws no review that is pending', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.gate.withdraw(review.key);
    assert.equal(review.at.gate.pending?.reviewId, review.key.reviewId);
  });

  it('E4 does nothing while the approval is being saved', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.hold();
    void review.approve();
    await turnOfEventLoop();
    assert.deepEqual(review.execute(), { state: 'kept', code: 'not-approved' });
  });

  for (const part of ['reviewId', 'planHash', 'revision'] as const) {
    it(`E03 does nothing for an approval of another ${part}`, async () => {
      const review = await (await aGate().inPlan().withReview()).approved();
      const key = { ...review.key, ...(part === 'revision' ? { revision: 9 } : { [part]: 'other' }) };
      assert.deepEqual(review.at.execute(key), { state: 'kept', code: 'not-approved' });
    });
  }

  it('E03 keeps two sessions with the same ids apart', async () => {
    const [first, second] = [await aGate().inPlan().withReview(), await aGate().inPlan().withReview()];
    await first.approved();
    assert.deepEqual([first.key, second.execute()], [second.key, { state: 'kept', code: 'not-approved' }]);
  });

  it('E5 does nothing in a turn that was stopped', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    review.at.turn.abort();
    assert.deepEqual([review.execute(), review.at.register.mode], [{ state: 'kept', code: 'aborted' }, 'plan']);
  });

  it('E6 does nothing when the mode was left and entered again', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    review.at.register.switchByPerson('default');
    review.at.register.enterPlanByAgent();
    assert.deepEqual([review.execute(), review.at.register.mode], [{ state: 'kept', code: 'stale' }, 'plan']);
  });

  it('E6 does nothing when a person has left Plan meanwhile', async () => {
    const review = await (await aGate().inPlan().withReview()).approved('auto-edit');
    review.at.register.switchByPerson('default');
    assert.deepEqual([review.execute(), review.at.register.mode], [{ state: 'kept', code: 'stale' }, 'default']);
  });

  it('E7 says that Plan is still on when the trust ended between the decision and the exit', async () => {
    const review = await (await aGate().inPlan().withReview()).approved('auto-edit');
    const before = review.at.register.state;
    review.at.isTrusted = false;
    const result = review.execute();
    assert.deepEqual(
      [result.state, 'code' in result && result.code, review.at.register.state],
      ['failed', 'untrusted-workspace', before],
    );
  });

  it('E7 uses the approval up when the transition fails', async () => {
    const review = await (await aGate().inPlan().withReview()).approved('auto-edit');
    review.at.isTrusted = false;
    review.execute();
    review.at.isTrusted = true;
    assert.deepEqual(review.execute(), { state: 'kept', code: 'not-approved' });
  });

  it('E7 reports a listener that forbids the change, and Plan is still on', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    const fault = new Error('no');
    review.at.register.onWillChange(() => {
      throw fault;
    });
    assert.deepEqual(
      [review.execute(), review.at.register.mode],
      [{ state: 'failed', code: 'transition-failed', cause: fault }, 'plan'],
    );
  });

  it('E7 I18 has changed the mode when it returns', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    let hasWaited = false;
    void Promise.resolve().then(() => (hasWaited = true));
    const result = review.execute();
    assert.deepEqual([result.state, review.at.register.mode, hasWaited], ['left', 'default', false]);
  });

  it('E10 leaves once when the same approval is executed twice', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    assert.deepEqual(
      [review.execute().state, review.execute()],
      ['left', { state: 'refused', code: 'not-in-plan', mode: 'default' }],
    );
  });

  it('E10 leaves once when two plans were approved on one revision', async () => {
    const first = await (await aGate().inPlan().withReview()).approved();
    const second = await (await first.at.withReview('# Second')).approved();
    assert.deepEqual([second.execute().state, first.execute().state], ['left', 'refused']);
  });

  it('B19 stays in Plan when it was entered again and the exit of the earlier plan is repeated', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    review.execute();
    review.at.register.enterPlanByAgent();
    assert.deepEqual([review.execute(), review.at.register.mode], [{ state: 'kept', code: 'not-approved' }, 'plan']);
  });

  it('V6 leaves when the plan file is as it was shown', async () => {
    const review = await (await aGate().inPlan().withFileReview()).approved();
    assert.equal(review.executeWithFile({ state: 'text', text: planText }).state, 'left');
  });

  const changes = {
    'one more letter': `${planText}.`,
    'other line endings': planText.replaceAll('\n', '\r\n'),
    emptied: '',
    'a ticked box': planText.replace('1.', '2.'),
  };
  for (const [name, text] of Object.entries(changes)) {
    it(`V6 D01 does nothing when the plan file was changed: ${name}`, async () => {
      const review = await (await aGate().inPlan().withFileReview()).approved();
      assert.deepEqual(
        [review.executeWithFile({ state: 'text', text }), review.at.register.mode],
        [{ state: 'kept', code: 'plan-changed' }, 'plan'],
      );
    });
  }

  for (const code of planFileFaults) {
    it(`V6 D02 does nothing when the plan file is ${code}`, async () => {
      const review = await (await aGate().inPlan().withFileReview()).approved();
      assert.deepEqual(
        [review.executeWithFile({ state: 'unreadable', code }), review.at.register.mode],
        [{ state: 'kept', code: 'plan-unreadable' }, 'plan'],
      );
    });
  }

  it('V6 looks at no file when the plan came as an argument', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    assert.equal(review.executeWithFile({ state: 'unreadable', code: 'missing' }).state, 'left');
  });

  it('V6 uses the approval up when the file was changed, also when it is changed back', async () => {
    const review = await (await aGate().inPlan().withFileReview()).approved();
    review.executeWithFile({ state: 'text', text: 'other' });
    assert.deepEqual(review.executeWithFile({ state: 'text', text: planText }), {
      state: 'kept',
      code: 'not-approved',
    });
  });
});

describe('plan gate, endings without an answer', () => {
  for (const cause of invalidationCauses) {
    it(`V4 ${cause} ends a pending review and closes its surface`, async () => {
      const review = await aGate().inPlan().withReview();
      await review.at.gate.invalidate(cause);
      assert.deepEqual(
        [review.at.gate.pending, review.signal.aborted, review.at.log.story],
        [undefined, true, ['pending', 'invalidated']],
      );
    });

    it(`V4 ${cause} takes effect before the log is written`, async () => {
      const review = await aGate().inPlan().withReview();
      review.at.log.hold();
      void review.at.gate.invalidate(cause);
      assert.deepEqual([review.at.gate.pending, review.signal.aborted], [undefined, true]);
    });

    it(`V4 an answer after ${cause} is refused`, async () => {
      const review = await aGate().inPlan().withReview();
      await review.at.gate.invalidate(cause);
      assert.deepEqual(await review.approve(), { state: 'refused', code: 'no-pending-review' });
    });

    it(`V4 an approval unlocks nothing after ${cause}`, async () => {
      const review = await (await aGate().inPlan().withReview()).approved();
      await review.at.gate.invalidate(cause);
      assert.deepEqual(review.execute(), { state: 'kept', code: 'stale' });
    });

    it(`V4 an approval that is being saved unlocks nothing after ${cause}`, async () => {
      const review = await aGate().inPlan().withReview();
      review.at.log.hold();
      const approved = review.approve();
      void review.at.gate.invalidate(cause);
      review.at.log.held[0]?.release();
      await approved;
      assert.deepEqual(
        [review.at.gate.pending, review.signal.aborted, review.execute()],
        [undefined, true, { state: 'kept', code: 'stale' }],
      );
    });

    it(`V4 ${cause} is the ending of a review whose answer could not be saved`, async () => {
      const review = await aGate().inPlan().withReview();
      review.at.log.hold();
      const approved = review.approve();
      const invalidated = review.at.gate.invalidate(cause);
      review.at.log.keep();
      review.at.log.held[0]?.fail();
      await Promise.all([approved, invalidated]);
      assert.deepEqual(review.at.log.story, ['pending', 'invalidated']);
    });
  }

  it('V4 invalidate resolves only when an answer that is being saved has been saved', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.hold();
    void review.approve();
    let isSettled = false;
    void review.at.gate.invalidate('shutdown').then(() => (isSettled = true));
    await turnOfEventLoop();
    assert.equal(isSettled, false);
  });

  it('V4 I37 the surface is closed before a listener sees the new mode', async () => {
    const review = await aGate().inPlan().withReview();
    let wasClosed = false;
    review.at.register.onDidChange(() => (wasClosed = review.signal.aborted));
    review.at.register.switchByPerson('yolo');
    assert.equal(wasClosed, true);
  });

  it('I37 the surface is closed before the mode is visible', async () => {
    const review = await aGate().inPlan().withReview();
    let modeWhenClosed: string | undefined;
    review.signal.addEventListener('abort', () => (modeWhenClosed = review.at.register.mode));
    review.at.register.switchByPerson('yolo');
    assert.equal(modeWhenClosed, 'plan');
  });

  it('V4 a review survives when a person chooses Plan in Plan', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.register.switchByPerson('plan');
    assert.equal(review.at.gate.pending, review.plan);
  });

  it('C3 a review survives a mode that was refused for want of trust', async () => {
    const review = await aGate().inPlan().untrusted().withReview();
    assert.throws(() => review.at.register.switchByPerson('yolo'));
    assert.equal(review.at.gate.pending, review.plan);
  });

  it('V7 I39 Plan stays on and the failure is reported when an ending cannot be saved', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.fail();
    await review.at.gate.invalidate('new-task');
    assert.deepEqual([review.at.register.mode, review.at.writeFailures.length], ['plan', 1]);
  });

  it('I39 a log that throws at once stops no person from leaving Plan', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.append = () => {
      throw new DiskFull();
    };
    review.at.register.switchByPerson('default');
    await review.at.gate.settled();
    assert.deepEqual([review.at.register.mode, review.at.writeFailures.length], ['default', 1]);
  });

  it('W2 a stopped turn leaves the review unanswered', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.turn.abort();
    await review.at.gate.settled();
    assert.deepEqual([review.at.register.mode, review.at.log.story], ['plan', ['pending', 'unanswered']]);
  });

  it('S5 abandoning a review that is decided does nothing', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    await review.at.gate.abandon(review.plan.reviewId, 'review-unavailable');
    assert.equal(review.execute().state, 'left');
  });

  it('S5 abandoning another review does nothing', async () => {
    const review = await aGate().inPlan().withReview();
    await review.at.gate.abandon('review-9', 'review-unavailable');
    assert.equal(review.at.gate.pending, review.plan);
  });

  it('B03 B17 a review that cannot be shown ends unanswered and Plan stays on', async () => {
    const review = await aGate().inPlan().withReview();
    await review.at.gate.abandon(review.plan.reviewId, 'review-unavailable');
    assert.deepEqual([review.at.register.mode, review.at.log.story], ['plan', ['pending', 'unanswered']]);
  });

  it('I53 a new plan can be submitted after a dismissal', async () => {
    const review = await aGate().inPlan().withReview();
    await review.answer({ kind: 'dismiss' });
    assert.equal((await review.at.submit('# Second')).state, 'pending');
  });

  it('the exit of a register has one gate', () => {
    const at = aGate().inPlan();
    assert.equal(at.gate.pending, undefined);
    assert.throws(() => at.register.takePlanExit());
  });
});

describe('plan gate, what is said of an ending', () => {
  for (const [what, end, outcome, reason] of [
    [
      'V4 a mode change is the cause',
      ({ at }: ReviewInHand) => at.register.switchByPerson('default'),
      { state: 'invalidated', cause: 'mode-changed' },
      'mode-changed',
    ],
    [
      'W2 a stopped turn is the reason',
      ({ at }: ReviewInHand) => at.turn.abort(),
      { state: 'unanswered', reason: 'aborted' },
      'aborted',
    ],
  ] as const) {
    it(`${what}, in the log and on the signal`, async () => {
      const review = await aGate().inPlan().withReview();
      end(review);
      await review.at.gate.settled();
      assert.deepEqual(lastOutcome(review), outcome);
      assert.equal(review.signal.reason, reason);
    });
  }

  it('W2 a stopped turn is the reason also where an answer could not be saved', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.hold();
    const answered = review.approve();
    review.at.turn.abort();
    review.at.log.keep();
    review.at.log.held[0]?.fail();
    assert.deepEqual(await answered, { state: 'failed', code: 'persist-failed', cause: new DiskFull() });
    await review.at.gate.settled();
    assert.deepEqual(lastOutcome(review), { state: 'unanswered', reason: 'aborted' });
  });

  it('I6 an answer that nobody offered is the reason', async () => {
    const review = await aGate().inPlan().withReview();
    await assert.rejects(junk(review), {
      name: 'UnknownDecision',
      code: 'unknown-decision',
      message: 'The answer is not one of the offered decisions. Plan mode is still on.',
    });
    assert.deepEqual(lastOutcome(review), { state: 'unanswered', reason: 'malformed' });
  });

  it('I6 an answer that nobody offered takes back an approval that is being saved', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.hold();
    const approved = review.approve();
    const thrown = assert.rejects(junk(review));
    assert.equal(review.signal.reason, 'malformed');
    for (const write of review.at.log.held) write.release();
    await Promise.all([approved, thrown]);
    assert.equal(review.execute().state, 'kept');
  });

  for (const decision of [
    { kind: 'approve', target: 'default' },
    { kind: 'request-changes', note: 'smaller' },
    { kind: 'dismiss' },
  ] as const) {
    it(`V2 ${decision.kind} closes the surface and says so`, async () => {
      const review = await aGate().inPlan().withReview();
      await review.answer(decision);
      const said = { approve: 'approved', 'request-changes': 'changes-requested', dismiss: 'dismissed' } as const;
      assert.equal(review.signal.reason, said[decision.kind]);
    });
  }

  const notes: readonly (readonly [note: unknown, outcome: object | undefined])[] = [
    [undefined, { state: 'approved', target: 'default' }],
    ['', { state: 'approved', target: 'default' }],
    [' \n', { state: 'approved', target: 'default' }],
    [' as it is ', { state: 'approved', target: 'default', note: ' as it is ' }],
    [7, undefined],
  ];
  for (const [note, outcome] of notes) {
    it(`W3 an approval with the note ${inspect(note)} ${outcome ? 'keeps what was said, to the letter' : 'is none'}`, async () => {
      const review = await aGate().inPlan().withReview();
      const decision = { kind: 'approve', target: 'default', note };
      const answered = review.at.gate.decide(hostileAnswer({ ...review.key, decision }));
      if (!outcome) return assert.rejects(answered, { code: 'unknown-decision' });
      await answered;
      assert.deepEqual(lastOutcome(review), outcome);
    });
  }

  it('V7 a plan that could not be saved says why', async () => {
    const at = aGate().inPlan();
    at.log.fail();
    assert.deepEqual(await at.submit(), { state: 'failed', code: 'persist-failed', cause: new DiskFull() });
  });
});

describe('plan gate, when nothing is held any more', () => {
  const ways: Readonly<Record<string, (review: ReviewInHand) => unknown>> = {
    'an exit': async (review) => (await review.approved()).execute(),
    'an approval that was withdrawn': async (review) => review.at.gate.withdraw((await review.approved()).key),
    'a dismissal': (review) => review.answer({ kind: 'dismiss' }),
    'an approval that was taken back': async (review) => assert.rejects(junk(await review.approved())),
  };
  for (const [what, act] of Object.entries(ways)) {
    it(`S5 an answer after ${what} finds no review`, async () => {
      const review = await aGate().inPlan().withReview();
      await act(review);
      assert.deepEqual(await review.approve(), { state: 'refused', code: 'no-pending-review' });
    });

    it(`V4 after ${what} there is nothing to invalidate`, async () => {
      const review = await aGate().inPlan().withReview();
      await act(review);
      const before = review.at.log.story;
      await review.at.gate.invalidate('shutdown').then(() => assert.deepEqual(review.at.log.story, before));
    });
  }

  it('S5 an answer after a plan that could not be saved finds no review', async () => {
    const at = aGate().inPlan();
    at.log.fail();
    await at.submit();
    const answer = { reviewId: 'review-1', planHash: sha256(planText), revision: 0 };
    assert.deepEqual(await at.gate.decide({ ...answer, decision: { kind: 'dismiss' } }), {
      state: 'refused',
      code: 'no-pending-review',
    });
  });

  it('S5 another answer while one is being saved finds no review of its own', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.hold();
    void review.approve();
    const other = { ...review.key, reviewId: 'review-9', decision: { kind: 'dismiss' } } as const;
    assert.deepEqual(await review.at.gate.decide(other), { state: 'refused', code: 'no-pending-review' });
  });

  it('S4 an approval that was invalidated can be withdrawn, and is gone', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    await review.at.gate.invalidate('new-task');
    assert.deepEqual(review.at.gate.withdraw(review.key), { state: 'kept', code: 'blocked' });
    assert.deepEqual(review.execute(), { state: 'kept', code: 'not-approved' });
  });

  it('S4 an approval that was invalidated takes no answer that nobody offered', async () => {
    const review = await (await aGate().inPlan().withReview()).approved();
    await review.at.gate.invalidate('new-task');
    await assert.rejects(junk(review), { code: 'unknown-decision' });
    assert.deepEqual(review.execute(), { state: 'kept', code: 'stale' });
  });
});

describe('plan gate, while something is being saved', () => {
  it('V3 the plan is still pending while its answer is being saved', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.hold();
    void review.approve();
    assert.equal(review.at.gate.pending, review.plan);
  });

  it('V4 the plan is not pending any more when it was invalidated while its answer was being saved', async () => {
    const review = await aGate().inPlan().withReview();
    review.at.log.hold();
    void review.approve();
    void review.at.gate.invalidate('new-task');
    assert.equal(review.at.gate.pending, undefined);
  });

  for (const become of ['release', 'fail'] as const) {
    it(`V3 a plan that was invalidated before it was saved leaves the next one alone: ${become}`, async () => {
      const at = aGate().inPlan();
      at.log.hold();
      const first = at.submit('# First');
      void at.gate.invalidate('new-task');
      const second = at.submit('# Second');
      at.log.held[0]?.[become]();
      const { state } = await first;
      assert.equal(state, become === 'release' ? 'refused' : 'failed');
      for (const write of at.log.held) write.release();
      assert.equal((await second).state, 'pending');
      assert.equal(at.gate.pending?.text, '# Second');
    });
  }

  it('V3 the number of a plan is used once, also where an earlier one could not be saved', async () => {
    const at = aGate().inPlan();
    at.log.hold();
    const first = at.submit('# First');
    void at.gate.invalidate('new-task');
    const second = at.submit('# Second');
    at.log.held[0]?.fail();
    await first;
    for (const write of at.log.held) write.release();
    await second;
    at.log.keep();
    await at.gate.invalidate('new-task');
    await at.submit('# Third');
    assert.equal(at.gate.pending?.version, 3);
  });

  it('W2 nothing of a review that has ended listens to the turn', async () => {
    const at = aGate().inPlan();
    const listeners = new Set<unknown>();
    const turn = {
      aborted: false,
      reason: undefined,
      addEventListener: (_: string, listener: unknown) => void listeners.add(listener),
      removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener),
    };
    await at.gate.submit({ text: planText, source: { kind: 'argument' }, actor: 'main' }, turn);
    assert.equal(listeners.size, 1);
    await at.gate.invalidate('new-task');
    assert.equal(listeners.size, 0);
  });

  it('M4 changes can be asked for without trust', async () => {
    const review = await aGate().untrusted().inPlan('yolo').withReview();
    assert.equal((await review.answer({ kind: 'request-changes', note: 'smaller' })).state, 'recorded');
  });
});

function lastOutcome(review: ReviewInHand): unknown {
  const last = review.at.log.kept.at(-1);
  return last?.type === 'review-ended' ? last.outcome : undefined;
}

function junk(review: ReviewInHand): Promise<unknown> {
  return review.at.gate.decide(hostileAnswer({ ...review.key, decision: { kind: 'always' } }));
}
