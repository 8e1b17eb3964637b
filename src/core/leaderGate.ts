import type { CancelSignal } from './cancelSignal';
import type { Clock } from './clock';
import type { Digest } from './digest';
import type { Ids } from './ids';
import { leaderTarget } from './leaderTarget';
import { ModeRefused, type ModeRegister, type ModeState, type PlanExit } from './modeRegister';
import type {
  TeammatePlan,
  TeammatePlanEnd,
  TeammatePlanEntry,
  TeammatePlanLog,
  TeammatePlanOutcome,
} from './teammatePlan';

/**
 * The law for teammates: none leaves the Plan mode that it was started in before the session's own agent, its leader, has
 * approved exactly the plan that it submitted. A person decides nothing here and nothing here says so (M06).
 *
 * Invariants: a leader gives nothing that a person has not given it (L5), and in Plan it gives nothing at all (I49); a
 * decision is for one request and counts once (I48); at most one request of a teammate is pending; `decide` records and
 * changes no mode, only `execute` does, in one synchronous step. The session's own mode is never changed. There is no
 * timeout: a request without an answer waits until something ends it.
 */
export class LeaderGate {
  readonly #ports: LeaderGatePorts;
  /** By the call that started them. */
  readonly #teammates = new Map<string, Teammate>();
  /** By request. */
  readonly #held = new Map<string, Held>();
  readonly #writes = new Set<Promise<void>>();

  constructor(ports: LeaderGatePorts) {
    this.#ports = ports;
  }

  /** The plans that wait for the leader, oldest first. */
  get pending(): readonly TeammatePlan[] {
    return [...this.#held.values()].filter(({ state }) => state === 'pending').map(({ plan }) => plan);
  }

  /** Makes a teammate known, with the mode that is its own. Throws where it is known or its plan exit is taken. */
  join(taskCallId: string, name: string, register: ModeRegister): void {
    if (this.#teammates.has(taskCallId)) throw new Error('A teammate of this call is known already.');
    this.#teammates.set(taskCallId, { name, register, leavePlan: register.takePlanExit() });
  }

  /** The teammate has come to its end: what it had asked for is nobody's any more. */
  leave(taskCallId: string): Promise<void> {
    this.#teammates.delete(taskCallId);
    for (const { plan } of [...this.#held.values()]) {
      if (plan.taskCallId === taskCallId) this.#end(plan.requestId, 'aborted');
    }
    return this.settled();
  }

  /**
   * L3: freezes a teammate's plan, appends it, and only then brings it to the leader. The request lives until it is decided
   * or ended, or until `turn` is aborted; `answered` resolves with what came of it, once.
   *
   * @param deliver brings it to the leader; one that throws has not. Undefined where no leader can be reached.
   */
  async request(
    proposal: TeammateProposal,
    turn: CancelSignal,
    deliver: ((plan: TeammatePlan) => void) | undefined,
  ): Promise<LeaderRequestResult> {
    const { ids, clock, digest, log } = this.#ports;
    const teammate = this.#teammates.get(proposal.taskCallId);
    if (teammate === undefined) return refuse('unknown-teammate');
    const at = teammate.register.state;
    if (at.mode !== 'plan') return refuse('not-in-plan');
    if (this.#isWaiting(proposal.taskCallId)) return refuse('request-pending');
    if (deliver === undefined) return refuse('no-leader');
    if (proposal.text.trim() === '') return refuse('blank-plan');
    if (turn.aborted) return refuse('aborted');

    this.#dropApprovalOf(proposal.taskCallId);
    const { taskCallId, text, originalRequest, researchSummary } = proposal;
    const plan: TeammatePlan = Object.freeze({
      requestId: ids.next(),
      taskCallId,
      teammate: teammate.name,
      planHash: digest(text),
      revision: at.revision,
      text,
      ...(originalRequest === undefined ? {} : { originalRequest }),
      ...(researchSummary === undefined ? {} : { researchSummary }),
      submittedAt: clock.now(),
    });
    let settle = (_outcome: TeammatePlanOutcome): void => undefined;
    const answered = new Promise<TeammatePlanOutcome>((resolve) => (settle = resolve));
    const onAbort = (): void => this.#end(plan.requestId, 'aborted');
    const unlisten = (): void => turn.removeEventListener('abort', onAbort);
    turn.addEventListener('abort', onAbort);
    this.#held.set(plan.requestId, { state: 'submitting', plan, settle, unlisten });
    try {
      await log.append({ type: 'teammate-plan-pending', plan });
    } catch (cause) {
      this.#forget(plan.requestId);
      return { state: 'failed', code: 'persist-failed', cause };
    }
    const held = this.#held.get(plan.requestId);
    if (held?.state !== 'submitting') return refuse('aborted');
    this.#held.set(plan.requestId, { ...held, state: 'pending' });
    try {
      deliver(plan);
    } catch (cause) {
      this.#end(plan.requestId, 'undelivered');
      await this.settled();
      return { state: 'failed', code: 'undelivered', cause };
    }
    return { state: 'pending', plan, answered };
  }

  /**
   * L5: records the leader's decision on one request and appends it. Changes no mode. The first decision claims the request
   * before anything is awaited, so that every other one does nothing (I48). A leader in Plan cannot approve; then, and
   * where the decision cannot be appended, the request is pending as before (I49).
   */
  async decide({ requestId, decision }: LeaderAnswer): Promise<LeaderDecideResult> {
    const held = this.#held.get(requestId);
    if (held === undefined || held.state === 'submitting') return refuse('unknown-request');
    if (held.state !== 'pending') return refuse('already-decided');
    const { mode, isTrusted } = this.#ports.register;
    const target = leaderTarget(mode, isTrusted);
    if (decision.kind === 'approve' && target === undefined) return refuse('leader-in-plan');
    const message =
      decision.message === undefined || decision.message.trim() === '' ? {} : { message: decision.message };
    const outcome: Decided =
      decision.kind === 'approve' && target !== undefined
        ? { state: 'approved', target, ...message }
        : { state: 'rejected', ...message };
    this.#held.set(requestId, { ...held, state: 'deciding', voidedBy: undefined });
    const recorded = this.#record(held.plan, outcome);
    this.#track(recorded);
    return recorded;
  }

  /**
   * L6: the only way from a leader's approval to the teammate's other mode. Synchronous throughout. An approval is used up
   * by its first execution, whatever comes of it.
   *
   * @param turn the teammate's
   */
  execute(requestId: string, turn: CancelSignal): LeaderExecuteResult {
    const held = this.#held.get(requestId);
    if (held?.state !== 'approved') return { state: 'kept', code: 'not-approved' };
    this.#held.delete(requestId);
    const { plan, target } = held;
    const teammate = this.#teammates.get(plan.taskCallId);
    if (turn.aborted || teammate === undefined) return { state: 'kept', code: 'aborted' };
    if (teammate.register.mode !== 'plan' || teammate.register.revision !== plan.revision) {
      return { state: 'kept', code: 'stale' };
    }
    // I49: a person may have put the leader in Plan while its decision was being written.
    if (this.#ports.register.mode === 'plan') return { state: 'kept', code: 'leader-in-plan' };
    try {
      return { state: 'left', plan, after: teammate.leavePlan(target, requestId) };
    } catch (cause) {
      // The trust of a workspace may end between the decision and now.
      return { state: 'failed', code: cause instanceof ModeRefused ? cause.code : 'transition-failed', cause };
    }
  }

  /**
   * Ends every request, and makes every approval that is not used yet worthless. Takes effect before it returns; the promise
   * settles when the log has been written (a failed write is reported, and changes nothing).
   */
  endAll(reason: TeammatePlanEnd): Promise<void> {
    for (const requestId of [...this.#held.keys()]) this.#end(requestId, reason);
    return this.settled();
  }

  /** Resolves when every ending that was begun has been written or reported as failed. */
  async settled(): Promise<void> {
    while (this.#writes.size > 0) await Promise.all(this.#writes);
  }

  /** Appends a decision that has claimed its request, and only then believes it. */
  async #record(plan: TeammatePlan, outcome: Decided): Promise<LeaderDecideResult> {
    const { requestId } = plan;
    const failure = await this.#failureOf(this.#endedEntry(requestId, outcome));
    const held = this.#held.get(requestId);
    const deciding = held?.state === 'deciding' ? held : undefined;
    if (failure !== undefined) {
      // Write, then believe: what is not in the log was not decided.
      if (deciding?.voidedBy !== undefined) this.#forgetAndWrite(requestId, deciding.voidedBy);
      else if (deciding !== undefined) this.#held.set(requestId, { ...deciding, state: 'pending' });
      return { state: 'failed', code: 'persist-failed', cause: failure.cause };
    }
    this.#forget(requestId);
    if (deciding !== undefined && deciding.voidedBy === undefined) {
      if (outcome.state === 'approved') this.#held.set(requestId, { state: 'approved', plan, target: outcome.target });
      deciding.settle(outcome);
    }
    return { state: 'recorded', plan, outcome };
  }

  /** An ending holds in memory before it is written, and before anybody hears of it. */
  #end(requestId: string, reason: TeammatePlanEnd): void {
    const held = this.#held.get(requestId);
    switch (held?.state) {
      case undefined:
        return;
      case 'approved':
        this.#held.delete(requestId);
        return;
      case 'deciding':
        // The decision is on its way to the log: it stands as the ending, but it unlocks nothing.
        this.#held.set(requestId, { ...held, voidedBy: held.voidedBy ?? reason });
        held.settle({ state: 'ended', reason });
        return;
      case 'submitting':
      case 'pending':
        this.#forgetAndWrite(requestId, reason);
        held.settle({ state: 'ended', reason });
        return;
    }
  }

  #forgetAndWrite(requestId: string, reason: TeammatePlanEnd): void {
    this.#forget(requestId);
    this.#track(this.#write(this.#endedEntry(requestId, { state: 'ended', reason })));
  }

  #forget(requestId: string): void {
    const held = this.#held.get(requestId);
    if (held !== undefined && held.state !== 'approved') held.unlisten();
    this.#held.delete(requestId);
  }

  #isWaiting(taskCallId: string): boolean {
    return [...this.#held.values()].some(({ plan, state }) => plan.taskCallId === taskCallId && state !== 'approved');
  }

  /** D2: a new request clears an approval that was recorded and not used. */
  #dropApprovalOf(taskCallId: string): void {
    for (const { plan } of [...this.#held.values()]) {
      if (plan.taskCallId === taskCallId) this.#held.delete(plan.requestId);
    }
  }

  #endedEntry(requestId: string, outcome: TeammatePlanOutcome): TeammatePlanEntry {
    return { type: 'teammate-plan-ended', requestId, endedAt: this.#ports.clock.now(), outcome };
  }

  async #failureOf(entry: TeammatePlanEntry): Promise<{ readonly cause: unknown } | undefined> {
    try {
      await this.#ports.log.append(entry);
      return undefined;
    } catch (cause) {
      return { cause };
    }
  }

  async #write(entry: TeammatePlanEntry): Promise<void> {
    const failure = await this.#failureOf(entry);
    if (failure !== undefined) this.#ports.onWriteFailed(failure.cause);
  }

  #track(write: Promise<unknown>): void {
    const forget = (): void => void this.#writes.delete(tracked);
    const tracked = write.then(forget, forget);
    this.#writes.add(tracked);
  }
}

export interface LeaderGatePorts {
  /** The leader's: that of the session. Only read. */
  readonly register: ModeRegister;
  readonly log: TeammatePlanLog;
  /** L3: 12 random bytes in hex each. */
  readonly ids: Ids;
  readonly clock: Clock;
  readonly digest: Digest;
  /** An ending that holds in memory could not be appended. */
  readonly onWriteFailed: (cause: unknown) => void;
}

export interface TeammateProposal {
  readonly taskCallId: string;
  readonly text: string;
  readonly originalRequest?: string | undefined;
  readonly researchSummary?: string | undefined;
}

export type LeaderRequestResult =
  | {
      readonly state: 'pending';
      readonly plan: TeammatePlan;
      readonly answered: Promise<TeammatePlanOutcome>;
    }
  | {
      readonly state: 'refused';
      readonly code: 'unknown-teammate' | 'not-in-plan' | 'request-pending' | 'no-leader' | 'blank-plan' | 'aborted';
    }
  | { readonly state: 'failed'; readonly code: 'persist-failed' | 'undelivered'; readonly cause: unknown };

export interface LeaderAnswer {
  readonly requestId: string;
  readonly decision: { readonly kind: 'approve' | 'reject'; readonly message?: string | undefined };
}

export type LeaderDecideResult =
  | { readonly state: 'recorded'; readonly plan: TeammatePlan; readonly outcome: Decided }
  | { readonly state: 'refused'; readonly code: 'unknown-request' | 'already-decided' | 'leader-in-plan' }
  | { readonly state: 'failed'; readonly code: 'persist-failed'; readonly cause: unknown };

export type LeaderExecuteResult =
  | { readonly state: 'left'; readonly plan: TeammatePlan; readonly after: ModeState }
  | { readonly state: 'kept'; readonly code: 'not-approved' | 'aborted' | 'stale' | 'leader-in-plan' }
  | { readonly state: 'failed'; readonly code: 'untrusted-workspace' | 'transition-failed'; readonly cause: unknown };

type Decided = Extract<TeammatePlanOutcome, { state: 'approved' | 'rejected' }>;

interface Teammate {
  readonly name: string;
  readonly register: ModeRegister;
  readonly leavePlan: PlanExit;
}

interface Waiting {
  readonly plan: TeammatePlan;
  /** Tells the teammate, once. */
  readonly settle: (outcome: TeammatePlanOutcome) => void;
  readonly unlisten: () => void;
}

type Held =
  | (Waiting & { readonly state: 'submitting' | 'pending' })
  /** `voidedBy`: set when it was ended while the decision was being written. */
  | (Waiting & { readonly state: 'deciding'; readonly voidedBy: TeammatePlanEnd | undefined })
  | {
      readonly state: 'approved';
      readonly plan: TeammatePlan;
      readonly target: Extract<Decided, { state: 'approved' }>['target'];
    };

function refuse<Code extends string>(code: Code): { readonly state: 'refused'; readonly code: Code } {
  return { state: 'refused', code };
}
