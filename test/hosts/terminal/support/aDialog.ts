import { keyOf, type FrozenPlan } from '../../../../src/core/frozenPlan';
import type { Decision } from '../../../../src/core/review';
import type { ReviewerAnswer } from '../../../../src/core/reviewer';
import type { DialogWords } from '../../../../src/hosts/terminal/dialogWords';
import { askInTerminal, quietMs } from '../../../../src/hosts/terminal/planDialog';
import type { TerminalSize } from '../../../../src/hosts/terminal/terminal';
import { aPlan } from '../../../session/support/platform';
import { ScriptedTerminal } from './scriptedTerminal';

export const words: DialogWords = {
  requestChanges: 'Request changes',
  dismiss: 'Dismiss',
  progress: (line, lines) => `line ${line} of ${lines}`,
  howToRead: 'Space for more.',
  confirm: 'Enter approves.',
  writeNote: 'What should change?',
  emptyNote: 'The note is empty.',
  tooEarly: 'Too early.',
  notAllShown: 'Not all of it was shown.',
  pasted: 'Pasted text decides nothing.',
  tooSmall: 'Too small.',
};

export interface ADialog {
  readonly terminal: ScriptedTerminal;
  readonly plan: FrozenPlan;
  readonly turn: AbortController;
  readonly answered: Promise<ReviewerAnswer>;
  /** What was answered until now. */
  readonly answer: () => Promise<ReviewerAnswer | 'none yet'>;
  /** Presses keys one after the other, with a pause before each. */
  readonly presses: (...keys: string[]) => void;
  /** Lets so many milliseconds go by. */
  readonly waits: (ms: number) => void;
  /** The answer that says this of the plan. */
  readonly deciding: (decision: Decision) => ReviewerAnswer;
}

/** A dialog about a plan in a terminal, with two approvals to choose from. */
export function aDialog({
  text = '# Plan\n\n1. Do it.\n',
  size,
  problem,
}: { text?: string; size?: TerminalSize | null; problem?: string } = {}): ADialog {
  const terminal = new ScriptedTerminal(size === null ? undefined : size);
  if (size === null) terminal.size = undefined;
  const plan: FrozenPlan = aPlan(text);
  const turn = new AbortController();
  let now = 1_000;
  const answered = askInTerminal(
    plan,
    {
      terminal,
      now: () => now,
      title: 'Plan review (v1): Order form',
      choices: [
        { target: 'default', label: 'Approve, ask before edits', detail: 'Edits ask.' },
        { target: 'auto-edit', label: 'Approve, accept edits', detail: 'Edits run.' },
      ],
      words,
      problem,
    },
    turn.signal,
  );
  return {
    ...{ terminal, plan, turn, answered },
    answer: () => Promise.race([answered, Promise.resolve('none yet' as const)]),
    presses: (...keys) => {
      for (const key of keys) {
        now += quietMs;
        terminal.sends(key);
      }
    },
    waits: (ms) => (now += ms),
    deciding: (decision) => ({ kind: 'answer', ...keyOf(plan), decision }),
  };
}
