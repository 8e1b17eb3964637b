/** What the demo model will do for a task: what the plan says and, edit for edit, what happens after approval. */
export interface Recipe {
  /** Each is one numbered step of the plan, in Markdown: one line, and lines that belong to it. */
  readonly steps: readonly PlanStep[];
  readonly edits: readonly Edit[];
  /** How a person can check the result; Markdown, one line each. */
  readonly checks: readonly string[];
  /** What it will not do; Markdown, one line each. */
  readonly limits: readonly string[];
}

export interface PlanStep {
  readonly title: string;
  readonly details: readonly string[];
  /** A piece of code to show with the step. */
  readonly code?: { readonly language: string; readonly text: string } | undefined;
}

export type Edit = {
  readonly path: string;
  /** What it does, as a summary says it. */
  readonly what: string;
  /** Whether the edits after it make no sense without it. */
  readonly isNeeded: boolean;
} & (
  | { readonly kind: 'write'; readonly text: string }
  | { readonly kind: 'replace'; readonly oldText: string; readonly newText: string }
  /** Adds a section at the end of a file that may be there already; it is read just before. */
  | { readonly kind: 'append'; readonly section: string; readonly heading: string }
);

/** A path or a name as code in Markdown, also with backticks or a bar in it. */
export function asCode(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ');
  return oneLine.includes('`') ? `\`\` ${oneLine} \`\`` : `\`${oneLine}\``;
}
