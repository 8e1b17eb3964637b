import type * as vscode from 'vscode';
import type { ReviewAnswer } from '../core/planGate';
import {
  reviewPageMessageSchema,
  type DraftComment,
  type ReviewDraft,
  type ReviewHostMessage,
  type ReviewAct,
  type ReviewView,
} from '../protocol/reviewMessages';
import { openPage } from './page';
import { readPageMessage } from './readPageMessage';

/**
 * One open review editor. It shows views and reports what the person did; it decides nothing and closes itself only when
 * it is told to.
 */
export class ReviewPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #owner: ReviewPanelOwner;
  readonly #subscriptions: vscode.Disposable[];
  #shown = '';
  #isReady = false;
  #isClosing = false;
  #isClosed = false;

  constructor(panel: vscode.WebviewPanel, extensionUri: vscode.Uri, owner: ReviewPanelOwner) {
    this.#panel = panel;
    this.#owner = owner;
    const page = openPage(panel.webview, extensionUri, 'review');
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const said = readPageMessage(reviewPageMessageSchema, message, page);
        if (said.state === 'read') this.#receive(said.message);
        else owner.onBadMessage(said.fault);
      }),
      panel.onDidChangeViewState(() => owner.onDidChangeFocus(panel.active)),
      panel.onDidDispose(() => {
        this.#isClosed = true;
        this.#dispose();
        owner.onDidClose(this.#isClosing);
      }),
    ];
    owner.onDidChangeFocus(panel.active);
  }

  /** Sends the view unless it is what the page has. After an answer the page waits for one, so `isAnswered` sends it anyway. */
  update(isAnswered = false): void {
    if (!this.#isReady || this.#isClosed) return;
    if (isAnswered) this.#shown = '';
    const view = this.#owner.view();
    // The plan's text never changes; what can is little, and comparing it saves sending megabytes for nothing.
    const shown = JSON.stringify([view.key, view.status, view.choices, view.sessionTitle]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#send(view);
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Closes the editor by us: not a dismissal. */
  close(): void {
    this.#isClosing = true;
    this.#panel.dispose();
  }

  dispose(): void {
    this.close();
  }

  #receive(said: ReviewAct): void {
    switch (said.type) {
      case 'ready':
        // A page that starts anew has nothing yet, whatever was sent before.
        this.#isReady = true;
        this.#shown = '';
        this.update();
        return;
      case 'decide':
        this.#owner.onAnswer({ ...said.key, decision: said.decision }, said.comments);
        return;
      case 'draft':
        this.#keepDraft(said.draft).catch((cause: unknown) => this.#owner.onFault('a draft was not kept', cause));
        return;
      case 'preview':
        this.#send({ type: 'preview', text: this.#owner.preview(said.comments, said.note) });
        return;
      case 'copy-hash':
        this.#owner.onCopyHash();
        return;
      case 'open-link':
        this.#owner.onOpenLink(said.href);
        return;
    }
  }

  async #keepDraft(draft: ReviewDraft): Promise<void> {
    await this.#owner.onDraft(draft);
    // H02: the page hears that its host is alive before the person decides.
    this.#send({ type: 'draft-kept' });
  }

  #send(message: ReviewHostMessage): void {
    if (this.#isClosed) return;
    // P15: not awaited. A page that is gone answers never, and a new one says `ready`.
    void this.#panel.webview.postMessage(message);
  }

  #dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

export interface ReviewPanelOwner {
  view(): ReviewView;
  onAnswer(answer: ReviewAnswer, comments: readonly DraftComment[]): void;
  /** What the agent would be told. */
  preview(comments: readonly DraftComment[], note: string): string;
  onDraft(draft: ReviewDraft): Promise<void>;
  onOpenLink(href: string): void;
  onCopyHash(): void;
  onDidChangeFocus(isFocused: boolean): void;
  /** `isOurs`: closed by `close`, not by the person. */
  onDidClose(isOurs: boolean): void;
  onBadMessage(reason: string): void;
  onFault(what: string, cause: unknown): void;
}
