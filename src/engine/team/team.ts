import type { CancelSignal } from '../../core/cancelSignal';
import type { LeaderAnswer, LeaderDecideResult, LeaderGate } from '../../core/leaderGate';
import type { SubAgentHost } from '../subAgents/runSubAgent';
import { failed, refused, type ToolDone } from '../tool';
import { Teammate, type TeammateWork } from './teammate';

/** The teammates of one session's own agent, which is their leader. A teammate lives until it has ended or is stopped. */
export class Team {
  readonly #gate: LeaderGate;
  readonly #onFault: (what: string, cause: unknown) => void;
  /** By the call that started them. */
  readonly #teammates = new Map<string, Teammate>();
  readonly #running = new Set<Promise<void>>();

  constructor(gate: LeaderGate, onFault: (what: string, cause: unknown) => void) {
    this.#gate = gate;
    this.#onFault = onFault;
  }

  /** L2: starts a teammate, in Plan, and waits until it asks its leader or has ended. */
  async start(task: Omit<TeammateWork, 'register'>, host: SubAgentHost, signal: CancelSignal): Promise<ToolDone> {
    const { taskCallId, name } = task;
    const register = host.ports.register.override('plan');
    this.#gate.join(taskCallId, name, register);
    const teammate = new Teammate({ ...task, register }, host);
    this.#teammates.set(taskCallId, teammate);
    const told = teammate.attach(host, signal);
    const running = teammate
      .run(async () => {
        this.#teammates.delete(taskCallId);
        await this.#gate.leave(taskCallId);
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
    return told;
  }

  /** L5: the leader's decision; then waits until that teammate asks again or has ended. */
  async decide(answer: LeaderAnswer, host: SubAgentHost, signal: CancelSignal): Promise<ToolDone> {
    const plan = this.#gate.pending.find(({ requestId }) => requestId === answer.requestId);
    const teammate = plan && this.#teammates.get(plan.taskCallId);
    // It goes on as soon as the decision is kept, so the call has to wait for it before.
    const told = teammate?.attach(host, signal);
    const decided = await this.#gate.decide(answer);
    if (decided.state === 'failed') this.#onFault('the decision of a leader could not be recorded', decided.cause);
    if (decided.state !== 'recorded' || told === undefined) {
      teammate?.detach();
      return notDecided(decided);
    }
    const result = await told;
    return { ...result, text: `${decisionText(decided)}\n\n${result.text}` };
  }

  /** Stops all of them, and waits until nothing of them is left running. */
  async dispose(): Promise<void> {
    for (const teammate of this.#teammates.values()) teammate.stop();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}

function decisionText({ plan, outcome }: Extract<LeaderDecideResult, { state: 'recorded' }>): string {
  switch (outcome.state) {
    case 'approved':
      return `Your approval of the plan of ${plan.teammate} is recorded, for the mode ${outcome.target}. This is what came of it.`;
    case 'rejected':
      return `Your rejection of the plan of ${plan.teammate} is recorded. This is what came of it.`;
  }
}

function notDecided(decided: LeaderDecideResult): ToolDone {
  if (decided.state !== 'refused') {
    return failed(
      'The decision could not be written to the session, so it does not count. The request waits as before.',
    );
  }
  switch (decided.code) {
    case 'unknown-request':
      return failed('There is no such request, or it has ended. Nothing was decided.');
    case 'already-decided':
      return failed('That request is being decided already. This decision does nothing.');
    case 'leader-in-plan':
      return refused(
        'Plan mode is still on for you, so you can approve nothing. The request waits as before; approve it when a person has approved your own plan, or reject it.',
      );
  }
}
