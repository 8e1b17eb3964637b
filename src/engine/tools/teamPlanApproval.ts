import type { CancelSignal } from '../../core/cancelSignal';
import { teamPlanApprovalArgumentsSchema } from '../../protocol/toolArguments';
import type { SubAgents } from '../subAgents/subAgents';
import { refused, type Tool } from '../tool';
import { toolOf } from '../toolOf';

/**
 * L5: the leader's answer to a teammate that has sent its plan. Nobody is asked: a leader gives only what a person has given
 * it, and each call of the teammate is judged like any other afterwards.
 *
 * @param subAgents left out: the caller is a sub-agent itself
 */
export function teamPlanApprovalTool(subAgents: SubAgents | undefined, signal: CancelSignal): Tool {
  return toolOf({
    name: 'team_plan_approval',
    description:
      'Decides on the plan of a teammate that you started with "planRequired", and waits until it has ended or sends another plan. "approve" lets it work in your own mode at most; "reject" asks it to revise, for the reason in "message".',
    schema: teamPlanApprovalArgumentsSchema,
    isReadOnly: false,
    mayRunBeside: true,
    invocation: ({ request_id: requestId, action, message }) => ({
      kind: 'info',
      permission: () => 'allow',
      prepare: () =>
        Promise.resolve({
          state: 'ready',
          title: action === 'approve' ? 'Approve the plan of a teammate' : 'Ask a teammate to revise its plan',
          execute: async (mayStart) => {
            if (!subAgents) return refused(notForSubAgents);
            return mayStart() ?? subAgents.decide({ requestId, decision: { kind: action, message } }, signal);
          },
        }),
    }),
  });
}

const notForSubAgents = 'Only the agent of the session decides on the plans of teammates. Nothing was decided.';
