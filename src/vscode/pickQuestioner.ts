import { l10n } from 'vscode';
import type { AgentQuestion, QuestionAnswer, Questioner } from '../engine/questioner';
import type { Session } from '../session/session';
import { plainLabel } from './plainLabel';
import type { PickRow, PickStep } from './pickForm';
import type { QuestionDesk } from './questionDesk';
import type { ReadOnlyTexts } from './readOnlyTexts';

/** Puts the questions of a session's agent to the person as quick picks, with the options and room for their own words. */
export function pickQuestioner(session: Session, desk: QuestionDesk, texts: ReadOnlyTexts): Questioner {
  return {
    ask: (questions, signal) =>
      session.whileAsking(async () => {
        const steps = questions.map((question) => stepOf(question, texts));
        const end = await desk.ask(session.id, steps, signal);
        return end.state === 'answered' ? { kind: 'answered', answers: end.answers } : { kind: 'no-answer' };
      }),
  };
}

function stepOf({ question, options }: AgentQuestion, texts: ReadOnlyTexts): PickStep<QuestionAnswer> {
  const title = plainLabel(question);
  return {
    title,
    placeholder: options.length === 0 ? l10n.t('Write your answer') : l10n.t('Choose, or write your own answer'),
    rows: (typed) => {
      const own = typed.trim();
      return [
        ...options
          .filter((option) => option.toLowerCase().includes(own.toLowerCase()))
          .map((option): PickRow<QuestionAnswer> => ({
            label: plainLabel(option),
            chosen: { answer: { kind: 'option', option } },
          })),
        ...(own === '' || options.includes(own) ? [] : [ownAnswer(own)]),
        // A title has one line.
        ...(title.length > maxTitle || question.trim().includes('\n') ? [wholeQuestion(question, texts)] : []),
      ];
    },
  };
}

const maxTitle = 80;

function ownAnswer(text: string): PickRow<QuestionAnswer> {
  return {
    label: `$(edit) ${plainLabel(text)}`,
    detail: l10n.t('Your own answer'),
    chosen: { answer: { kind: 'text', text } },
  };
}

function wholeQuestion(question: string, texts: ReadOnlyTexts): PickRow<QuestionAnswer> {
  return {
    label: `$(book) ${l10n.t('Read the whole question')}`,
    chosen: { act: () => texts.showAgain(l10n.t('Question'), question) },
  };
}
