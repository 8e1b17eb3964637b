import type { ParsedPlan, PlanBlock } from './parsePlan';
import { withLf } from './planLines';
import { runsOf, type Run } from './runsOf';
import { wordsOf } from './wordMarks';

/**
 * What became of one block on the way from one version to the next, in reading order of the new one. `moved`: the same
 * text stands elsewhere now, shown where it is. `changed`: rewritten in place.
 */
export type BlockStep =
  | { readonly kind: 'same' | 'moved' | 'changed'; readonly before: PlanBlock; readonly after: PlanBlock }
  | { readonly kind: 'added'; readonly after: PlanBlock }
  | { readonly kind: 'removed'; readonly before: PlanBlock };

/** Pairs the blocks of two versions. Each block of either side is in exactly one step. */
export function alignBlocks(before: ParsedPlan, after: ParsedPlan): BlockStep[] {
  const olds = before.blocks.map((block) => sideOf(before, block));
  const news = after.blocks.map((block) => sideOf(after, block));
  const runs = runsOf(
    olds.map((side) => side.source),
    news.map((side) => side.source),
  );
  const sources = (kind: Run['kind']): ReadonlySet<string> =>
    new Set(runs.flatMap((run) => (run.kind === kind ? run.values : [])));
  // A block that stands elsewhere word for word has moved; pairing it would show two changes where there is none.
  const [gone, come] = [sources('removed'), sources('added')];
  const isMove = ({ source }: Side): boolean => gone.has(source) && come.has(source) && letterOrDigit.test(source);
  const steps: Step[] = [];
  let atOld = 0;
  let atNew = 0;
  let removed: Side[] = [];
  let added: Side[] = [];
  const flush = (): void => {
    steps.push(...paired(removed, added, isMove));
    removed = [];
    added = [];
  };
  for (const run of runs) {
    const size = run.values.length;
    if (run.kind === 'removed') removed.push(...olds.slice(atOld, atOld + size));
    if (run.kind === 'added') added.push(...news.slice(atNew, atNew + size));
    if (run.kind === 'same') {
      flush();
      for (let at = 0; at < size; at += 1) {
        const [old, now] = [olds[atOld + at], news[atNew + at]];
        if (old && now) steps.push({ kind: 'same', before: old, after: now });
      }
    }
    if (run.kind !== 'added') atOld += size;
    if (run.kind !== 'removed') atNew += size;
  }
  flush();
  return withMoves(steps).map(blocksOf);
}

interface Side {
  readonly block: PlanBlock;
  /** With LF line ends. */
  readonly source: string;
  readonly type: string;
}

type Step =
  | { readonly kind: 'same' | 'moved' | 'changed'; readonly before: Side; readonly after: Side }
  | { readonly kind: 'added'; readonly after: Side }
  | { readonly kind: 'removed'; readonly before: Side };

// Beyond this many pairs to weigh, blocks are paired by their order alone.
const mostPairs = 10_000;
const alikeEnough = 0.4;
// Blank space and punctuation are in every block and tell nothing.
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Pairs each new block with the first old one that is like it, never crossing; the rest were removed or added. */
function paired(removed: readonly Side[], added: readonly Side[], isMove: (side: Side) => boolean): Step[] {
  const steps: Step[] = [];
  const canWeigh = removed.length * added.length <= mostPairs;
  const words = new Map<Side, ReadonlySet<string>>();
  const wordsIn = (side: Side): ReadonlySet<string> => {
    const known = words.get(side) ?? new Set(wordsOf(side.source).filter((word) => letterOrDigit.test(word)));
    words.set(side, known);
    return known;
  };
  const isLikeHere = (before: Side | undefined, after: Side): boolean =>
    before?.type === after.type && !isMove(before) && !isMove(after) && isLike(wordsIn(before), wordsIn(after));
  let next = 0;
  for (const after of added) {
    let match = next;
    if (canWeigh) {
      while (match < removed.length && !isLikeHere(removed[match], after)) match += 1;
    } else if (!isLikeHere(removed[match], after)) {
      match = removed.length;
    }
    const before = removed[match];
    if (before === undefined) {
      steps.push({ kind: 'added', after });
      continue;
    }
    for (const left of removed.slice(next, match)) steps.push({ kind: 'removed', before: left });
    steps.push({ kind: 'changed', before, after });
    next = match + 1;
  }
  // What is left was removed after the last pair; it is shown before what was added there.
  const firstNew = steps.findLastIndex((step) => step.kind !== 'added') + 1;
  steps.splice(firstNew, 0, ...removed.slice(next).map((before): Step => ({ kind: 'removed', before })));
  return steps;
}

function isLike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common * 2 >= alikeEnough * (a.size + b.size);
}

/** A block that was taken away in one place and put word for word in another is one move. First come, first paired. */
function withMoves(steps: readonly Step[]): Step[] {
  const leaving = new Map<string, Side[]>();
  for (const step of steps) {
    if (step.kind !== 'removed' || !letterOrDigit.test(step.before.source)) continue;
    leaving.set(step.before.source, [...(leaving.get(step.before.source) ?? []), step.before]);
  }
  const moved = new Set<Side>();
  const marked = steps.map((step): Step => {
    const before = step.kind === 'added' ? leaving.get(step.after.source)?.shift() : undefined;
    if (step.kind !== 'added' || before === undefined) return step;
    moved.add(before);
    return { kind: 'moved', before, after: step.after };
  });
  return marked.filter((step) => step.kind !== 'removed' || !moved.has(step.before));
}

function sideOf(plan: ParsedPlan, block: PlanBlock): Side {
  return {
    block,
    source: withLf(plan.text.slice(block.start, block.end)),
    type: block.content.kind === 'markdown' ? block.content.node.type : 'text',
  };
}

function blocksOf(step: Step): BlockStep {
  switch (step.kind) {
    case 'added':
      return { kind: 'added', after: step.after.block };
    case 'removed':
      return { kind: 'removed', before: step.before.block };
    case 'same':
    case 'moved':
    case 'changed':
      return { kind: step.kind, before: step.before.block, after: step.after.block };
  }
}
