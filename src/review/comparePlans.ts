import { compareBlocks, type BlockChange } from './compareBlocks';
import type { ParsedPlan } from './parsePlan';
import { differsInLineEndingsOnly, planLines } from './planLines';
import { runsOf } from './runsOf';

/** One line of the comparison by source. Numbers count from 1; null on the side that has no such line. */
export interface LineChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
}

/** What changed from one version to the next, by rendered block and by line of the source. Counts are of blocks. */
export interface PlanChanges {
  readonly counts: Readonly<Record<Exclude<BlockChange['kind'], 'same'>, number>>;
  /** J14: the texts differ, and in nothing but line endings. */
  readonly isLineEndingsOnly: boolean;
  readonly blocks: BlockChange[];
  readonly lines: LineChange[];
}

/** Compares a plan with the version before it; without one, everything is new. */
export function comparePlans(before: ParsedPlan = noPlan, after: ParsedPlan): PlanChanges {
  const blocks = compareBlocks(before, after);
  const count = (kind: BlockChange['kind']): number => blocks.filter((block) => block.kind === kind).length;
  return {
    counts: { added: count('added'), removed: count('removed'), changed: count('changed'), moved: count('moved') },
    isLineEndingsOnly: differsInLineEndingsOnly(before.text, after.text),
    blocks,
    lines: compareLines(planLines(before.text), planLines(after.text)),
  };
}

const noPlan: ParsedPlan = { text: '', blocks: [], definitions: new Map() };

/** Compares two texts line by line. */
export function compareLines(before: readonly string[], after: readonly string[]): LineChange[] {
  const changes: LineChange[] = [];
  let atBefore = 0;
  let atAfter = 0;
  for (const run of runsOf(before, after)) {
    for (const text of run.values) {
      if (run.kind !== 'added') atBefore += 1;
      if (run.kind !== 'removed') atAfter += 1;
      changes.push({
        kind: run.kind,
        before: run.kind === 'added' ? null : atBefore,
        after: run.kind === 'removed' ? null : atAfter,
        text,
      });
    }
  }
  return changes;
}
