import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '../../src/session/session';
import { SessionStore, type OpenedSession } from '../../src/session/sessionStore';
import { inTemporaryFolder } from './support/inTemporaryFolder';
import { aPlatform } from './support/platform';
import { anAgent } from './support/scriptedSession';

const agent = { id: 'built-in', name: 'Built-in', model: 'demo' };
const newSession = { title: '', workspaceFolder: '/shop', agent };

function withStore(act: (store: SessionStore, folder: string) => Promise<void>, prefix = 'id'): Promise<void> {
  return inTemporaryFolder((folder) => act(new SessionStore(folder, aPlatform({ prefix })), folder));
}

async function created(store: SessionStore): Promise<Session> {
  const result = await store.create(newSession);
  assert.ok(result.state === 'created');
  return result.session;
}

/** A session that was written and closed. */
async function stored(store: SessionStore, prompt = 'Add validation'): Promise<string> {
  const session = await created(store);
  session.attach(anAgent((turn) => turn.append({ type: 'agent-message', text: 'Done', toolCalls: [] })));
  await session.prompt(prompt);
  await session.dispose();
  return session.id;
}

async function closed(opened: OpenedSession): Promise<OpenedSession> {
  if (opened.state === 'open') await opened.session.dispose();
  return opened;
}

describe('session store', () => {
  it('opens what was stored as it was', () =>
    withStore(async (store) => {
      const session = await created(store);
      await session.switchMode('auto-edit');
      const before = session.state;
      await session.dispose();
      const opened = await closed(await store.open(session.id));
      assert.deepEqual(opened.state === 'open' && opened.session.state, before);
    }));

  it('locks a session that is open elsewhere, and reads it all the same', () =>
    withStore(async (store) => {
      const session = await created(store);
      await session.switchMode('yolo');
      const second = await store.open(session.id);
      assert.deepEqual(second.state === 'locked' && second.content.mode, { mode: 'yolo', revision: 1 });
      await session.dispose();
    }));

  it('writes nothing to a session that is locked', () =>
    withStore(async (store, folder) => {
      const session = await created(store);
      const before = await readFile(join(folder, `${session.id}.jsonl`));
      await store.open(session.id);
      assert.deepEqual(await readFile(join(folder, `${session.id}.jsonl`)), before);
      await session.dispose();
    }));

  it('waits for a window that is ending, as long as it is told to', () =>
    withStore(async (store) => {
      const session = await created(store);
      const opening = store.open(session.id, new AbortController().signal);
      await session.dispose();
      assert.equal((await closed(await opening)).state, 'open');
    }));

  it('leaves only the session file when it is closed', () =>
    withStore(async (store, folder) => {
      const id = await stored(store);
      assert.deepEqual(await readdir(folder), [`${id}.jsonl`]);
    }));

  it('N09 keeps two sessions of one title apart', () =>
    withStore(async (store) => {
      const ids = [await stored(store), await stored(store)];
      const { sessions } = await store.list('/shop');
      assert.deepEqual(
        [sessions.map(({ title }) => title), new Set(ids).size],
        [['Add validation', 'Add validation'], 2],
      );
    }));

  it('lists the sessions of one workspace folder, the latest first', () =>
    withStore(async (store) => {
      await stored(store, 'first');
      await stored(store, 'second');
      const other = await store.create({ ...newSession, workspaceFolder: '/other' });
      if (other.state === 'created') await other.session.dispose();
      const { sessions } = await store.list('/shop');
      assert.deepEqual(
        sessions.map(({ title, mode, isTurnOpen }) => [title, mode, isTurnOpen]),
        [
          ['second', 'plan', false],
          ['first', 'plan', false],
        ],
      );
    }));

  it('lists nothing where nothing was stored', () =>
    inTemporaryFolder(async (folder) => {
      const store = new SessionStore(join(folder, 'later'), aPlatform());
      assert.deepEqual(await store.list('/shop'), { sessions: [], unreadable: [] });
    }));

  it('reports a file that it cannot read, and lists the others', () =>
    withStore(async (store, folder) => {
      await stored(store);
      await writeFile(join(folder, 'broken.jsonl'), 'x\n');
      const { sessions, unreadable } = await store.list('/shop');
      assert.deepEqual([sessions.length, unreadable.map(({ file }) => file)], [1, ['broken.jsonl']]);
    }));

  it('refuses to open a session with a bad line and leaves the file alone', () =>
    withStore(async (store, folder) => {
      const id = await stored(store);
      const path = join(folder, `${id}.jsonl`);
      const bad = (await readFile(path, 'utf8')).replace('"user-message"', '"user-message');
      await writeFile(path, bad);
      const opened = await store.open(id);
      assert.deepEqual([opened.state, await readFile(path, 'utf8')], ['refused', bad]);
    }));

  it('reports the last line that it dropped', () =>
    withStore(async (store, folder) => {
      const id = await stored(store);
      const path = join(folder, `${id}.jsonl`);
      await truncate(path, (await readFile(path)).length - 5);
      const opened = await closed(await store.open(id));
      assert.ok(opened.state === 'open' && opened.tornBytes > 0);
    }));

  for (const id of ['nobody', '../secret', '', 'a/b', 'a\0b', '.']) {
    it(`N02 finds no session ${JSON.stringify(id)}`, () =>
      withStore(async (store) => assert.deepEqual(await store.open(id), { state: 'missing' })));
  }

  it('fails to create where the directory cannot be made', () =>
    inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, 'file'), '');
      const store = new SessionStore(join(folder, 'file'), aPlatform());
      assert.equal((await store.create(newSession)).state, 'failed');
    }));

  describe('after its process was killed', () => {
    for (const [name, argument, review] of [
      ['H07 V5 a pending review is unanswered and Plan is on', '', 'unanswered'],
      ['H07 I38 an approval that was not applied stays one, and Plan is on', 'approves', 'approved'],
    ] as const) {
      it(name, () =>
        withStore(async (store, folder) => {
          const script = join(import.meta.dirname, 'support', 'windowThatIsKilled.ts');
          const window = spawn(process.execPath, ['--import', 'tsx', script, folder, argument], {
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          const said: readonly unknown[] = await once(window.stdout, 'data');
          const id = String(said[0]).trim();
          const whileAlive = await store.open(id);
          window.kill('SIGKILL');
          await once(window, 'exit');
          const opened = await closed(await store.open(id));
          assert.ok(opened.state === 'open');
          const { state, register, activity } = opened.session;
          assert.deepEqual(
            [whileAlive.state, state.reviews[0]?.state, register.mode, activity, state.isTurnOpen, state.openCalls],
            ['locked', review, 'plan', 'idle', false, []],
          );
        }, 'after'),
      );
    }
  });
});
