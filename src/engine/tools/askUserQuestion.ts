import type { CancelSignal } from '../../core/cancelSignal';
import { askUserQuestionArgumentsSchema } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import { orAborted } from '../orAborted';
import type { AgentQuestion, QuestionAnswer, Questioner } from '../questioner';
import { cancelledBeforeStart, done, failed, refused, type Tool, type ToolDone } from '../tool';
import { toolOf } from '../toolOf';

/** Asks the person something, in any mode. The answer is an answer and no approval of anything (I8). */
export function askUserQuestionTool(ports: EnginePorts): Tool {
  const { questioner } = ports;
  return toolOf({
    name: 'ask_user_question',
    description:
      'Asks the person one question and waits for the answer. Give options where there are some; the person may always write something else. It is not for asking whether a plan is approved: that is what exit_plan_mode is for.',
    schema: askUserQuestionArgumentsSchema,
    isReadOnly: false,
    faultOf: ({ question }) => (question.trim() === '' ? '"question" is blank; there is nothing to ask.' : undefined),
    invocation: ({ question, options = [] }) => ({
      kind: 'question',
      permission: () => 'allow',
      // R8: only where answers can be collected.
      requiresUserInteraction: () => questioner !== undefined,
      prepare: (signal) => {
        if (!questioner) return Promise.resolve({ state: 'ended', result: failed(nobody) });
        let answer: QuestionAnswer | undefined;
        return Promise.resolve({
          state: 'ready',
          title: question,
          confirm: async () => {
            const asked = await ask({ question, options }, questioner, ports, signal);
            if ('outcome' in asked) return asked;
            answer = asked;
            return undefined;
          },
          execute: (mayStart) => Promise.resolve(mayStart() ?? resultOf(answer, options)),
        });
      },
    }),
  });
}

const nobody = 'Nobody can be asked here. Go on with what is most likely meant, and say what you took for granted.';

async function ask(
  question: AgentQuestion,
  questioner: Questioner,
  { onDidChangeWaiting, onFault }: EnginePorts,
  signal: CancelSignal,
): Promise<QuestionAnswer | ToolDone> {
  onDidChangeWaiting?.('permission');
  try {
    const waited = await orAborted(questioner.ask(question, signal), signal);
    return waited.state === 'aborted' ? cancelledBeforeStart : waited.value;
  } catch (cause) {
    onFault('a question of the agent could not be shown', cause);
    return failed(nobody);
  } finally {
    onDidChangeWaiting?.(undefined);
  }
}

function resultOf(answer: QuestionAnswer | undefined, options: readonly string[]): ToolDone {
  switch (answer?.kind) {
    case 'option':
      // What was not offered was not chosen.
      return options.includes(answer.option)
        ? done(`The person chose: ${answer.option}`)
        : done(`The person wrote: ${answer.option}`);
    case 'text':
      return answer.text.trim() === '' ? unanswered : done(`The person wrote: ${answer.text}`);
    case 'no-answer':
    case undefined:
      return unanswered;
  }
}

/** The person closed it and wants to say something else, or nothing. */
const unanswered = refused('The person closed the question without an answer. Do not ask the same again.', true);
