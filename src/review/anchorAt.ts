import { contextLength, type PlaceAnchor } from '../core/planComment';
import type { ParsedPlan, PlanBlock } from './parsePlan';
import { renderedText } from './renderedText';
import { sectionsOf } from './sectionsOf';

/** A stretch of a block as the page shows it: UTF-16 units of the block's rendered text, `end` exclusive. */
export interface RenderedRange {
  readonly blockId: string;
  readonly start: number;
  readonly end: number;
}

/** A stretch of a plan's text, `end` exclusive. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The anchor of what a person selected. A range that stands for no source, or is empty, is about its whole block. Undefined
 * where the plan has no such block: then the page shows another plan than the host thinks, and nothing may be anchored.
 */
export function anchorAt(plan: ParsedPlan, planHash: string, range: RenderedRange): PlaceAnchor | undefined {
  const block = plan.blocks.find(({ id }) => id === range.blockId);
  if (block === undefined) return undefined;
  const { start, end } = sourceRange(plan, block, range);
  return {
    on: 'place',
    planHash,
    start,
    end,
    startLine: lineAt(plan, block, start),
    endLine: lineAt(plan, block, Math.max(start, end - 1)),
    quote: plan.text.slice(start, end),
    prefix: plan.text.slice(Math.max(0, start - contextLength), start),
    suffix: plan.text.slice(end, end + contextLength),
    section: sectionsOf(plan).get(block.id) ?? [],
  };
}

/** Where a stretch of source is seen on the page: in the block that it begins in. Undefined where no block shows it. */
export function renderedRange(plan: ParsedPlan, { start, end }: SourceRange): RenderedRange | undefined {
  const block = plan.blocks.find((candidate) => start < candidate.end && end > candidate.start);
  if (block === undefined) return undefined;
  if (start <= block.start && end >= block.end) return { blockId: block.id, start: 0, end: 0 };
  const { starts, ends, text } = renderedText(plan, block);
  const first = starts.findIndex((from, unit) => from >= start && (ends[unit] ?? 0) > from && from < end);
  const last = ends.findLastIndex((to, unit) => to <= end && to > (starts[unit] ?? 0) && to > start);
  if (first === -1 || last < first) return { blockId: block.id, start: 0, end: 0 };
  return { blockId: block.id, start: first, end: Math.min(last + 1, text.length) };
}

function sourceRange(plan: ParsedPlan, block: PlanBlock, range: RenderedRange): SourceRange {
  const whole = { start: block.start, end: block.end };
  if (range.end <= range.start) return whole;
  const { starts, ends } = renderedText(plan, block);
  const start = starts[Math.max(0, range.start)];
  const end = ends[Math.min(range.end, ends.length) - 1];
  return start === undefined || end === undefined || plan.text.slice(start, end).trim() === '' ? whole : { start, end };
}

function lineAt(plan: ParsedPlan, block: PlanBlock, offset: number): number {
  return block.startLine + (plan.text.slice(block.start, offset).match(/\r\n|\n|\r/g)?.length ?? 0);
}
