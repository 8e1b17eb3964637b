import type { DraftComment } from '../../src/protocol/reviewMessages';

/** A place that a comment can be about. */
export type CommentPlace = NonNullable<DraftComment['on']>;

/** What the person has selected in a block of the plan; the first block, where the selection goes over several. */
export function selectedPlace(): CommentPlace | undefined {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const block = blockOf(range.startContainer);
  const blockId = block?.dataset['block'];
  if (block === undefined || blockId === undefined) return undefined;
  const texts = textsOf(block);
  let at = 0;
  let start: number | undefined;
  let end = 0;
  for (const text of texts) {
    const from = range.comparePoint(text, 0) < 0 ? Math.min(offsetIn(range, text, 'start'), text.length) : 0;
    const to = offsetIn(range, text, 'end');
    if (range.intersectsNode(text) && to > from) {
      start ??= at + from;
      end = at + to;
    }
    at += text.length;
  }
  const quote = texts
    .map(({ data }) => data)
    .join('')
    .slice(start, end);
  return start === undefined || quote.trim() === '' ? undefined : { blockId, start, end, quote };
}

/** The whole of a block. */
export function wholeBlock(block: HTMLElement): CommentPlace | undefined {
  const blockId = block.dataset['block'];
  const quote = textsOf(block)
    .map(({ data }) => data)
    .join('')
    .trim();
  return blockId === undefined || quote === '' ? undefined : { blockId, start: 0, end: 0, quote };
}

/** The place on the page, for drawing. Undefined where the shown tab has no such block. */
export function rangeOf(root: HTMLElement, { blockId, start, end }: Omit<CommentPlace, 'quote'>): Range | undefined {
  const block = root.querySelector<HTMLElement>(`[data-block="${CSS.escape(blockId)}"]`);
  if (block === null) return undefined;
  const range = document.createRange();
  if (end <= start) {
    range.selectNodeContents(block);
    return range;
  }
  let at = 0;
  let isBegun = false;
  for (const text of textsOf(block)) {
    const next = at + text.length;
    if (!isBegun && start < next) {
      range.setStart(text, start - at);
      isBegun = true;
    }
    if (isBegun && end <= next) {
      range.setEnd(text, end - at);
      return range;
    }
    at = next;
  }
  return undefined;
}

function blockOf(node: Node): HTMLElement | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>('[data-block]') ?? undefined;
}

/** The text of this version only: what the comparison marks as gone is not in it. */
function textsOf(block: HTMLElement): Text[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && node.parentElement?.closest('del') === null) texts.push(node);
  }
  return texts;
}

function offsetIn(range: Range, text: Text, edge: 'start' | 'end'): number {
  const container = edge === 'start' ? range.startContainer : range.endContainer;
  const offset = edge === 'start' ? range.startOffset : range.endOffset;
  if (container === text) return offset;
  // Nodes that lie wholly inside count from their beginning to their end.
  return edge === 'start' ? 0 : range.comparePoint(text, text.length) <= 0 ? text.length : 0;
}
