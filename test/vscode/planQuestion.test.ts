import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Decider } from '../../src/core/decider';
import { keyOf } from '../../src/core/frozenPlan';
import type { ReviewerAnswer, UnrecordedAnswer } from '../../src/core/reviewer';
import type { Session } from '../../src/session/session';
import { planQuestion } from '../../src/vscode/planQuestion';
import type { QuestionDesk } from '../../src/vscode/questionDesk';
import { ReadOnlyTexts } from '../../src/vscode/readOnlyTexts';
import { aQuestionDesk, type ScriptedDesk } from './support/aQuestionDesk';
import { aStoredSession, submit, type SubmittedPlan } from './support/storedSession';
import { useTempFolder } from './support/tempFolder';
import { until } from './support/until';

describe('structured question about a plan', () => {
  const folder = useTempFolder();
  let session: Session;
  let texts: ReadOnlyTexts;
  const called: string[] = [];

  const decider = (desk: QuestionDesk): Decider =>
    planQuestion(session, { desk, texts, onAsked: (_, { reviewId }) => called.push(reviewId) });

  beforeEach(async () => {
    called.length = 0;
    session = await aStoredSession(folder());
    texts = new ReadOnlyTexts((what, cause) => {
      throw new Error(what, { cause });
    });
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    texts.dispose();
    await session.dispose();
  });

  interface Asked extends ScriptedDesk {
    readonly answered: Promise<ReviewerAnswer>;
    readonly submitted: SubmittedPlan;
  }

  async function ask(text?: string, problem?: UnrecordedAnswer): Promise<Asked> {
    const desk = aQuestionDesk();
    const submitted = await submit(session, text);
    const { plan, signal } = submitted;
    const answered = decider(desk.desk).review(plan, signal, problem);
    await until('it is shown', () => desk.picks.length > 0);
    return { ...desk, answered, submitted };
  }

  const textsShown = (): readonly string[] =>
    vscode.window.visibleTextEditors.map(({ document }) => document.getText());

  it('W3 V6 shows exactly the frozen text, as a Markdown document that cannot be changed', async () => {
    const { submitted } = await ask('# Plan\n\n$(x) <b>bold</b> “ü” \u202e\n');
    const [editor, ...more] = vscode.window.visibleTextEditors;
    assert.deepEqual(more, []);
    assert.equal(editor?.document.getText(), submitted.plan.text);
    assert.equal(editor.document.languageId, 'markdown');
    assert.equal(vscode.workspace.fs.isWritableFileSystem(editor.document.uri.scheme), undefined);
  });

  it('W3 has nothing that approves under the first Enter', async () => {
    const { pick } = await ask();
    pick().accepts();
    assert.deepEqual([pick().isShown, session.pendingReview !== undefined], [true, true]);
  });

  const decisions = {
    '$(check) Approve, ask before edits': { kind: 'approve', target: 'default' },
    '$(check) Approve, accept edits': { kind: 'approve', target: 'auto-edit' },
    '$(check) Approve, restore Default': { kind: 'approve', target: 'restore' },
    '$(circle-slash) Dismiss': { kind: 'dismiss' },
  };
  for (const [label, decision] of Object.entries(decisions)) {
    it(`W3 answers with what was chosen: ${label}`, async () => {
      const { pick, answered, submitted } = await ask();
      pick().chooses(label);
      assert.deepEqual(await answered, { kind: 'answer', ...keyOf(submitted.plan), decision });
    });
  }

  for (const text of ['approve', 'Approve, ask before edits', 'yes', '$(check) Approve, accept edits']) {
    it(`W3 I7 takes typed text for a request for changes: ${text}`, async () => {
      const { pick, answered, submitted } = await ask();
      pick().types(text);
      assert.deepEqual(pick().labels, ['$(comment) Request changes']);
      pick().accepts();
      assert.deepEqual(await answered, {
        kind: 'answer',
        ...keyOf(submitted.plan),
        decision: { kind: 'request-changes', note: text },
      });
    });
  }

  it('W3 takes white space for nothing typed', async () => {
    const { pick } = await ask();
    pick().types('  ');
    assert.equal(pick().labels[0], '$(book) Read the plan');
  });

  it('W3 takes closing it for a dismissal', async () => {
    const { desk, answered, submitted } = await ask();
    desk.dismiss();
    assert.deepEqual(await answered, { kind: 'answer', ...keyOf(submitted.plan), decision: { kind: 'dismiss' } });
  });

  it('W3 ends without an answer when the turn is stopped, and closes question and plan', async () => {
    const { answered, submitted, picks } = await ask();
    submitted.turn.abort();
    assert.deepEqual(await answered, { kind: 'no-answer', reason: 'aborted' });
    assert.deepEqual([picks[0]?.isDisposed, textsShown()], [true, []]);
  });

  it('L07 calls for attention once it waits, as the review editor does', async () => {
    const { submitted } = await ask();
    assert.deepEqual(called, [submitted.plan.reviewId]);
  });

  it('L07 calls nobody for a turn that has been stopped already', async () => {
    const { plan, signal, turn } = await submit(session);
    turn.abort();
    assert.deepEqual(await decider(aQuestionDesk().desk).review(plan, signal), {
      kind: 'no-answer',
      reason: 'aborted',
    });
    assert.deepEqual(called, []);
  });

  it('can be opened again by its review where VS Code has hidden it', async () => {
    const { pick, desk, submitted } = await ask();
    pick().hide();
    assert.equal(desk.open(submitted.plan.reviewId), true);
    assert.match(pick().title ?? '', /^Plan review \(v1\): Order form$/);
  });

  it('shows the plan again to a person who closed it', async () => {
    const { pick, submitted } = await ask();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    pick().chooses('$(book) Read the plan');
    await until('the plan is shown', () => textsShown().includes(submitted.plan.text));
  });

  it('M4 offers only what leads to Default where the workspace is not trusted', async () => {
    await session.dispose();
    session = await aStoredSession(folder(), () => false);
    const { pick } = await ask();
    assert.deepEqual(
      pick().labels.filter((label) => label.includes('Approve')),
      ['$(check) Approve, ask before edits', '$(check) Approve, restore Default'],
    );
  });

  it('V7 says why the last answer was not recorded', async () => {
    const { pick } = await ask(undefined, { state: 'failed', code: 'persist-failed', cause: new Error('full') });
    assert.match(pick().placeholder ?? '', /could not be written.*Plan mode is still on/);
  });

  it('V6 rejects where the plan would not be shown as it is', async () => {
    // An editor takes a byte order mark away.
    const { plan, signal } = await submit(session, '\uFEFF# Plan\n');
    const { desk, picks } = aQuestionDesk();
    await assert.rejects(decider(desk).review(plan, signal), /not shown as it is/);
    assert.deepEqual([picks, called], [[], []]);
  });
});
