import { PromptShelf } from '../../../src/vscode/promptShelf';

/** A shelf without a template or a skill. */
export function noPrompts(): PromptShelf {
  return new PromptShelf({ read: () => Promise.resolve([]) }, () => undefined);
}
