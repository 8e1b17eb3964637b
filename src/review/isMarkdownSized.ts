/** Texts above this many UTF-16 units are shown as plain text: nothing is cut, and reading them stays fast. */
const markdownLimit = 1_048_576;

/**
 * Whether a text can be read as Markdown in bounded time. The parser's work grows with the square of the marks in one
 * paragraph and with the depth of nesting, so a short hostile text could hold up the editor; such a text is shown plain.
 */
export function isMarkdownSized(text: string): boolean {
  if (text.length > markdownLimit || deeplyNestedLine.test(text)) return false;
  let work = 0;
  for (const paragraph of text.split(/(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/)) {
    work += (paragraph.match(emphasisOrLink)?.length ?? 0) ** 2;
    work += 10 * (paragraph.match(headingUnderline)?.length ?? 0) ** 2;
  }
  return work <= mostWork;
}

// About two seconds on a slow machine.
const mostWork = 50_000_000;
const emphasisOrLink = /\*+|_+|~+|\[/g;
const headingUnderline = /^ {0,3}(?:=+|-+)[ \t]*$/gm;
const deeplyNestedLine = /^(?:[ \t]{0,4}(?:[-+*>]|\d{1,9}[.)])){60}|^(?:[ \t]){240}[ \t]*(?:[-+*>]|\d{1,9}[.)])[ \t]/m;
