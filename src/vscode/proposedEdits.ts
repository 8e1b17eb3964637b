import path from 'node:path';
import * as vscode from 'vscode';
import type { ProposedEdit } from '../core/prompter';

/** Shows what an edit would change in VS Code's own diff editor. Both sides are text of ours: nothing is written. */
export class ProposedEdits implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor() {
    this.#subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  async show(callId: string, edit: ProposedEdit): Promise<void> {
    const side = (name: string, text: string): vscode.Uri => {
      const uri = vscode.Uri.from({ scheme, path: `/${edit.path.replace(/^\/+/, '')}`, query: `${callId}-${name}` });
      this.#texts.set(uri.toString(), text);
      return uri;
    };
    await vscode.commands.executeCommand(
      'vscode.diff',
      side('before', edit.before ?? ''),
      side('after', edit.after),
      vscode.l10n.t('{0}: proposed edit', path.basename(edit.path)),
      { preview: true },
    );
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

const scheme = 'countersign-edit';
