import type { CancelSignal } from '../../core/cancelSignal';
import { taskArgumentsSchema } from '../../protocol/toolArguments';
import type { SubAgents } from '../subAgents/subAgents';
import { refused, type Tool } from '../tool';
import { toolOf } from '../toolOf';

/**
 * Starts a sub-agent for one task. Starting one does nothing yet: each of its calls is judged like any other, never more
 * laxly than the session is (M01). Sub-agents start none themselves, so their depth is one.
 *
 * @param subAgents left out: the caller is a sub-agent itself
 */
export function taskTool(subAgents: SubAgents | undefined, signal: CancelSignal): Tool {
  return toolOf({
    name: 'task',
    description:
      'Gives one self-contained task to a sub-agent with a conversation of its own and waits for its answer. It knows nothing of this conversation, so say all that it needs. Several calls in one message work beside each other.',
    schema: taskArgumentsSchema,
    isReadOnly: false,
    mayRunBeside: true,
    faultOf: ({ prompt }) => (prompt.trim() === '' ? '"prompt" is blank; there is no task.' : undefined),
    invocation: ({ description, prompt, planRequired = false }) => ({
      kind: 'info',
      permission: () => 'allow',
      prepare: () =>
        Promise.resolve({
          state: 'ready',
          title: `Start a sub-agent: ${description}`,
          execute: async (mayStart, taskCallId) => {
            if (!subAgents) return refused(notForSubAgents);
            return (
              mayStart() ?? subAgents.run({ taskCallId, description, prompt, isPlanRequired: planRequired }, signal)
            );
          },
        }),
    }),
  });
}

const notForSubAgents =
  'A sub-agent cannot start another one. Do the task yourself, or say in your answer what is left.';
