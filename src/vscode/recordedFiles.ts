import * as vscode from 'vscode';
import type { GitCheckpoints, RestorePlan } from '../engine/checkpoints/gitCheckpoints';

/** Recorded files as read-only documents, and the changes of a restore in VS Code's own diff editors: now, and then. */
export class RecordedFiles implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #store: () => Promise<Pick<GitCheckpoints, 'content'> | undefined>;
  readonly #subscription: vscode.Disposable;

  constructor(store: () => Promise<Pick<GitCheckpoints, 'content'> | undefined>) {
    this.#store = store;
    this.#subscription = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** All changes in one editor. */
  async showAll(title: string, changes: RestorePlan['changes']): Promise<void> {
    const resources = changes.map((change) => [uriOf(change, 'then'), ...sidesOf(change)]);
    await vscode.commands.executeCommand('vscode.changes', title, resources);
  }

  /** One file; the focus stays where it is. */
  async show(title: string, change: RestorePlan['changes'][number]): Promise<void> {
    const [now, then] = sidesOf(change);
    const options: vscode.TextDocumentShowOptions = { preserveFocus: true, preview: true };
    await vscode.commands.executeCommand(
      'vscode.diff',
      now ?? uriOf(change, 'now'),
      then ?? uriOf(change, 'then'),
      title,
      options,
    );
  }

  async provideTextDocumentContent({ query }: vscode.Uri): Promise<string> {
    const [, objectId = ''] = query.split('=');
    if (!/^[0-9a-f]{40,64}$/.test(objectId)) return '';
    const bytes = await (await this.#store())?.content(objectId, new AbortController().signal);
    if (bytes === undefined) return vscode.l10n.t('This is not recorded any more.');
    return bytes.subarray(0, sniffedBytes).includes(0)
      ? vscode.l10n.t('No text: {0} bytes', bytes.length)
      : bytes.toString('utf8');
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

/** How a file is now and how it was; undefined where there is none. */
function sidesOf(change: RestorePlan['changes'][number]): readonly [vscode.Uri | undefined, vscode.Uri | undefined] {
  return [change.now && uriOf(change, 'now'), change.then && uriOf(change, 'then')];
}

/** The document of one side; one that is empty where there is no file. */
function uriOf(change: RestorePlan['changes'][number], side: 'now' | 'then'): vscode.Uri {
  const query = `${side}=${change[side]?.objectId ?? ''}`;
  return vscode.Uri.from({ scheme, path: `/${change.path}`, query });
}

const scheme = 'countersign-checkpoint';

/** Where a zero byte stands among these it is no text, as git has it too. */
const sniffedBytes = 8000;
