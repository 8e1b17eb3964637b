import type { Root } from 'hast';
import type { ParsedPlan, PlanBlock } from './parsePlan';
import { planHtml } from './planHtml';
import { planTree } from './planTree';
import { runsOf } from './runsOf';
import { wordMarks, wordsOf } from './wordMarks';

/** One block of the rendered comparison, in reading order. A changed block carries `<ins>` and `<del>` around words. */
export interface BlockChange {
  readonly kind: 'same' | 'added' | 'removed' | 'changed';
  readonly id: string;
  readonly html: string;
}

/** Compares two plans block by block; a block that was rewritten in place is one change, not a removal and an addition. */
export function compareBlocks(before: ParsedPlan | undefined, after: ParsedPlan): BlockChange[] {
  const changes: BlockChange[] = [];
  const add = (kind: BlockChange['kind'], tree: Root): void => {
    changes.push({ kind, id: `c${changes.length}`, html: planHtml(tree) });
  };
  const olds = before === undefined ? [] : before.blocks.map((block) => sideOf(before, block));
  const news = after.blocks.map((block) => sideOf(after, block));
  let atOld = 0;
  let atNew = 0;
  let removed: Side[] = [];
  let added: Side[] = [];
  const flush = (): void => {
    for (const step of paired(removed, added)) {
      switch (step.kind) {
        case 'added':
          add('added', step.after.tree());
          break;
        case 'removed':
          add('removed', step.before.tree());
          break;
        case 'changed':
          add('changed', wordMarks(step.before.tree(), step.after.tree()));
          break;
      }
    }
    removed = [];
    added = [];
  };
  for (const run of runsOf(
    olds.map((side) => side.source),
    news.map((side) => side.source),
  )) {
    const size = run.values.length;
    if (run.kind === 'removed') removed.push(...olds.slice(atOld, atOld + size));
    if (run.kind === 'added') added.push(...news.slice(atNew, atNew + size));
    if (run.kind === 'same') {
      flush();
      for (const side of news.slice(atNew, atNew + size)) add('same', side.tree());
    }
    if (run.kind !== 'added') atOld += size;
    if (run.kind !== 'removed') atNew += size;
  }
  flush();
  return changes;
}

interface Side {
  /** With LF line ends: a plan that came with others is the same plan to a reader. */
  readonly source: string;
  readonly type: string;
  tree(): Root;
}

type Step =
  | { readonly kind: 'removed'; readonly before: Side }
  | { readonly kind: 'added'; readonly after: Side }
  | { readonly kind: 'changed'; readonly before: Side; readonly after: Side };

// Beyond this many pairs to weigh, blocks are paired by their order alone.
const mostPairs = 10_000;
const alikeEnough = 0.4;
// Blank space and punctuation are in every block and tell nothing.
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Pairs each new block with the first old one that is like it, never crossing; the rest were removed or added. */
function paired(removed: readonly Side[], added: readonly Side[]): Step[] {
  const steps: Step[] = [];
  const canWeigh = removed.length * added.length <= mostPairs;
  const words = new Map<Side, ReadonlySet<string>>();
  const wordsIn = (side: Side): ReadonlySet<string> => {
    const known = words.get(side) ?? new Set(wordsOf(side.source).filter((word) => letterOrDigit.test(word)));
    words.set(side, known);
    return known;
  };
  let next = 0;
  for (const after of added) {
    let match = next;
    if (canWeigh) {
      while (match < removed.length && !isLike(removed[match], after, wordsIn)) match += 1;
    } else if (!isLike(removed[match], after, wordsIn)) {
      match = removed.length;
    }
    const before = removed[match];
    if (before === undefined) {
      steps.push({ kind: 'added', after });
      continue;
    }
    for (const gone of removed.slice(next, match)) steps.push({ kind: 'removed', before: gone });
    steps.push({ kind: 'changed', before, after });
    next = match + 1;
  }
  // What is left was removed after the last pair; it is shown before what was added there.
  const firstNew = steps.findLastIndex((step) => step.kind !== 'added') + 1;
  steps.splice(firstNew, 0, ...removed.slice(next).map((before): Step => ({ kind: 'removed', before })));
  return steps;
}

function isLike(before: Side | undefined, after: Side, wordsIn: (side: Side) => ReadonlySet<string>): boolean {
  if (before?.type !== after.type) return false;
  const a = wordsIn(before);
  const b = wordsIn(after);
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common * 2 >= alikeEnough * (a.size + b.size);
}

function sideOf(plan: ParsedPlan, block: PlanBlock): Side {
  return {
    source: plan.text.slice(block.start, block.end).replace(/\r\n?/g, '\n'),
    type: block.content.kind === 'markdown' ? block.content.node.type : 'text',
    tree: () => planTree(plan, block),
  };
}
