import path from 'node:path';
import * as vscode from 'vscode';
import type { ProposedEdit } from '../core/prompter';
import { OwnDocuments } from './ownDocuments';

/** Shows what an edit would change in VS Code's own diff editor. Both sides are text of ours: nothing is written. */
export class ProposedEdits implements vscode.Disposable {
  readonly #documents = new OwnDocuments(scheme);

  async show(callId: string, edit: ProposedEdit): Promise<void> {
    const side = (name: string, text: string): vscode.Uri => {
      const uri = vscode.Uri.from({ scheme, path: `/${edit.path.replace(/^\/+/, '')}`, query: `${callId}-${name}` });
      this.#documents.put(uri, text);
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
    this.#documents.dispose();
  }
}

const scheme = 'countersign-edit';
