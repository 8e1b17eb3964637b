import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { keyOf, type FrozenPlan } from '../../src/core/frozenPlan';
import type { ReviewerAnswer } from '../../src/core/reviewer';
import type { ReviewDraft } from '../../src/protocol/reviewMessages';
import type { Session } from '../../src/session/session';
import { aDesk, type Desk, type DeskOptions } from './support/aDesk';
import type { ScriptedPanel } from './support/scriptedPanel';
import { aStoredSession, submit, type SubmittedPlan } from './support/storedSession';
import { useTempFolder } from './support/tempFolder';
import { until } from './support/until';

describe('review desk', () => {
  const folder = useTempFolder();
  const sessions: Session[] = [];

  afterEach(async () => {
    for (const session of sessions.splice(0)) await session.dispose();
  });

  it('W1 shows the frozen plan that was submitted', async () => {
    const { panel, submitted } = await aReview();
    assert.deepEqual(panel.view.key, keyOf(submitted.plan));
  });

  it('P14 sends the whole state again to a page that starts anew', async () => {
    const { panel } = await aReview();
    const before = panel.views.length;
    panel.say({ type: 'ready' });
    assert.deepEqual(panel.views.slice(before), [panel.views[0]]);
  });

  it('R6 brings what the person decided to the one who asked', async () => {
    const { panel, submitted, answered } = await aReview();
    const answer = { ...keyOf(submitted.plan), decision: { kind: 'approve', target: 'auto-edit' } } as const;
    panel.say({ type: 'decide', key: keyOf(submitted.plan), decision: answer.decision, comments: [] });
    assert.deepEqual(await answered, { kind: 'answer', ...answer });
  });

  it('I21 brings an answer to the review that its page shows, and leaves the others waiting', async () => {
    const [first, second] = [await newSession(), await newSession()];
    const desk = aDesk({ sessions: [first, second], folder: folder() });
    const one = await review(desk, first);
    const two = await review(desk, second);
    one.panel.say({ type: 'decide', key: keyOf(one.submitted.plan), decision: { kind: 'dismiss' }, comments: [] });
    await one.answered;
    two.submitted.turn.abort();
    assert.deepEqual(await two.answered, { kind: 'no-answer', reason: 'aborted' });
  });

  it('I21 lets the gate refuse an answer that a page gives for another plan', async () => {
    const { panel, answered, session } = await aReview();
    const key = { reviewId: 'another', planHash: 'x', revision: 0 };
    panel.say({ type: 'decide', key, decision: { kind: 'approve', target: 'default' }, comments: [] });
    const answer = await answered;
    assert.equal(answer.kind, 'answer');
    assert.deepEqual(await session.gate.decide(answer), { state: 'refused', code: 'stale-answer' });
  });

  it('J01 drops a message without the token of its page', async () => {
    const { panel, submitted, answered, desk } = await aReview();
    panel.say(
      { type: 'decide', key: keyOf(submitted.plan), decision: { kind: 'approve', target: 'default' }, comments: [] },
      'guess',
    );
    submitted.turn.abort();
    assert.deepEqual(
      [await answered, desk.badMessages],
      [{ kind: 'no-answer', reason: 'aborted' }, ['wrong page token']],
    );
  });

  const malformed: Readonly<Record<string, unknown>> = {
    'an empty object': {},
    null: null,
    'a decision that nobody offers': { type: 'decide', decision: { kind: 'yes' }, comments: [] },
    'E11 an approval that does not say where to': { type: 'decide', decision: { kind: 'approve' }, comments: [] },
    'E11 a decision without a key': { type: 'decide', decision: { kind: 'dismiss' }, comments: [] },
  };
  for (const [name, message] of Object.entries(malformed)) {
    it(`C02 takes for no answer: ${name}`, async () => {
      const { panel, submitted, answered } = await aReview();
      panel.post(message);
      submitted.turn.abort();
      assert.deepEqual(await answered, { kind: 'no-answer', reason: 'aborted' });
    });
  }

  it('C02 takes closing the editor for a dismissal', async () => {
    const { panel, submitted, answered } = await aReview();
    panel.dispose();
    assert.deepEqual(await answered, { kind: 'answer', ...keyOf(submitted.plan), decision: { kind: 'dismiss' } });
  });

  it('C02 takes closing for a dismissal also before the plan is shown', async () => {
    const session = await newSession();
    const desk = aDesk({
      sessions: [session],
      folder: folder(),
      open: async (of, document, panel) => {
        const filled = of.resolveCustomEditor(document, panel);
        panel.dispose();
        await filled;
      },
    });
    const submitted = await submit(session);
    assert.deepEqual(await desk.desk.reviewerFor(session).review(submitted.plan, submitted.signal), {
      kind: 'answer',
      ...keyOf(submitted.plan),
      decision: { kind: 'dismiss' },
    });
  });

  it('H19 takes closing for no dismissal when the window goes away', async () => {
    const { desk, panel, submitted, answered } = await aReview();
    desk.desk.shutDown();
    panel.dispose();
    submitted.turn.abort();
    assert.deepEqual(await answered, { kind: 'no-answer', reason: 'aborted' });
  });

  it('B17 rejects when no editor can be opened', async () => {
    const session = await newSession();
    const desk = aDesk({ sessions: [session], folder: folder(), open: () => Promise.reject(new Error('no window')) });
    const submitted = await submit(session);
    await assert.rejects(desk.desk.reviewerFor(session).review(submitted.plan, submitted.signal), /no window/);
  });

  it('B03 waits for no answer from an editor that could not be filled', async () => {
    const session = await newSession();
    const desk = aDesk({
      sessions: [session],
      folder: folder(),
      findSession: () => Promise.reject(new Error('the disk is gone')),
      // VS Code shows the error in the editor, and whoever opened it hears nothing.
      open: (of, document, panel) => of.resolveCustomEditor(document, panel).catch(() => undefined),
    });
    const submitted = await submit(session);
    assert.deepEqual(await desk.desk.reviewerFor(session).review(submitted.plan, submitted.signal), {
      kind: 'no-answer',
      reason: 'review-unavailable',
    });
  });

  it('W2 ends without an answer when the turn is stopped', async () => {
    const { submitted, answered } = await aReview();
    submitted.turn.abort();
    assert.deepEqual(await answered, { kind: 'no-answer', reason: 'aborted' });
  });

  it('W2 opens nothing for a turn that has been stopped already', async () => {
    const session = await newSession();
    const desk = aDesk({ sessions: [session], folder: folder() });
    const submitted = await submit(session);
    submitted.turn.abort();
    await desk.desk.reviewerFor(session).review(submitted.plan, submitted.signal);
    assert.deepEqual(desk.panels, []);
  });

  it('W2 tells the open page that its review has ended', async () => {
    const { panel, submitted, session } = await aReview();
    submitted.turn.abort();
    await session.gate.settled();
    assert.equal(panel.view.status.state, 'ended');
  });

  describe('an answer that could not be recorded', () => {
    const problem = { state: 'failed', code: 'persist-failed', cause: new Error('full') } as const;

    async function aSecondAsking(): Promise<Reviewed> {
      const first = await aReview();
      first.panel.say({
        type: 'decide',
        key: keyOf(first.submitted.plan),
        decision: { kind: 'dismiss' },
        comments: [],
      });
      await first.answered;
      const { plan, signal } = first.submitted;
      return { ...first, answered: first.desk.desk.reviewerFor(first.session).review(plan, signal, problem) };
    }

    it('is asked for again in the same editor', async () => {
      const { desk } = await aSecondAsking();
      assert.equal(desk.panels.length, 1);
    });

    it('is asked for again with the reason, which says that Plan mode is still on', async () => {
      const { panel } = await aSecondAsking();
      assert.ok(panel.view.status.state === 'pending');
      assert.match(panel.view.status.problem ?? '', /could not be written.*Plan mode is still on/);
    });

    it('can be given again', async () => {
      const { panel, submitted, answered } = await aSecondAsking();
      panel.say({ type: 'decide', key: keyOf(submitted.plan), decision: { kind: 'dismiss' }, comments: [] });
      assert.equal((await answered).kind, 'answer');
    });
  });

  it('closes the editor when changes were asked for', async () => {
    const { panel, submitted, session } = await aReview();
    await session.gate.decide({ ...keyOf(submitted.plan), decision: { kind: 'request-changes', note: 'smaller' } });
    assert.equal(panel.isDisposed, true);
  });

  it('F14 says "applying" and names no new mode between the approval and the transition', async () => {
    const { panel, submitted, session } = await aReview();
    await decide(session, submitted.plan, { kind: 'approve', target: 'auto-edit' });
    assert.equal(panel.view.status.state, 'applying');
    assert.match(panel.view.status.message, /Plan mode is on until Auto-edit is confirmed/);
  });

  it('says that the mode is on only after the register has confirmed it, and closes then', async () => {
    const { panel, submitted, session } = await aReview();
    await decide(session, submitted.plan, { kind: 'approve', target: 'default' });
    execute(session, submitted);
    await until('the editor is closed', () => panel.isDisposed);
    assert.deepEqual(panel.view.status, { state: 'ended', message: 'Default mode is on.', tone: 'done' });
  });

  it('V6 says why Plan is still on when the exit was not made, and stays open', async () => {
    const { desk, panel, submitted, session } = await aReview();
    await decide(session, submitted.plan, { kind: 'approve', target: 'default' });
    desk.desk.noteExit(submitted.plan.reviewId, { state: 'kept', code: 'plan-changed' });
    assert.ok(panel.view.status.state === 'ended' && panel.view.status.tone === 'problem');
    assert.match(panel.view.status.message, /changed after you were shown it. Plan mode is still on/);
  });

  it('V4 says that a review was made invalid by a change of the mode, and offers no choice', async () => {
    const { panel, session } = await aReview();
    await session.switchMode('default');
    assert.deepEqual([panel.view.status.state, panel.view.choices], ['ended', []]);
  });

  it('M4 offers only what leads to Default where the workspace is not trusted', async () => {
    const session = await newSession(() => false);
    const { panel } = await review(aDesk({ sessions: [session], folder: folder() }), session);
    assert.deepEqual(
      panel.view.choices.map(({ target }) => target),
      ['default', 'restore'],
    );
  });

  it('shows an ended review, with nothing to decide', async () => {
    const { desk, panel, submitted, session } = await aReview();
    await decide(session, submitted.plan, { kind: 'dismiss' });
    assert.equal(panel.isDisposed, true);
    await desk.desk.open(session, submitted.plan.reviewId);
    desk.panel().say({ type: 'ready' });
    assert.deepEqual([desk.panel().view.status.state, desk.panel().view.choices], ['ended', []]);
  });

  it('reveals an editor that is open in place of opening another one', async () => {
    const { desk, panel, submitted, session } = await aReview();
    await desk.desk.open(session, submitted.plan.reviewId);
    assert.deepEqual([panel.reveals, desk.panels.length], [1, 1]);
  });

  it('E02 tells a page that answers an ended review how things stand', async () => {
    const { panel, submitted } = await aReview();
    submitted.turn.abort();
    const before = panel.views.length;
    panel.say({
      type: 'decide',
      key: keyOf(submitted.plan),
      decision: { kind: 'approve', target: 'default' },
      comments: [],
    });
    assert.ok(panel.views.length > before);
  });

  it('compares a plan with the version that was reviewed before it', async () => {
    const session = await newSession();
    const desk = aDesk({ sessions: [session], folder: folder() });
    const first = await review(desk, session);
    await session.gate.decide({ ...keyOf(first.submitted.plan), decision: { kind: 'request-changes', note: 'more' } });
    const { panel } = await review(desk, session, '# Validate the order form\n\n1. Add two checks.\n');
    assert.equal(panel.view.changes.base?.version, 1);
  });

  it('says so where the plan is not stored any more', async () => {
    const session = await newSession();
    const desk = aDesk({ sessions: [], folder: folder() });
    const { plan } = await submit(session);
    await desk.desk.open(session, plan.reviewId);
    assert.match(desk.panel().webview.html, /not stored here any more/);
  });

  describe('drafts', () => {
    const draft: ReviewDraft = { note: 'half a sent', tab: 'changes', scrollTop: 40, comments: [] };

    it('H02 are answered, so that a page notices a host that has died', async () => {
      const { panel } = await aReview();
      panel.say({ type: 'draft', draft });
      await until('the draft is answered', () => panel.sent.at(-1)?.type === 'draft-kept');
    });

    it('I07 come back with the same review', async () => {
      const { desk, panel, session, submitted } = await aReview();
      desk.desk.shutDown();
      panel.say({ type: 'draft', draft });
      panel.dispose();
      await desk.drafts.settled();
      await desk.desk.open(session, submitted.plan.reviewId);
      desk.panel().say({ type: 'ready' });
      assert.deepEqual(desk.panel().view.draft, draft);
    });

    it('I07 are not shown on the next version', async () => {
      const { desk, panel, session, submitted } = await aReview();
      panel.say({ type: 'draft', draft });
      await decide(session, submitted.plan, { kind: 'request-changes', note: 'smaller' });
      const next = await review(desk, session, '# Another\n');
      assert.equal(next.panel.view.draft.note, '');
    });

    it('are not brought back by a page that closes after the answer was sent', async () => {
      const { desk, panel, session, submitted } = await aReview();
      panel.say({ type: 'draft', draft });
      await decide(session, submitted.plan, { kind: 'approve', target: 'default' });
      panel.say({ type: 'draft', draft });
      await desk.drafts.settled();
      assert.deepEqual(await readdir(path.join(folder(), 'drafts')), []);
    });

    it('that are kept while the editor closes disturb nobody', async () => {
      const { desk, panel } = await aReview();
      panel.say({ type: 'draft', draft });
      panel.dispose();
      await desk.drafts.settled();
      assert.deepEqual(desk.faults, []);
    });
  });

  it('a review that closes in the background leaves the focused one focused', async () => {
    const [first, second] = [await newSession(), await newSession()];
    const desk = aDesk({ sessions: [first, second], folder: folder() });
    const one = await review(desk, first);
    await review(desk, second);
    one.panel.dispose();
    assert.equal(desk.focus.at(-1), true);
  });

  interface Reviewed {
    readonly desk: Desk;
    readonly session: Session;
    readonly panel: ScriptedPanel;
    readonly submitted: SubmittedPlan;
    readonly answered: Promise<ReviewerAnswer>;
  }

  async function newSession(isTrusted?: () => boolean): Promise<Session> {
    const session = await aStoredSession(folder(), isTrusted);
    sessions.push(session);
    return session;
  }

  async function aReview(options: Partial<DeskOptions> = {}): Promise<Reviewed> {
    const session = await newSession();
    return review(aDesk({ sessions: [session], folder: folder(), ...options }), session);
  }

  /** A plan is submitted and its editor shows it. */
  async function review(desk: Desk, session: Session, text?: string): Promise<Reviewed> {
    const before = desk.panels.length;
    const submitted = await submit(session, text);
    const answered = desk.desk.reviewerFor(session).review(submitted.plan, submitted.signal);
    await until('an editor is open', () => desk.panels.length > before && desk.panel().webview.html !== '');
    const panel = desk.panel();
    panel.say({ type: 'ready' });
    return { desk, session, panel, submitted, answered };
  }
});

async function decide(
  session: Session,
  plan: FrozenPlan,
  decision: Parameters<Session['gate']['decide']>[0]['decision'],
): Promise<void> {
  await session.gate.decide({ ...keyOf(plan), decision });
}

function execute(session: Session, { plan, turn }: SubmittedPlan): void {
  session.gate.execute(keyOf(plan), {
    actor: 'main',
    turn: turn.signal,
    planNow: { state: 'text', text: plan.text },
  });
}
