import type { FrozenPlan } from '../core/frozenPlan';
import type { PlanComment } from '../core/planComment';
import type { DraftComment, ReviewView } from '../protocol/reviewMessages';
import { comparePlans } from '../review/comparePlans';
import { parsePlan } from '../review/parsePlan';
import { planLines } from '../review/planLines';
import { renderPlan } from '../review/renderPlan';
import { titleOf } from '../review/titleOf';
import { feedbackMessage } from '../review/feedbackMessage';
import { carriedComments, draftOf, planComments } from './reviewComments';

/** What of a review's view never changes, because the plan is frozen. Costs a parse, so it is made once a review. */
export interface ReviewContent {
  readonly shown: Pick<
    ReviewView,
    'title' | 'version' | 'submittedAt' | 'size' | 'blocks' | 'source' | 'changes' | 'carried'
  >;
  /** What is being written as comments that find their place again; those that say nothing are left out. */
  comments(drafts: readonly DraftComment[]): readonly PlanComment[];
  /** Comments that were kept, as the page shows them. */
  drafts(comments: readonly PlanComment[]): DraftComment[];
  /** What the agent is told of them, word for word. */
  readonly feedback: (comments: readonly PlanComment[], note: string) => string;
}

/** The version that was reviewed before, and what was said about it. */
export interface ReviewBase {
  readonly plan: FrozenPlan;
  /** Undefined where none were kept with the review; then it may have left drafts. */
  readonly comments: readonly PlanComment[] | undefined;
  readonly drafts: readonly DraftComment[];
  /** Whether the agent was told. */
  readonly wasSent: boolean;
}

export function reviewContent(plan: FrozenPlan, base: ReviewBase | undefined): ReviewContent {
  const read = { plan, parsed: parsePlan(plan.text) };
  const before = base && { plan: base.plan, parsed: parsePlan(base.plan.text) };
  return {
    comments: (drafts) => planComments(read, drafts),
    drafts: (comments) => comments.map((comment) => draftOf(read, comment)),
    feedback: feedbackMessage,
    shown: {
      title: titleOf(read.parsed),
      version: plan.version,
      submittedAt: plan.submittedAt,
      size: { bytes: Buffer.byteLength(plan.text), lines: planLines(plan.text).length },
      blocks: renderPlan(read.parsed),
      source: plan.text,
      changes: {
        ...comparePlans(before?.parsed, read.parsed),
        base: before ? { version: before.plan.version, shortHash: shortHash(before.plan.planHash) } : null,
      },
      carried: before
        ? carriedComments(before, read, {
            comments: base.comments ?? planComments(before, base.drafts),
            wasSent: base.wasSent,
          })
        : [],
    },
  };
}

/** The first digits of a plan hash, as they are shown. */
export function shortHash(planHash: string): string {
  return planHash.slice(0, 8);
}
