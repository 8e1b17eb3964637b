/** M2: what stood in place of a person's answer in `auto`. Only `allow` lets a call run; only `deny` refuses it. */
export type Classification =
  /** `reason` is the judge's own text: one short line, for the person and, with `deny`, for the agent. */
  | { readonly kind: 'judged'; readonly verdict: Verdict; readonly reason: string }
  /** Nobody judged, so a person is asked. */
  | { readonly kind: 'not-judged'; readonly code: NotJudged };

export const verdicts = ['allow', 'ask', 'deny'] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * `cannot-judge`: this model is none that can. `too-large`: the call could not be shown whole. `failed`, `timed-out`: there
 * was no answer. `unreadable`: the answer was none of those that were asked for. `too-many-denials`: C7.
 */
export const notJudged = [
  'cannot-judge',
  'too-large',
  'failed',
  'timed-out',
  'unreadable',
  'too-many-denials',
] as const;
export type NotJudged = (typeof notJudged)[number];
