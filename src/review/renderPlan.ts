import { parsePlan, type ParsedPlan } from './parsePlan';
import { planHtml } from './planHtml';
import { planTree } from './planTree';

/** One block as the page shows it. Lines are those of the source, counted from 1. `html` is sanitised. */
export interface RenderedBlock {
  readonly id: string;
  readonly html: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** Renders a plan, whole, block by block (J01, J11). */
export function renderPlan(plan: ParsedPlan): RenderedBlock[] {
  return plan.blocks.map((block) => ({
    id: block.id,
    html: planHtml(planTree(plan, block)),
    startLine: block.startLine,
    endLine: block.endLine,
  }));
}

/** Any other Markdown of an agent (its messages), under the same rules, as one piece of HTML. */
export function renderMarkdown(text: string): string {
  return renderPlan(parsePlan(text))
    .map((block) => block.html)
    .join('\n');
}
