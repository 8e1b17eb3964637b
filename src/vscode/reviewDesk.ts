import * as vscode from 'vscode';
import type { CancelSignal } from '../core/cancelSignal';
import { keyOf, type FrozenPlan } from '../core/frozenPlan';
import type { ExecuteResult, ReviewAnswer } from '../core/planGate';
import type { Review } from '../core/review';
import type { Reviewer, ReviewerAnswer, UnrecordedAnswer } from '../core/reviewer';
import type { Session } from '../session/session';
import { appliedMode } from './appliedMode';
import { contributions } from './contributions';
import type { ReviewDrafts } from './drafts';
import { openReviewEditor, type EditorCommands } from './openReviewEditor';
import { openWebLink } from './openWebLink';
import type { ReviewContent } from './reviewContent';
import { closesWith, ReviewPanel, type ReviewPanelOwner } from './reviewPanel';
import { reviewOf, reviewUri } from './reviewUri';
import { reviewView, type ExitFacts } from './reviewView';

/**
 * Where plans are reviewed: the custom editor for frozen plans, and the reviewer of each session.
 *
 * Invariants: an answer goes to the review that its page shows and to no other; closing the editor while its review waits
 * is a dismissal, except when the window goes away (then the review stays pending in the log and is unanswered after the
 * restart); what is shown is what the session's log and register say.
 */
export class ReviewDesk implements vscode.CustomReadonlyEditorProvider, vscode.Disposable {
  readonly #ports: ReviewDeskPorts;
  readonly #waiting = new Map<string, Waiting>();
  readonly #panels = new Map<string, ReviewPanel>();
  readonly #exits = new Map<string, ExecuteResult>();
  readonly #registration: vscode.Disposable;
  #isShuttingDown = false;

  constructor(ports: ReviewDeskPorts) {
    this.#ports = ports;
    const [viewType] = contributions.customEditors;
    this.#registration = vscode.window.registerCustomEditorProvider(viewType, this, {
      webviewOptions: { retainContextWhenHidden: true, enableFindWidget: true },
      supportsMultipleEditorsPerDocument: false,
    });
  }

  /** The native reviewer (W1) for plans of this session. */
  reviewerFor(session: Session): Reviewer {
    return { review: (plan, signal, problem) => this.#review(session, plan, signal, problem) };
  }

  /** V6, E6…: what became of an approval, so that the page can say why Plan is still on. */
  noteExit(reviewId: string, result: ExecuteResult): void {
    this.#exits.set(reviewId, result);
    this.#panels.get(reviewId)?.update();
  }

  /** Opens a version of a plan, to decide it while it waits and to read it afterwards. Rejects when it cannot be opened. */
  async open(session: Session, reviewId: string): Promise<void> {
    const panel = this.#panels.get(reviewId);
    if (panel) {
      panel.reveal();
      return;
    }
    const review = reviewIn(session, reviewId);
    if (!review) throw new Error('This plan is not in the session.');
    const content = await this.#contentOf(session, review.plan);
    await openReviewEditor(reviewUri(session, review.plan, content.title), this.#ports.commands, this.#ports.onNoModal);
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    const found = reviewOf(document.uri);
    const session = found && (await this.#ports.findSession(found.sessionId));
    const review = session && reviewIn(session, found.reviewId);
    if (!session || !review) {
      panel.webview.html = `<p>${vscode.l10n.t('This plan is not stored here any more.')}</p>`;
      return;
    }
    const { reviewId } = review.plan;
    const [content, draft] = await Promise.all([
      this.#contentOf(session, review.plan),
      this.#ports.drafts.read(reviewId),
    ]);
    let wasPending = review.state === 'pending';
    let currentDraft = draft;
    const owner: ReviewPanelOwner = {
      view: () =>
        reviewView({
          sessionTitle: session.title,
          agentName: session.header.agent.name,
          modelName: session.header.agent.model,
          isTrusted: session.register.isTrusted,
          review: reviewIn(session, reviewId) ?? review,
          exit: this.#exitOf(session, reviewId),
          problem: this.#waiting.get(reviewId)?.problem,
          content,
          draft: currentDraft,
        }),
      onAnswer: (answer) => {
        this.#answer(reviewId, answer);
      },
      onDraft: (kept) => {
        currentDraft = kept;
        return this.#ports.drafts.write(reviewId, kept);
      },
      onOpenLink: (href) => void openWebLink(href),
      onDidChangeFocus: this.#ports.onDidChangeFocus,
      onBadMessage: this.#ports.onBadMessage,
      onDidClose: (isOurs) => {
        unsubscribe();
        this.#panels.delete(reviewId);
        this.#ports.onDidChangeFocus(false);
        if (!isOurs && !this.#isShuttingDown)
          this.#answer(reviewId, { ...keyOf(review.plan), decision: { kind: 'dismiss' } });
      },
    };
    const opened = new ReviewPanel(panel, this.#ports.extensionUri, owner);
    const unsubscribe = session.onDidChange(() => {
      const now = reviewIn(session, reviewId) ?? review;
      opened.update();
      if (!wasPending || now.state === 'pending') return;
      wasPending = false;
      if (now.state !== 'unanswered' && now.state !== 'invalidated') this.#ports.drafts.forget(reviewId);
      if (closesWith(now)) opened.close();
      else if (now.state === 'approved') closeWhenApplied();
    });
    const closeWhenApplied = (): void => {
      if (this.#exitOf(session, reviewId).state === 'applied') {
        setTimeout(() => opened.close(), confirmedForMs);
        return;
      }
      const stop = session.onDidChange(() => {
        const { state } = this.#exitOf(session, reviewId);
        if (state === 'applying' || state === 'none') return;
        stop();
        if (state === 'applied') setTimeout(() => opened.close(), confirmedForMs);
      });
    };
    this.#panels.set(reviewId, opened);
  }

  /** The window is going away: what closes from now on is no dismissal. */
  shutDown(): void {
    this.#isShuttingDown = true;
  }

  dispose(): void {
    this.shutDown();
    this.#registration.dispose();
  }

  async #review(
    session: Session,
    plan: FrozenPlan,
    signal: CancelSignal,
    problem: UnrecordedAnswer | undefined,
  ): Promise<ReviewerAnswer> {
    const answered = new Promise<ReviewerAnswer>((resolve) => {
      const onAbort = (): void => settle({ kind: 'no-answer', reason: 'aborted' });
      const settle = (answer: ReviewerAnswer): void => {
        signal.removeEventListener('abort', onAbort);
        this.#waiting.delete(plan.reviewId);
        resolve(answer);
      };
      signal.addEventListener('abort', onAbort);
      this.#waiting.set(plan.reviewId, { settle, problem });
    });
    const panel = this.#panels.get(plan.reviewId);
    if (panel) {
      panel.update(true);
    } else {
      try {
        await this.open(session, plan.reviewId);
      } catch (cause) {
        this.#waiting.get(plan.reviewId)?.settle({ kind: 'no-answer', reason: 'review-unavailable' });
        throw cause;
      }
    }
    this.#ports.onReviewOpened(session, plan);
    return answered;
  }

  #answer(reviewId: string, answer: ReviewAnswer): void {
    const waiting = this.#waiting.get(reviewId);
    // B18, E02: nobody waits for it, so it does nothing; the page is told how things stand.
    if (!waiting) this.#panels.get(reviewId)?.update(true);
    else waiting.settle({ kind: 'answer', ...answer });
  }

  async #contentOf(session: Session, plan: FrozenPlan): Promise<ReviewContent> {
    const { reviewContent } = await import('./reviewContent');
    return reviewContent(plan, versionBefore(session, plan));
  }

  #exitOf(session: Session, reviewId: string): ExitFacts {
    const result = this.#exits.get(reviewId);
    if (result?.state === 'left') return { state: 'applied', mode: result.after.mode };
    if (result) return { state: 'kept', result };
    const review = reviewIn(session, reviewId);
    if (review?.state !== 'approved') return { state: 'none' };
    if (session.state.exits.includes(reviewId)) return { state: 'applied', mode: appliedMode(session.state, reviewId) };
    return session.state.unusedApproval?.plan.reviewId === reviewId
      ? { state: 'applying' }
      : { state: 'kept', result: undefined };
  }
}

export interface ReviewDeskPorts {
  readonly extensionUri: vscode.Uri;
  readonly commands: EditorCommands;
  readonly drafts: ReviewDrafts;
  /** Undefined where no such session is stored, or another window has it. */
  readonly findSession: (sessionId: string) => Promise<Session | undefined>;
  readonly onReviewOpened: (session: Session, plan: FrozenPlan) => void;
  readonly onDidChangeFocus: (isFocused: boolean) => void;
  readonly onNoModal: (cause: unknown) => void;
  readonly onBadMessage: (reason: string) => void;
}

/** Long enough to read "Default mode is on", short enough not to be in the way. */
const confirmedForMs = 700;

interface Waiting {
  readonly settle: (answer: ReviewerAnswer) => void;
  readonly problem: UnrecordedAnswer | undefined;
}

function reviewIn(session: Session, reviewId: string): Review | undefined {
  return session.state.reviews.find(({ plan }) => plan.reviewId === reviewId);
}

function versionBefore(session: Session, plan: FrozenPlan): FrozenPlan | undefined {
  const { reviews } = session.state;
  return reviews[reviews.findIndex((review) => review.plan.reviewId === plan.reviewId) - 1]?.plan;
}
