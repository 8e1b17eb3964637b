import type { CancelSignal } from '../../core/cancelSignal';
import type { LeaderExecuteResult, LeaderGate, LeaderRequestResult } from '../../core/leaderGate';
import type { TeammatePlanEnd, TeammatePlanOutcome } from '../../core/teammatePlan';
import { maxPlanFileBytes } from '../../session/planFile';
import type { Actor } from '../actor';
import type { EnginePorts } from '../enginePorts';
import { modeNow } from '../modeNow';
import { failed, refused, type Invocation, type ToolDone } from '../tool';

/**
 * E3: the plan exit of a teammate. Its plan goes to its leader, and the call ends when that has decided or something else
 * has ended the request. No person is asked (R2), and nothing here says that one decided.
 */
export function teammateExit(args: ExitArguments, exit: TeammateExit): Invocation {
  return {
    kind: 'plan-exit',
    permission: () => 'allow',
    prepare: () =>
      Promise.resolve({
        state: 'ready',
        title: 'Send the plan to the leader',
        execute: async (mayStart) => mayStart() ?? ask(args, exit),
      }),
  };
}

interface ExitArguments {
  readonly plan?: string | undefined;
  readonly originalRequest?: string | undefined;
  readonly researchSummary?: string | undefined;
}

interface TeammateExit {
  readonly ports: EnginePorts;
  readonly signal: CancelSignal;
  readonly actor: Extract<Actor, { kind: 'teammate' }>;
  /** E2: what is said where there is no Plan to leave. */
  outsidePlan(): ToolDone;
}

async function ask({ plan: text = '', originalRequest, researchSummary }: ExitArguments, exit: TeammateExit) {
  const { ports, signal, actor } = exit;
  const { leaderGate } = ports;
  if (leaderGate === undefined) return failed(notRequested('no-leader', ports));
  if (Buffer.byteLength(text) > maxPlanFileBytes) {
    return failed(
      `The plan is larger than ${maxPlanFileBytes / 1024 / 1024} MiB, so it was not sent. ${now(ports)} Shorten it and call exit_plan_mode again.`,
    );
  }
  const proposal = { taskCallId: actor.taskCallId, text, originalRequest, researchSummary };
  const requested = await leaderGate.request(proposal, signal, ports.deliverToLeader);
  switch (requested.state) {
    case 'pending':
      return afterAnswer(await requested.answered, requested.plan.requestId, leaderGate, exit);
    case 'refused':
      return requested.code === 'not-in-plan' ? exit.outsidePlan() : failed(notRequested(requested.code, ports));
    case 'failed':
      ports.onFault('a teammate could not ask its leader', requested.cause);
      return { outcome: 'error', text: notRequested(requested.code, ports), stopTurn: true } as const;
  }
}

/** L6: nothing is awaited between the last look at the decision and the transition. */
function afterAnswer(
  outcome: TeammatePlanOutcome,
  requestId: string,
  leaderGate: LeaderGate,
  { ports, signal }: TeammateExit,
): ToolDone {
  switch (outcome.state) {
    case 'rejected':
      return refused(
        `Your leader asks you to revise the plan; it is not approved. ${now(ports)} Revise it and call exit_plan_mode again. ${outcome.message === undefined ? 'It gave no reason.' : `${feedbackFollows}${outcome.message}`}`,
      );
    case 'ended':
      return { outcome: 'cancelled', text: `${endText(outcome.reason)} ${now(ports)}`, stopTurn: true };
    case 'approved':
      return afterExecution(leaderGate.execute(requestId, signal), outcome.message, ports);
  }
}

function afterExecution(result: LeaderExecuteResult, message: string | undefined, ports: EnginePorts): ToolDone {
  switch (result.state) {
    case 'left':
      return {
        outcome: 'ok',
        text: `${leaderApprovedStart} Your approval mode is now ${result.after.mode}. Carry out exactly the plan that was approved (SHA-256 ${result.plan.planHash.slice(0, 12)}), and start with its first step.${message === undefined ? '' : ` ${noteFollows}${message}`}`,
        stopTurn: false,
      };
    case 'kept':
      return { outcome: 'cancelled', text: `${keptText(result.code)} Nothing was done. ${now(ports)}`, stopTurn: true };
    case 'failed':
      ports.onFault('the mode that a leader approved could not be entered', result.cause);
      return {
        outcome: 'error',
        text: `Your leader approved, but Plan mode could not be left${result.code === 'untrusted-workspace' ? ': its mode needs a trusted workspace' : ''}. ${now(ports)} Nothing was done.`,
        stopTurn: true,
      };
  }
}

/** L6: how the text of a leader's approval begins, and no other text. */
const leaderApprovedStart = 'Leader approved.';

/** What stands before a leader's words; they are the rest of the text. */
const feedbackFollows = 'Its feedback:\n\n';
const noteFollows = 'Its note:\n\n';

function keptText(code: Extract<LeaderExecuteResult, { state: 'kept' }>['code']): string {
  switch (code) {
    case 'not-approved':
      return 'The plan is not approved.';
    case 'aborted':
      return 'Leaving Plan mode was cancelled: you were stopped.';
    case 'stale':
      return 'The approval is out of date: the mode was changed after the plan had been sent.';
    case 'leader-in-plan':
      return 'The approval does not count: a person has put your leader in Plan mode since.';
  }
}

function endText(reason: TeammatePlanEnd): string {
  switch (reason) {
    case 'aborted':
      return 'Your leader did not decide, because you were stopped.';
    case 'branch-moved':
      return 'Your leader did not decide: its conversation went to another place.';
    case 'restored':
      return 'Your leader did not decide: the window was closed.';
    case 'undelivered':
      return 'The plan could not be brought to your leader.';
  }
}

type NotRequested =
  | Exclude<Extract<LeaderRequestResult, { state: 'refused' }>['code'], 'not-in-plan'>
  | Extract<LeaderRequestResult, { state: 'failed' }>['code'];

function notRequested(code: NotRequested, ports: EnginePorts): string {
  switch (code) {
    case 'unknown-teammate':
    case 'no-leader':
    case 'undelivered':
      return `The plan could not be brought to a leader. ${now(ports)} Present it as your answer.`;
    case 'request-pending':
      return `A plan of yours waits for your leader already; this one was not sent. ${now(ports)}`;
    case 'blank-plan':
      return `There is no plan to send: "plan" is blank. Give the whole plan. ${now(ports)}`;
    case 'aborted':
      return `The plan was not sent, because you were stopped. ${now(ports)}`;
    case 'persist-failed':
      return `The plan could not be written to the session, so it was not sent. ${now(ports)}`;
  }
}

function now(ports: EnginePorts): string {
  return modeNow(ports.register.mode);
}
