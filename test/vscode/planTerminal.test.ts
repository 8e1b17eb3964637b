import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Decider } from '../../src/core/decider';
import { keyOf } from '../../src/core/frozenPlan';
import type { ReviewerAnswer, UnrecordedAnswer } from '../../src/core/reviewer';
import { quietMs } from '../../src/hosts/terminal/planDialog';
import type { Session } from '../../src/session/session';
import { planTerminal, type PlanTerminalPorts } from '../../src/vscode/planTerminal';
import { PlanTerminals } from '../../src/vscode/planTerminals';
import { aStoredSession, submit, type SubmittedPlan } from './support/storedSession';
import { useTempFolder } from './support/tempFolder';
import { until } from './support/until';

describe('plan dialog in a terminal of VS Code', () => {
  const folder = useTempFolder();
  const called: string[] = [];
  let session: Session;
  let terminals: PlanTerminals;
  const asked: Asked[] = [];
  let now = 0;

  beforeEach(async () => {
    called.length = 0;
    terminals = new PlanTerminals();
    session = await aStoredSession(folder());
  });

  afterEach(async () => {
    for (const { submitted, answered, terminal } of asked.splice(0)) {
      submitted.turn.abort();
      await answered;
      // The next tests find the window as these did.
      await until('the terminal is gone', () => isGone(terminal));
    }
    await session.dispose();
  });

  const decider = (createTerminal: PlanTerminalPorts['createTerminal']): Decider =>
    planTerminal(session, {
      terminals,
      createTerminal,
      now: () => now,
      onAsked: (_, { reviewId }) => called.push(reviewId),
    });

  interface Asked {
    readonly submitted: SubmittedPlan;
    readonly answered: Promise<ReviewerAnswer>;
    readonly terminal: vscode.Terminal;
    /** What was written last: a whole screen. */
    readonly screen: () => string;
    /** Presses a key as a person does, after the pause that the dialog wants, and waits until that is on the screen. */
    readonly presses: (key: string, then: string) => Promise<void>;
  }

  /** Waits until VS Code has the dialog on its screen. */
  async function ask(problem?: UnrecordedAnswer): Promise<Asked> {
    const submitted = await submit(session);
    const made: vscode.Terminal[] = [];
    let written = '';
    const answered = decider((options) => {
      options.pty.onDidWrite((text) => (written = text));
      const terminal = vscode.window.createTerminal(options);
      made.push(terminal);
      return terminal;
    }).review(submitted.plan, submitted.signal, problem);
    await until('the plan is on the screen', () => written.includes('Validate the order form'));
    const [terminal] = made;
    assert.ok(terminal);
    const dialog: Asked = {
      ...{ submitted, answered, terminal },
      screen: () => written,
      presses: async (key, then) => {
        now += quietMs;
        terminal.sendText(key, false);
        await until(`the terminal says "${then}"`, () => written.includes(then));
      },
    };
    asked.push(dialog);
    return dialog;
  }

  const isGone = (terminal: vscode.Terminal): boolean => !vscode.window.terminals.includes(terminal);
  /** What ends the dialog puts back the screen that was there before. */
  const gone = '\u001b[?1049l';

  it('W1 W4 shows the plan and the choices in a terminal of the editor area, and calls for attention', async () => {
    const { submitted, terminal, screen } = await ask();
    assert.equal(terminal.name, 'Plan review (v1): Order form');
    assert.match(screen(), /1 \| # Validate the order form/);
    assert.match(screen(), /1 Approve, ask before edits/);
    assert.deepEqual(called, [submitted.plan.reviewId]);
  });

  it('W4 R6 brings an approval to the one who asked, and the terminal goes away', async () => {
    const { submitted, terminal, answered, presses } = await ask();
    await presses('2', 'Press Enter to approve');
    await presses('\r', gone);
    assert.deepEqual(await answered, {
      kind: 'answer',
      ...keyOf(submitted.plan),
      decision: { kind: 'approve', target: 'auto-edit' },
    });
    await until('the terminal is gone', () => isGone(terminal));
  });

  it('W3 W4 takes a line that is sent at once for no approval', async () => {
    const { submitted, answered, presses } = await ask();
    await presses('1\r', 'decides nothing here');
    submitted.turn.abort();
    assert.deepEqual(await answered, { kind: 'no-answer', reason: 'aborted' });
  });

  it('W3 W4 takes what is written for a request for changes', async () => {
    const { submitted, answered, presses } = await ask();
    await presses('4', 'What should change?');
    await presses('approve', '> approve');
    await presses('\r', gone);
    assert.deepEqual(await answered, {
      kind: 'answer',
      ...keyOf(submitted.plan),
      decision: { kind: 'request-changes', note: 'approve' },
    });
  });

  it('W4 C02 takes closing the terminal for a dismissal', async () => {
    const { submitted, answered } = await ask();
    await vscode.commands.executeCommand('workbench.action.terminal.killEditor');
    assert.deepEqual(await answered, { kind: 'answer', ...keyOf(submitted.plan), decision: { kind: 'dismiss' } });
  });

  it('W2 W4 ends without an answer when the turn is stopped, and closes the terminal', async () => {
    const { submitted, terminal, answered } = await ask();
    submitted.turn.abort();
    assert.deepEqual(await answered, { kind: 'no-answer', reason: 'aborted' });
    await until('the terminal is gone', () => isGone(terminal));
  });

  it('W2 opens no terminal for a turn that has been stopped already', async () => {
    const { plan, signal, turn } = await submit(session);
    turn.abort();
    const answered = decider(() => assert.fail('a terminal was made')).review(plan, signal);
    assert.deepEqual(await answered, { kind: 'no-answer', reason: 'aborted' });
    assert.deepEqual(called, []);
  });

  it('W4 rejects where no terminal can be made, and that decides nothing', async () => {
    const { plan, signal } = await submit(session);
    const unable = decider(() => {
      throw new Error('no terminals here');
    });
    await assert.rejects(unable.review(plan, signal), /no terminals here/);
    assert.deepEqual([called, session.pendingReview?.reviewId], [[], plan.reviewId]);
  });

  it('can be brought to the front by its review while it waits, and not afterwards', async () => {
    const { submitted, answered } = await ask();
    assert.equal(terminals.open(submitted.plan.reviewId), true);
    submitted.turn.abort();
    await answered;
    assert.equal(terminals.open(submitted.plan.reviewId), false);
  });

  it('V7 says why the last answer was not recorded', async () => {
    const { screen } = await ask({ state: 'failed', code: 'persist-failed', cause: new Error('full') });
    assert.match(screen(), /could not be written/);
  });

  it('M4 offers only what leads to Default where the workspace is not trusted', async () => {
    await session.dispose();
    session = await aStoredSession(folder(), () => false);
    const { screen } = await ask();
    assert.deepEqual(screen().match(/\d Approve, [a-z]+ \w+/g), [
      '1 Approve, ask before',
      '2 Approve, restore Default',
    ]);
  });
});
