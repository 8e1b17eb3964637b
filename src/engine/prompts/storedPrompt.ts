/** A text that a person keeps in a file and calls by a slash and its name. */
export type StoredPrompt = {
  readonly kind: PromptKind;
  /** By the name of its file, or for a skill of its folder. */
  readonly name: string;
  /** The file as a person is told it: `.countersign/prompts/fix.md`, `~/.countersign/skills/review/SKILL.md`. */
  readonly file: string;
} & (
  | { readonly state: 'ready'; readonly description: string; readonly body: string }
  /** It cannot be used; the fault goes on after the name of the file, without a full stop. */
  | { readonly state: 'faulty'; readonly fault: string }
);

export type PromptKind = 'template' | 'skill';

/**
 * Port: the templates and skills that can be called now, those of the workspace before the user's own. Read anew for each
 * call. A file that cannot be used is in the result with its fault, and a folder that is missing is empty.
 */
export interface PromptLibrary {
  read(): Promise<readonly StoredPrompt[]>;
}
