import assert from 'node:assert/strict';
import type { ApprovalMode, ExecutionMode } from '../../src/core/approvalMode';
import { LeaderGate, type LeaderDecideResult, type LeaderExecuteResult } from '../../src/core/leaderGate';
import { ModeRegister, startingState } from '../../src/core/modeRegister';
import type { TeammatePlan, TeammatePlanEntry, TeammatePlanOutcome } from '../../src/core/teammatePlan';
import { HeldLog } from './heldLog';
import { noon } from './aGate';
import { sha256 } from './sha256';

/** A leader's gate with the leader in a mode, and a log of its own. `aLeaderGate('yolo').withRequest()` is the usual beginning. */
export function aLeaderGate(mode: ApprovalMode = 'default'): LeaderGateInHand {
  return new LeaderGateInHand(mode);
}

export class LeaderGateInHand {
  readonly log = new HeldLog<TeammatePlanEntry>();
  readonly writeFailures: unknown[] = [];
  readonly leader: ModeRegister;
  readonly gate: LeaderGate;
  readonly delivered: TeammatePlan[] = [];
  readonly turn = new AbortController();
  isTrusted = true;
  #ids = 0;

  constructor(mode: ApprovalMode) {
    this.leader = new ModeRegister(startingState(mode), () => this.isTrusted);
    this.gate = new LeaderGate({
      register: this.leader,
      log: this.log,
      ids: { next: () => `request-${(this.#ids += 1)}` },
      clock: { now: () => noon },
      digest: sha256,
      onWriteFailed: (cause) => this.writeFailures.push(cause),
    });
  }

  /** A teammate of the call, in a Plan mode of its own. */
  withTeammate(taskCallId = 'task-1'): ModeRegister {
    const register = this.leader.override('plan');
    this.gate.join(taskCallId, `“${taskCallId}”`, register);
    return register;
  }

  request(taskCallId = 'task-1', text = '# Plan'): ReturnType<LeaderGate['request']> {
    return this.gate.request({ taskCallId, text }, this.turn.signal, (plan) => void this.delivered.push(plan));
  }

  /** A teammate's request is pending. */
  async withRequest(taskCallId = 'task-1'): Promise<RequestInHand> {
    const register = this.withTeammate(taskCallId);
    const requested = await this.request(taskCallId);
    assert.equal(requested.state, 'pending');
    return new RequestInHand(this, register, requested.plan, requested.answered);
  }
}

/** A request that is (or was) pending, and what can be done with it. */
export class RequestInHand {
  constructor(
    readonly at: LeaderGateInHand,
    readonly register: ModeRegister,
    readonly plan: TeammatePlan,
    readonly answered: Promise<TeammatePlanOutcome>,
  ) {}

  approve(message?: string): Promise<LeaderDecideResult> {
    return this.at.gate.decide({ requestId: this.plan.requestId, decision: { kind: 'approve', message } });
  }

  reject(message?: string): Promise<LeaderDecideResult> {
    return this.at.gate.decide({ requestId: this.plan.requestId, decision: { kind: 'reject', message } });
  }

  execute(): LeaderExecuteResult {
    return this.at.gate.execute(this.plan.requestId, this.at.turn.signal);
  }

  /** Approved and executed: which mode the teammate is in then. */
  async modeAfterApproval(): Promise<ApprovalMode> {
    assert.equal((await this.approve()).state, 'recorded');
    assert.equal(this.execute().state, 'left');
    return this.register.mode;
  }
}

export const leadersTargets: readonly (readonly [ApprovalMode, boolean, ExecutionMode])[] = [
  ['default', true, 'default'],
  ['auto-edit', true, 'auto-edit'],
  ['auto', true, 'default'],
  ['yolo', true, 'yolo'],
  ['default', false, 'default'],
  ['auto-edit', false, 'default'],
  ['auto', false, 'default'],
  ['yolo', false, 'default'],
];
