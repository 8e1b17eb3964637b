import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyOf } from '../../src/core/frozenPlan';
import type { Session } from '../../src/session/session';
import { SessionStore } from '../../src/session/sessionStore';
import { inTemporaryFolder } from './support/inTemporaryFolder';
import { aPlatform } from './support/platform';
import { anAgent } from './support/scriptedSession';

const agent = { id: 'built-in', name: 'Built-in', model: 'demo' };

/** A session that is live in one window, and the store and the problems of that window and of another one. */
function withTwoWindows(
  act: (windows: {
    readonly session: Session;
    readonly problems: ReturnType<typeof aPlatform>['problems'];
    readonly other: SessionStore;
    readonly file: string;
  }) => Promise<void>,
): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const platform = aPlatform({ prefix: 'one' });
    const created = await new SessionStore(folder, platform).create({ title: '', workspaceFolder: '/shop', agent });
    assert.ok(created.state === 'created');
    const { session } = created;
    session.attach(anAgent(() => Promise.resolve()));
    const other = new SessionStore(folder, aPlatform({ prefix: 'other' }));
    await act({ session, problems: platform.problems, other, file: join(folder, `${session.id}.jsonl`) });
    await session.dispose();
  });
}

async function taken(store: SessionStore, id: string): Promise<Session> {
  const opened = await store.takeOver(id);
  assert.ok(opened.state === 'open');
  return opened.session;
}

describe('taking a session over from another window', () => {
  it('O03 has everything that the window before was told is written', () =>
    withTwoWindows(async ({ session, other }) => {
      await session.prompt('one');
      const here = await taken(other, session.id);
      assert.deepEqual(here.entries, session.entries);
      await here.dispose();
    }));

  it('O03 the window before writes no more, and says why', () =>
    withTwoWindows(async ({ session, problems, other, file }) => {
      const here = await taken(other, session.id);
      const before = await readFile(file);
      const { state } = await session.prompt('late');
      assert.deepEqual(
        [state, session.isClosed, problems.map(({ code }) => code), await readFile(file)],
        ['failed', true, ['taken-over'], before],
      );
      await here.dispose();
    }));

  it('O03 a decision of the window before counts for nothing', () =>
    withTwoWindows(async ({ session, other }) => {
      const turn = new AbortController();
      const submitted = await session.gate.submit(
        { text: '# Plan', source: { kind: 'argument' }, actor: 'main' },
        turn.signal,
      );
      assert.ok(submitted.state === 'pending');
      const here = await taken(other, session.id);
      const decided = await session.gate.decide({
        ...keyOf(submitted.plan),
        decision: { kind: 'approve', target: 'auto-edit' },
      });
      const call = { actor: 'main', turn: turn.signal, planNow: { state: 'text', text: '# Plan' } } as const;
      assert.deepEqual(
        [
          decided.state,
          session.gate.execute(keyOf(submitted.plan), call).state,
          session.register.mode,
          here.reviewOf(submitted.plan.reviewId)?.state,
          here.register.mode,
        ],
        ['failed', 'kept', 'plan', 'unanswered', 'plan'],
      );
      await here.dispose();
    }));

  it('O03 nothing of the window before comes between what is written here', () =>
    withTwoWindows(async ({ session, other }) => {
      const here = await taken(other, session.id);
      here.attach(anAgent(() => Promise.resolve()));
      await Promise.all([session.switchMode('yolo'), here.prompt('one'), session.prompt('two')]);
      await here.dispose();
      const opened = await other.open(session.id);
      assert.ok(opened.state === 'open');
      assert.deepEqual([opened.session.register.mode, opened.session.entries], ['plan', here.entries]);
      await opened.session.dispose();
    }));

  it('O03 is done by one at most of many that try at once', () =>
    withTwoWindows(async ({ session, other }) => {
      const all = await Promise.all(Array.from({ length: 6 }, () => other.takeOver(session.id)));
      const live: Session[] = [];
      for (const opened of all) {
        if (opened.state !== 'open') continue;
        opened.session.attach(anAgent(() => Promise.resolve()));
        if ((await opened.session.prompt('x')).state === 'ended') live.push(opened.session);
      }
      assert.ok(live.length <= 1);
      for (const opened of all) if (opened.state === 'open') await opened.session.dispose();
    }));

  it('leaves a damaged file alone, and its lock', () =>
    withTwoWindows(async ({ session, other, file }) => {
      const bad = `${await readFile(file, 'utf8')}x\n`;
      await writeFile(file, bad);
      const opened = await other.takeOver(session.id);
      assert.deepEqual(
        [opened.state, await readFile(file, 'utf8'), (await other.open(session.id)).state],
        ['refused', bad, 'refused'],
      );
    }));

  it('finds no session that is not there', () =>
    withTwoWindows(async ({ other }) => assert.deepEqual(await other.takeOver('nobody'), { state: 'missing' })));
});
