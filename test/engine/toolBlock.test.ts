import assert from 'node:assert/strict';
import { approve, exit } from './support/anEngine';
import { anEngineSession } from './support/anEngineSession';

describe('tool block', () => {
  it('Q1 Q2 I45 is the same bytes before, in and after Plan, after a restore and on another branch', async () => {
    const { session, engine, log } = await anEngineSession({
      answers: [{ text: 'In Plan.' }, exit, { text: 'After an approved exit.' }],
      reviews: [approve('auto-edit')],
    });
    const start = session.transcript.at(-1)?.id ?? '';
    await session.prompt('One');
    await session.prompt('Two');
    const modes = [session.register.mode];
    await session.switchMode('plan');
    await session.switchMode('yolo');
    await session.prompt('Out of Plan by hand');
    modes.push(session.register.mode);
    await session.goTo(start);
    await session.prompt('On another branch');
    modes.push(session.register.mode);
    const restored = await anEngineSession({}, await log.read());
    await restored.session.prompt('After a restore');
    await restored.session.switchMode('default');
    await restored.session.prompt('And in another mode');
    const blocks = [...engine.requests, ...restored.engine.requests].map(({ tools }) => JSON.stringify(tools));
    assert.deepEqual(modes, ['auto-edit', 'yolo', 'plan']);
    assert.deepEqual([blocks.length, new Set(blocks).size], [7, 1]);
  });
});
