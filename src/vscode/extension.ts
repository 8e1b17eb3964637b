import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { registerCommands } from './commands';
import { ContextKeys } from './contextKeys';
import { ReviewDrafts } from './drafts';
import { ProposedEdits } from './proposedEdits';
import type { FrozenPlan } from '../core/frozenPlan';
import type { Session } from '../session/session';
import { PlanTerminals } from './planTerminals';
import { QuestionDesk } from './questionDesk';
import { ReviewDesk } from './reviewDesk';
import { SessionActs } from './sessionActs';
import { Sessions, type SessionsPorts } from './sessions';
import { SessionViewProvider } from './sessionViewProvider';
import { StatusBar } from './statusBar';
import { storagePlace } from './storagePlace';
import { callForAttention } from './attention';
import { paintMode } from './paintMode';

let close: () => Promise<void> = () => Promise.resolve();

/** What the extension is made of. The engine, the store and the Markdown parser are loaded when they are first needed. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('Countersign', { log: true });
  const onFault = (what: string, cause: unknown): void => log.error(what, cause);
  const place = storagePlace(context, vscode.workspace.workspaceFolders);
  const contextKeys = new ContextKeys();
  const edits = new ProposedEdits();
  const statusBar = new StatusBar();
  const questions: QuestionDesk = new QuestionDesk({
    createQuickPick: () => vscode.window.createQuickPick(),
    isReviewOpen: () => desk.isWaiting,
    onDidChangeShown: (isShown) => contextKeys.set('countersign.questionShown', isShown),
  });
  const drafts = new ReviewDrafts(path.join(place.storage, 'drafts'), (cause) =>
    log.error('a draft could not be kept', cause),
  );

  const ports = async (): Promise<SessionsPorts> => {
    const { workspaceSessions } = await import('./workspaceSessions');
    const { subscriptions } = context;
    return workspaceSessions({
      ...place,
      desk,
      questions,
      terminals,
      log,
      subscriptions,
      onReviewOpened,
      onDidChange: () => sessions.refresh(),
      takeOver: (sessionId) => acts.guarded('take over a session', () => sessions.takeOver(sessionId)),
    });
  };
  const sessions = new Sessions(lazily(ports));
  const load = async (): Promise<void> => {
    try {
      await sessions.load();
    } catch (cause) {
      onFault('the stored sessions could not be read', cause);
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The stored sessions could not be read, and were left alone. See “Countersign: Show Log”.'),
      );
    }
  };
  const terminals = new PlanTerminals();
  const openReview = async (session: Session, reviewId: string): Promise<void> => {
    if (!questions.open(reviewId) && !terminals.open(reviewId)) await desk.open(session, reviewId);
  };
  const onReviewOpened = (session: Session, plan: FrozenPlan): void => {
    callForAttention(session, plan, () => openReview(session, plan.reviewId)).catch((cause: unknown) =>
      onFault('the person could not be told of a review', cause),
    );
  };
  const acts = new SessionActs({
    sessions,
    edits,
    log,
    blockedBecause: place.blockedBecause,
    subscriptions: context.subscriptions,
    openReview,
  });
  const view = new SessionViewProvider({
    extensionUri: context.extensionUri,
    view: async () => (await import('./sessionsView')).sessionsView(sessions, place.blockedBecause),
    onAct: (act) => void acts.perform(act),
    onDidOpen: () => void load(),
    onBadMessage: (reason) => log.warn(`a message of the session view was dropped: ${reason}`),
    onFault,
  });
  const desk: ReviewDesk = new ReviewDesk({
    extensionUri: context.extensionUri,
    commands: vscode.commands,
    drafts,
    findSession: (sessionId) => sessions.find(sessionId),
    onReviewOpened,
    onDidChangeFocus: (isFocused) => contextKeys.set('countersign.reviewFocused', isFocused),
    onNoModal: (cause) => log.warn('the modal editor could not be opened; the active group is used', cause),
    onBadMessage: (reason) => log.warn(`a message of a review was dropped: ${reason}`),
    onFault,
  });

  const paint = (): void => {
    questions.refresh();
    paintMode(sessions, statusBar, contextKeys, view);
    // I10: the change is seen as a change, before it is seen as done.
    view.update(sessions.active?.session.changing !== undefined);
  };
  context.subscriptions.push(
    log,
    edits,
    statusBar,
    questions,
    sessions,
    view,
    vscode.window.registerCustomEditorProvider('countersign.planReview', desk, {
      webviewOptions: { retainContextWhenHidden: true, enableFindWidget: true },
      supportsMultipleEditorsPerDocument: false,
    }),
    vscode.window.registerWebviewViewProvider('countersign.sessions', view, {
      webviewOptions: { retainContextWhenHidden: true },
    }),
    registerCommands(acts, questions, log),
    sessions.onDidChange(paint),
    vscode.workspace.onDidGrantWorkspaceTrust(paint),
  );
  close = async () => {
    desk.shutDown();
    try {
      await sessions.close();
    } finally {
      await drafts.settled();
    }
  };
  if (await hasStoredSessions(place.storage)) void load();
}

/** The window goes away: turns end, what was begun is written, a pending review stays pending in the log (V5). */
export function deactivate(): Promise<void> {
  return close();
}

/** The ports, made when the first of them is called. */
function lazily(make: () => Promise<SessionsPorts>): SessionsPorts {
  let made: Promise<SessionsPorts> | undefined;
  const ports = (): Promise<SessionsPorts> => (made ??= make());
  return {
    list: async () => (await ports()).list(),
    create: async () => (await ports()).create(),
    open: async (sessionId) => (await ports()).open(sessionId),
    takeOver: async (sessionId) => (await ports()).takeOver(sessionId),
    fork: async (session, entryId) => (await ports()).fork(session, entryId),
  };
}

/**
 * Whether there is anything to restore; one directory is listed and nothing is loaded. What cannot be listed counts: the
 * extension starts all the same, and loading tells what is wrong.
 */
async function hasStoredSessions(storage: string): Promise<boolean> {
  try {
    return (await readdir(path.join(storage, 'sessions'))).length > 0;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) return cause.code !== 'ENOENT';
    throw cause;
  }
}
