import type { FrozenPlan } from '../core/frozenPlan';
import type { CommentAnchor, PlanComment } from '../core/planComment';
import type { CarriedComment, DraftComment } from '../protocol/reviewMessages';
import { anchorAt, renderedRange } from '../review/anchorAt';
import type { ParsedPlan } from '../review/parsePlan';
import { commentPlacer, type PlacedComment } from '../review/placeComment';
import { planHtml } from '../review/planHtml';
import { planTree } from '../review/planTree';
import { wordMarks } from '../review/wordMarks';

/** A version of a plan, parsed. */
export interface ReadPlan {
  readonly plan: FrozenPlan;
  readonly parsed: ParsedPlan;
}

/** What a person had said about the version before. */
export interface EarlierComments {
  readonly comments: readonly PlanComment[];
  readonly wasSent: boolean;
}

/** Drafts as comments that find their place again. One without a word is left out unless its kind says all. */
export function planComments({ plan, parsed }: ReadPlan, drafts: readonly DraftComment[]): PlanComment[] {
  return drafts.filter(isSaid).map(({ id, kind, text, suggestion, on }) => {
    // A block that this plan does not have: the comment is about the plan, and lost in no case.
    const anchor: CommentAnchor = (on && anchorAt(parsed, plan.planHash, on)) ?? { on: 'plan' };
    return { id, kind, text, anchor, ...(suggestion === null ? {} : { suggestion }) };
  });
}

/** A comment of this version as the page shows it. */
export function draftOf({ parsed }: ReadPlan, { id, kind, text, suggestion, anchor }: PlanComment): DraftComment {
  const range = anchor.on === 'plan' ? undefined : renderedRange(parsed, anchor);
  const on = range && anchor.on === 'place' ? { ...range, quote: anchor.quote } : null;
  return { id, kind, text, suggestion: suggestion ?? null, on };
}

/** Promise 1: the comments on the version before, with what became of their places in this one. */
export function carriedComments(
  before: ReadPlan,
  now: ReadPlan,
  { comments, wasSent }: EarlierComments,
): CarriedComment[] {
  const place = commentPlacer(before.parsed, now.parsed);
  return comments.map(({ id, kind, text, anchor }) => {
    const said = { id, kind, text, version: before.plan.version, wasSent };
    if (anchor.on === 'plan') return { ...said, quote: '', state: 'untouched', at: null, change: null };
    const placed = place(anchor);
    const range = placed.state === 'gone' ? placed.near : placed.range;
    return {
      ...said,
      quote: anchor.quote,
      state: placed.state,
      at: (range && renderedRange(now.parsed, range)) ?? null,
      change: changeOf(placed, before.parsed, now.parsed),
    };
  });
}

function changeOf({ step }: PlacedComment, before: ParsedPlan, now: ParsedPlan): CarriedComment['change'] {
  if (step?.kind === 'changed') {
    return { kind: 'changed', html: planHtml(wordMarks(planTree(before, step.before), planTree(now, step.after))) };
  }
  return step?.kind === 'removed' ? { kind: 'removed', html: planHtml(planTree(before, step.before)) } : null;
}

function isSaid({ kind, text, suggestion }: DraftComment): boolean {
  return text.trim() !== '' || suggestion !== null || kind === 'delete';
}
