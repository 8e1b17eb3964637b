import assert from 'node:assert/strict';
import type { CancelSignal } from '../../../src/core/cancelSignal';
import type { PromptAnswer } from '../../../src/core/prompter';
import type { Checkpoints, Recorded } from '../../../src/engine/checkpoints/checkpoints';
import { AShell } from '../support/aShell';
import { scriptedAgents, task } from '../support/agentScripts';
import { allow, anEngine, planFile, write, type Engine, type EngineOptions } from '../support/anEngine';

const recorded: Recorded = { state: 'recorded', id: 'a-checkpoint', leftOut: 2 };
const missing: Recorded = { state: 'not-recorded', code: 'git-missing', why: 'no git' };
const shell = (command: string): readonly [string, unknown] => ['shell', { command }];

/** A store that gives one answer, and keeps how often it was asked and what had been done by then. */
class AStore implements Checkpoints {
  times = 0;
  readonly writesBefore: number[] = [];
  engine: Engine | undefined;
  constructor(private readonly answer: (signal: CancelSignal) => Recorded | Promise<Recorded> = () => recorded) {}

  async record(signal: CancelSignal): Promise<Recorded> {
    this.times += 1;
    this.writesBefore.push(this.engine?.workspace.writes.length ?? 0);
    await Promise.resolve();
    return this.answer(signal);
  }
}

/** One turn in which the agent makes these calls, one message each. */
async function aTurn(
  calls: readonly (readonly [string, unknown])[],
  store: AStore,
  options: EngineOptions = {},
): Promise<Engine> {
  const answers = calls.map((call) => ({ calls: [call] }));
  const engine = anEngine({ mode: 'yolo', answers, ...options, ports: { checkpoints: () => store, ...options.ports } });
  store.engine = engine;
  await engine.prompt();
  return engine;
}

function kindsOf(engine: Engine): readonly string[] {
  return engine.entries.map(({ type }) => type);
}

describe('turn checkpoint', () => {
  it('is taken once, before the first edit of the turn, and is in the session by then', async () => {
    const store = new AStore();
    const engine = await aTurn([write('a.ts'), write('b.ts')], store);
    assert.deepEqual([store.times, store.writesBefore, engine.workspace.writes.length], [1, [0], 2]);
    assert.deepEqual(kindsOf(engine), [
      'user-message',
      'agent-message',
      'checkpoint',
      'tool-result',
      'agent-message',
      'tool-result',
      'agent-message',
    ]);
    const entry = engine.entries.find(({ type }) => type === 'checkpoint');
    assert.deepEqual(entry?.type === 'checkpoint' && entry.checkpoint, recorded);
  });

  it('is taken anew in the next turn', async () => {
    const store = new AStore();
    const engine = await aTurn([write('a.ts')], store);
    await engine.agent.prompt(
      { text: 'More', append: (fact) => engine.append(fact), stream: () => undefined },
      engine.stop.signal,
    );
    assert.equal(store.times, 1);
    const again = anEngine({
      mode: 'yolo',
      answers: [{ calls: [write('a.ts')] }, {}, { calls: [write('b.ts')] }],
      ports: { checkpoints: () => store },
    });
    await again.prompt();
    await again.prompt();
    assert.equal(store.times, 3);
  });

  for (const [name, call, mode] of [
    ['reads', ['read_file', { path: 'a.ts' }], 'yolo'],
    ['searches', ['grep', { pattern: 'a' }], 'yolo'],
    ['runs a command that only reads', shell('git status'), 'yolo'],
    ['writes its plan file', write(planFile), 'plan'],
    ['is refused an edit in Plan', write('a.ts'), 'plan'],
    ['asks for an edit that a person rejects', write('a.ts'), 'default'],
  ] as const) {
    it(`is not taken where the agent only ${name}`, async () => {
      const store = new AStore();
      const ask = (): Promise<PromptAnswer> => Promise.resolve({ kind: 'reject', note: '' });
      await aTurn([call], store, { mode, ask, files: { 'a.ts': 'a' }, ports: { shell: new AShell() } });
      assert.equal(store.times, 0);
    });
  }

  for (const command of ['rm a.ts', 'make']) {
    it(`is taken before a command that may write: ${command}`, async () => {
      const store = new AStore();
      const ran = new AShell();
      await aTurn([shell(command)], store, { ports: { shell: ran } });
      assert.deepEqual([store.times, ran.lines], [1, [command]]);
    });
  }

  it('1.12 is taken before a command that a person allowed in Plan', async () => {
    const store = new AStore();
    const ran = new AShell();
    const engine = await aTurn([shell('make')], store, { mode: 'plan', ask: allow, ports: { shell: ran } });
    assert.deepEqual([store.times, ran.lines, engine.prompts.length], [1, ['make'], 1]);
  });

  it('is taken after the person has allowed the edit, which is not asked for again', async () => {
    const store = new AStore();
    const engine = await aTurn([write('a.ts')], store, { mode: 'default', ask: allow });
    assert.deepEqual([store.times, engine.prompts.length, engine.workspace.writes.length], [1, 1, 1]);
  });

  it('is the same one for sub-agents beside each other and for the agent that started them', async () => {
    const store = new AStore();
    const model = scriptedAgents({
      'Do it': [{ calls: [task('One'), task('Two')] }, { calls: [write('c.ts')] }, { text: 'Done.' }],
      One: [{ calls: [write('a.ts')] }, { text: 'Done.' }],
      Two: [{ calls: [write('b.ts')] }, { text: 'Done.' }],
    });
    const engine = await aTurn([], store, { model });
    assert.deepEqual([store.times, store.writesBefore, engine.workspace.writes.length], [1, [0], 3]);
    assert.equal(kindsOf(engine).filter((type) => type === 'checkpoint').length, 1);
  });

  it('lets the turn go on where the workspace could not be recorded, and says so once', async () => {
    const store = new AStore(() => missing);
    const engine = await aTurn([write('a.ts'), write('b.ts')], store);
    assert.deepEqual([store.times, engine.workspace.writes.length, engine.faults.length], [1, 2, 1]);
    const entry = engine.entries.find(({ type }) => type === 'checkpoint');
    assert.deepEqual(entry?.type === 'checkpoint' && entry.checkpoint, { state: 'not-recorded', code: 'git-missing' });
  });

  it('S1 has no effect where the turn is stopped meanwhile', async () => {
    const store: AStore = new AStore(() => {
      store.engine?.stop.abort();
      return { state: 'cancelled' };
    });
    const engine = await aTurn([write('a.ts')], store);
    assert.deepEqual([engine.workspace.writes, engine.lastResult.outcome], [[], 'cancelled']);
    assert.equal(kindsOf(engine).includes('checkpoint'), false);
  });

  it('S1 refuses the edit where Plan is turned on meanwhile', async () => {
    const store: AStore = new AStore(() => {
      store.engine?.register.switchByPerson('plan');
      return recorded;
    });
    const engine = await aTurn([write('a.ts')], store);
    assert.deepEqual([engine.workspace.writes, engine.lastResult.outcome], [[], 'refused']);
  });

  it('has no effect where the checkpoint cannot be put into the session', async () => {
    const engine = await aTurn([write('a.ts')], new AStore(), {
      beforeAppend: ({ type }) => {
        if (type === 'checkpoint') throw new Error('disk full');
      },
    });
    assert.deepEqual(engine.workspace.writes, []);
  });

  it('is nothing that the model is told', async () => {
    const engine = await aTurn([write('a.ts')], new AStore());
    assert.doesNotMatch(JSON.stringify(engine.requests), /checkpoint/);
  });
});
