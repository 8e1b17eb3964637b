import assert from 'node:assert/strict';
import type { SessionStore } from '../../src/session/sessionStore';
import { CardPrompter } from '../../src/vscode/cardPrompter';
import type { OpenSession } from '../../src/vscode/openSession';
import { noCheckpoints } from './support/noCheckpoints';
import { noPrompts } from './support/noPrompts';
import { RunningOutput } from '../../src/vscode/runningOutput';
import { Sessions, type SessionsPorts } from '../../src/vscode/sessions';
import { aStore, submit } from './support/storedSession';
import { useTempFolder } from './support/tempFolder';

const agent = { id: 'built-in', name: 'Countersign', model: 'demo' };

describe('sessions of a window', () => {
  const folder = useTempFolder();
  const opened: Sessions[] = [];

  afterEach(async () => {
    for (const sessions of opened.splice(0)) await sessions.close();
  });

  it('have nothing before they are loaded', () => {
    const { sessions } = aWindow();
    assert.deepEqual([sessions.isLoaded, sessions.active, sessions.live, sessions.stored], [false, undefined, [], []]);
  });

  it('are read once, however often that is asked for', async () => {
    const { sessions, calls } = aWindow();
    await Promise.all([sessions.load(), sessions.load()]);
    await sessions.load();
    assert.deepEqual(calls, ['list']);
  });

  it('are read again after reading has failed', async () => {
    const { sessions, calls } = aWindow({ failing: ['list'] });
    await assert.rejects(sessions.load(), /list fails/);
    await sessions.load();
    assert.deepEqual([calls, sessions.isLoaded], [['list', 'list'], true]);
  });

  it('show a new session at once', async () => {
    const { sessions } = aWindow();
    const created = await sessions.create();
    assert.ok(created);
    assert.equal(sessions.active, created);
  });

  it('O03 go on with a session of another window, which has it no more', async () => {
    const one = aWindow().sessions;
    const other = aWindow().sessions;
    const created = await one.create();
    assert.ok(created);
    const { session } = created;
    await other.takeOver(session.id);
    await session.switchMode('default');
    assert.deepEqual(
      [one.live, other.active?.session.id, other.active?.session.register.mode],
      [[], session.id, 'plan'],
    );
  });

  it('change nothing when a session could not be begun', async () => {
    const { sessions } = aWindow({ absent: ['create'] });
    assert.deepEqual([await sessions.create(), sessions.active], [undefined, undefined]);
  });

  it('open the latest stored session on loading', async () => {
    const latest = await storedSessions(2);
    const { sessions } = aWindow();
    await sessions.load();
    assert.deepEqual([sessions.active?.session.id, sessions.stored.length], [latest, 1]);
  });

  it('do not put the latest one over what the person has chosen meanwhile', async () => {
    await storedSessions(1);
    const { sessions, hold } = aWindow();
    const release = hold('list');
    const loading = sessions.load();
    const other = await aStore(folder()).create({ title: '', workspaceFolder: folder(), agent });
    assert.equal(other.state, 'created');
    await other.session.dispose();
    await sessions.show(other.session.id);
    release();
    await loading;
    assert.equal(sessions.active?.session.id, other.session.id);
  });

  it('open a session once for many who ask for it', async () => {
    const id = await storedSessions(1);
    const { sessions, calls } = aWindow();
    const [one, other] = await Promise.all([sessions.find(id), sessions.find(id)]);
    assert.deepEqual([one === other, calls], [true, ['list', 'open']]);
  });

  it('keep the active session where another one is open in another window', async () => {
    const id = await storedSessions(1);
    const other = aWindow();
    await other.sessions.load();
    const { sessions } = aWindow();
    await sessions.load();
    const created = await sessions.create();
    await sessions.show(id);
    assert.equal(sessions.active, created);
  });

  it('can open a session after opening it has failed', async () => {
    const id = await storedSessions(1);
    const { sessions } = aWindow({ failing: ['open'] });
    await assert.rejects(sessions.load(), /open fails/);
    await sessions.load();
    assert.equal(sessions.active?.session.id, id);
  });

  it('say that they have changed when a session changes', async () => {
    const { sessions } = aWindow();
    const created = await sessions.create();
    let changes = 0;
    sessions.onDidChange(() => (changes += 1));
    await created?.session.switchMode('default');
    assert.ok(changes > 0);
  });

  it('find the session in which a plan waits, the active one first', async () => {
    const { sessions } = aWindow();
    const [first, second] = [await sessions.create(), await sessions.create()];
    assert.ok(first && second);
    await submit(first.session);
    assert.equal(sessions.waitingForReview, first);
    await submit(second.session);
    assert.equal(sessions.waitingForReview, second);
  });

  it('keep what was typed for each session', () => {
    const { sessions } = aWindow();
    sessions.keepDraft('one', 'Add validation');
    assert.deepEqual([sessions.draft('one'), sessions.draft('two')], ['Add validation', '']);
  });

  it('let go of every session when the window closes', async () => {
    const { sessions } = aWindow();
    const created = await sessions.create();
    await sessions.close();
    const again = await aStore(folder()).open(created?.session.id ?? '');
    assert.equal(again.state, 'open');
    await again.session.dispose();
  });

  it('let go of a session that comes after the window has closed', async () => {
    const id = await storedSessions(1);
    const { sessions, hold } = aWindow();
    const release = hold('open');
    const loading = sessions.load();
    await sessions.close();
    release();
    await loading;
    const again = await aStore(folder()).open(id);
    assert.equal(again.state, 'open');
    await again.session.dispose();
  });

  type Port = keyof SessionsPorts;

  /** One window on the folder. What is `failing` fails the first time; what is `absent` gives nothing. */
  function aWindow({ failing = [], absent = [] }: { failing?: readonly Port[]; absent?: readonly Port[] } = {}): {
    readonly sessions: Sessions;
    readonly calls: readonly Port[];
    readonly hold: (port: Port) => () => void;
  } {
    const store = aStore(folder());
    const calls: Port[] = [];
    const toFail = new Set(failing);
    const held = new Map<Port, Promise<void>>();
    const begin = async (port: Port): Promise<void> => {
      calls.push(port);
      await held.get(port);
      if (toFail.delete(port)) throw new Error(`${port} fails`);
    };
    const sessions = new Sessions({
      list: async () => {
        await begin('list');
        return (await store.list(folder())).sessions;
      },
      create: async () => {
        await begin('create');
        return absent.includes('create')
          ? undefined
          : live(await store.create({ title: '', workspaceFolder: folder(), agent }));
      },
      open: async (id) => {
        await begin('open');
        return live(await store.open(id));
      },
      takeOver: async (id) => {
        await begin('takeOver');
        return live(await store.takeOver(id));
      },
      fork: async ({ header, entries, register }, entryId) => {
        await begin('fork');
        return live(await store.fork({ header, entries, mode: register.mode }, entryId));
      },
    });
    opened.push(sessions);
    return {
      ...{ sessions, calls },
      hold: (port) => {
        let release = (): void => undefined;
        held.set(port, new Promise((resolve) => (release = resolve)));
        return () => release();
      },
    };
  }

  /** Stores sessions that nobody has open; gives the id of the latest. */
  async function storedSessions(count: number): Promise<string> {
    let latest = '';
    for (let index = 0; index < count; index += 1) {
      const created = await aStore(folder()).create({ title: `${index}`, workspaceFolder: folder(), agent });
      assert.equal(created.state, 'created');
      if (index > 0) await created.session.switchMode('default');
      latest = created.session.id;
      await created.session.dispose();
    }
    return latest;
  }
});

function live(result: Awaited<ReturnType<SessionStore['create' | 'open' | 'fork']>>): OpenSession | undefined {
  return result.state === 'created' || result.state === 'open' || result.state === 'forked'
    ? {
        session: result.session,
        prompter: new CardPrompter(() => undefined),
        output: new RunningOutput(),
        terminals: { has: () => false, show: () => false },
        prompts: noPrompts(),
        checkpoints: noCheckpoints(),
      }
    : undefined;
}
