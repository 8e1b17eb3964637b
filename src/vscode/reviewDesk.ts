import * as vscode from 'vscode';
import type { CancelSignal } from '../core/cancelSignal';
import type { Decider } from '../core/decider';
import { keyOf, type FrozenPlan } from '../core/frozenPlan';
import type { ExecuteResult, ReviewAnswer } from '../core/planGate';
import type { PlanComment } from '../core/planComment';
import type { Decision, Review } from '../core/review';
import type { ReviewDraft } from '../protocol/reviewMessages';
import type { ReviewerAnswer, UnrecordedAnswer } from '../core/reviewer';
import type { Session } from '../session/session';
import { appliedMode } from './appliedMode';
import type { ReviewDrafts } from './drafts';
import { openReviewEditor, type EditorCommands } from './openReviewEditor';
import { openWebLink } from './openWebLink';
import type { ReviewContent } from './reviewContent';
import type { ReviewPanel, ReviewPanelOwner } from './reviewPanel';
import { reviewOf, reviewUri } from './reviewUri';
import { reviewView, type ExitFacts } from './reviewView';

/**
 * Where plans are reviewed: the custom editor for frozen plans, and the reviewer of each session.
 *
 * Invariants: an answer goes to the review that its page shows and to no other; closing the editor while its review waits
 * is a dismissal, except when the window goes away (then the review stays pending in the log and is unanswered after the
 * restart); what is shown is what the session's log and register say.
 */
export class ReviewDesk implements vscode.CustomReadonlyEditorProvider {
  readonly #ports: ReviewDeskPorts;
  readonly #waiting = new Map<string, Waiting>();
  readonly #panels = new Map<string, ReviewPanel>();
  readonly #exits = new Map<string, ExecuteResult>();
  readonly #contents = new WeakMap<FrozenPlan, Promise<ReviewContent>>();
  #focused: string | undefined;
  #isShuttingDown = false;

  constructor(ports: ReviewDeskPorts) {
    this.#ports = ports;
  }

  /** Whether a plan waits for a decision in an editor. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** The native decider (W1) for plans of this session. */
  reviewerFor(session: Session): Decider {
    return {
      isAvailable: () => !this.#isShuttingDown,
      review: (plan, signal, problem) => this.#review(session, plan, signal, problem),
    };
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
    const review = session.reviewOf(reviewId);
    if (!review) throw new Error('This plan is not in the session.');
    const content = await this.#contentOf(session, review.plan);
    await openReviewEditor(
      reviewUri(session, review.plan, content.shown.title),
      this.#ports.commands,
      this.#ports.onNoModal,
    );
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    const reviewId = reviewOf(uri)?.reviewId ?? '';
    return {
      uri,
      // An editor may be closed before VS Code has asked for its page: then nothing else tells of it.
      dispose: () => {
        if (!this.#panels.has(reviewId) && !this.#isShuttingDown) this.#dismiss(reviewId);
      },
    };
  }

  async resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    const reviewId = reviewOf(document.uri)?.reviewId ?? '';
    // The person may close the editor before its content is there, and that is an answer like any other closing.
    let isGone = false;
    const gone = panel.onDidDispose(() => {
      isGone = true;
      if (!this.#isShuttingDown) this.#dismiss(reviewId);
    });
    try {
      await this.#fill(document.uri, panel, () => isGone);
    } catch (cause) {
      // B03: an editor that shows no plan must not be waited for.
      this.#waiting.get(reviewId)?.settle({ kind: 'no-answer', reason: 'review-unavailable' });
      throw cause;
    } finally {
      gone.dispose();
    }
  }

  /** The window is going away: what closes from now on is no dismissal. */
  shutDown(): void {
    this.#isShuttingDown = true;
  }

  async #fill(uri: vscode.Uri, panel: vscode.WebviewPanel, isGone: () => boolean): Promise<void> {
    const found = reviewOf(uri);
    const session = found && (await this.#ports.findSession(found.sessionId));
    const review = found && session?.reviewOf(found.reviewId);
    if (isGone()) return;
    if (!session || !review) {
      panel.webview.html = `<p>${vscode.l10n.t('This plan is not stored here any more.')}</p>`;
      return;
    }
    const { reviewId } = review.plan;
    const [{ ReviewPanel }, content, draft] = await Promise.all([
      import('./reviewPanel'),
      this.#contentOf(session, review.plan),
      this.#ports.drafts.read(reviewId),
    ]);
    if (isGone()) return;
    const isDecidedHere = review.state === 'pending';
    let wasPending = isDecidedHere;
    let currentDraft = draft;
    // An answer is on its way: closing the editor now takes nothing back.
    let isAnswering = false;
    let closing: NodeJS.Timeout | undefined;
    const draftOf = (): ReviewDraft => {
      // What was sent or left is in the log; until then the page is ahead of it.
      const kept = isAnswered(session.reviewOf(reviewId) ?? review) ? session.commentsOn(reviewId) : undefined;
      return kept ? { ...currentDraft, comments: content.drafts(kept) } : currentDraft;
    };
    const owner: ReviewPanelOwner = {
      view: () =>
        reviewView({
          sessionTitle: session.title,
          agentName: session.header.agent.name,
          modelName: session.header.agent.model,
          isTrusted: session.register.isTrusted,
          review: session.reviewOf(reviewId) ?? review,
          exit: this.#exitOf(session, reviewId),
          problem: this.#waiting.get(reviewId)?.problem,
          content,
          draft: draftOf(),
        }),
      onAnswer: (answer, drafts) => {
        isAnswering = true;
        this.#watched(
          'a review could not be answered',
          this.#answerWith(session, reviewId, answer, content.comments(drafts), content.feedback).finally(
            () => (isAnswering = false),
          ),
        );
      },
      preview: (drafts, note) => content.feedback(content.comments(drafts), note),
      onDraft: (kept) => {
        currentDraft = kept;
        // What was sent is forgotten; a page that is closing must not bring it back.
        return isAnswered(session.reviewOf(reviewId) ?? review)
          ? Promise.resolve()
          : this.#ports.drafts.write(reviewId, kept);
      },
      onOpenLink: (href) => this.#watched('a link could not be opened', openWebLink(href)),
      onCopyHash: () =>
        this.#watched('the hash could not be copied', vscode.env.clipboard.writeText(review.plan.planHash)),
      onDidChangeFocus: (isFocused) => this.#focus(reviewId, isFocused),
      onBadMessage: this.#ports.onBadMessage,
      onFault: this.#ports.onFault,
      onDidClose: (isOurs) => {
        unsubscribe();
        clearTimeout(closing);
        this.#panels.delete(reviewId);
        this.#contents.delete(review.plan);
        this.#focus(reviewId, false);
        if (isOurs || this.#isShuttingDown || isAnswering) return;
        this.#keepComments(session, review, content.comments(currentDraft.comments));
        this.#dismiss(reviewId);
      },
    };
    const opened = new ReviewPanel(panel, this.#ports.extensionUri, owner);
    const unsubscribe = session.onDidChange(() => {
      const now = session.reviewOf(reviewId) ?? review;
      opened.update();
      // An approval that did not count says why until the agent asks anew; below the next review it would be in the way.
      if (isDecidedHere && this.#exitOf(session, reviewId).state === 'kept' && session.pendingReview) opened.close();
      if (!wasPending || now.state === 'pending') return;
      if (isAnswered(now)) this.#ports.drafts.forget(reviewId);
      if (closesWith(now)) opened.close();
      if (now.state === 'approved') {
        const { state } = this.#exitOf(session, reviewId);
        if (state === 'applying' || state === 'none') return;
        if (state === 'applied') closing = setTimeout(() => opened.close(), confirmedForMs);
      }
      wasPending = false;
    });
    this.#panels.set(reviewId, opened);
  }

  async #review(
    session: Session,
    plan: FrozenPlan,
    signal: CancelSignal,
    problem: UnrecordedAnswer | undefined,
  ): Promise<ReviewerAnswer> {
    if (signal.aborted) return { kind: 'no-answer', reason: 'aborted' };
    const answered = new Promise<ReviewerAnswer>((resolve) => {
      const onAbort = (): void => settle({ kind: 'no-answer', reason: 'aborted' });
      const settle = (answer: ReviewerAnswer): void => {
        signal.removeEventListener('abort', onAbort);
        this.#waiting.delete(plan.reviewId);
        resolve(answer);
      };
      signal.addEventListener('abort', onAbort);
      this.#waiting.set(plan.reviewId, { plan, settle, problem });
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

  /** Comments are in the log before anything is sent (I01); where that fails nothing is decided, and the page says so. */
  async #answerWith(
    session: Session,
    reviewId: string,
    answer: ReviewAnswer,
    comments: readonly PlanComment[],
    feedback: ReviewContent['feedback'],
  ): Promise<void> {
    const waiting = this.#waiting.get(reviewId);
    if (waiting && comments.length > 0) {
      try {
        await session.keepComments(reviewId, comments);
      } catch (cause) {
        this.#waiting.set(reviewId, { ...waiting, problem: { state: 'failed', code: 'persist-failed', cause } });
        this.#panels.get(reviewId)?.update(true);
        return;
      }
    }
    this.#answer(reviewId, { ...answer, decision: withFeedback(answer.decision, (note) => feedback(comments, note)) });
  }

  /** For a review that closes without sending them. What the log cannot take is still in the draft. */
  #keepComments(session: Session, { plan, state }: Review, comments: readonly PlanComment[]): void {
    if (state !== 'pending' || comments.length === 0 || !this.#waiting.has(plan.reviewId)) return;
    this.#watched('comments could not be kept', session.keepComments(plan.reviewId, comments));
  }

  /** Closing the editor says no to the plan that it stood for. */
  #dismiss(reviewId: string): void {
    const waiting = this.#waiting.get(reviewId);
    if (waiting) this.#answer(reviewId, { ...keyOf(waiting.plan), decision: { kind: 'dismiss' } });
  }

  #focus(reviewId: string, isFocused: boolean): void {
    if (isFocused) this.#focused = reviewId;
    else if (this.#focused === reviewId) this.#focused = undefined;
    this.#ports.onDidChangeFocus(this.#focused !== undefined);
  }

  #watched(whatFailed: string, act: Thenable<void>): void {
    act.then(undefined, (cause: unknown) => this.#ports.onFault(whatFailed, cause));
  }

  /** Made once for the name of the editor and for its page. */
  #contentOf(session: Session, plan: FrozenPlan): Promise<ReviewContent> {
    const known = this.#contents.get(plan);
    if (known) return known;
    const made = this.#makeContent(session, plan);
    this.#contents.set(plan, made);
    return made.catch((cause: unknown) => {
      this.#contents.delete(plan);
      throw cause;
    });
  }

  async #makeContent(session: Session, plan: FrozenPlan): Promise<ReviewContent> {
    const before = versionBefore(session, plan);
    const [{ reviewContent }, draft] = await Promise.all([
      import('./reviewContent'),
      before && this.#ports.drafts.read(before.plan.reviewId),
    ]);
    return reviewContent(
      plan,
      before && {
        plan: before.plan,
        comments: session.commentsOn(before.plan.reviewId),
        drafts: draft?.comments ?? [],
        wasSent: wasTold(before),
      },
    );
  }

  #exitOf(session: Session, reviewId: string): ExitFacts {
    const result = this.#exits.get(reviewId);
    if (result?.state === 'left') return { state: 'applied', mode: result.after.mode };
    if (result) return { state: 'kept', result };
    const review = session.reviewOf(reviewId);
    if (review?.state !== 'approved') return { state: 'none' };
    // On another branch only the entries tell.
    const isElsewhere = !session.state.reviews.includes(review);
    const mode = appliedMode(session.entries, reviewId);
    if (session.state.exits.includes(reviewId) || (isElsewhere && mode !== 'plan')) return { state: 'applied', mode };
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
  readonly onFault: (what: string, cause: unknown) => void;
}

/** Long enough to read "Default mode is on", short enough not to be in the way. */
const confirmedForMs = 700;

interface Waiting {
  readonly plan: FrozenPlan;
  readonly settle: (answer: ReviewerAnswer) => void;
  readonly problem: UnrecordedAnswer | undefined;
}

/** Whether an open editor has nothing left to say when its review has ended so. */
function closesWith(review: Review): boolean {
  return review.state === 'changes-requested' || review.state === 'dismissed';
}

/** Whether a person's answer is in the log, so that nothing begun is left. */
function isAnswered(review: Review): boolean {
  switch (review.state) {
    case 'approved':
    case 'changes-requested':
    case 'dismissed':
      return true;
    case 'pending':
    case 'unanswered':
    case 'invalidated':
      return false;
  }
}

/** Whether the agent has what the person wrote. */
function wasTold(review: Review): boolean {
  return review.state === 'changes-requested' || (review.state === 'approved' && review.note !== undefined);
}

/** The decision with all that the person wrote in its note. */
function withFeedback(decision: Decision, feedback: (note: string) => string): Decision {
  switch (decision.kind) {
    case 'approve': {
      const note = feedback(decision.note ?? '');
      return { kind: 'approve', target: decision.target, ...(note.trim() === '' ? {} : { note }) };
    }
    case 'request-changes':
      return { ...decision, note: feedback(decision.note) };
    case 'dismiss':
      return decision;
  }
}

function versionBefore(session: Session, plan: FrozenPlan): Review | undefined {
  const { reviews } = session.state;
  return reviews[reviews.findIndex((review) => review.plan.reviewId === plan.reviewId) - 1];
}
