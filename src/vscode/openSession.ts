import type { Session } from '../session/session';
import type { CardPrompter } from './cardPrompter';
import type { PromptShelf } from './promptShelf';
import type { RunningOutput } from './runningOutput';

/** A session that is live in this window. */
export interface OpenSession {
  readonly session: Session;
  readonly prompter: CardPrompter;
  readonly output: RunningOutput;
  readonly prompts: PromptShelf;
}
