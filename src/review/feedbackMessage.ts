import type { CommentKind, PlanComment } from '../core/planComment';
import { planLines } from './planLines';

/**
 * What the agent is told of a review: one Markdown message with each comment under the excerpt that it is about, then the
 * general note. Empty where there is neither.
 */
export function feedbackMessage(comments: readonly PlanComment[], note: string): string {
  const parts = inReadingOrder(comments).map((comment, index) => commentText(comment, index + 1));
  if (note.trim() !== '') parts.push(comments.length === 0 ? note : `## General note\n\n${note.trim()}`);
  return parts.join('\n\n');
}

/** What each kind asks of the agent. */
const headings: Readonly<Record<CommentKind, string>> = {
  change: 'Change',
  must: 'Must do',
  question: 'Question',
  delete: 'Delete this',
};

// Enough to know the place; the agent has the rest.
const quotedLines = 12;

function commentText({ kind, anchor, text, suggestion }: PlanComment, number: number): string {
  const place = anchor.on === 'plan' ? ' (the whole plan)' : ` (${[...anchor.section, linesOf(anchor)].join(' › ')})`;
  const parts = [`## ${number}. ${headings[kind]}${place}`];
  if (anchor.on === 'place') parts.push(quoted(anchor.quote));
  if (text.trim() !== '') parts.push(text.trim());
  if (suggestion !== undefined) parts.push(`Put this in its place:\n\n${fenced(suggestion)}`);
  return parts.join('\n\n');
}

function linesOf({ startLine, endLine }: { readonly startLine: number; readonly endLine: number }): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}

function quoted(excerpt: string): string {
  const lines = planLines(excerpt);
  const shown = lines.slice(0, quotedLines).map((line) => (line === '' ? '>' : `> ${line}`));
  if (lines.length > quotedLines) shown.push(`> … (${lines.length - quotedLines} more lines)`);
  return shown.join('\n');
}

/** In a fence that nothing in the text can close. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}markdown\n${text}\n${fence}`;
}

/** About the whole plan first, then by place. */
function inReadingOrder(comments: readonly PlanComment[]): readonly PlanComment[] {
  const at = ({ anchor }: PlanComment): number => (anchor.on === 'plan' ? -1 : anchor.start);
  return [...comments].sort((a, b) => at(a) - at(b));
}
