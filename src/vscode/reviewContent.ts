import type { FrozenPlan } from '../core/frozenPlan';
import type { ReviewView } from '../protocol/reviewMessages';
import { comparePlans } from '../review/comparePlans';
import { parsePlan } from '../review/parsePlan';
import { planLines } from '../review/planLines';
import { renderPlan } from '../review/renderPlan';
import { titleOf } from '../review/titleOf';

/** What of a review's view never changes, because the plan is frozen. Costs a parse, so it is made once a review. */
export type ReviewContent = Pick<
  ReviewView,
  'title' | 'version' | 'submittedAt' | 'size' | 'blocks' | 'source' | 'changes'
>;

/** @param base the version that was reviewed before, if there is one */
export function reviewContent(plan: FrozenPlan, base: FrozenPlan | undefined): ReviewContent {
  const parsed = parsePlan(plan.text);
  const changes = comparePlans(base && parsePlan(base.text), parsed);
  return {
    title: titleOf(parsed),
    version: plan.version,
    submittedAt: plan.submittedAt,
    size: { bytes: Buffer.byteLength(plan.text), lines: planLines(plan.text).length },
    blocks: renderPlan(parsed),
    source: plan.text,
    changes: { ...changes, base: base ? { version: base.version, shortHash: shortHash(base.planHash) } : null },
  };
}

/** The first digits of a plan hash, as they are shown. */
export function shortHash(planHash: string): string {
  return planHash.slice(0, 8);
}
