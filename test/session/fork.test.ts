import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApprovalMode } from '../../src/core/approvalMode';
import { keyOf } from '../../src/core/frozenPlan';
import { messagesOn } from '../../src/session/earlierMessages';
import type { Session } from '../../src/session/session';
import { SessionStore } from '../../src/session/sessionStore';
import { inTemporaryFolder } from './support/inTemporaryFolder';
import { aPlatform } from './support/platform';
import { anAgent } from './support/scriptedSession';

const agent = { id: 'built-in', name: 'Built-in', model: 'demo' };

interface Built {
  readonly store: SessionStore;
  readonly folder: string;
  readonly session: Session;
}

/** A session that heard "one" and "two", in a store of its own; both are closed afterwards. */
function withSession(act: (built: Built) => Promise<void>): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const store = new SessionStore(folder, aPlatform());
    const created = await store.create({ title: '', workspaceFolder: '/shop', agent });
    assert.ok(created.state === 'created');
    const { session } = created;
    session.attach(anAgent(() => Promise.resolve()));
    await session.prompt('one');
    await session.prompt('two');
    try {
      await act({ store, folder, session });
    } finally {
      await session.dispose();
    }
  });
}

async function fork({ store, session }: Built, entryId = session.transcript.at(-1)?.id ?? ''): Promise<Session> {
  const { header, entries, register } = session;
  const forked = await store.fork({ header, entries, mode: register.mode }, entryId);
  assert.ok(forked.state === 'forked');
  await forked.session.dispose();
  return forked.session;
}

function texts(session: Session): readonly string[] {
  return messagesOn(session.transcript).map(({ text }) => text);
}

async function submit(session: Session) {
  const turn = new AbortController();
  const result = await session.gate.submit(
    { text: '# Plan', source: { kind: 'argument' }, actor: 'main' },
    turn.signal,
  );
  assert.ok(result.state === 'pending');
  return { ...result, turn };
}

describe('fork', () => {
  it('has the branch up to its entry, and says where it comes from', () =>
    withSession(async (built) => {
      const [, two] = messagesOn(built.session.transcript);
      const forked = await fork(built, two?.before);
      assert.deepEqual(
        [texts(forked), forked.header.parentSession, forked.id === built.session.id],
        [['one'], { id: built.session.id, entryId: two?.before }, false],
      );
    }));

  it('writes nothing to the session that it comes from', () =>
    withSession(async (built) => {
      const path = join(built.folder, `${built.session.id}.jsonl`);
      const before = await readFile(path);
      await fork(built);
      assert.deepEqual(await readFile(path), before);
    }));

  it('leaves nothing behind but the file of the fork', () =>
    withSession(async (built) => {
      const forked = await fork(built);
      const names = (await readdir(built.folder)).filter((name) => !name.includes('.lock.'));
      assert.deepEqual(names.sort(), [`${built.session.id}.jsonl`, `${forked.id}.jsonl`].sort());
    }));

  it('V5 has a review that is pending there unanswered, under its own id, and leaves it pending there', () =>
    withSession(async (built) => {
      const { plan, turn } = await submit(built.session);
      const forked = await fork(built);
      const review = forked.reviewOf(plan.reviewId);
      assert.deepEqual(
        [review?.state === 'unanswered' && review.reason, forked.register.mode, built.session.pendingReview],
        ['restored', 'plan', plan],
      );
      turn.abort();
    }));

  it('I36 carries no approval over that was not used', () =>
    withSession(async (built) => {
      const { plan, turn } = await submit(built.session);
      await built.session.gate.decide({ ...keyOf(plan), decision: { kind: 'approve', target: 'auto-edit' } });
      const forked = await fork(built);
      const call = { actor: 'main', turn: turn.signal, planNow: { state: 'text', text: '# Plan' } } as const;
      assert.deepEqual([forked.gate.execute(keyOf(plan), call).state, forked.register.mode], ['kept', 'plan']);
    }));

  it('N09 counts plan versions on', () =>
    withSession(async (built) => {
      const { header, entries, register } = built.session;
      const { turn } = await submit(built.session);
      turn.abort();
      await built.session.gate.settled();
      const forked = await built.store.fork(
        { header, entries, mode: register.mode },
        built.session.transcript.at(-1)?.id ?? '',
      );
      assert.ok(forked.state === 'forked');
      assert.equal((await submit(forked.session)).plan.version, 2);
      await forked.session.dispose();
    }));

  for (const [then, now, holds] of [
    ['yolo', 'plan', 'plan'],
    ['yolo', 'default', 'default'],
    ['plan', 'yolo', 'plan'],
    ['auto-edit', 'auto-edit', 'auto-edit'],
  ] as const satisfies readonly (readonly [ApprovalMode, ApprovalMode, ApprovalMode])[]) {
    it(`I38 is in ${holds} where ${then} was on at its entry and ${now} is on in the other session`, () =>
      withSession(async (built) => {
        await built.session.switchMode(then);
        const at = built.session.transcript.at(-1)?.id;
        await built.session.switchMode(now);
        const forked = await fork(built, at);
        assert.deepEqual([forked.register.mode, forked.state.mode.mode], [holds, holds]);
      }));
  }

  it('is not begun at an entry that is not there', () =>
    withSession(async ({ store, session: { header, entries } }) => {
      assert.deepEqual(await store.fork({ header, entries, mode: 'plan' }, 'nowhere'), { state: 'missing' });
    }));
});
