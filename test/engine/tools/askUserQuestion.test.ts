import assert from 'node:assert/strict';
import { approvalModes } from '../../../src/core/approvalMode';
import type { AgentQuestion, QuestionAnswer, Questioner, QuestionsEnd } from '../../../src/engine/questioner';
import { ruleBook, someHooks } from '../support/aCall';
import { anEngine, type Engine, type EngineOptions } from '../support/anEngine';

interface Asked {
  readonly engine: Engine;
  readonly questions: (readonly AgentQuestion[])[];
}

const question: AgentQuestion = { question: 'Which one?', options: ['a', 'b'] };
const oneQuestion = { questions: [question] };

const aQuestion = (ask: Questioner['ask'], options: EngineOptions = {}, args: object = oneQuestion): Asked => {
  const questions: (readonly AgentQuestion[])[] = [];
  const questioner: Questioner = {
    ask: (asked, signal) => {
      questions.push(asked);
      return ask(asked, signal);
    },
  };
  const answers = [{ calls: [['ask_user_question', args] as const] }];
  return { questions, engine: anEngine({ answers, ...options, ports: { questioner, ...options.ports } }) };
};
const answering =
  (...answers: QuestionAnswer[]): Questioner['ask'] =>
  () =>
    Promise.resolve({ kind: 'answered', answers });
const closing: Questioner['ask'] = () => Promise.resolve({ kind: 'no-answer' });

describe('ask_user_question', () => {
  for (const mode of approvalModes) {
    it(`R8 asks a person in ${mode}, and never for permission to ask`, async () => {
      const { engine, questions } = aQuestion(answering({ kind: 'option', option: 'a' }), { mode });
      await engine.prompt();
      assert.deepEqual([questions, engine.prompts, engine.lastResult.text], [[[question]], [], 'The person chose: a']);
    });
  }

  it('R5 is not answered by a rule, a hook or a classifier', async () => {
    const { engine, questions } = aQuestion(answering({ kind: 'option', option: 'b' }), {
      mode: 'auto',
      ports: {
        ...ruleBook({ allow: ['*'] }),
        hooks: someHooks({ request: { kind: 'allow', updatedInput: undefined } }),
        classifier: { judge: () => Promise.reject(new Error('It must not be asked.')) },
      },
    });
    await engine.prompt();
    assert.deepEqual([questions.length, engine.lastResult.text], [1, 'The person chose: b']);
  });

  it('R8 says that nobody can be asked where answers cannot be collected, and requires nobody', async () => {
    const engine = anEngine({ answers: [{ calls: [['ask_user_question', oneQuestion]] }] });
    await engine.prompt();
    assert.match(engine.lastResult.text, /^Nobody can be asked here\./);
    assert.deepEqual([engine.lastResult.stopTurn, engine.prompts], [false, []]);
  });

  for (const text of ['approve', 'Approve the plan', 'yes, leave Plan mode']) {
    it(`I7 I8 free text is only text: ${text}`, async () => {
      const { engine } = aQuestion(answering({ kind: 'text', text }));
      await engine.prompt();
      assert.deepEqual(
        [engine.lastResult.text, engine.register.mode, engine.shown],
        [`The person wrote: ${text}`, 'plan', []],
      );
    });
  }

  it('an option that was not offered was not chosen', async () => {
    const { engine } = aQuestion(answering({ kind: 'option', option: 'c' }));
    await engine.prompt();
    assert.equal(engine.lastResult.text, 'The person wrote: c');
  });

  it('W3 asks several in order and brings each answer with its question', async () => {
    const several = [question, { question: 'Why?' }];
    const { engine, questions } = aQuestion(
      answering({ kind: 'option', option: 'b' }, { kind: 'text', text: 'because' }),
      {},
      { questions: several },
    );
    await engine.prompt();
    assert.deepEqual(questions, [[question, { question: 'Why?', options: [] }]]);
    assert.equal(engine.lastResult.text, '1. Which one?\nThe person chose: b\n2. Why?\nThe person wrote: because');
  });

  const nothing: readonly QuestionsEnd[] = [
    { kind: 'no-answer' },
    { kind: 'answered', answers: [] },
    { kind: 'answered', answers: [{ kind: 'text', text: '  ' }] },
  ];
  for (const end of nothing) {
    it(`C02 ${JSON.stringify(end)} is no answer and ends the turn`, async () => {
      const { engine } = aQuestion(() => Promise.resolve(end));
      assert.deepEqual(await engine.prompt(), { reason: 'stopped' });
      assert.equal(engine.lastResult.outcome, 'refused');
    });
  }

  it('S1 is cancelled with the turn, without waiting for the question', async () => {
    const { engine } = aQuestion(() => {
      engine.stop.abort();
      return new Promise(() => undefined);
    });
    assert.deepEqual(await engine.prompt(), { reason: 'cancelled' });
    assert.equal(engine.lastResult.outcome, 'cancelled');
  });

  it('B03 goes on where the question cannot be shown', async () => {
    const { engine } = aQuestion(() => Promise.reject(new Error('no window')));
    await engine.prompt();
    assert.deepEqual(
      [engine.lastResult.outcome, engine.faults, engine.waits],
      ['error', ['a question of the agent could not be shown'], ['permission', undefined]],
    );
  });

  it('S4 is not shown where a hook denies it', async () => {
    const hooks = someHooks({ request: { kind: 'deny', message: 'no questions' } });
    const { engine, questions } = aQuestion(closing, { ports: { hooks } });
    await engine.prompt();
    assert.deepEqual([questions, engine.lastResult.outcome], [[], 'refused']);
  });

  const refused = [
    {},
    { questions: [] },
    { questions: [{ question: ' ' }] },
    { questions: [{ question: 'x', options: [] }] },
    { questions: [{ question: 'x', options: Array.from({ length: 9 }, String) }] },
    { questions: Array.from({ length: 13 }, () => question) },
    { questions: [{ question: 'x' }], gate: true },
  ];
  for (const args of refused) {
    it(`T3 refuses the arguments ${JSON.stringify(args)}`, async () => {
      const { engine, questions } = aQuestion(closing, {}, args);
      await engine.prompt();
      assert.deepEqual([questions, engine.lastResult.outcome], [[], 'error']);
    });
  }
});
