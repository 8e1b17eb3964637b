import * as vscode from 'vscode';
import type { ContextKeys } from './contextKeys';
import type { Sessions } from './sessions';
import type { SessionViewProvider } from './sessionViewProvider';
import type { StatusBar } from './statusBar';

/** Paints the status bar, the badge and the context keys from what registers and logs say now; never from a decision. */
export function paintMode(
  sessions: Sessions,
  statusBar: StatusBar,
  contextKeys: ContextKeys,
  view: SessionViewProvider,
): void {
  const waiting = sessions.waitingForReview?.session;
  const asking = sessions.waitingForAnswer?.session;
  const session = waiting ?? asking ?? sessions.active?.session;
  statusBar.show(
    session && {
      sessionTitle: session.title === '' ? vscode.l10n.t('New session') : session.title,
      mode: session.register.mode,
      revision: session.register.revision,
      changingTo: session.changing?.to,
      isReviewPending: waiting !== undefined,
      isQuestionWaiting: asking !== undefined,
    },
  );
  const isBusy = (activity: string): boolean => activity !== 'idle';
  contextKeys.set('countersign.hasSession', sessions.active !== undefined);
  contextKeys.set('countersign.reviewPending', waiting !== undefined);
  contextKeys.set('countersign.questionWaiting', asking !== undefined);
  contextKeys.set('countersign.running', sessions.active !== undefined && isBusy(sessions.active.session.activity));
  contextKeys.set('countersign.mode', sessions.active?.session.register.mode ?? '');
  const questions = sessions.live.filter(({ session: one }) => one.activity.startsWith('waiting')).length;
  view.setBadge(questions, vscode.l10n.t('{0} question(s) wait for you', questions));
}
