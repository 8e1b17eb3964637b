import assert from 'node:assert/strict';
import { manualExitText } from '../../src/engine/manualExitText';
import type { Model, ModelEvent, ModelRequest } from '../../src/engine/model';
import { sessionStateOf } from '../../src/session/sessionState';
import { anEngineSession } from './support/anEngineSession';

const notice = manualExitText('default');

/** How often each request told of the manual exit. */
function told(requests: readonly ModelRequest[]): readonly number[] {
  return requests.map(({ messages }) => messages.filter(({ text }) => text === notice).length);
}

describe('notice of a manual exit', () => {
  it('P3 I27 is told in the first request after it, and in no later one', async () => {
    const { session, engine } = await anEngineSession({
      answers: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }],
    });
    await session.prompt('Before');
    await session.switchMode('default');
    await session.prompt('After');
    await session.prompt('Later');
    assert.deepEqual(told(engine.requests), [0, 1, 0]);
  });

  it('P3 stands last, after the results of the calls, where Plan is left while a call runs', async () => {
    const { session, engine } = await anEngineSession({ answers: [{ calls: [['list_files', {}]] }] });
    const turn = session.prompt('Go');
    session.onDidChange(() => {
      if (session.state.openCalls.length > 0) void session.switchMode('default');
    });
    await turn;
    const last = engine.requests[1]?.messages ?? [];
    assert.deepEqual(
      last.slice(-3).map(({ role }) => role),
      ['tool', 'reminder', 'reminder'],
    );
    assert.equal(last.at(-1)?.text, notice);
  });

  it('P3 I27 is told again where the send failed before any answer', async () => {
    const { session, engine } = await anEngineSession({
      answers: [{ end: 'error' }, { text: 'Now.' }, { text: 'Later.' }],
    });
    await session.switchMode('default');
    await session.prompt('One');
    await session.prompt('Two');
    await session.prompt('Three');
    assert.deepEqual(told(engine.requests), [1, 1, 0]);
  });

  it('P3 I27 is told again where the person stopped the turn before any answer', async () => {
    const requests: ModelRequest[] = [];
    let stop = (): void => undefined;
    const model: Model = {
      name: 'slow',
      async *respond(request): AsyncIterable<ModelEvent> {
        requests.push(request);
        stop();
        await Promise.resolve();
        yield { kind: 'end', reason: 'done' };
      },
    };
    const { session } = await anEngineSession({ model });
    await session.switchMode('default');
    stop = () => void session.stop();
    await session.prompt('One');
    stop = () => undefined;
    await session.prompt('Two');
    await session.prompt('Three');
    assert.deepEqual(told(requests), [1, 1, 0]);
  });

  it('P3 I27 an answer without a word has heard it too, and is not repeated to the model', async () => {
    const { session, engine } = await anEngineSession({ answers: [{}, { text: 'Two.' }] });
    await session.switchMode('default');
    await session.prompt('One');
    await session.prompt('Two');
    assert.deepEqual(told(engine.requests), [1, 0]);
    assert.deepEqual(
      engine.requests[1]?.messages.map(({ role }) => role),
      ['user', 'user', 'reminder'],
    );
  });

  it('P3 is not lost by a reload, and is not told again after one', async () => {
    const first = await anEngineSession();
    await first.session.switchMode('default');
    const second = await anEngineSession({}, await first.log.read());
    await second.session.prompt('One');
    const third = await anEngineSession({}, await second.log.read());
    await third.session.prompt('Two');
    assert.deepEqual([told(second.engine.requests), told(third.engine.requests)], [[1], [0]]);
  });

  it('P3 I27 a fork from before the answer is told by itself, and consumes nothing of the branch that it left', async () => {
    const { session, log } = await anEngineSession();
    await session.switchMode('default');
    await session.prompt('One');
    const entries = await log.read();
    const exitAt = entries.findLastIndex(({ type }) => type === 'mode');
    const fork = await anEngineSession({}, entries.slice(0, exitAt + 1));
    await fork.session.prompt('Another way');
    await session.prompt('Two');
    assert.deepEqual(told(fork.engine.requests), [1]);
    assert.equal(sessionStateOf(await log.read()).mode.mode, 'default');
  });

  it('P3 I27 a branch that was gone back to is told of its own exit', async () => {
    const { session, engine } = await anEngineSession();
    const start = session.transcript.at(-1)?.id ?? '';
    await session.switchMode('default');
    await session.prompt('One');
    await session.goTo(start);
    await session.prompt('In Plan again');
    await session.switchMode('default');
    await session.prompt('Two');
    await session.prompt('Three');
    assert.deepEqual(told(engine.requests), [1, 0, 1, 0]);
  });

  it('P3 is not told after entering Plan again', async () => {
    const { session, engine } = await anEngineSession();
    await session.switchMode('default');
    await session.switchMode('plan');
    await session.prompt('One');
    assert.deepEqual(told(engine.requests), [0]);
  });

  it('P3 names the mode that is on, that Plan is over, and that the exit is not to be called', () => {
    assert.match(notice, /outside the approved flow.*no longer active.*mode now: default.*Do not call exit_plan_mode/);
  });
});
