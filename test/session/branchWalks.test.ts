import assert from 'node:assert/strict';
import fc from 'fast-check';
import { approvalModes, isStricter } from '../../src/core/approvalMode';
import { keyOf, type FrozenPlan } from '../../src/core/frozenPlan';
import { restore } from '../../src/session/restoredSession';
import { Session } from '../../src/session/session';
import type { LogEntry } from '../../src/session/sessionCodec';
import { forkedEntries } from '../../src/session/forkedEntries';
import { sessionStateOf } from '../../src/session/sessionState';
import { FaultyLog } from './support/faultyLog';
import { aHeader, aPlatform } from './support/platform';
import { anAgent } from './support/scriptedSession';

/** What happens to a session; `at` picks one of its entries. */
type Event =
  | { readonly kind: 'turn'; readonly plans: boolean; readonly approves: boolean; readonly executes: boolean }
  | { readonly kind: 'mode'; readonly mode: (typeof approvalModes)[number] }
  | { readonly kind: 'go'; readonly at: number; readonly isDuringReview: boolean; readonly fails: boolean }
  | { readonly kind: 'fork'; readonly at: number }
  | { readonly kind: 'reload' }
  | { readonly kind: 'late-answer' };

const events: fc.Arbitrary<readonly Event[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('turn' as const),
      plans: fc.boolean(),
      approves: fc.boolean(),
      executes: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('mode' as const), mode: fc.constantFrom(...approvalModes) }),
    fc.record({
      kind: fc.constant('go' as const),
      at: fc.nat(),
      isDuringReview: fc.boolean(),
      fails: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('fork' as const), at: fc.nat() }),
    fc.constant({ kind: 'reload' } as const),
    fc.constant({ kind: 'late-answer' } as const),
  ),
  { maxLength: 14 },
);

/** A session that lives through events; after each of them everything that must always hold is looked at. */
class Walk {
  readonly #plans: FrozenPlan[] = [];
  readonly #platform = aPlatform();
  #log: FaultyLog;
  #session: Session;
  #next = { plans: false, approves: false, executes: false, waits: false };
  #onPlan: () => void = () => undefined;

  private constructor(session: Session, log: FaultyLog) {
    this.#log = log;
    this.#session = session;
    this.#attach();
  }

  static async begin(): Promise<Walk> {
    const log = new FaultyLog();
    return new Walk(await Session.create({ ...aPlatform({ prefix: 'first' }), log }, aHeader), log);
  }

  async live(event: Event): Promise<void> {
    const before = this.#session.register.state;
    await this.#act(event);
    const { mode, revision } = this.#session.register.state;
    const isByPerson = event.kind === 'mode' || (event.kind === 'turn' && event.approves && event.executes);
    assert.ok(isByPerson || !isStricter(before.mode, mode), `I38 ${event.kind}: ${before.mode} → ${mode}`);
    assert.ok(event.kind === 'fork' || revision >= before.revision, 'I10 the revision never falls');
    await this.#check();
  }

  async #act(event: Event): Promise<void> {
    switch (event.kind) {
      case 'turn':
        this.#next = { ...event, waits: false };
        await this.#session.prompt('go on');
        return;
      case 'mode':
        await this.#session.switchMode(event.mode);
        return;
      case 'go':
        return this.#go(event);
      case 'fork':
        return this.#fork(event.at);
      case 'reload':
        return this.#restart(await this.#log.read());
      case 'late-answer':
        for (const plan of this.#plans) {
          const call = { actor: 'main', turn: new AbortController().signal, planNow: text(plan) } as const;
          await this.#session.gate.decide({ ...keyOf(plan), decision: { kind: 'approve', target: 'auto-edit' } });
          assert.notEqual(this.#session.gate.execute(keyOf(plan), call).state, 'left');
        }
    }
  }

  async #go({ at, isDuringReview, fails }: Extract<Event, { kind: 'go' }>): Promise<void> {
    let turn: Promise<unknown> = Promise.resolve();
    if (isDuringReview && this.#session.register.mode === 'plan') {
      const planned = new Promise<void>((resolve) => (this.#onPlan = resolve));
      this.#next = { plans: true, approves: false, executes: false, waits: true };
      turn = this.#session.prompt('plan it');
      await planned;
    }
    this.#log.fails = ({ type }) => fails && type === 'branch-moved';
    const to = this.#entryAt(at);
    const result = await this.#session.goTo(to);
    this.#log.fails = () => false;
    if (result.state !== 'moved') await this.#session.stop();
    else assert.equal(this.#session.transcript.at(-1)?.parentId, to);
    await turn;
  }

  async #fork(at: number): Promise<void> {
    const { entries, register } = this.#session;
    const forked = forkedEntries(entries, this.#entryAt(at), register.mode, { id: this.#platform.ids.next(), ts: 1 });
    assert.ok(forked);
    await this.#restart(forked);
  }

  async #restart(entries: readonly LogEntry[]): Promise<void> {
    await this.#session.dispose();
    this.#log = new FaultyLog(entries);
    this.#session = await Session.restore({ ...this.#platform, log: this.#log }, aHeader, entries);
    this.#attach();
  }

  #entryAt(at: number): string {
    const { entries } = this.#session;
    return entries[at % entries.length]?.id ?? '';
  }

  #attach(): void {
    const session = this.#session;
    session.attach(
      anAgent(async (_, signal) => {
        if (!this.#next.plans) return;
        const { approves, executes, waits } = this.#next;
        const submitted = await session.gate.submit(
          { text: `# Plan ${session.entries.length}`, source: { kind: 'argument' }, actor: 'main' },
          signal,
        );
        if (submitted.state !== 'pending') return;
        const { plan } = submitted;
        this.#plans.push(plan);
        this.#onPlan();
        if (waits) await new Promise<void>((resolve) => submitted.signal.addEventListener('abort', () => resolve()));
        if (!approves) return;
        await session.gate.decide({ ...keyOf(plan), decision: { kind: 'approve', target: 'default' } });
        if (executes) session.gate.execute(keyOf(plan), { actor: 'main', turn: signal, planNow: text(plan) });
      }),
    );
  }

  async #check(): Promise<void> {
    const entries = await this.#log.read();
    const state = sessionStateOf(entries);
    assert.deepEqual(this.#session.state, state, 'what is believed is what the log tells');
    assert.deepEqual(state.mode, this.#session.register.state, 'I39 the log and the register agree');
    const isOpen =
      state.isTurnOpen || state.openCalls.length > 0 || state.reviews.some(({ state: is }) => is === 'pending');
    assert.ok(!isOpen, 'I34 nothing is open between turns, on whatever branch');
    const ended = entries.flatMap((entry) => (entry.type === 'review-ended' ? [entry.reviewId] : []));
    assert.equal(new Set(ended).size, ended.length, 'I35 each review ends once');
    const at = { now: 1, isTrusted: true };
    assert.deepEqual(restore(entries, at), restore(entries, at), 'I38 replaying twice gives the same');
    assert.deepEqual(restore(entries, at).mode, state.mode, 'I38 a restore never unlocks');
  }
}

function text(plan: FrozenPlan) {
  return { state: 'text', text: plan.text } as const;
}

describe('walks through branches, forks and reloads', () => {
  it('I34 I35 I36 I37 I38 I39 hold after every step, and only a person makes the mode less strict', async () => {
    await fc.assert(
      fc.asyncProperty(events, async (walk) => {
        const life = await Walk.begin();
        for (const event of walk) await life.live(event);
      }),
    );
  });
});
