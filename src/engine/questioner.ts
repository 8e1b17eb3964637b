import type { CancelSignal } from '../core/cancelSignal';

/**
 * Port: puts a question of the agent to a person, who may pick an option or write something else.
 *
 * Resolves once; with `no-answer` when the person closes the question or `signal` aborts. Rejects only when it cannot be
 * shown. Nothing that comes back approves anything: free text is text, whatever it says.
 */
export interface Questioner {
  ask(question: AgentQuestion, signal: CancelSignal): Promise<QuestionAnswer>;
}

export interface AgentQuestion {
  readonly question: string;
  /** May be empty: then only text can be given. */
  readonly options: readonly string[];
}

export type QuestionAnswer =
  | { readonly kind: 'option'; readonly option: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'no-answer' };
