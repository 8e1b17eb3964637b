import type { CancelSignal } from '../core/cancelSignal';

/**
 * Port: puts questions of the agent to a person, one after the other; to each the person may pick an option or write
 * something else.
 *
 * Resolves once: with one answer for each question, in their order, or with `no-answer` when the person closes them or
 * `signal` aborts. Rejects only when they cannot be shown. Nothing that comes back approves anything: free text is text,
 * whatever it says.
 */
export interface Questioner {
  ask(questions: readonly AgentQuestion[], signal: CancelSignal): Promise<QuestionsEnd>;
}

export interface AgentQuestion {
  readonly question: string;
  /** May be empty: then only text can be given. */
  readonly options: readonly string[];
}

export type QuestionsEnd =
  { readonly kind: 'answered'; readonly answers: readonly QuestionAnswer[] } | { readonly kind: 'no-answer' };

export type QuestionAnswer =
  { readonly kind: 'option'; readonly option: string } | { readonly kind: 'text'; readonly text: string };
