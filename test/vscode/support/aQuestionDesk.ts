import type * as vscode from 'vscode';
import { QuestionDesk } from '../../../src/vscode/questionDesk';
import { ScriptedPick } from './scriptedPick';

export interface ScriptedDesk {
  readonly desk: QuestionDesk;
  /** All that were made, oldest first. */
  readonly picks: ScriptedPick<vscode.QuickPickItem>[];
  /** What the context key was set to, without repetitions. */
  readonly shown: boolean[];
  readonly review: { isOpen: boolean };
  /** The one that is on the screen. */
  readonly pick: () => ScriptedPick<vscode.QuickPickItem>;
}

/** A question desk whose quick picks are scripted. */
export function aQuestionDesk(): ScriptedDesk {
  const picks: ScriptedPick<vscode.QuickPickItem>[] = [];
  const shown: boolean[] = [];
  const review = { isOpen: false };
  const desk = new QuestionDesk({
    createQuickPick: () => {
      const pick = new ScriptedPick<never>();
      picks.push(pick);
      return pick;
    },
    isReviewOpen: () => review.isOpen,
    onDidChangeShown: (isShown) => {
      if (shown.at(-1) !== isShown) shown.push(isShown);
    },
  });
  return {
    ...{ desk, picks, shown, review },
    pick: () => {
      const pick = picks.find(({ isShown }) => isShown);
      if (!pick) throw new Error('No question is on the screen.');
      return pick;
    },
  };
}
