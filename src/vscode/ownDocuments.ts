import * as vscode from 'vscode';

/** Texts of ours as documents under a scheme of their own. Nothing is written to a file; a closed one is forgotten. */
export class OwnDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor(scheme: string) {
    this.#subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  /** What the document says when VS Code opens it. */
  put(uri: vscode.Uri, text: string): void {
    this.#texts.set(uri.toString(), text);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
