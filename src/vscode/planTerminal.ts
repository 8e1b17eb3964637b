import * as vscode from 'vscode';
import type { Decider } from '../core/decider';
import type { FrozenPlan } from '../core/frozenPlan';
import { askInTerminal } from '../hosts/terminal/planDialog';
import type { Session } from '../session/session';
import { answerProblem } from './messages';
import { PlanPty } from './planPty';
import type { PlanTerminals } from './planTerminals';
import { choicesOf } from './reviewView';
import { terminalWords } from './terminalWords';

/**
 * W4: the plan dialog in a terminal of this window.
 *
 * A terminal that a person closes dismisses its review; one that goes with the window answers nothing, so the review stays
 * pending in the log (H19). When the review has ended, its terminal is gone.
 */
export function planTerminal(
  session: Session,
  { terminals, createTerminal, now, onAsked }: PlanTerminalPorts,
): Decider {
  return {
    isAvailable: () => true,
    review: async (plan, signal, problem) => {
      if (signal.aborted) return { kind: 'no-answer', reason: 'aborted' };
      const title = vscode.l10n.t('Plan review (v{0}): {1}', plan.version, session.title);
      const pty = new PlanPty();
      const terminal = createTerminal({
        name: title,
        pty,
        iconPath: new vscode.ThemeIcon('checklist'),
        location: vscode.TerminalLocation.Editor,
        // What asks here asks nothing after a reload.
        isTransient: true,
      });
      const closing = vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal && closed.exitStatus?.reason !== vscode.TerminalExitReason.Shutdown)
          pty.closedByPerson();
      });
      const shown = terminals.add(plan.reviewId, terminal);
      try {
        const answered = askInTerminal(
          plan,
          {
            terminal: pty,
            now,
            title,
            choices: choicesOf(plan, session.register.isTrusted).map(({ target, label, detail, warning }) => ({
              ...{ target, label },
              detail: warning ?? detail,
            })),
            words: terminalWords(),
            problem: problem && answerProblem(problem),
          },
          signal,
        );
        terminal.show();
        onAsked(session, plan);
        return await answered;
      } finally {
        closing.dispose();
        shown.dispose();
        pty.dispose();
      }
    },
  };
}

export interface PlanTerminalPorts {
  readonly terminals: PlanTerminals;
  readonly createTerminal: (options: vscode.ExtensionTerminalOptions) => vscode.Terminal;
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number;
  /** The dialog waits; not called for one that nobody is asked any more. */
  readonly onAsked: (session: Session, plan: FrozenPlan) => void;
}
