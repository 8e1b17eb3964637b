import type { ExecutionMode } from '../../../src/core/approvalMode';
import type { CancelSignal } from '../../../src/core/cancelSignal';
import { keyOf, type FrozenPlan, type ReviewKey } from '../../../src/core/frozenPlan';
import type { ModeChange, ModeRegister, ModeState, Unsubscribe } from '../../../src/core/modeRegister';
import type {
  DecideResult,
  ExecuteResult,
  LifecycleActor,
  PlanGate,
  PlanReading,
  SubmitResult,
} from '../../../src/core/planGate';
import type { ApprovalTarget } from '../../../src/core/review';
import { HeldLog, type HeldWrite } from '../heldLog';
import { hostileAnswer } from '../hostileAnswer';
import { sha256 } from '../sha256';
import { turnOfEventLoop } from '../turnOfEventLoop';
import type { Core } from './core';
import type { World } from './explore';
import { gateEvents, type GateEvent } from './gateEvents';
import type { AnswerName, GateStep, KeyName, PlanNow, Walk } from './gateSteps';
import { isAbortedIn, PlainCancel } from './plainCancel';
import { Violation } from './violation';

/** The invariants of requirements.md section 4 that are looked at after every step of a walk. */
export const walkInvariants = [
  'I1',
  'I2',
  'I5',
  'I6',
  'I7',
  'I9',
  'I10',
  'I11',
  'I12',
  'I13',
  'I14',
  'I17',
  'I18',
  'I34',
  'I35',
  'I36',
  'I37',
  'I39',
  'I52',
  'I53',
] as const;
export type WalkInvariant = (typeof walkInvariants)[number];

/**
 * Walks a register and its gate through `walk` and throws `Violation` at the first step after which one of `watched` does
 * not hold. Returns what was met on the way, so that a test can see that walks meet everything.
 *
 * What is right is told from what was asked and what the log kept, never from what the gate thinks.
 */
export async function walkGate(
  core: Core,
  walk: Walk,
  watched: readonly WalkInvariant[],
): Promise<ReadonlySet<string>> {
  const world = new GateWorld(core, walk, new Set(watched));
  for (const step of walk.steps) {
    // Nothing at all happens between this step and the next, unless the step says so.
    const waits = world.take(step);
    if (waits) await waits;
  }
  await world.finish();
  return world.met;
}

/** A plan that was submitted, and all that was done to it, as the world outside of the gate knows it. */
interface Track {
  readonly plan: FrozenPlan;
  readonly pendingWrite: HeldWrite;
  readonly text: string;
  readonly from: 'argument' | 'file';
  readonly turn: PlainCancel;
  readonly prePlanMode: ExecutionMode | undefined;
  /** How many changes of mode had happened. */
  readonly changes: number;
  /** Set when it was handed out to be shown. */
  signal: CancelSignal | undefined;
  /** The targets of approvals with the right key, given when its beginning had been kept. */
  readonly approvals: ApprovalTarget[];
  recorded: number;
  isJunked: boolean;
  isInvalidated: boolean;
  exits: number;
  /** Executions by the main agent with this key, after its answer was recorded. */
  executions: number;
}

/** A register and its gate in a world that keeps the score. */
export class GateWorld implements World<GateEvent> {
  readonly met = new Set<string>();
  readonly #watched: ReadonlySet<WalkInvariant>;
  readonly #isDeaf: boolean;
  readonly #register: ModeRegister;
  readonly #gate: PlanGate;
  readonly #log = new HeldLog();
  readonly #tracks: Track[] = [];
  readonly #changes: ModeChange[] = [];
  readonly #exitsOfRevision = new Map<number, number>();
  #turn = new PlainCancel();
  #isTrusted: boolean;
  #ids = 0;
  #state: ModeState;
  #violation: Error | undefined;
  #mayChangeMode = false;

  constructor(core: Core, walk: Walk, watched: ReadonlySet<WalkInvariant>) {
    this.#watched = watched;
    this.#isDeaf = walk.isDeaf;
    this.#isTrusted = walk.isTrusted;
    class DeafRegister extends core.ModeRegister {
      override onWillChange(): Unsubscribe {
        return () => undefined;
      }
    }
    const Register = walk.isDeaf ? DeafRegister : core.ModeRegister;
    this.#state =
      walk.start === 'plan' ? { mode: 'plan', prePlanMode: 'auto', revision: 0 } : { mode: walk.start, revision: 0 };
    this.#register = new Register(this.#state, () => this.#isTrusted);
    this.#register.onDidChange((change) => this.#seeChange(change));
    this.#log.hold();
    this.#gate = new core.PlanGate({
      register: this.#register,
      log: this.#log,
      ids: { next: () => `r${(this.#ids += 1)}` },
      clock: { now: () => 0 },
      digest: sha256,
      newCancelSource: () => new PlainCancel(),
      onWriteFailed: () => this.met.add('write failed'),
    });
  }

  events(): readonly GateEvent[] {
    return gateEvents(this.#log.held.length);
  }

  async happen(event: GateEvent): Promise<void> {
    for (const step of event) {
      const waits = this.take(step);
      if (waits) await waits;
    }
  }

  /** Each step has looked already. */
  check(): Promise<void> {
    return Promise.resolve();
  }

  take(step: GateStep): Promise<void> | undefined {
    this.#act(step);
    this.#look();
    if (this.#violation) throw this.#violation;
    return step.then === 'nothing' ? undefined : this.#wait(step.then, step.act === 'fail' ? 'I39' : 'I2');
  }

  /** Lets everything that is open come to its end, and looks once more. */
  async finish(): Promise<void> {
    await this.#settle();
    for (const { plan, signal } of this.#tracks) {
      if (!signal) continue;
      const endings = this.#endingsOf(plan);
      const isPending = this.#gate.pending === plan;
      const isLost = endings.some(({ state }) => state === 'failed');
      const isEnded = endings.some(({ state }) => state === 'kept');
      this.#must('I35', isPending ? !isEnded : isEnded || isLost, 'a review is neither pending nor ended');
    }
    if (!this.#isDeaf) await this.#goOn();
    if (this.#violation) throw this.#violation;
  }

  /** Whatever has happened, a person can leave Plan, and a new plan gets a new review. */
  async #goOn(): Promise<void> {
    this.#changeMode(() => this.#register.switchByPerson('default'));
    this.#must('I52', this.#register.mode === 'default', 'a person could not leave Plan');
    this.#changeMode(() => this.#register.enterPlanByAgent());
    await this.#settle();
    const before = this.#tracks.length;
    this.#submit('# Another', 'argument', 'main');
    await this.#settle();
    const last = this.#tracks.at(-1);
    this.#must(
      'I53',
      this.#tracks.length === before + 1 && last !== undefined && this.#gate.pending === last.plan,
      'a new plan got no review',
    );
  }

  async #settle(): Promise<void> {
    do {
      for (const write of this.#log.held) write.release();
      await this.#wait('all', 'I2');
    } while (this.#log.held.length > 0);
  }

  #act(step: GateStep): void {
    switch (step.act) {
      case 'submit':
        this.#submit(step.text, step.from, step.actor);
        return;
      case 'release':
        this.#keepMode('I2', () => this.#heldAt(step.which)?.release());
        return;
      case 'fail':
        this.#keepMode('I39', () => this.#heldAt(step.which)?.fail());
        return;
      case 'release-all':
        this.#keepMode('I2', () => {
          for (const write of this.#log.held) write.release();
        });
        return;
      case 'decide':
        this.#decide(step.answer, step.key);
        return;
      case 'execute':
        this.#execute(step);
        return;
      case 'abort':
        this.#keepMode('I17', () => this.#turn.abort());
        return;
      case 'enter':
        this.#changeMode(() => this.#register.enterPlanByAgent());
        return;
      case 'leave-and-reenter':
        this.#changeMode(() => {
          this.#register.switchByPerson('default');
          this.#register.switchByPerson('plan');
        });
        return;
      case 'switch':
        this.#changeMode(() => this.#switch(step.mode));
        return;
      case 'tighten':
        this.#changeMode(() => this.#register.tighten(step.to));
        return;
      case 'trust':
        this.#isTrusted = step.isTrusted;
        return;
      case 'invalidate':
        this.#keepMode('I1', () => {
          for (const track of this.#tracks) track.isInvalidated = true;
          this.#observe(this.#gate.invalidate(step.cause));
        });
        return;
      case 'abandon': {
        const id = this.#gate.pending?.reviewId;
        if (id !== undefined) this.#keepMode('I7', () => this.#observe(this.#gate.abandon(id, step.reason)));
        return;
      }
    }
  }

  #submit(text: string, from: 'argument' | 'file', actor: LifecycleActor): void {
    if (this.#turn.signal.aborted) this.#turn = new PlainCancel();
    const state = this.#register.state;
    const proposal = { text, source: from === 'file' ? { kind: from, path: '/plan.md' } : { kind: from }, actor };
    const writes = this.#log.writes.length;
    const submitted = this.#keepMode('I1', () => this.#gate.submit(proposal, this.#turn.signal));
    proposal.text = '# Changed after it was submitted';
    const write = this.#log.writes[writes];
    if (write?.entry.type !== 'review-pending') {
      this.#observe(
        submitted.then((result) =>
          this.#must('I34', result.state !== 'pending', 'a review was shown that is not in the log'),
        ),
      );
      this.#observe(
        submitted.then((result) => this.met.add(`submit: ${result.state === 'refused' ? result.code : result.state}`)),
      );
      return;
    }
    const track: Track = {
      plan: write.entry.plan,
      pendingWrite: write,
      text,
      from,
      turn: this.#turn,
      prePlanMode: state.mode === 'plan' ? state.prePlanMode : undefined,
      changes: this.#changes.length,
      signal: undefined,
      approvals: [],
      recorded: 0,
      isJunked: false,
      isInvalidated: false,
      exits: 0,
      executions: 0,
    };
    this.#tracks.push(track);
    this.#observe(submitted.then((result) => this.#seeSubmitted(track, result)));
  }

  #seeSubmitted(track: Track, result: SubmitResult): void {
    this.met.add(`submit: ${result.state === 'pending' ? 'pending' : result.code}`);
    if (result.state !== 'pending') return;
    track.signal = result.signal;
    this.#must('I34', track.pendingWrite.state === 'kept', 'a review was shown before it was kept');
    this.#must('I5', result.plan.text === track.text, 'another text was frozen than was submitted');
  }

  #decide(name: AnswerName, keyName: KeyName): void {
    const track = this.#trackOf(keyName);
    const key = this.#keyFor(track, keyName);
    const isOwn = isKept(track) && (keyName === 'last' || keyName === 'earlier');
    if (track && isOwn && (name === 'default' || name === 'auto-edit' || name === 'restore'))
      track.approvals.push(name);
    const isJunk = name === 'approve without a target' || name === 'always' || name === 'null';
    const answer = hostileAnswer({ ...key, decision: decisionOf(name) });
    this.#keepMode('I2', () => {
      // I6 counts from the moment at which the answer is given, and the review can be answered.
      const isAnswerable = track?.signal !== undefined || (track && this.#gate.pending === track.plan);
      if (track && isOwn && isJunk && isAnswerable) track.isJunked = true;
      this.#observe(
        this.#gate.decide(answer).then(
          (result) => this.#seeDecided(track, isOwn, isJunk, result),
          (cause: unknown) => {
            this.met.add('decide: unknown');
            this.#must('I6', isJunk, `an offered answer was thrown back: ${String(cause)}`);
          },
        ),
      );
    });
  }

  #seeDecided(track: Track | undefined, isOwn: boolean, isJunk: boolean, result: DecideResult): void {
    this.met.add(`decide: ${result.state === 'recorded' ? result.review.state : result.code}`);
    if (result.state !== 'recorded') return;
    this.#must('I6', !isJunk, 'an answer that nobody offered was recorded');
    this.#must('I1', isOwn, 'an answer with the key of nothing that was shown was recorded');
    if (!track) return;
    track.recorded += 1;
    this.#must('I35', track.recorded === 1, 'two answers to one review were recorded');
    const kept = this.#endingsOf(track.plan).filter(({ state }) => state === 'kept');
    this.#must('I7', kept.length === 1, 'an answer counts that was not kept');
  }

  #execute({ key: keyName, planNow, actor }: { key: KeyName; planNow: PlanNow; actor: LifecycleActor }): void {
    const track = this.#trackOf(keyName);
    const key = this.#keyFor(track, keyName);
    const turn = track?.turn.signal ?? this.#turn.signal;
    const before = this.#register.state;
    const changesBefore = this.#changes.length;
    const reading: PlanReading =
      planNow === 'unreadable'
        ? { state: 'unreadable', code: 'missing' }
        : { state: 'text', text: `${track?.text ?? ''}${planNow === 'changed' ? '!' : ''}` };
    const moment = { hasPassed: false };
    void Promise.resolve().then(() => (moment.hasPassed = true));
    this.#mayChangeMode = true;
    const result = this.#gate.execute(key, { actor, turn, planNow: reading });
    this.#mayChangeMode = false;
    this.met.add(`execute: ${result.state === 'left' ? 'left' : result.code}`);
    const after = this.#register.state;
    if (result.state !== 'left') {
      this.#must('I17', after === before, `execute said ${result.state} and the mode changed`);
      if (result.state === 'failed') this.#must('I14', after.mode === 'plan', 'a failed exit left Plan');
    } else {
      this.#must(
        'I18',
        !moment.hasPassed && after === result.after && this.#changes.length === changesBefore + 1,
        'the exit was not one step',
      );
      this.#must('I17', !turn.aborted, 'a stopped turn left Plan');
      this.#must('I1', actor === 'main', 'a sub-agent left Plan');
      this.#seeExit(track, keyName, key, result, before, reading);
    }
    const isOwnKey = keyName === 'last' || keyName === 'earlier';
    if (track?.recorded === 1 && actor === 'main' && isOwnKey) track.executions += 1;
  }

  #seeExit(
    track: Track | undefined,
    keyName: KeyName,
    key: ReviewKey,
    { plan, after }: Extract<ExecuteResult, { state: 'left' }>,
    before: ModeState,
    reading: PlanReading,
  ): void {
    const isOwn = isKept(track) && (keyName === 'last' || keyName === 'earlier');
    this.#must('I1', isOwn, 'Plan was left for a review that nobody saw');
    if (!track) return;
    const modeOf = (target: ApprovalTarget): string | undefined => (target === 'restore' ? track.prePlanMode : target);
    this.#must(
      'I1',
      track.approvals.some((target) => modeOf(target) === after.mode),
      'Plan was left without an approval of it',
    );
    this.#must('I9', this.#isTrusted || after.mode === 'default', 'Plan was left for a mode that needs trust');
    const endings = this.#endingsOf(track.plan);
    const kept = endings.filter(({ state }) => state === 'kept').map(({ outcome }) => outcome);
    this.#must(
      'I7',
      kept.length === 1 && kept[0]?.state === 'approved' && modeOf(kept[0].target) === after.mode,
      'Plan was left and the log has no approval of it',
    );
    this.#must(
      'I7',
      !endings.some(({ outcome }) => outcome.state === 'unanswered' || outcome.state === 'invalidated'),
      'Plan was left for a review that ended without an answer',
    );
    this.#must('I6', !track.isJunked, 'Plan was left for a review that got an answer nobody offered');
    track.exits += 1;
    this.#must('I11', track.exits === 1 && track.executions === 0, 'one approval was used twice');
    const exits = (this.#exitsOfRevision.get(before.revision) ?? 0) + 1;
    this.#exitsOfRevision.set(before.revision, exits);
    this.#must('I11', exits === 1, 'one revision of Plan was left twice');
    // The exit itself is one change.
    this.#must('I12', track.changes === this.#changes.length - 1, 'Plan was left although the mode had changed since');
    this.#must('I36', !track.isInvalidated, 'Plan was left for a review that was invalidated');
    const shownHash = sha256(track.plan.text);
    this.#must(
      'I36',
      key.planHash === shownHash && plan.planHash === shownHash,
      'the hash is not that of the text shown',
    );
    if (track.from === 'file') {
      this.#must(
        'I36',
        reading.state === 'text' && sha256(reading.text) === shownHash,
        'Plan was left and the file is another',
      );
    }
    this.#must('I5', plan.text === track.text, 'another text was executed than was submitted');
  }

  #switch(mode: Parameters<ModeRegister['switchByPerson']>[0]): void {
    const before = this.#register.state;
    const isAllowed = this.#isTrusted || mode === 'plan' || mode === 'default';
    try {
      this.#register.switchByPerson(mode);
      this.#must('I14', isAllowed, 'a mode that needs trust was set without');
    } catch (cause) {
      this.met.add('switch: refused');
      this.#must('I14', !isAllowed && this.#register.state === before, `the setter threw: ${String(cause)}`);
    }
  }

  #seeChange(change: ModeChange): void {
    const { before, after, cause } = change;
    this.#must('I10', before === this.#state, 'a change does not follow from the one before');
    this.#must(
      'I10',
      after.revision === before.revision + 1 && after.mode !== before.mode,
      'the revision and the mode do not go together',
    );
    this.#must('I1', this.#mayChangeMode, 'the mode changed and nobody had asked');
    if (before.mode === 'plan') {
      this.#must('I1', cause.kind === 'person' || cause.kind === 'plan-exit', `Plan was left: ${cause.kind}`);
    }
    if (after.mode === 'plan') this.#must('I13', after.prePlanMode === before.mode, 'the mode before Plan is another');
    if (!this.#isDeaf && cause.kind !== 'plan-exit') {
      this.#must(
        'I37',
        this.#tracks.every(({ signal }) => signal?.aborted ?? true),
        'a surface is open in the new mode',
      );
    }
    this.#state = after;
    this.#changes.push(change);
  }

  /** What holds at every moment. */
  #look(): void {
    const { state } = this.#register;
    this.#must('I10', state === this.#state, 'the mode changed and no listener was told');
    const hasPre = 'prePlanMode' in state;
    this.#must('I13', hasPre === (state.mode === 'plan'), 'the mode before Plan is there exactly in Plan');
    const live = this.#tracks.filter(({ signal }) => signal?.aborted === false);
    this.#must('I34', live.length <= 1, 'two reviews are shown');
    const { pending } = this.#gate;
    if (pending) {
      this.#must(
        'I34',
        this.#log.kept.some((entry) => entry.type === 'review-pending' && entry.plan === pending),
        'a pending review is not in the log',
      );
      if (!this.#isDeaf)
        this.#must(
          'I37',
          state.mode === 'plan' && state.revision === pending.revision,
          'a review is pending in another mode',
        );
    }
    const ended = this.#log.kept.flatMap((entry) => (entry.type === 'review-ended' ? [entry.reviewId] : []));
    this.#must('I35', new Set(ended).size === ended.length, 'a review ended twice');
  }

  #keepMode<T>(blamed: WalkInvariant, act: () => T): T {
    const before = this.#register.state;
    const result = act();
    this.#must(blamed, this.#register.state === before, 'the mode changed');
    return result;
  }

  #changeMode(act: () => void): void {
    this.#mayChangeMode = true;
    act();
    this.#mayChangeMode = false;
  }

  /**
   * Two worlds with one key do the same from here on. It holds the whole private state of the gate and of the register,
   * every append that is open (nothing else waits: a step ends when all that could run has run) and what is kept here
   * about reviews that are not over. A review is over when the gate does not hold its plan, no append of it is open and its
   * surface is closed: whatever is said of it from then on is compared with another plan. Left out is also what is only
   * copied: ids and times, which cause it was, and the revision, of which it matters only whether it is still that of a
   * plan, because it never comes back.
   */
  get key(): string {
    const { state } = this.#register;
    const held: unknown = Reflect.get(this.#gate, 'stateForTheModel');
    const rank = new Map(this.#tracks.map(({ plan }, index) => [plan.reviewId, this.#tracks.length - index]));
    const heldPlan: unknown = typeof held === 'object' && held !== null ? Reflect.get(held, 'plan') : undefined;
    const isOver = ({ plan, signal, pendingWrite }: Track): boolean => {
      const endings = this.#endingsOf(plan);
      const isShown = signal?.aborted === false || (signal !== undefined && endings.length === 0);
      const isWritten = pendingWrite.state !== 'held' && endings.every((ending) => ending.state !== 'held');
      return plan !== heldPlan && !isShown && isWritten;
    };
    return JSON.stringify(
      {
        held,
        mode: { ...state, revision: 0 },
        isTrusted: this.#isTrusted,
        exits: this.#exitsOfRevision.get(state.revision) ?? 0,
        open: this.#log.held.map(({ entry }) =>
          entry.type === 'review-pending' ? rank.get(entry.plan.reviewId) : [rank.get(entry.reviewId), entry.outcome],
        ),
        tracks: this.#tracks
          .map((track) =>
            isOver(track)
              ? 0
              : {
                  rank: rank.get(track.plan.reviewId),
                  began: track.pendingWrite.state,
                  endings: this.#shortEndingsOf(track),
                  ...(track.plan === heldPlan || track.signal?.aborted === false ? this.#standingOf(track) : {}),
                },
          )
          .filter((track) => track !== 0),
      },
      (name, value: unknown) => {
        if (name === 'cause') return undefined;
        const isAborted = isAbortedIn(value);
        if (isAborted !== undefined) return isAborted;
        if (typeof value !== 'object' || value === null || !('reviewId' in value)) return value;
        return typeof value.reviewId === 'string' ? rank.get(value.reviewId) : value;
      },
    );
  }

  /** What can still make a difference to a review that can be answered or executed. */
  #standingOf(track: Track): object {
    const { state } = this.#register;
    const isNow = track.changes === this.#changes.length && track.plan.revision === state.revision;
    return {
      from: track.from,
      isStopped: track.turn.signal.aborted,
      // An exit of another revision is wrong whatever it leads to.
      ...(isNow ? { isPreOfNow: state.mode === 'plan' && state.prePlanMode === track.prePlanMode } : {}),
      signal: track.signal?.aborted,
      approvals: [...new Set(track.approvals)].sort(),
      recorded: track.recorded,
      isJunked: track.isJunked,
      isInvalidated: track.isInvalidated,
      exits: track.exits,
      isExecuted: track.executions > 0,
    };
  }

  /** Of those that failed only whether there are any, and whether one was no answer. */
  #shortEndingsOf({ plan }: Track): object {
    const endings = this.#endingsOf(plan);
    const failed = endings.filter(({ state }) => state === 'failed');
    return {
      open: endings.filter(({ state }) => state !== 'failed'),
      isLost: failed.length > 0,
      isVoid: failed.some(({ outcome }) => outcome.state === 'unanswered' || outcome.state === 'invalidated'),
    };
  }

  async #wait(how: 'a moment' | 'all', blamed: WalkInvariant): Promise<void> {
    const before = this.#register.state;
    await (how === 'all' ? turnOfEventLoop() : Promise.resolve());
    this.#must(blamed, this.#register.state === before, 'the mode changed while answers were being written');
    this.#look();
    if (this.#violation) throw this.#violation;
  }

  #must(invariant: WalkInvariant, holds: boolean, what: string): void {
    if (holds || !this.#watched.has(invariant)) return;
    this.#violation ??= new Violation(invariant, what);
  }

  /** A promise whose result is looked at elsewhere, or which has none. Its failure is a fault of the walk. */
  #observe(work: Promise<unknown>): void {
    work.catch((cause: unknown) => {
      this.#violation ??= new Error('Something threw that must not.', { cause });
    });
  }

  #heldAt(which: number): HeldWrite | undefined {
    const { held } = this.#log;
    return held[which % Math.max(held.length, 1)];
  }

  #endingsOf({ reviewId }: FrozenPlan): readonly Ending[] {
    return this.#log.writes.flatMap(({ entry, state }) =>
      entry.type === 'review-ended' && entry.reviewId === reviewId ? [{ state, outcome: entry.outcome }] : [],
    );
  }

  #trackOf(keyName: KeyName): Track | undefined {
    return this.#tracks.at(keyName === 'earlier' ? -2 : -1);
  }

  #keyFor(track: Track | undefined, keyName: KeyName): ReviewKey {
    const key = track ? keyOf(track.plan) : { reviewId: 'r0', planHash: sha256(''), revision: this.#register.revision };
    switch (keyName) {
      case 'last':
      case 'earlier':
        return key;
      case 'other id':
        return { ...key, reviewId: 'r99' };
      case 'other hash':
        return { ...key, planHash: sha256('# Other') };
      case 'other revision':
        return { ...key, revision: key.revision + 1 };
    }
  }
}

function isKept(track: Track | undefined): boolean {
  return track?.pendingWrite.state === 'kept';
}

interface Ending {
  readonly state: HeldWrite['state'];
  readonly outcome: Extract<HeldWrite['entry'], { type: 'review-ended' }>['outcome'];
}

function decisionOf(name: AnswerName): object | null {
  switch (name) {
    case 'default':
    case 'auto-edit':
    case 'restore':
      return { kind: 'approve', target: name };
    case 'note "approve"':
      return { kind: 'request-changes', note: 'approve' };
    case 'empty note':
      return { kind: 'request-changes', note: ' ' };
    case 'dismiss':
      return { kind: 'dismiss' };
    case 'approve without a target':
      return { kind: 'approve' };
    case 'always':
      return { kind: 'always' };
    case 'null':
      return null;
  }
}
