import assert from 'node:assert/strict';
import { keyOf, type FrozenPlan } from '../../src/core/frozenPlan';
import type { ReviewerAnswer } from '../../src/core/reviewer';
import type { DraftComment } from '../../src/protocol/reviewMessages';
import type { Session } from '../../src/session/session';
import { aDesk, type Desk } from './support/aDesk';
import type { ScriptedPanel } from './support/scriptedPanel';
import { aStoredSession, aStore, submit } from './support/storedSession';
import { useTempFolder } from './support/tempFolder';
import { until } from './support/until';

const comment: DraftComment = {
  id: 'c1',
  kind: 'must',
  text: 'Name the form.',
  suggestion: null,
  on: { blockId: 'b1', start: 0, end: 0, quote: 'Add a check to the form.' },
};

describe('comments on plans (issue 4, points 4 and 7)', () => {
  const folder = useTempFolder();
  let session: Session;
  let desk: Desk;

  beforeEach(async () => {
    session = await aStoredSession(folder());
    desk = aDesk({ sessions: [session], folder: folder() });
  });
  afterEach(() => session.dispose());

  async function review(
    text?: string,
  ): Promise<{ plan: FrozenPlan; panel: ScriptedPanel; answered: Promise<ReviewerAnswer> }> {
    const { plan, signal } = await submit(session, text);
    const before = desk.panels.length;
    const answered = desk.desk.reviewerFor(session).review(plan, signal);
    await until('the editor is open', () => desk.panels.length > before);
    const panel = desk.panel();
    await until('the page is there', () => panel.webview.html !== '');
    panel.say({ type: 'ready' });
    return { plan, panel, answered };
  }

  it('I01 are in the log before the answer, and the agent is told of them with their place', async () => {
    const { plan, panel, answered } = await review();
    panel.say({
      type: 'decide',
      key: keyOf(plan),
      decision: { kind: 'request-changes', note: 'And be brief.' },
      comments: [comment],
    });
    const answer = await answered;
    assert.ok(answer.kind === 'answer' && answer.decision.kind === 'request-changes');
    assert.equal(
      answer.decision.note,
      '## 1. Must do (Validate the order form › lines 3–4)\n\n> 1. Add a check to the form.\n> 2. Test it.\n\nName the form.\n\n## General note\n\nAnd be brief.',
    );
    const [kept] = session.commentsOn(plan.reviewId) ?? [];
    assert.equal(kept?.anchor.on === 'place' && kept.anchor.planHash, plan.planHash);
  });

  it('I02 go with an approval as its notes', async () => {
    const { plan, panel, answered } = await review();
    panel.say({
      type: 'decide',
      key: keyOf(plan),
      decision: { kind: 'approve', target: 'default' },
      comments: [comment],
    });
    const answer = await answered;
    assert.ok(answer.kind === 'answer' && answer.decision.kind === 'approve');
    assert.match(answer.decision.note ?? '', /Name the form\./);
  });

  it('I01 stay in the log where the review is closed or dismissed', async () => {
    for (const close of [
      (panel: ScriptedPanel) => panel.dispose(),
      (panel: ScriptedPanel, plan: FrozenPlan) =>
        panel.say({ type: 'decide', key: keyOf(plan), decision: { kind: 'dismiss' }, comments: [comment] }),
    ]) {
      const { plan, panel, answered } = await review();
      panel.say({ type: 'draft', draft: { note: '', tab: null, scrollTop: 0, comments: [comment] } });
      close(panel, plan);
      const answer = await answered;
      assert.deepEqual(answer.kind === 'answer' && answer.decision, { kind: 'dismiss' });
      await until('the comment is kept', () => session.commentsOn(plan.reviewId)?.length === 1);
      await session.gate.decide({ ...keyOf(plan), decision: { kind: 'dismiss' } });
    }
  });

  it('promise 1 come with the next version, with what became of them, also after a restart', async () => {
    const first = await review();
    first.panel.say({
      type: 'decide',
      key: keyOf(first.plan),
      decision: { kind: 'request-changes', note: '' },
      comments: [comment],
    });
    const answer = await first.answered;
    assert.ok(answer.kind === 'answer');
    await session.gate.decide(answer);
    await session.dispose();
    const opened = await aStore(folder()).open(session.id, AbortSignal.timeout(5000));
    assert.ok(opened.state === 'open');
    session = opened.session;
    desk = aDesk({ sessions: [session], folder: folder() });
    const { panel } = await review('# Validate the order form\n\n1. Add a check to the order form.\n2. Test it.\n');
    assert.deepEqual(
      panel.view.carried.map(({ text, state, wasSent, version, change }) => [
        text,
        state,
        wasSent,
        version,
        change?.kind,
      ]),
      [['Name the form.', 'addressed', true, 1, 'changed']],
    );
  });

  it('promise 1 come with the next version where they were only begun, and say so', async () => {
    const { plan, panel } = await review();
    panel.say({ type: 'draft', draft: { note: '', tab: null, scrollTop: 0, comments: [comment] } });
    await session.gate.invalidate('new-task');
    await until('the review is over', () => session.pendingReview === undefined);
    const next = await review('# Another plan\n');
    assert.deepEqual(
      next.panel.view.carried.map(({ state, wasSent, version }) => [state, wasSent, version]),
      [['gone', false, plan.version]],
    );
  });

  it('are shown with the version that they were about when it is opened again', async () => {
    const { plan, panel, answered } = await review();
    panel.say({
      type: 'decide',
      key: keyOf(plan),
      decision: { kind: 'request-changes', note: '' },
      comments: [comment],
    });
    const answer = await answered;
    assert.ok(answer.kind === 'answer');
    await session.gate.decide(answer);
    await until('the editor has closed', () => panel.isDisposed);
    await desk.desk.open(session, plan.reviewId);
    desk.panel().say({ type: 'ready' });
    assert.deepEqual(
      desk.panel().view.draft.comments.map(({ id, text, on }) => [id, text, on?.blockId]),
      [['c1', 'Name the form.', 'b1']],
    );
  });

  it('shows word for word what would be told, without deciding', async () => {
    const { panel, plan } = await review();
    panel.say({ type: 'preview', note: 'Shorter.', comments: [] });
    const said = panel.sent.at(-1);
    assert.deepEqual(said, { type: 'preview', text: 'Shorter.' });
    assert.equal(session.pendingReview?.reviewId, plan.reviewId);
  });
});
