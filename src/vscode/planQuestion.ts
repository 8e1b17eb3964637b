import { l10n } from 'vscode';
import type { Decider } from '../core/decider';
import { keyOf, type FrozenPlan } from '../core/frozenPlan';
import type { Decision } from '../core/review';
import type { UnrecordedAnswer } from '../core/reviewer';
import type { Session } from '../session/session';
import { answerProblem } from './messages';
import type { PickRow, PickStep } from './pickForm';
import type { QuestionDesk } from './questionDesk';
import type { ReadOnlyTexts } from './readOnlyTexts';
import { choicesOf } from './reviewView';

/**
 * W3: the structured question. The frozen plan is open beside, as text; a quick pick asks what becomes of it.
 *
 * Only an approval that was offered and chosen approves. What a person types is a request for changes, whatever it says,
 * and while there is something typed no approval can be chosen.
 */
export function planQuestion(session: Session, { desk, texts, onAsked }: PlanQuestionPorts): Decider {
  return {
    isAvailable: () => true,
    review: async (plan, signal, problem) => {
      const name = l10n.t('Plan v{0} of {1}', plan.version, session.title);
      const shown = await texts.show(name, plan.text);
      try {
        const step = stepOf(session, plan, problem, () => texts.showAgain(name, plan.text));
        const asked = desk.ask(plan.reviewId, [step], signal);
        if (!signal.aborted) onAsked(session, plan);
        const end = await asked;
        switch (end.state) {
          case 'aborted':
            return { kind: 'no-answer', reason: 'aborted' };
          case 'dismissed':
            return { kind: 'answer', ...keyOf(plan), decision: { kind: 'dismiss' } };
          case 'answered': {
            const [decision] = end.answers;
            return decision ? { kind: 'answer', ...keyOf(plan), decision } : { kind: 'no-answer', reason: 'malformed' };
          }
        }
      } finally {
        await shown.close();
      }
    },
  };
}

export interface PlanQuestionPorts {
  readonly desk: QuestionDesk;
  readonly texts: ReadOnlyTexts;
  /** The question waits; not called for one that nobody is asked any more. */
  readonly onAsked: (session: Session, plan: FrozenPlan) => void;
}

function stepOf(
  session: Session,
  plan: FrozenPlan,
  problem: UnrecordedAnswer | undefined,
  readPlan: () => void,
): PickStep<Decision> {
  return {
    title: l10n.t('Plan review (v{0}): {1}', plan.version, session.title),
    placeholder:
      (problem && answerProblem(problem)) ?? l10n.t('Read the plan beside, then choose, or write what should change'),
    rows: (typed) => {
      const note = typed.trim();
      return note === '' ? decisionRows(session, plan, readPlan) : [changesRow(note)];
    },
  };
}

/** The first row decides nothing: Enter that was meant for something else lands there. */
function decisionRows(session: Session, plan: FrozenPlan, readPlan: () => void): readonly PickRow<Decision>[] {
  return [
    { label: `$(book) ${l10n.t('Read the plan')}`, chosen: { act: readPlan } },
    ...choicesOf(plan, session.register.isTrusted).map(({ target, label, detail, warning }): PickRow<Decision> => ({
      label: `$(${warning === null ? 'check' : 'warning'}) ${label}`,
      detail: warning ?? detail,
      chosen: { answer: { kind: 'approve', target } },
    })),
    {
      label: `$(circle-slash) ${l10n.t('Dismiss')}`,
      detail: l10n.t('Plan mode stays on, and the turn ends.'),
      chosen: { answer: { kind: 'dismiss' } },
    },
  ];
}

function changesRow(note: string): PickRow<Decision> {
  return {
    label: `$(comment) ${l10n.t('Request changes')}`,
    detail: l10n.t('Sends what you typed as your note. Plan mode stays on.'),
    chosen: { answer: { kind: 'request-changes', note } },
  };
}
