import * as vscode from 'vscode';
import { isAllowedWithoutTrust, nextApprovalMode, offeredModes, type ApprovalMode } from '../core/approvalMode';
import type { FrozenPlan } from '../core/frozenPlan';
import { modeAllows, modeIcon, modeIsOn, modeName, modeWarning, untrustedMode } from './messages';

/** A session in which a plan may wait for the person. */
export interface ReviewedSession {
  readonly pendingReview: FrozenPlan | undefined;
  openReview(): Promise<void>;
}

/** What the picker needs of a session. */
export interface ModeOwner extends ReviewedSession {
  readonly mode: ApprovalMode;
  readonly isTrusted: boolean;
  /** Changes the mode; false where the workspace is not trusted any more. */
  switchMode(mode: ApprovalMode): Promise<boolean>;
}

/** Status bar click: the five modes with what each allows (M1, M2, M4). Returns whether the mode changed. */
export async function chooseMode(session: ModeOwner): Promise<boolean> {
  const { l10n } = vscode;
  const items: (vscode.QuickPickItem & { readonly mode?: ApprovalMode })[] = offeredModes(session.isTrusted).map(
    (mode) => ({
      label: `$(${modeIcon(mode)}) ${modeName(mode)}`,
      description: [mode === session.mode ? l10n.t('current') : '', modeWarning(mode) === undefined ? '' : '$(warning)']
        .filter((part) => part !== '')
        .join(' '),
      detail: modeAllows(mode),
      mode,
    }),
  );
  if (!session.isTrusted) {
    items.push({
      label: `$(workspace-untrusted) ${l10n.t('Manage Workspace Trust')}`,
      detail: l10n.t('This workspace is not trusted, so only Plan and Default can be chosen.'),
    });
  }
  const chosen = await vscode.window.showQuickPick(items, {
    title: l10n.t('Approval mode'),
    placeHolder: l10n.t('{0} is on. What may the agent do without asking?', modeName(session.mode)),
    matchOnDetail: true,
  });
  if (!chosen) return false;
  if (chosen.mode === undefined) {
    await vscode.commands.executeCommand('workbench.trust.manage');
    return false;
  }
  if (chosen.mode === session.mode) return false;
  if (chosen.mode === 'yolo' && (await confirmYolo()) !== 'yolo') return false;
  return change(session, chosen.mode);
}

/** M3: one step along the modes. Before YOLO it asks, and offers to step over it, so that the round can be completed. */
export async function cycleMode(session: ModeOwner): Promise<boolean> {
  const next = nextApprovalMode(session.mode, session.isTrusted);
  if (next !== 'yolo') return change(session, next);
  const answer = await confirmYolo(vscode.l10n.t('Go on to Plan'));
  if (answer === undefined) return false;
  return change(session, answer === 'yolo' ? 'yolo' : nextApprovalMode('yolo', session.isTrusted));
}

/** A person leaves Plan without a plan (I52): back to the mode that was on before it. */
export async function leavePlan(session: ModeOwner, prePlanMode: ApprovalMode): Promise<boolean> {
  const target = session.isTrusted || isAllowedWithoutTrust(prePlanMode) ? prePlanMode : 'default';
  if (target === 'yolo' && (await confirmYolo()) !== 'yolo') return false;
  return change(session, target);
}

/** A person turns Plan on. */
export function enterPlan(session: ModeOwner): Promise<boolean> {
  return change(session, 'plan');
}

/** M5: a person named a mode. Returns whether it is on now. */
export async function setMode(session: ModeOwner, mode: ApprovalMode): Promise<boolean> {
  if (mode === session.mode) {
    void vscode.window.showInformationMessage(modeIsOn(mode));
    return true;
  }
  // C3: trust first, so that nobody is asked about what cannot be.
  if (!session.isTrusted && !isAllowedWithoutTrust(mode)) {
    void vscode.window.showWarningMessage(untrustedMode(mode, session.mode));
    return false;
  }
  if (mode === 'yolo' && (await confirmYolo()) !== 'yolo') return false;
  return change(session, mode);
}

async function change(session: ModeOwner, mode: ApprovalMode): Promise<boolean> {
  const { l10n } = vscode;
  const detail = l10n.t(
    'Changing the mode makes this review invalid: it can no longer be approved, and the agent’s turn ends.',
  );
  if (!(await mayEndReview(session, l10n.t('Change to {0}', modeName(mode)), detail))) return false;
  const before = session.mode;
  if (await session.switchMode(mode)) return true;
  void vscode.window.showWarningMessage(untrustedMode(mode, before));
  return false;
}

/**
 * V4: a review that is pending would become worthless, so the person is asked first, once for each review.
 *
 * @param yes the button that ends it
 */
export async function mayEndReview(session: ReviewedSession, yes: string, detail: string): Promise<boolean> {
  const { l10n } = vscode;
  let asked: string | undefined;
  for (;;) {
    const pending = session.pendingReview;
    // The review may end, and another begin, while the question stands on the screen.
    if (!pending || pending.reviewId === asked) return true;
    asked = pending.reviewId;
    const open = l10n.t('Open the Review');
    const answer = await vscode.window.showWarningMessage(
      l10n.t('A plan is waiting for your review (v{0}).', pending.version),
      { modal: true, detail },
      yes,
      open,
    );
    if (answer === open) await session.openReview();
    if (answer !== yes) return false;
  }
}

async function confirmYolo(skip?: string): Promise<'yolo' | 'skip' | undefined> {
  const { l10n } = vscode;
  const yes = l10n.t('Turn on YOLO');
  const answer = await vscode.window.showWarningMessage(
    l10n.t('Let the agent act without asking?'),
    { modal: true, detail: [modeWarning('yolo'), l10n.t('Plan reviews still wait for you.')].join(' ') },
    ...(skip === undefined ? [yes] : [yes, skip]),
  );
  if (answer === yes) return 'yolo';
  return answer === undefined ? undefined : 'skip';
}
