import type { Heading, Nodes } from 'mdast';
import { splitHiddenCharacters } from '../core/hiddenCharacters';
import type { ParsedPlan } from './parsePlan';
import { planLines } from './planLines';

/** The title of a plan: its first heading, else its first line that is not blank; one line, nothing invisible in it. */
export function titleOf(plan: ParsedPlan): string {
  for (const { content } of plan.blocks) {
    if (content.kind !== 'markdown' || content.node.type !== 'heading') continue;
    const title = headingText(content.node);
    if (title !== '') return title;
  }
  return tidy(planLines(plan.text).find((line) => tidy(line) !== '') ?? '');
}

/** The words of a heading, on one line, nothing invisible in them. */
export function headingText(heading: Heading): string {
  return tidy(textOf(heading));
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  if (node.type === 'break') return ' ';
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function tidy(text: string): string {
  return splitHiddenCharacters(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
