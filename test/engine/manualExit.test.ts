import assert from 'node:assert/strict';
import { manualExitText } from '../../src/engine/manualExitText';
import type { Model, ModelEvent, ModelRequest } from '../../src/engine/model';
import { MemorySessionLog } from '../../src/session/memorySessionLog';
import { Session } from '../../src/session/session';
import { isSessionEntry, type LogEntry } from '../../src/session/sessionCodec';
import { sessionStateOf } from '../../src/session/sessionState';
import { aHeader, aPlatform } from '../session/support/platform';
import { anEngine, type EngineOptions } from './support/anEngine';

const notice = manualExitText('default');

/** A real session with the built-in agent over a scripted model. */
async function aSession(options: EngineOptions = {}, entries?: readonly LogEntry[]) {
  const log = new MemorySessionLog();
  for (const entry of entries ?? []) if (isSessionEntry(entry)) await log.append(entry);
  const ports = { ...aPlatform({ prefix: entries === undefined ? 'id' : 'later' }), log };
  const session = await (entries === undefined
    ? Session.create(ports, aHeader)
    : Session.restore(ports, aHeader, entries));
  const engine = anEngine({
    ...options,
    ports: { register: session.register, gate: session.gate, history: () => session.history, ...options.ports },
  });
  session.attach(engine.agent);
  return { session, engine, log };
}

/** How often each request told of the manual exit. */
function told(requests: readonly ModelRequest[]): readonly number[] {
  return requests.map(({ messages }) => messages.filter(({ text }) => text === notice).length);
}

describe('notice of a manual exit', () => {
  it('P3 I27 is told in the first request after it, and in no later one', async () => {
    const { session, engine } = await aSession({ answers: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }] });
    await session.prompt('Before');
    await session.switchMode('default');
    await session.prompt('After');
    await session.prompt('Later');
    assert.deepEqual(told(engine.requests), [0, 1, 0]);
  });

  it('P3 stands last, after the results of the calls, where Plan is left while a call runs', async () => {
    const { session, engine } = await aSession({ answers: [{ calls: [['list_files', {}]] }] });
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
    const { session, engine } = await aSession({ answers: [{ end: 'error' }, { text: 'Now.' }, { text: 'Later.' }] });
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
    const { session } = await aSession({ model });
    await session.switchMode('default');
    stop = () => void session.stop();
    await session.prompt('One');
    stop = () => undefined;
    await session.prompt('Two');
    await session.prompt('Three');
    assert.deepEqual(told(requests), [1, 1, 0]);
  });

  it('P3 I27 an answer without a word has heard it too, and is not repeated to the model', async () => {
    const { session, engine } = await aSession({ answers: [{}, { text: 'Two.' }] });
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
    const first = await aSession();
    await first.session.switchMode('default');
    const second = await aSession({}, await first.log.read());
    await second.session.prompt('One');
    const third = await aSession({}, await second.log.read());
    await third.session.prompt('Two');
    assert.deepEqual([told(second.engine.requests), told(third.engine.requests)], [[1], [0]]);
  });

  it('P3 I27 a fork from before the answer is told by itself, and consumes nothing of the branch that it left', async () => {
    const { session, log } = await aSession();
    await session.switchMode('default');
    await session.prompt('One');
    const entries = await log.read();
    const exitAt = entries.findLastIndex(({ type }) => type === 'mode');
    const fork = await aSession({}, entries.slice(0, exitAt + 1));
    await fork.session.prompt('Another way');
    await session.prompt('Two');
    assert.deepEqual(told(fork.engine.requests), [1]);
    assert.equal(sessionStateOf(await log.read()).mode.mode, 'default');
  });

  it('P3 is not told after entering Plan again', async () => {
    const { session, engine } = await aSession();
    await session.switchMode('default');
    await session.switchMode('plan');
    await session.prompt('One');
    assert.deepEqual(told(engine.requests), [0]);
  });

  it('P3 names the mode that is on, that Plan is over, and that the exit is not to be called', () => {
    assert.match(notice, /outside the approved flow.*no longer active.*mode now: default.*Do not call exit_plan_mode/);
  });
});
