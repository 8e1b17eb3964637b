import type { Session } from '../session/session';
import type { CardPrompter } from './cardPrompter';
import type { PromptShelf } from './promptShelf';
import type { RunningOutput } from './runningOutput';
import type { CallTerminals } from './sessionTerminals';
import type { WorkspaceCheckpoints } from './workspaceCheckpoints';

/** A session that is live in this window. */
export interface OpenSession {
  readonly session: Session;
  readonly prompter: CardPrompter;
  readonly output: RunningOutput;
  readonly terminals: CallTerminals;
  readonly prompts: PromptShelf;
  /** Of the folder, and so the same for all its sessions. */
  readonly checkpoints: WorkspaceCheckpoints;
}
