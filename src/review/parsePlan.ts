import type { Definition, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { isMarkdownSized } from './isMarkdownSized';

/**
 * One top-level block of a plan. `start` and `end` are offsets into the plan's text in UTF-16 units, `end` exclusive;
 * lines count from 1. The blocks of a plan are in order, do not overlap, and leave out nothing but blank space.
 */
export interface PlanBlock {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly content: BlockContent;
}

/** `text` is shown as it stands: a byte-order mark, or a plan that is too large to be read as Markdown. */
type BlockContent =
  { readonly kind: 'markdown'; readonly node: RootContent } | { readonly kind: 'text'; readonly text: string };

/** A plan as data. */
export interface ParsedPlan {
  readonly text: string;
  readonly blocks: readonly PlanBlock[];
  /** What `[label]: target` defines, by normalised label; the first definition of a label counts. */
  readonly definitions: ReadonlyMap<string, Definition>;
}

/** Reads a plan's text as CommonMark with GFM. Never throws; every text is some plan. */
export function parsePlan(text: string): ParsedPlan {
  const bomLength = text.startsWith(byteOrderMark) ? 1 : 0;
  const body = text.slice(bomLength);
  const blocks: PlanBlock[] = [];
  if (bomLength > 0) {
    // The parser would drop it without a word; the reader must see it (J11).
    const content = { kind: 'text', text: byteOrderMark } as const;
    blocks.push({ id: 'b0', start: 0, end: bomLength, startLine: 1, endLine: 1, content });
  }
  if (!isMarkdownSized(body))
    return { text, blocks: [...blocks, ...plainBlocks(text, bomLength)], definitions: new Map() };
  const root = fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  for (const node of root.children) {
    const { position } = node;
    if (position?.start.offset === undefined || position.end.offset === undefined) continue;
    blocks.push({
      id: `b${blocks.length}`,
      start: position.start.offset + bomLength,
      end: position.end.offset + bomLength,
      startLine: position.start.line,
      endLine: position.end.line,
      content: { kind: 'markdown', node },
    });
  }
  return { text, blocks, definitions: definitionsOf(root) };
}

const byteOrderMark = '\uFEFF';
const linesInPlainBlock = 200;

function plainBlocks(text: string, from: number): readonly PlanBlock[] {
  const blocks: PlanBlock[] = [];
  let start = from;
  let startLine = 1;
  let line = 1;
  const close = (end: number): void => {
    const content = { kind: 'text', text: text.slice(start, end) } as const;
    blocks.push({ id: `t${blocks.length}`, start, end, startLine, endLine: line, content });
  };
  for (const match of text.slice(from).matchAll(/\r\n|\n|\r/g)) {
    if (line - startLine + 1 >= linesInPlainBlock) {
      close(from + match.index);
      start = from + match.index + match[0].length;
      startLine = line + 1;
    }
    line += 1;
  }
  if (start < text.length) close(text.length);
  return blocks;
}

function definitionsOf(root: Root): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition>();
  const open: (Root | RootContent)[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node);
    // Last child first on the stack, so that nodes are visited in the order of the text.
    if ('children' in node) open.push(...node.children.toReversed());
  }
  return found;
}
