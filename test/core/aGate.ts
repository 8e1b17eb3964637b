import assert from 'node:assert/strict';
import type { ApprovalMode, ExecutionMode } from '../../src/core/approvalMode';
import { keyOf, type FrozenPlan, type PlanSource, type ReviewKey } from '../../src/core/frozenPlan';
import { ModeRegister, startingState, type ModeState } from '../../src/core/modeRegister';
import {
  PlanGate,
  type DecideResult,
  type ExecuteCall,
  type ExecuteResult,
  type PlanReading,
  type SubmitResult,
} from '../../src/core/planGate';
import type { ApprovalTarget, Decision } from '../../src/core/review';
import type { CancelSignal } from '../../src/core/cancelSignal';
import { HeldLog } from './heldLog';
import { sha256 } from './sha256';

export const planText = '# Plan\n\n1. Validate the order.\n';
export const planPath = '/work/shop/plan.md';

/** The time in every test. */
export const noon = 1_700_000_000_000;

/**
 * A gate with a register and a log of its own. `aGate().inPlan('yolo').withReview()` is the usual beginning; ids count
 * from `review-1` and the clock stands still.
 */
export function aGate(): GateInHand {
  return new GateInHand();
}

export class GateInHand {
  readonly log = new HeldLog();
  readonly writeFailures: unknown[] = [];
  turn = new AbortController();
  isTrusted = true;
  #parts: { readonly register: ModeRegister; readonly gate: PlanGate } | undefined;
  #start: ModeState = startingState('plan');
  #ids = 0;

  inPlan(prePlanMode: ExecutionMode = 'default'): this {
    return this.#startAt(startingState('plan', prePlanMode));
  }

  in(mode: ApprovalMode): this {
    return this.#startAt(startingState(mode));
  }

  untrusted(): this {
    this.isTrusted = false;
    return this;
  }

  get register(): ModeRegister {
    return this.#made().register;
  }

  get gate(): PlanGate {
    return this.#made().gate;
  }

  submit(text = planText, source: PlanSource = { kind: 'argument' }): Promise<SubmitResult> {
    return this.gate.submit({ text, source, actor: 'main' }, this.turn.signal);
  }

  /** A plan has been submitted and its review is pending. */
  async withReview(text = planText, source: PlanSource = { kind: 'argument' }): Promise<ReviewInHand> {
    const submitted = await this.submit(text, source);
    assert.equal(submitted.state, 'pending');
    return new ReviewInHand(this, submitted.plan, submitted.signal);
  }

  withFileReview(text = planText): Promise<ReviewInHand> {
    return this.withReview(text, { kind: 'file', path: planPath });
  }

  execute(key: ReviewKey, call: Partial<ExecuteCall> = {}): ExecuteResult {
    return this.gate.execute(key, {
      actor: 'main',
      turn: this.turn.signal,
      planNow: { state: 'text', text: planText },
      ...call,
    });
  }

  #startAt(state: ModeState): this {
    assert.equal(this.#parts, undefined, 'the gate has been used already');
    this.#start = state;
    return this;
  }

  #made(): { readonly register: ModeRegister; readonly gate: PlanGate } {
    if (this.#parts) return this.#parts;
    const register = new ModeRegister(this.#start, () => this.isTrusted);
    const gate = new PlanGate({
      register,
      log: this.log,
      ids: { next: () => `review-${(this.#ids += 1)}` },
      clock: { now: () => noon },
      digest: sha256,
      newCancelSource: () => new AbortController(),
      onWriteFailed: (cause) => this.writeFailures.push(cause),
    });
    this.#parts = { register, gate };
    return this.#parts;
  }
}

/** A review that is (or was) pending, and what can be done with it. */
export class ReviewInHand {
  readonly key: ReviewKey;

  constructor(
    readonly at: GateInHand,
    readonly plan: FrozenPlan,
    readonly signal: CancelSignal,
  ) {
    this.key = keyOf(plan);
  }

  answer(decision: Decision): Promise<DecideResult> {
    return this.at.gate.decide({ ...this.key, decision });
  }

  approve(target: ApprovalTarget = 'default'): Promise<DecideResult> {
    return this.answer({ kind: 'approve', target });
  }

  /** The same review, with its approval recorded. */
  async approved(target: ApprovalTarget = 'default'): Promise<this> {
    const result = await this.approve(target);
    assert.equal(result.state, 'recorded');
    return this;
  }

  execute(call: Partial<ExecuteCall> = {}): ExecuteResult {
    return this.at.execute(this.key, call);
  }

  executeWithFile(planNow: PlanReading): ExecuteResult {
    return this.execute({ planNow });
  }
}
