import * as vscode from 'vscode';
import type { FrozenPlan } from '../core/frozenPlan';
import type { Session } from '../session/session';

/** Tells a person who is elsewhere that a plan waits; silent while the window is in front, because the review is there. */
export async function callForAttention(
  session: Session,
  plan: FrozenPlan,
  openReview: () => Promise<void>,
): Promise<void> {
  if (vscode.window.state.focused) return;
  const open = vscode.l10n.t('Open Review');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('A plan waits for your review: {0} (v{1}).', session.title, plan.version),
    open,
  );
  if (answer === open) await openReview();
}
