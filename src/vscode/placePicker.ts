import * as vscode from 'vscode';
import { messagesOn } from '../session/earlierMessages';
import { leftBranches } from '../session/leftBranches';
import type { Session } from '../session/session';
import { titleOf } from '../session/sessionTitle';
import { modeName } from './messages';
import { mayEndReview, type ReviewedSession } from './modePicker';
import { timeOf } from './timeOf';

/** Somewhere in a conversation. */
export interface Place {
  readonly entryId: string;
  /** The message that was written there, to be written anew. */
  readonly draft?: string;
}

type PlaceItem = vscode.QuickPickItem & { readonly place?: Place };

/** The person's messages, the latest first, then the branches that were left. Undefined where none was chosen. */
export async function pickPlace(session: Session, purpose: 'go-back' | 'fork'): Promise<Place | undefined> {
  const items = placesOf(session, purpose);
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Nothing was said in this session yet.'));
    return undefined;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    title:
      purpose === 'fork' ? vscode.l10n.t('Fork Session from Here') : vscode.l10n.t('Go Back to an Earlier Message'),
    placeHolder:
      purpose === 'fork'
        ? vscode.l10n.t('Where does the new session begin? This one stays as it is.')
        : vscode.l10n.t('The message comes back into the composer. What was said after it is kept as a branch.'),
    matchOnDescription: true,
  });
  return chosen?.place;
}

/** The places of a conversation as rows. */
export function placesOf(session: Session, purpose: 'go-back' | 'fork'): readonly PlaceItem[] {
  const { l10n } = vscode;
  const leaf = session.transcript.at(-1)?.id;
  const messages = messagesOn(session.transcript)
    .map(({ text, mode, ts, before }): PlaceItem => ({
      label: titleOf(text),
      description: l10n.t('{0} · {1}', modeName(mode), timeOf(ts)),
      place: { entryId: before, draft: text },
    }))
    .reverse();
  const here: readonly PlaceItem[] =
    purpose === 'fork' && leaf !== undefined && messages.length > 0
      ? [{ label: l10n.t('The whole conversation as it is now'), place: { entryId: leaf } }]
      : [];
  const branches = leftBranches(session.entries).map(({ leaf: end, text, leftAt, mode }): PlaceItem => ({
    label: `$(git-branch) ${titleOf(text)}`,
    description: l10n.t('{0} · left at {1}', modeName(mode), timeOf(leftAt)),
    place: { entryId: end },
  }));
  const separator: PlaceItem = { label: l10n.t('Other branches'), kind: vscode.QuickPickItemKind.Separator };
  return [...here, ...messages, ...(branches.length === 0 ? [] : [separator, ...branches])];
}

/** Going elsewhere ends what is open here, so the person is asked first: about a plan that waits, and about a running turn. */
export async function mayGo(session: GoingSession, openReview: (reviewId: string) => Promise<void>): Promise<boolean> {
  const { l10n } = vscode;
  const yes = l10n.t('Go Back');
  const detail = l10n.t(
    'Going back makes this review invalid: it can no longer be approved, and the agent’s turn ends. Plan mode stays on.',
  );
  const reviewed: ReviewedSession = {
    get pendingReview() {
      return session.pendingReview;
    },
    openReview: async () => {
      if (session.pendingReview) await openReview(session.pendingReview.reviewId);
    },
  };
  if (!(await mayEndReview(reviewed, yes, detail))) return false;
  if (session.pendingReview !== undefined || session.activity === 'idle') return true;
  const answer = await vscode.window.showWarningMessage(
    l10n.t('The agent is working.'),
    { modal: true, detail: l10n.t('Going back stops it. What it has done to files stays done.') },
    yes,
  );
  // A plan may have come while the question stood on the screen.
  return answer === yes && mayEndReview(reviewed, yes, detail);
}

type GoingSession = Pick<Session, 'activity' | 'pendingReview'>;
