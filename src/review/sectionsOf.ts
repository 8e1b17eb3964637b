import type { ParsedPlan } from './parsePlan';
import { headingText } from './titleOf';

/** For each block of a plan, the headings above it, outermost first; a heading is in its own section. */
export function sectionsOf(plan: ParsedPlan): ReadonlyMap<string, readonly string[]> {
  const sections = new Map<string, readonly string[]>();
  let path: { readonly depth: number; readonly title: string }[] = [];
  for (const { id, content } of plan.blocks) {
    if (content.kind === 'markdown' && content.node.type === 'heading') {
      const { depth } = content.node;
      path = [...path.filter((heading) => heading.depth < depth), { depth, title: headingText(content.node) }];
    }
    sections.set(
      id,
      path.map(({ title }) => title),
    );
  }
  return sections;
}
