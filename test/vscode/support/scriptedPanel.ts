import * as vscode from 'vscode';
import type { ReviewAct, ReviewHostMessage, ReviewView } from '../../../src/protocol/reviewMessages';

/**
 * A webview panel whose page is the test: it says what the test tells it to, and keeps what it is sent. As in VS Code,
 * what is asked of it after its end throws.
 */
export class ScriptedPanel implements vscode.WebviewPanel {
  readonly viewType = 'scripted';
  readonly options = {};
  readonly viewColumn = vscode.ViewColumn.One;
  readonly visible = true;
  title = '';
  active = true;
  isDisposed = false;
  reveals = 0;
  readonly sent: ReviewHostMessage[] = [];
  readonly #messages = new vscode.EventEmitter<unknown>();
  readonly #ends = new vscode.EventEmitter<void>();
  readonly #states = new vscode.EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>();
  readonly onDidDispose = this.#ends.event;
  readonly onDidChangeViewState = this.#states.event;
  readonly #webview: vscode.Webview = {
    options: {},
    html: '',
    cspSource: 'https://page.example',
    onDidReceiveMessage: this.#messages.event,
    asWebviewUri: (uri) => uri,
    postMessage: (message: ReviewHostMessage) => {
      this.sent.push(message);
      return Promise.resolve(true);
    },
  };

  get webview(): vscode.Webview {
    if (this.isDisposed) throw new Error('Webview is disposed');
    return this.#webview;
  }

  /** The views that were sent, the last one last. */
  get views(): readonly ReviewView[] {
    return this.sent.flatMap((message) => (message.type === 'review' ? [message] : []));
  }

  get view(): ReviewView {
    const view = this.views.at(-1);
    if (view === undefined) throw new Error('The page was sent no view.');
    return view;
  }

  /** The page posts an act, with its own token unless another one is given. */
  say(act: ReviewAct, token = /countersign-page" content="(\w+)"/.exec(this.#webview.html)?.[1] ?? ''): void {
    this.post({ ...act, page: token });
  }

  post(message: unknown): void {
    this.#messages.fire(message);
  }

  focus(isActive: boolean): void {
    this.active = isActive;
    this.#states.fire({ webviewPanel: this });
  }

  reveal(): void {
    if (this.isDisposed) throw new Error('Webview is disposed');
    this.reveals += 1;
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.#ends.fire();
  }
}
