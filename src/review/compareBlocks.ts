import type { Root } from 'hast';
import { alignBlocks } from './alignBlocks';
import type { ParsedPlan } from './parsePlan';
import { planHtml } from './planHtml';
import { planTree } from './planTree';
import { wordMarks } from './wordMarks';

/** One block of the rendered comparison, in reading order. A changed block carries `<ins>` and `<del>` around words. */
export interface BlockChange {
  readonly kind: 'same' | 'added' | 'removed' | 'changed' | 'moved';
  readonly id: string;
  /** The block of the new version; null for one that is gone. */
  readonly blockId: string | null;
  readonly html: string;
}

/**
 * Compares two plans block by block. A block that was rewritten in place is one change, one that stands elsewhere is one
 * move, and neither is a removal and an addition.
 */
export function compareBlocks(before: ParsedPlan, after: ParsedPlan): BlockChange[] {
  return alignBlocks(before, after).map((step, index) => {
    const change = (tree: Root): BlockChange => ({
      kind: step.kind,
      id: `c${index}`,
      blockId: step.kind === 'removed' ? null : step.after.id,
      html: planHtml(tree),
    });
    switch (step.kind) {
      case 'same':
      case 'moved':
      case 'added':
        return change(planTree(after, step.after));
      case 'removed':
        return change(planTree(before, step.before));
      case 'changed':
        return change(wordMarks(planTree(before, step.before), planTree(after, step.after)));
    }
  });
}
