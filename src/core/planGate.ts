import type { CancelSignal, CancelSource, NewCancelSource } from './cancelSignal';
import type { Clock } from './clock';
import type { Digest } from './digest';
import { isSameKey, keyOf, type FrozenPlan, type PlanSource, type ReviewKey } from './frozenPlan';
import type { Ids } from './ids';
import { isAllowedWithoutTrust, type ApprovalMode, type ExecutionMode } from './approvalMode';
import { ModeRefused, type ModeRegister, type ModeState, type PlanExit } from './modeRegister';
import {
  approvalTargets,
  type ApprovalTarget,
  type Decision,
  type InvalidationCause,
  type Review,
  type ReviewOutcome,
  type UnansweredReason,
} from './review';
import type { ReviewEntry, ReviewLog } from './reviewLog';
import { targetMode } from './targetMode';

/**
 * The law: no agent leaves Plan mode without a person's decision on exactly the plan that the person saw.
 *
 * Invariants: only `execute` changes the mode, and it does so in one synchronous step (I18); `decide` records and changes
 * no mode (D1, I2); at most one review is pending (V3, I34); each review ends once (I35). Nothing here has a timeout: a
 * review without an answer stays pending until something ends it.
 *
 * The gate listens to the register, so that any mode change ends a pending review before the new mode is visible (V4,
 * I37), whoever makes it.
 */
export class PlanGate {
  #state: GateState = { state: 'idle' };
  #versions: number;
  readonly #ports: GatePorts;
  readonly #leavePlan: PlanExit;
  readonly #writes = new Set<Promise<void>>();

  /** @param versions how many plans this session has already frozen */
  constructor(ports: GatePorts, versions = 0) {
    this.#ports = ports;
    this.#versions = versions;
    this.#leavePlan = ports.register.takePlanExit();
    ports.register.onWillChange(({ cause }) => {
      if (cause.kind !== 'plan-exit') void this.invalidate('mode-changed');
    });
  }

  /** The plan that a person is being asked about now, if any. */
  get pending(): FrozenPlan | undefined {
    switch (this.#state.state) {
      case 'pending':
        return this.#state.plan;
      case 'deciding':
        return this.#state.voidedBy === undefined ? this.#state.plan : undefined;
      case 'idle':
      case 'submitting':
      case 'approved':
      case 'void':
        return undefined;
    }
  }

  /**
   * Freezes a plan and appends `pending` (V1). Only after that may anything be shown. The review lives until it is
   * decided, abandoned or invalidated, or until `turn` is aborted (then it is unanswered).
   */
  async submit(proposal: PlanProposal, turn: CancelSignal): Promise<SubmitResult> {
    const { register, ids, clock, digest, newCancelSource } = this.#ports;
    if (proposal.actor !== 'main') return refuse('sub-agent', register.mode);
    const at = register.state;
    if (at.mode !== 'plan') return refuse('not-in-plan', at.mode);
    if (this.#state.state === 'submitting' || this.#state.state === 'pending' || this.#state.state === 'deciding') {
      return refuse('review-pending', at.mode);
    }
    if (proposal.text.trim() === '') return refuse('blank-plan', at.mode);
    const isStopped = (): boolean => turn.aborted;
    if (isStopped()) return refuse('aborted', at.mode);

    const plan: FrozenPlan = Object.freeze({
      reviewId: ids.next(),
      planHash: digest(proposal.text),
      revision: at.revision,
      prePlanMode: at.prePlanMode,
      text: proposal.text,
      source: Object.freeze({ ...proposal.source }),
      version: (this.#versions += 1),
      submittedAt: clock.now(),
    });
    const cancel = newCancelSource();
    // D2: a new review also clears an approval that was recorded and not used.
    this.#state = { state: 'submitting', plan, cancel };
    try {
      await this.#ports.log.append({ type: 'review-pending', plan });
    } catch (cause) {
      if (this.#holds(plan)) this.#state = { state: 'idle' };
      if (this.#versions === plan.version) this.#versions -= 1;
      return { state: 'failed', code: 'persist-failed', cause };
    }
    if (!this.#holds(plan)) return refuse('invalidated', register.mode);
    this.#state = { state: 'pending', plan, cancel, turn };
    const onAbort = (): void => void this.abandon(plan.reviewId, 'aborted');
    turn.addEventListener('abort', onAbort);
    cancel.signal.addEventListener('abort', () => turn.removeEventListener('abort', onAbort));
    if (isStopped()) {
      onAbort();
      return refuse('aborted', register.mode);
    }
    return { state: 'pending', plan, signal: cancel.signal };
  }

  /**
   * Records a person's answer and appends it. Changes no mode. An answer that does not carry the pending review's own
   * `{reviewId, planHash, revision}` does nothing; so does a second answer (S5), because the first claims the review
   * before anything is awaited. If the decision cannot be appended, the review is still pending and may be answered again.
   * Throws `UnknownDecision` for anything that is not one of the decisions, after clearing the review, or the approval
   * that had been recorded for it (D1, I6).
   */
  async decide(answer: ReviewAnswer): Promise<DecideResult> {
    const held = this.#state;
    if (held.state === 'idle' || held.state === 'submitting') return { state: 'refused', code: 'no-pending-review' };
    const { plan } = held;
    const isOwn = isSameKey(keyOf(plan), answer);
    const outcome = outcomeOf(answer.decision);
    if (isOwn && outcome === undefined) {
      await this.#takeBack(held);
      throw new UnknownDecision(plan.reviewId);
    }
    if (held.state !== 'pending') return { state: 'refused', code: isOwn ? 'already-decided' : 'no-pending-review' };
    if (!isOwn || outcome === undefined) return { state: 'refused', code: 'stale-answer' };
    if (outcome.state === 'changes-requested' && outcome.note.trim() === '')
      return { state: 'refused', code: 'empty-note' };
    if (outcome.state === 'approved' && !this.#mayBecome(targetMode(plan, outcome.target))) {
      return { state: 'refused', code: 'untrusted-workspace' };
    }
    this.#state = { ...held, state: 'deciding', voidedBy: undefined };
    const recorded = this.#record(held, outcome);
    this.#track(recorded);
    return recorded;
  }

  /**
   * The only way from an approval to another mode. Checks, in order: E1 who asks, E2 a plan to leave, E4 an approval of
   * this very plan, E5 the turn is alive, E6 the same revision of Plan, V6 the same bytes; then E7, the transition.
   * Synchronous throughout (I18): read the plan file just before, and call this with nothing awaited in between.
   * An approval is used up by its first execution, whatever comes of it.
   */
  execute(key: ReviewKey, call: ExecuteCall): ExecuteResult {
    const { register } = this.#ports;
    if (call.actor !== 'main') return { state: 'refused', code: 'sub-agent', mode: register.mode };
    const held = this.#state;
    const own =
      (held.state === 'approved' || held.state === 'void') && isSameKey(keyOf(held.plan), key) ? held : undefined;
    if (!own) {
      return register.mode === 'plan'
        ? { state: 'kept', code: 'not-approved' }
        : { state: 'refused', code: 'not-in-plan', mode: register.mode };
    }
    this.#state = { state: 'idle' };
    if (call.turn.aborted) return { state: 'kept', code: 'aborted' };
    // E6: the mode may have been left and entered again while the person was reading.
    if (own.state === 'void' || register.mode !== 'plan' || register.revision !== own.plan.revision) {
      return { state: 'kept', code: 'stale' };
    }
    if (own.plan.source.kind === 'file') {
      if (call.planNow.state !== 'text') return { state: 'kept', code: 'plan-unreadable' };
      if (this.#ports.digest(call.planNow.text) !== own.plan.planHash) return { state: 'kept', code: 'plan-changed' };
    }
    try {
      const after = this.#leavePlan(targetMode(own.plan, own.target), own.plan.reviewId);
      return { state: 'left', plan: own.plan, after };
    } catch (cause) {
      // The trust of a workspace may end between the decision and now.
      const code = cause instanceof ModeRefused ? cause.code : 'transition-failed';
      return { state: 'failed', code, cause };
    }
  }

  /**
   * S4: the call that was approved is blocked and will not be executed. Its approval is gone, so that nothing can use it
   * later; the mode is as it was. Synchronous; does nothing to any other review.
   */
  withdraw(key: ReviewKey): ExecuteResult {
    const held = this.#state;
    if ((held.state !== 'approved' && held.state !== 'void') || !isSameKey(keyOf(held.plan), key)) {
      return { state: 'kept', code: 'not-approved' };
    }
    this.#state = { state: 'idle' };
    return { state: 'kept', code: 'blocked' };
  }

  /**
   * V4: makes the pending review, or an approval not yet used, worthless. Takes effect before it returns; the promise
   * settles when the log has been written (a failed write is reported, and changes nothing: I39).
   */
  invalidate(cause: InvalidationCause): Promise<void> {
    const held = this.#state;
    switch (held.state) {
      case 'idle':
      case 'void':
        return this.settled();
      case 'approved':
        this.#state = { state: 'void', plan: held.plan };
        return this.settled();
      case 'deciding':
        return this.#void(held, { state: 'invalidated', cause });
      case 'submitting':
      case 'pending':
        return this.#end(held.plan, held.cancel, { state: 'invalidated', cause });
    }
  }

  /** Ends the pending review without a person's answer (W2). Does nothing when it is not pending any more (S5). */
  abandon(reviewId: string, reason: UnansweredReason): Promise<void> {
    const held = this.#state;
    if (held.state !== 'pending' || held.plan.reviewId !== reviewId) return this.settled();
    return this.#end(held.plan, held.cancel, unanswered(reason));
  }

  /** Resolves when every ending that was begun has been written or reported as failed, an answer's included. */
  async settled(): Promise<void> {
    // A failed answer may begin another ending.
    while (this.#writes.size > 0) await Promise.all(this.#writes);
  }

  /** Appends an answer that has claimed the review, and only then believes it. */
  async #record({ plan, cancel, turn }: PendingState, outcome: AnsweredOutcome): Promise<DecideResult> {
    const ended = this.#endedEntry(plan, outcome);
    try {
      await this.#ports.log.append(ended);
    } catch (cause) {
      // Write, then believe: what is not in the log was not decided.
      const voidedBy = this.#voidedWhileDeciding() ?? (turn.aborted ? unanswered('aborted') : undefined);
      this.#state = { state: 'pending', plan, cancel, turn };
      if (voidedBy !== undefined) void this.#end(plan, cancel, voidedBy);
      return { state: 'failed', code: 'persist-failed', cause };
    }
    const voidedBy = this.#voidedWhileDeciding();
    if (outcome.state !== 'approved') this.#state = { state: 'idle' };
    else if (voidedBy === undefined) this.#state = { state: 'approved', plan, target: outcome.target };
    else this.#state = { state: 'void', plan };
    if (voidedBy === undefined) cancel.abort(outcome.state);
    return { state: 'recorded', review: { plan, endedAt: ended.endedAt, ...outcome } };
  }

  /** I6: an answer that nobody offered. It ends a pending review, and an approval that is recorded or on its way. */
  async #takeBack(held: Exclude<GateState, { state: 'idle' | 'submitting' }>): Promise<void> {
    switch (held.state) {
      case 'pending':
        return this.abandon(held.plan.reviewId, 'malformed');
      case 'deciding':
        return this.#void(held, unanswered('malformed'));
      case 'approved':
        this.#state = { state: 'idle' };
        return;
      case 'void':
        return;
    }
  }

  /** The answer is on its way to the log: it stands as the review's ending, but it unlocks nothing. */
  #void(held: DecidingState, voidedBy: VoidingOutcome): Promise<void> {
    this.#state = { ...held, voidedBy: held.voidedBy ?? voidedBy };
    held.cancel.abort(causeOf(voidedBy));
    return this.settled();
  }

  /** An ending holds in memory before it is written, and before anybody hears of it. */
  #end(plan: FrozenPlan, cancel: CancelSource, outcome: VoidingOutcome): Promise<void> {
    this.#state = { state: 'idle' };
    cancel.abort(causeOf(outcome));
    return this.#write(this.#endedEntry(plan, outcome));
  }

  #holds(plan: FrozenPlan): boolean {
    return this.#state.state !== 'idle' && this.#state.plan === plan;
  }

  #mayBecome(mode: ExecutionMode): boolean {
    return this.#ports.register.isTrusted || isAllowedWithoutTrust(mode);
  }

  #voidedWhileDeciding(): VoidingOutcome | undefined {
    return this.#state.state === 'deciding' ? this.#state.voidedBy : undefined;
  }

  #endedEntry(plan: FrozenPlan, outcome: ReviewOutcome): ReviewEndedEntry {
    return { type: 'review-ended', reviewId: plan.reviewId, endedAt: this.#ports.clock.now(), outcome };
  }

  /** An ending that already holds in memory: the log follows, and a failure is reported and not thrown. */
  #write(entry: ReviewEndedEntry): Promise<void> {
    const written = this.#tryToWrite(entry);
    this.#track(written);
    return written;
  }

  async #tryToWrite(entry: ReviewEndedEntry): Promise<void> {
    try {
      await this.#ports.log.append(entry);
    } catch (cause) {
      this.#ports.onWriteFailed(cause);
    }
  }

  #track(write: Promise<unknown>): void {
    const forget = (): void => void this.#writes.delete(tracked);
    const tracked = write.then(forget, forget);
    this.#writes.add(tracked);
  }
}

export interface GatePorts {
  readonly register: ModeRegister;
  readonly log: ReviewLog;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly newCancelSource: NewCancelSource;
  /** An ending that holds in memory could not be appended. On restore that review will be unanswered. */
  readonly onWriteFailed: (cause: unknown) => void;
}

/** Who calls the lifecycle tool (E1, L1). A teammate's plan is its leader's to review: the leader's gate hears it (E3). */
export type LifecycleActor = 'main' | 'sub-agent' | 'teammate';

export interface PlanProposal {
  readonly text: string;
  readonly source: PlanSource;
  readonly actor: LifecycleActor;
}

export type SubmitResult =
  | { readonly state: 'pending'; readonly plan: FrozenPlan; readonly signal: CancelSignal }
  | {
      readonly state: 'refused';
      readonly code: 'sub-agent' | 'not-in-plan' | 'review-pending' | 'blank-plan' | 'aborted' | 'invalidated';
      readonly mode: ApprovalMode;
    }
  | { readonly state: 'failed'; readonly code: 'persist-failed'; readonly cause: unknown };

/** What a reviewer sends back. */
export interface ReviewAnswer extends ReviewKey {
  readonly decision: Decision;
}

export type DecideResult =
  | { readonly state: 'recorded'; readonly review: Exclude<Review, { state: 'pending' }> }
  | {
      readonly state: 'refused';
      readonly code: 'no-pending-review' | 'stale-answer' | 'already-decided' | 'empty-note' | 'untrusted-workspace';
    }
  | { readonly state: 'failed'; readonly code: 'persist-failed'; readonly cause: unknown };

export interface ExecuteCall {
  readonly actor: LifecycleActor;
  readonly turn: CancelSignal;
  /** V6: the plan as it is now. Not looked at when the plan came as an argument. */
  readonly planNow: PlanReading;
}

/** A plan file, read whole. */
export type PlanReading =
  { readonly state: 'text'; readonly text: string } | { readonly state: 'unreadable'; readonly code: PlanFileFault };

/** What can be wrong with a plan file. */
export const planFileFaults = [
  'missing',
  'directory',
  'symlink',
  'not-regular',
  'not-utf8',
  'too-large',
  'empty',
  'unreadable',
] as const;
export type PlanFileFault = (typeof planFileFaults)[number];

export type ExecuteResult =
  | { readonly state: 'left'; readonly plan: FrozenPlan; readonly after: ModeState }
  | {
      readonly state: 'kept';
      readonly code: 'not-approved' | 'blocked' | 'aborted' | 'stale' | 'plan-changed' | 'plan-unreadable';
    }
  | { readonly state: 'refused'; readonly code: 'sub-agent' | 'not-in-plan'; readonly mode: ApprovalMode }
  | { readonly state: 'failed'; readonly code: 'untrusted-workspace' | 'transition-failed'; readonly cause: unknown };

/** D1: an answer of a kind that nobody offered. It decides nothing; Plan mode is still on. */
export class UnknownDecision extends Error {
  readonly code = 'unknown-decision';
  constructor(readonly reviewId: string) {
    super('The answer is not one of the offered decisions. Plan mode is still on.');
    this.name = 'UnknownDecision';
  }
}

type GateState =
  | { readonly state: 'idle' }
  | { readonly state: 'submitting'; readonly plan: FrozenPlan; readonly cancel: CancelSource }
  | PendingState
  | DecidingState
  | { readonly state: 'approved'; readonly plan: FrozenPlan; readonly target: ApprovalTarget }
  | { readonly state: 'void'; readonly plan: FrozenPlan };

interface PendingState {
  readonly state: 'pending';
  readonly plan: FrozenPlan;
  readonly cancel: CancelSource;
  readonly turn: CancelSignal;
}

interface DecidingState extends Omit<PendingState, 'state'> {
  readonly state: 'deciding';
  /** Set when the review was made worthless while its answer was being written. */
  readonly voidedBy: VoidingOutcome | undefined;
}

type ReviewEndedEntry = Extract<ReviewEntry, { type: 'review-ended' }>;
type AnsweredOutcome = Extract<ReviewOutcome, { state: 'approved' | 'changes-requested' | 'dismissed' }>;
type VoidingOutcome = Extract<ReviewOutcome, { state: 'unanswered' | 'invalidated' }>;

function unanswered(reason: UnansweredReason): VoidingOutcome {
  return { state: 'unanswered', reason };
}

function causeOf(outcome: VoidingOutcome): InvalidationCause | UnansweredReason {
  return outcome.state === 'invalidated' ? outcome.cause : outcome.reason;
}

/** Undefined for what is none of the decisions: types end where another program's answer begins. */
function outcomeOf(decision: unknown): AnsweredOutcome | undefined {
  if (typeof decision !== 'object' || decision === null || !('kind' in decision)) return undefined;
  switch (decision.kind) {
    case 'approve': {
      // B07: an approval that does not say where to is none.
      const target = 'target' in decision ? approvalTargets.find((offered) => offered === decision.target) : undefined;
      const note = 'note' in decision ? decision.note : undefined;
      if (note !== undefined && typeof note !== 'string') return undefined;
      return target && { state: 'approved', target, ...(note === undefined || note.trim() === '' ? {} : { note }) };
    }
    case 'request-changes':
      return 'note' in decision && typeof decision.note === 'string'
        ? { state: 'changes-requested', note: decision.note }
        : undefined;
    case 'dismiss':
      return { state: 'dismissed' };
    default:
      return undefined;
  }
}

function refuse(code: Extract<SubmitResult, { state: 'refused' }>['code'], mode: ApprovalMode): SubmitResult {
  return { state: 'refused', code, mode };
}
