import type { CancelSignal } from '../../core/cancelSignal';
import { askUserQuestionArgumentsSchema } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import { orAborted } from '../orAborted';
import type { AgentQuestion, QuestionAnswer, Questioner, QuestionsEnd } from '../questioner';
import { cancelledBeforeStart, done, failed, refused, type Tool, type ToolDone } from '../tool';
import { toolOf } from '../toolOf';

/** Asks the person one thing or several, in any mode. An answer is an answer and no approval of anything (I8). */
export function askUserQuestionTool(ports: EnginePorts): Tool {
  const { questioner } = ports;
  return toolOf({
    name: 'ask_user_question',
    description:
      'Asks the person one question or several, and waits for the answers. Give options where there are some; the person may always write something else. It is not for asking whether a plan is approved: that is what exit_plan_mode is for.',
    schema: askUserQuestionArgumentsSchema,
    isReadOnly: false,
    faultOf: ({ questions }) =>
      questions.some(({ question }) => question.trim() === '')
        ? 'A "question" is blank; there is nothing to ask.'
        : undefined,
    invocation: (args) => ({
      kind: 'question',
      permission: () => 'allow',
      // R8: only where answers can be collected.
      requiresUserInteraction: () => questioner !== undefined,
      prepare: (signal) => {
        if (!questioner) return Promise.resolve({ state: 'ended', result: failed(nobody) });
        const questions = args.questions.map(({ question, options = [] }) => ({ question, options }));
        let end: QuestionsEnd | undefined;
        return Promise.resolve({
          state: 'ready',
          title: questions.map(({ question }) => question).join(' '),
          confirm: async () => {
            const asked = await ask(questions, questioner, ports, signal);
            if ('outcome' in asked) return asked;
            end = asked;
            return undefined;
          },
          execute: (mayStart) => Promise.resolve(mayStart() ?? resultOf(end, questions)),
        });
      },
    }),
  });
}

const nobody = 'Nobody can be asked here. Go on with what is most likely meant, and say what you took for granted.';

async function ask(
  questions: readonly AgentQuestion[],
  questioner: Questioner,
  { onDidChangeWaiting, onFault }: EnginePorts,
  signal: CancelSignal,
): Promise<QuestionsEnd | ToolDone> {
  onDidChangeWaiting?.('permission');
  try {
    const waited = await orAborted(questioner.ask(questions, signal), signal);
    return waited.state === 'aborted' ? cancelledBeforeStart : waited.value;
  } catch (cause) {
    onFault('a question of the agent could not be shown', cause);
    return failed(nobody);
  } finally {
    onDidChangeWaiting?.(undefined);
  }
}

function resultOf(end: QuestionsEnd | undefined, questions: readonly AgentQuestion[]): ToolDone {
  if (end?.kind !== 'answered') return unanswered;
  const lines = questions.map((question, index) => {
    const said = sentenceOf(end.answers[index], question);
    if (said === undefined || questions.length === 1) return said;
    return `${index + 1}. ${question.question}\n${said}`;
  });
  return lines.every((line) => line !== undefined) ? done(lines.join('\n')) : unanswered;
}

/** Undefined where nothing was said. */
function sentenceOf(answer: QuestionAnswer | undefined, { options }: AgentQuestion): string | undefined {
  switch (answer?.kind) {
    case 'option':
      // What was not offered was not chosen.
      return options.includes(answer.option)
        ? `The person chose: ${answer.option}`
        : `The person wrote: ${answer.option}`;
    case 'text':
      return answer.text.trim() === '' ? undefined : `The person wrote: ${answer.text}`;
    case undefined:
      return undefined;
  }
}

/** The person closed it and wants to say something else, or nothing. */
const unanswered = refused('The person closed the question without an answer. Do not ask the same again.', true);
