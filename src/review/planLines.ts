/** The lines of a plan without their endings; LF, CRLF and a lone CR all end a line (J07). A last ending adds no line. */
export function planLines(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split(lineEnding);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

/** A text with LF line ends: a plan that came with others is the same plan to a reader. */
export function withLf(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** J14: whether two texts differ, and in nothing but their line endings (the very last one included). */
export function differsInLineEndingsOnly(before: string, after: string): boolean {
  if (before === after) return false;
  const a = planLines(before);
  const b = planLines(after);
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

const lineEnding = /\r\n|\n|\r/;
