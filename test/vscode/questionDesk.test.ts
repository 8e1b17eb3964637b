import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentQuestion, QuestionsEnd } from '../../src/engine/questioner';
import type { Session } from '../../src/session/session';
import { pickQuestioner } from '../../src/vscode/pickQuestioner';
import { ReadOnlyTexts } from '../../src/vscode/readOnlyTexts';
import { aQuestionDesk, type ScriptedDesk } from './support/aQuestionDesk';
import { aStoredSession } from './support/storedSession';
import { useTempFolder } from './support/tempFolder';
import { until } from './support/until';

describe('questions of an agent', () => {
  const folder = useTempFolder();
  let session: Session;
  let texts: ReadOnlyTexts;
  let turn: AbortController;

  beforeEach(async () => {
    session = await aStoredSession(folder());
    texts = new ReadOnlyTexts((what, cause) => {
      throw new Error(what, { cause });
    });
    turn = new AbortController();
  });

  afterEach(async () => {
    texts.dispose();
    await session.dispose();
  });

  interface Asked extends ScriptedDesk {
    readonly end: Promise<QuestionsEnd>;
  }

  function ask(questions: readonly AgentQuestion[], desk = aQuestionDesk()): Asked {
    const end = pickQuestioner(session, desk.desk, texts).ask(questions, turn.signal);
    return { ...desk, end };
  }

  const colour = { question: 'Which colour?', options: ['Red', 'Green'] };
  const why = { question: 'Why?', options: [] };

  it('R8 shows the question with its options, and stays when the focus goes elsewhere', () => {
    const { pick } = ask([colour]);
    assert.deepEqual([pick().title, pick().labels, pick().ignoreFocusOut], ['Which colour?', ['Red', 'Green'], true]);
  });

  it('R8 brings the option that was chosen', async () => {
    const { pick, end } = ask([colour]);
    pick().chooses('Green');
    assert.deepEqual(await end, { kind: 'answered', answers: [{ kind: 'option', option: 'Green' }] });
  });

  it('W3 offers typed text that matches no option as an answer of its own', async () => {
    const { pick, end } = ask([colour]);
    pick().types(' Blue ');
    assert.deepEqual(pick().labels, ['$(edit) Blue']);
    pick().accepts();
    assert.deepEqual(await end, { kind: 'answered', answers: [{ kind: 'text', text: 'Blue' }] });
  });

  it('W3 offers what fits what is typed first, and then the text itself', () => {
    const { pick } = ask([colour]);
    pick().types('re');
    assert.deepEqual(pick().labels, ['Red', 'Green', '$(edit) re']);
  });

  it('W3 asks for text alone where there are no options, and takes none for an answer', async () => {
    const { pick, end } = ask([why]);
    pick().accepts();
    pick().types('Because');
    pick().accepts();
    assert.deepEqual(await end, { kind: 'answered', answers: [{ kind: 'text', text: 'Because' }] });
  });

  it('shows the text of an agent as text and not as an icon', () => {
    const { pick } = ask([{ question: 'Is it $(check)?', options: ['$(check) done\nreally'] }]);
    assert.deepEqual([pick().title, pick().labels], ['Is it \\$(check)?', ['\\$(check) done really']]);
  });

  it('W3 asks several in order, and says which one it is', async () => {
    const { pick, end } = ask([colour, why]);
    assert.deepEqual([pick().step, pick().totalSteps], [1, 2]);
    pick().chooses('Red');
    assert.deepEqual([pick().title, pick().step, pick().value], ['Why?', 2, '']);
    pick().types('Because');
    pick().accepts();
    assert.deepEqual(await end, {
      kind: 'answered',
      answers: [
        { kind: 'option', option: 'Red' },
        { kind: 'text', text: 'Because' },
      ],
    });
  });

  it('W3 goes back, and takes the answer that was given last', async () => {
    const { pick, end } = ask([colour, colour]);
    assert.ok(!pick().buttons.includes(vscode.QuickInputButtons.Back));
    pick().chooses('Red');
    pick().presses(vscode.QuickInputButtons.Back);
    assert.equal(pick().step, 1);
    pick().chooses('Green');
    pick().chooses('Red');
    assert.deepEqual(await end, {
      kind: 'answered',
      answers: [
        { kind: 'option', option: 'Green' },
        { kind: 'option', option: 'Red' },
      ],
    });
  });

  it('opens a question that is too long for a title as a document', async () => {
    const long = `${'Which of the many colours that there are should it be? '.repeat(3)}\n\nThink.`;
    const { pick } = ask([{ question: long, options: ['Red'] }]);
    pick().chooses('$(book) Read the whole question');
    await until('the whole question is open', () =>
      vscode.window.visibleTextEditors.some(({ document }) => document.getText() === long),
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('C02 is not answered when it is dismissed', async () => {
    const { desk, end, picks } = ask([colour]);
    desk.dismiss();
    assert.deepEqual([await end, picks[0]?.isDisposed], [{ kind: 'no-answer' }, true]);
  });

  it('C02 is not answered when its close button is pressed', async () => {
    const { pick, end } = ask([colour]);
    pick().presses(pick().buttons.at(-1));
    assert.deepEqual(await end, { kind: 'no-answer' });
  });

  it('W4 goes away with the turn, and is not answered', async () => {
    const { end, picks, shown } = ask([colour]);
    turn.abort();
    assert.deepEqual([await end, picks[0]?.isDisposed, shown], [{ kind: 'no-answer' }, true, [true, false]]);
  });

  it('is not shown for a turn that has been stopped already', async () => {
    turn.abort();
    const { end, picks } = ask([colour]);
    assert.deepEqual([await end, picks], [{ kind: 'no-answer' }, []]);
  });

  it('shows as the activity of the session that it waits for the person', async () => {
    const { pick, end } = ask([colour]);
    assert.equal(session.activity, 'waiting-for-answer');
    pick().chooses('Red');
    await end;
    assert.equal(session.activity, 'idle');
  });

  describe('that VS Code has hidden', () => {
    it('still wait for the person', () => {
      const { pick, shown } = ask([colour]);
      pick().hide();
      assert.deepEqual([session.activity, shown], ['waiting-for-answer', [true, false]]);
    });

    it('are opened again with what was answered and typed', async () => {
      const { pick, desk, end } = ask([colour, why]);
      pick().chooses('Red');
      pick().types('Bec');
      pick().hide();
      assert.equal(desk.open(), true);
      assert.deepEqual([pick().title, pick().value, pick().step], ['Why?', 'Bec', 2]);
      pick().types('Because');
      pick().accepts();
      assert.equal((await end).kind, 'answered');
    });

    it('do not come back by themselves', () => {
      const { pick, desk, picks } = ask([colour]);
      pick().hide();
      desk.refresh();
      assert.equal(picks.length, 1);
    });

    it('go away with the turn', async () => {
      const { pick, desk, end } = ask([colour]);
      pick().hide();
      turn.abort();
      assert.deepEqual([await end, desk.open()], [{ kind: 'no-answer' }, false]);
    });
  });

  it('I20 shows one at a time, the next one after it', async () => {
    const desk = aQuestionDesk();
    const first = ask([colour], desk);
    const second = ask([why], desk);
    assert.deepEqual([desk.picks.length, desk.pick().title], [1, 'Which colour?']);
    desk.pick().chooses('Red');
    await first.end;
    assert.equal(desk.pick().title, 'Why?');
    desk.desk.dismiss();
    await second.end;
  });

  it('G05 does not stand over a plan review, and comes after it', () => {
    const desk = aQuestionDesk();
    desk.review.isOpen = true;
    ask([colour], desk);
    assert.deepEqual(desk.picks, []);
    desk.review.isOpen = false;
    desk.desk.refresh();
    assert.equal(desk.pick().title, 'Which colour?');
  });

  it('G05 makes room for a plan review, and comes back after it', () => {
    const desk = ask([colour]);
    desk.review.isOpen = true;
    desk.desk.refresh();
    assert.deepEqual([desk.picks[0]?.isShown, session.activity], [false, 'waiting-for-answer']);
    desk.review.isOpen = false;
    desk.desk.refresh();
    assert.equal(desk.pick().title, 'Which colour?');
  });

  it('B03 rejects where no quick pick can be made', async () => {
    const desk = aQuestionDesk();
    desk.picks.push = () => {
      throw new Error('no window');
    };
    await assert.rejects(ask([colour], desk).end, /no window/);
  });
});
