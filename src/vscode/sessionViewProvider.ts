import type * as vscode from 'vscode';
import type { SessionAct, SessionsView } from '../protocol/sessionMessages';
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

  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    this.#forgetView();
    this.#view = view;
    this.#subscriptions.push(
      view.onDidDispose(() => {
        this.#forgetView();
      }),
    );
    // Activation pays for no schemas: they are read before the page that sends messages is.
    const { readPageMessage } = await import('./readPageMessage');
    const { sessionPageMessageSchema } = await import('../protocol/sessionMessages');
    if (this.#view !== view) return;
    const page = openPage(view.webview, this.#ports.extensionUri, 'session');
    this.#subscriptions.push(
      view.webview.onDidReceiveMessage((message: unknown) => {
        const said = readPageMessage(sessionPageMessageSchema, message, page);
        if (said.state === 'read') this.#receive(said.message);
        else this.#ports.onBadMessage(said.fault);
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

  /**
   * Shows the state as it is now; many calls in one go are one message. `isPassing`: the state may be over before the
   * next picture and has to be seen all the same, so it is sent at once.
   */
  update(isPassing = false): void {
    if (!this.#isReady) return;
    if (isPassing) this.#sendNow();
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      this.#sendNow();
    }, frameMs);
  }

  dispose(): void {
    this.#forgetView();
  }

  #receive(said: SessionAct): void {
    if (said.type === 'ready') {
      this.#isReady = true;
      this.update();
      return;
    }
    this.#ports.onAct(said);
  }

  #sendNow(): void {
    this.#send().catch((cause: unknown) => this.#ports.onFault('the session view could not be made', cause));
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
