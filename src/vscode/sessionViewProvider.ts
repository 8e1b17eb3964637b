import * as z from 'zod/mini';
import type * as vscode from 'vscode';
import { sessionPageMessageSchema, type SessionAct, type SessionsView } from '../protocol/sessionMessages';
import { openPage } from './page';

/** The session view in the activity bar: sends the whole state after each change, and hands on what the person does. */
export class SessionViewProvider implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #ports: SessionViewPorts;
  readonly #subscriptions: vscode.Disposable[] = [];
  #view: vscode.WebviewView | undefined;
  #isReady = false;
  #isScheduled = false;

  constructor(ports: SessionViewPorts) {
    this.#ports = ports;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#forgetView();
    this.#view = view;
    const page = openPage(view.webview, this.#ports.extensionUri, 'session');
    this.#subscriptions.push(
      view.webview.onDidReceiveMessage((message: unknown) => {
        this.#receive(message, page.token);
      }),
      view.onDidDispose(() => {
        this.#forgetView();
      }),
    );
    this.#ports.onDidOpen();
  }

  get isVisible(): boolean {
    return this.#view?.visible ?? false;
  }

  /** The unread count on the activity bar icon: how many questions wait for the person. */
  setBadge(waiting: number, tooltip: string): void {
    if (this.#view) this.#view.badge = waiting === 0 ? undefined : { value: waiting, tooltip };
  }

  /** Shows the state as it is now; many calls in one go are one message. */
  update(): void {
    if (!this.#isReady || this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      this.#send().catch((cause: unknown) => this.#ports.onFault('the session view could not be made', cause));
    }, frameMs);
  }

  dispose(): void {
    this.#forgetView();
  }

  #receive(message: unknown, token: string): void {
    const parsed = z.safeParse(sessionPageMessageSchema, message);
    if (!parsed.success || parsed.data.page !== token) {
      this.#ports.onBadMessage(parsed.success ? 'wrong page token' : z.prettifyError(parsed.error));
      return;
    }
    if (parsed.data.type === 'ready') {
      this.#isReady = true;
      this.update();
      return;
    }
    this.#ports.onAct(parsed.data);
  }

  async #send(): Promise<void> {
    const view = await this.#ports.view();
    // P15: not awaited; a page that is gone says `ready` when it comes back.
    if (this.#isReady) void this.#view?.webview.postMessage(view);
  }

  /** A view that is gone throws at what is asked of it. */
  #forgetView(): void {
    this.#view = undefined;
    this.#isReady = false;
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }
}

export interface SessionViewPorts {
  readonly extensionUri: vscode.Uri;
  view(): Promise<SessionsView>;
  onAct(act: Exclude<SessionAct, { type: 'ready' }>): void;
  onDidOpen(): void;
  onBadMessage(reason: string): void;
  onFault(what: string, cause: unknown): void;
}

/** Streaming changes many times a frame; one picture a frame is all that can be seen. */
const frameMs = 16;
