/** What a person says about a plan, or about one place of it. */
export interface PlanComment {
  readonly id: string;
  readonly kind: CommentKind;
  /** May be empty only where `kind` says all, or where there is a suggestion. */
  readonly text: string;
  /** What should stand there instead, in Markdown. */
  readonly suggestion?: string | undefined;
  readonly anchor: CommentAnchor;
}

export const commentKinds = ['change', 'must', 'question', 'delete'] as const;
export type CommentKind = (typeof commentKinds)[number];

/**
 * What a comment is about: the whole plan, or a place in one version of it. A place is recorded so that its text can be
 * found again in a later version (W3C TextQuote and TextPosition selectors, and where in the document it stood).
 */
export type CommentAnchor =
  | { readonly on: 'plan' }
  | {
      readonly on: 'place';
      /** Of the version that was commented on. */
      readonly planHash: string;
      /** Offsets into that version's text, UTF-16 units, `end` exclusive. */
      readonly start: number;
      readonly end: number;
      /** Lines of that version, counted from 1. */
      readonly startLine: number;
      readonly endLine: number;
      /** The Markdown from `start` to `end`, exactly. */
      readonly quote: string;
      /** Up to `contextLength` units of the text before and after. */
      readonly prefix: string;
      readonly suffix: string;
      /** The headings above it, outermost first. */
      readonly section: readonly string[];
    };

export type PlaceAnchor = Extract<CommentAnchor, { on: 'place' }>;

/** How much of the text around a quote is kept. */
export const contextLength = 32;
