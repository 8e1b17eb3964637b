import path from 'node:path';
import * as vscode from 'vscode';
import { ReviewDrafts } from '../../../src/vscode/drafts';
import type { EditorCommands } from '../../../src/vscode/openReviewEditor';
import { ReviewDesk } from '../../../src/vscode/reviewDesk';
import type { Session } from '../../../src/session/session';
import { ScriptedPanel } from './scriptedPanel';

export interface Desk {
  readonly desk: ReviewDesk;
  readonly drafts: ReviewDrafts;
  /** The editors that were opened, oldest first. */
  readonly panels: ScriptedPanel[];
  readonly badMessages: string[];
  readonly faults: string[];
  /** What the "review is focused" context key was set to. */
  readonly focus: boolean[];
  /** The editor that was opened last. */
  panel(): ScriptedPanel;
}

export interface DeskOptions {
  readonly sessions: readonly Session[];
  readonly folder: string;
  /** In place of the editor service: what it means to open an editor. */
  readonly open?: (desk: ReviewDesk, document: vscode.CustomDocument, panel: ScriptedPanel) => Promise<void>;
  readonly findSession?: (sessionId: string) => Promise<Session | undefined>;
}

/** A desk whose editors are scripted panels. */
export function aDesk({ sessions, folder, ...options }: DeskOptions): Desk {
  const panels: ScriptedPanel[] = [];
  const [badMessages, faults, focus]: [string[], string[], boolean[]] = [[], [], []];
  const open = options.open ?? ((desk, document, panel) => desk.resolveCustomEditor(document, panel));
  const commands: EditorCommands = {
    getCommands: () => Promise.resolve([]),
    executeCommand: async (_command, uri) => {
      if (!(uri instanceof vscode.Uri)) throw new Error('no URI');
      const panel = new ScriptedPanel();
      panels.push(panel);
      await open(desk, { uri, dispose: () => undefined }, panel);
    },
  };
  const drafts = new ReviewDrafts(path.join(folder, 'drafts'), (cause) => faults.push(String(cause)));
  const desk: ReviewDesk = new ReviewDesk({
    extensionUri: vscode.Uri.file(folder),
    commands,
    drafts,
    findSession: options.findSession ?? ((wanted) => Promise.resolve(sessions.find(({ id }) => id === wanted))),
    onReviewOpened: () => undefined,
    onDidChangeFocus: (isFocused) => focus.push(isFocused),
    onNoModal: (cause) => faults.push(String(cause)),
    onBadMessage: (reason) => badMessages.push(reason),
    onFault: (what, cause) => faults.push(`${what}: ${String(cause)}`),
  });
  return {
    ...{ desk, drafts, panels, badMessages, faults, focus },
    panel: () => {
      const last = panels.at(-1);
      if (last === undefined) throw new Error('No editor was opened.');
      return last;
    },
  };
}
