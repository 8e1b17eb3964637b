import type { CancelSignal } from '../core/cancelSignal';
import { keyOf, type FrozenPlan, type PlanSource } from '../core/frozenPlan';
import type { LifecycleActor, PlanReading, SubmitResult } from '../core/planGate';
import { invalidationCauses, unansweredReasons, type UnansweredReason } from '../core/review';
import type { ReviewerAnswer, UnrecordedAnswer } from '../core/reviewer';
import { exitPlanModeArgumentsSchema } from '../protocol/toolArguments';
import { maxPlanFileBytes } from '../session/planFile';
import { isMain } from './actor';
import type { EnginePorts } from './enginePorts';
import { exitResult, type ExitOutcome } from './exitResult';
import { orAborted } from './orAborted';
import { teammateExit } from './team/teammateExit';
import { cancelledBeforeStart, type Invocation, type MayStart, type Tool, type ToolDone } from './tool';
import { toolOf } from './toolOf';

/**
 * The tool by which the agent asks to leave Plan mode: read the plan, have the gate freeze it, have a person review it,
 * tell the gate the answer, and have the gate make the transition.
 *
 * Invariants: nothing here sets a mode; only the gate does. Outside Plan there is no review and no question (E2, I19).
 * Whatever is not a person's answer on this very plan leaves Plan on.
 */
export function exitPlanModeTool(ports: EnginePorts, signal: CancelSignal): Tool {
  const turn: ExitTurn = { ports, signal, outsidePlan: 0 };
  return toolOf({
    name: 'exit_plan_mode',
    description: ports.actor?.kind === 'teammate' ? forTeammates : forTheSession,
    schema: exitPlanModeArgumentsSchema,
    aliases: ['plan_exit', 'submit_plan'],
    isReadOnly: false,
    invocation: (args) =>
      ports.actor?.kind === 'teammate'
        ? teammateExit(args, { ports, signal, actor: ports.actor, outsidePlan: () => outsidePlan(turn) })
        : new PlanExitInvocation(turn, args.plan),
  });
}

const forTheSession =
  'Asks a person to review the plan and, with it, to end Plan mode. Call it in Plan mode only, when the plan is complete. Without "plan" the session\'s plan file is what is reviewed. The person may approve, ask for changes, or close the review.';
const forTeammates =
  'Sends your plan, which has to stand in "plan", to your leader and waits for its decision. Call it when the plan is complete. Your leader may approve it or ask you to revise it.';

/** After this many calls outside Plan in one turn, the turn ends (I54). */
const maxExitsOutsidePlan = 3;

/** What the calls of one turn share. */
interface ExitTurn {
  readonly ports: EnginePorts;
  readonly signal: CancelSignal;
  outsidePlan: number;
}

class PlanExitInvocation implements Invocation {
  readonly kind = 'plan-exit';
  readonly #turn: ExitTurn;
  readonly #argument: string | undefined;
  #approved: { readonly plan: FrozenPlan; readonly note: string | undefined } | undefined;

  constructor(turn: ExitTurn, argument: string | undefined) {
    this.#turn = turn;
    this.#argument = argument;
  }

  /** E2: allowed everywhere, so that a call outside Plan gets guidance in place of a denial. */
  permission(): 'allow' {
    return 'allow';
  }

  /** R2. */
  requiresUserInteraction(): boolean {
    return this.#actor === 'main' && this.#turn.ports.register.mode === 'plan';
  }

  prepare(): ReturnType<Invocation['prepare']> {
    return Promise.resolve({
      state: 'ready',
      title: 'Leave Plan mode',
      confirm: () => this.#confirm(),
      withdraw: () => this.#withdraw(),
      execute: (mayStart: MayStart) => this.#execute(mayStart),
    });
  }

  async #confirm(): Promise<ToolDone | undefined> {
    const { ports, signal } = this.#turn;
    const { gate, planFile } = ports;
    const source: PlanSource = this.#argument === undefined ? { kind: 'file', path: planFile } : { kind: 'argument' };
    const reading = await this.#readPlan();
    if (signal.aborted) return cancelledBeforeStart;
    if (reading.state === 'unreadable') return this.#end({ kind: 'bad-plan-file', code: reading.code, path: planFile });
    if (Buffer.byteLength(reading.text) > maxPlanFileBytes) return this.#end({ kind: 'plan-too-large' });
    const submitted = await gate.submit({ text: reading.text, source, actor: this.#actor }, signal);
    if (submitted.state !== 'pending') return this.#notSubmitted(submitted, source);
    ports.onDidChangeWaiting?.('review');
    try {
      return await this.#review(submitted.plan, submitted.signal);
    } finally {
      ports.onDidChangeWaiting?.(undefined);
    }
  }

  /** One review, however often the answer could not be recorded. Undefined where the plan is approved. */
  async #review(plan: FrozenPlan, reviewSignal: CancelSignal): Promise<ToolDone | undefined> {
    const { gate, reviewer, onFault } = this.#turn.ports;
    let problem: UnrecordedAnswer | undefined;
    for (;;) {
      let answer: ReviewerAnswer | undefined;
      try {
        const waited = await orAborted(reviewer.review(plan, reviewSignal, problem), reviewSignal);
        if (waited.state === 'settled') answer = waited.value;
      } catch (cause) {
        onFault('the review could not be shown', cause);
        // B03: unavailable is not approved.
        return this.#unanswered(plan, reviewSignal, 'review-unavailable');
      }
      if (reviewSignal.aborted || answer === undefined) return this.#unanswered(plan, reviewSignal, 'aborted');
      const kind = answerKind(answer);
      if (kind === undefined) return this.#unanswered(plan, reviewSignal, 'malformed');
      if (answer.kind === 'no-answer') return this.#unanswered(plan, reviewSignal, answer.reason);

      let decided;
      try {
        decided = await gate.decide(answer);
      } catch (cause) {
        // D1: not one of the decisions. The gate has cleared the review, or clears it now.
        onFault('a review was answered with no decision', cause);
        await gate.abandon(plan.reviewId, 'malformed');
        return this.#end({ kind: 'unknown-decision' });
      }
      if (decided.state === 'recorded') {
        const { review } = decided;
        switch (review.state) {
          case 'approved':
            this.#approved = { plan, note: review.note };
            return undefined;
          case 'changes-requested':
            return this.#end({ kind: 'changes-requested', note: review.note });
          case 'dismissed':
            return this.#end({ kind: 'dismissed' });
          case 'unanswered':
            return this.#end({ kind: 'unanswered', reason: review.reason });
          case 'invalidated':
            return this.#end({ kind: 'invalidated', cause: review.cause });
        }
      }
      if (decided.state === 'failed') onFault('a decision could not be recorded', decided.cause);
      // The review has ended in another way meanwhile: there is nothing left to ask about.
      if (gate.pending?.reviewId !== plan.reviewId) return this.#unanswered(plan, reviewSignal, 'aborted');
      problem = decided;
    }
  }

  /** Section 0: an argument has no file to read again; a file is read and hashed with nothing awaited before the exit. */
  async #execute(mayStart: MayStart): Promise<ToolDone> {
    const { ports, signal } = this.#turn;
    const approved = this.#approved;
    this.#approved = undefined;
    // E1: before anything else, because the gate and the mode are those of whoever started the sub-agent.
    if (this.#actor === 'sub-agent') return this.#end({ kind: 'sub-agent' });
    if (!approved) {
      if (ports.register.mode === 'plan') return this.#end({ kind: 'not-approved' });
      return mayStart() ?? this.#outsidePlan();
    }
    const { plan, note } = approved;
    const planNow: PlanReading =
      plan.source.kind === 'file' ? await this.#readFile() : { state: 'text', text: plan.text };
    const result = ports.gate.execute(keyOf(plan), { actor: this.#actor, turn: signal, planNow });
    ports.onExit?.(plan.reviewId, result);
    switch (result.state) {
      case 'left':
        // E9: strictly afterwards, and nothing waits for it.
        void saveQuietly(ports, result.plan);
        return this.#end({ kind: 'approved', plan: result.plan, mode: result.after.mode, note });
      case 'kept':
        return this.#end(
          result.code === 'plan-unreadable' && planNow.state === 'unreadable'
            ? { kind: 'plan-unreadable', code: planNow.code, path: ports.planFile }
            : { kind: result.code },
        );
      case 'refused':
        return result.code === 'not-in-plan' ? this.#outsidePlan() : this.#end({ kind: 'sub-agent' });
      case 'failed':
        ports.onFault('the approved mode could not be entered', result.cause);
        return this.#end({ kind: result.code });
    }
  }

  #withdraw(): void {
    const plan = this.#approved?.plan;
    if (!plan) return;
    this.#approved = undefined;
    this.#turn.ports.onExit?.(plan.reviewId, this.#turn.ports.gate.withdraw(keyOf(plan)));
  }

  /** L1: who is not the session's own agent is none of whom the gate hears. */
  get #actor(): LifecycleActor {
    return isMain(this.#turn.ports) ? 'main' : 'sub-agent';
  }

  #readPlan(): Promise<PlanReading> {
    return this.#argument === undefined ? this.#readFile() : Promise.resolve({ state: 'text', text: this.#argument });
  }

  async #readFile(): Promise<PlanReading> {
    const { readPlanFile, planFile, onFault } = this.#turn.ports;
    try {
      return await readPlanFile(planFile);
    } catch (cause) {
      onFault('the plan file could not be read', cause);
      return { state: 'unreadable', code: 'unreadable' };
    }
  }

  #notSubmitted(submitted: Exclude<SubmitResult, { state: 'pending' }>, source: PlanSource): ToolDone {
    if (submitted.state === 'failed') {
      this.#turn.ports.onFault('a review could not be recorded', submitted.cause);
      return this.#end({ kind: 'review-not-recorded' });
    }
    switch (submitted.code) {
      case 'not-in-plan':
        // D3, C09: the mode was left before there was anything to show.
        return this.#outsidePlan();
      case 'blank-plan':
        return this.#end({ kind: 'blank-plan', source });
      case 'aborted':
        return this.#end({ kind: 'unanswered', reason: 'aborted' });
      case 'invalidated':
        return this.#end({ kind: 'invalidated', cause: 'mode-changed' });
      case 'review-pending':
      case 'sub-agent':
        return this.#end({ kind: submitted.code });
    }
  }

  /** The review has no answer: it is ended as that, unless it has ended already and the signal says how. */
  async #unanswered(plan: FrozenPlan, reviewSignal: CancelSignal, reason: UnansweredReason): Promise<ToolDone> {
    const ended = reviewSignal.aborted ? reviewSignal.reason : undefined;
    await this.#turn.ports.gate.abandon(plan.reviewId, reason);
    const cause = invalidationCauses.find((known) => known === ended);
    if (cause !== undefined) return this.#end({ kind: 'invalidated', cause });
    return this.#end({ kind: 'unanswered', reason: unansweredReasons.find((known) => known === ended) ?? reason });
  }

  #outsidePlan(): ToolDone {
    return outsidePlan(this.#turn);
  }

  #end(outcome: ExitOutcome): ToolDone {
    return exitResult(outcome, this.#turn.ports.register.mode);
  }
}

function outsidePlan(turn: ExitTurn): ToolDone {
  turn.outsidePlan += 1;
  return exitResult({ kind: 'not-in-plan', isLast: turn.outsidePlan >= maxExitsOutsidePlan }, turn.ports.register.mode);
}

async function saveQuietly(ports: EnginePorts, plan: FrozenPlan): Promise<void> {
  try {
    await ports.planExited(plan);
  } catch (cause) {
    ports.onFault('the copy of an approved plan could not be saved', cause);
  }
}

/** Types end where another program's answer begins: `{}` and `null` are no answer (C02). */
function answerKind(answer: unknown): ReviewerAnswer['kind'] | undefined {
  if (typeof answer !== 'object' || answer === null || !('kind' in answer)) return undefined;
  return answer.kind === 'answer' || answer.kind === 'no-answer' ? answer.kind : undefined;
}
