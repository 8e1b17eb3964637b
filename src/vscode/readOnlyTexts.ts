import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { withLf } from '../review/planLines';
import { OwnDocuments } from './ownDocuments';

/** Texts of ours as read-only Markdown documents beside the editor; nothing is written to a file. */
export class ReadOnlyTexts implements vscode.Disposable {
  readonly #onFault: (what: string, cause: unknown) => void;
  readonly #documents = new OwnDocuments(scheme);

  constructor(onFault: (what: string, cause: unknown) => void) {
    this.#onFault = onFault;
  }

  /** Opens the text, and leaves the focus where it is. Rejects when what would be seen is not exactly the text. */
  async show(name: string, text: string): Promise<ShownText> {
    const uri = uriOf(name, text);
    this.#documents.put(uri, text);
    const document = await vscode.workspace.openTextDocument(uri);
    // An editor has one kind of line ending; which one it is cannot be seen.
    if (withLf(document.getText()) !== withLf(text)) throw new Error('The text is not shown as it is.');
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
    return { close: () => closeTabsOf(uri) };
  }

  /** The same for somebody who does not wait for it. */
  showAgain(name: string, text: string): void {
    this.show(name, text).catch((cause: unknown) => this.#onFault('a text could not be shown', cause));
  }

  dispose(): void {
    this.#documents.dispose();
  }
}

export interface ShownText {
  close(): Promise<void>;
}

/** The same text under the same name is the same document. */
function uriOf(name: string, text: string): vscode.Uri {
  const plain = name.replace(/[/\\\p{C}]/gu, ' ').slice(0, 80);
  return vscode.Uri.from({ scheme, path: `/${plain}.md`, query: createHash('sha256').update(text).digest('hex') });
}

async function closeTabsOf(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
  await vscode.window.tabGroups.close(tabs, true);
}

const scheme = 'countersign-text';
