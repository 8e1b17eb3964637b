import type { PlaceAnchor } from '../core/planComment';
import { alignBlocks, type BlockStep } from './alignBlocks';
import type { SourceRange } from './anchorAt';
import type { ParsedPlan, PlanBlock } from './parsePlan';
import { withLf } from './planLines';
import { runsOf } from './runsOf';
import { sectionsOf } from './sectionsOf';
import { wordsOf } from './wordMarks';

/**
 * What became of a commented place in a later version. `untouched`: the same words where they were, though the block around
 * them may have changed. `moved`: the same words elsewhere. `addressed`: the words changed; `range` is what stands for them.
 * `gone`: nothing stands for them; `near` is where its section begins, if there is one of that name.
 * `step` says what happened to the block. `confidence` is never below `leastConfidence` (promise 1).
 */
export type PlacedComment =
  | {
      readonly state: 'untouched' | 'moved' | 'addressed';
      readonly range: SourceRange;
      readonly confidence: number;
      readonly step: BlockStep | undefined;
    }
  | { readonly state: 'gone'; readonly near: SourceRange | undefined; readonly step: BlockStep | undefined };

/** Below this a place is not pointed at: better no place than a wrong one. */
export const leastConfidence = 0.5;

/** Finds the commented places of one version in another one. The blocks are aligned once for all of them. */
export function commentPlacer(from: ParsedPlan, to: ParsedPlan): (anchor: PlaceAnchor) => PlacedComment {
  const steps = alignBlocks(from, to);
  const sections = sectionsOf(to);
  return (anchor) => {
    const step = steps.find((each) => each.kind !== 'added' && isIn(anchor, each.before));
    return (
      inAlignedBlock(anchor, from, to, step) ??
      exactly(anchor, to, step, (block) => isSameSection(sections.get(block.id), anchor.section)) ??
      exactly(anchor, to, step, () => true) ??
      roughly(anchor, from, to, step) ?? { state: 'gone', near: sectionStart(anchor, to, sections), step }
    );
  };
}

function isIn(anchor: SourceRange, block: PlanBlock): boolean {
  return anchor.start >= block.start && anchor.start < block.end;
}

/** The block is there as it was, or the words are in the block that it became. */
function inAlignedBlock(
  anchor: PlaceAnchor,
  from: ParsedPlan,
  to: ParsedPlan,
  step: BlockStep | undefined,
): PlacedComment | undefined {
  if (step?.kind === 'same' || step?.kind === 'moved') {
    const range = {
      start: sameOffset(from, step.before, to, step.after, anchor.start),
      end: sameOffset(from, step.before, to, step.after, anchor.end),
    };
    return { state: step.kind === 'same' ? 'untouched' : 'moved', range, confidence: 1, step };
  }
  if (step?.kind !== 'changed') return undefined;
  const found = best(anchor, to, occurrences(anchor.quote, to.text, step.after));
  return found && { state: 'untouched', ...found, step };
}

/** The very words, in the blocks that `isWanted`. */
function exactly(
  anchor: PlaceAnchor,
  to: ParsedPlan,
  step: BlockStep | undefined,
  isWanted: (block: PlanBlock) => boolean,
): PlacedComment | undefined {
  const places = to.blocks.filter(isWanted).flatMap((block) => occurrences(anchor.quote, to.text, block));
  const found = best(anchor, to, places);
  return found && { state: 'moved', ...found, step };
}

/** What of the words is left in the block that it became; the whole block where too few are. */
function roughly(
  anchor: PlaceAnchor,
  from: ParsedPlan,
  to: ParsedPlan,
  step: BlockStep | undefined,
): PlacedComment | undefined {
  if (step?.kind !== 'changed') return undefined;
  const { before, after } = step;
  const kept = keptWords(from.text.slice(before.start, before.end), to.text.slice(after.start, after.end), {
    start: anchor.start - before.start,
    end: anchor.end - before.start,
  });
  const { share } = kept;
  if (kept.range === undefined || share < leastConfidence) {
    // The block is what it became, as the alignment says; which words of it, nobody knows.
    return { state: 'addressed', range: { start: after.start, end: after.end }, confidence: leastConfidence, step };
  }
  const range = { start: after.start + kept.range.start, end: after.start + kept.range.end };
  return { state: 'addressed', range, confidence: share, step };
}

/** The range of the new text that the words of the old range became, and the share of those that are still there. */
function keptWords(
  before: string,
  after: string,
  range: SourceRange,
): { readonly range: SourceRange | undefined; readonly share: number } {
  let atBefore = 0;
  let atAfter = 0;
  let all = 0;
  let kept = 0;
  let found: { start: number; end: number } | undefined;
  for (const run of runsOf(wordsOf(before), wordsOf(after))) {
    for (const word of run.values) {
      const isWord = word.trim() !== '';
      const isInside = run.kind !== 'added' && atBefore >= range.start && atBefore < range.end;
      if (isInside && isWord) all += word.length;
      if (isInside && isWord && run.kind === 'same') {
        kept += word.length;
        found = { start: found?.start ?? atAfter, end: atAfter + word.length };
      }
      if (run.kind !== 'added') atBefore += word.length;
      if (run.kind !== 'removed') atAfter += word.length;
    }
  }
  return { range: found, share: all === 0 ? 0 : kept / all };
}

function occurrences(quote: string, text: string, block: PlanBlock): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(quote, block.start); at !== -1 && at + quote.length <= block.end;) {
    found.push(at);
    at = text.indexOf(quote, at + 1);
  }
  return found;
}

// A quote of so many letters is hardly in a plan by chance.
const tellingLength = 12;

/** The place with the surroundings that are most like those of the quote, if it is sure enough. */
function best(
  anchor: PlaceAnchor,
  to: ParsedPlan,
  places: readonly number[],
): { readonly range: SourceRange; readonly confidence: number } | undefined {
  const isTelling = (anchor.quote.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= tellingLength;
  const ranked = places
    .map((start) => ({ start, likeness: likeness(anchor, to.text, start) }))
    .sort((a, b) => b.likeness - a.likeness);
  const [first, second] = ranked;
  if (first === undefined) return undefined;
  // Two places that are equally likely are none.
  if (second?.likeness === first.likeness) return undefined;
  const confidence = isTelling && second === undefined ? Math.max(first.likeness, 0.8) : first.likeness;
  if (confidence < leastConfidence) return undefined;
  return { range: { start: first.start, end: first.start + anchor.quote.length }, confidence };
}

/** How much of what stood around the quote stands around this place, 0 to 1. */
function likeness({ prefix, suffix, quote }: PlaceAnchor, text: string, start: number): number {
  const kept = prefix.length + suffix.length;
  if (kept === 0) return 1;
  let before = 0;
  while (before < prefix.length && prefix.at(-1 - before) === text.charAt(start - 1 - before)) before += 1;
  let after = 0;
  while (after < suffix.length && suffix.charAt(after) === text.charAt(start + quote.length + after)) after += 1;
  return (before + after) / kept;
}

/** The same place in a block that has the same text but for its line ends. */
function sameOffset(from: ParsedPlan, before: PlanBlock, to: ParsedPlan, after: PlanBlock, offset: number): number {
  const units = withLf(from.text.slice(before.start, offset)).length;
  const text = to.text.slice(after.start, after.end);
  let at = 0;
  for (let unit = 0; unit < units && at < text.length; unit += 1) at += text.startsWith('\r\n', at) ? 2 : 1;
  return after.start + at;
}

function isSameSection(a: readonly string[] | undefined, b: readonly string[]): boolean {
  return a?.length === b.length && a.every((title, index) => title === b[index]);
}

function sectionStart(
  { section }: PlaceAnchor,
  to: ParsedPlan,
  sections: ReadonlyMap<string, readonly string[]>,
): SourceRange | undefined {
  if (section.length === 0) return undefined;
  const block = to.blocks.find(({ id }) => isSameSection(sections.get(id), section));
  return block && { start: block.start, end: block.end };
}
