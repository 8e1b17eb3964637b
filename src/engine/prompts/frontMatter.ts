/** What stands between the two `---` at the head of a file, and the text after it. */
export type FrontMatter =
  | { readonly state: 'read'; readonly fields: ReadonlyMap<string, string>; readonly body: string }
  /** A part of a sentence that goes on after the name of the file. */
  | { readonly state: 'faulty'; readonly fault: string };

/**
 * Reads the front matter of a template or a skill: `name: value` lines, a value over several lines where they are indented,
 * and nothing else of YAML. Lists and maps belong to fields of other programs: they are passed over. A file without front
 * matter is all body.
 */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (lines[0]?.trimEnd() !== '---') return { state: 'read', fields: new Map(), body: lines.join('\n') };
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---');
  if (end === -1) return { state: 'faulty', fault: 'has front matter that is not closed by a line ---' };
  const values = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const [at, line] of lines.slice(0, end).entries()) {
    if (at === 0 || /^\s*(#|$)/.test(line)) continue;
    if (/^(\s|-(\s|$))/.test(line) && current !== undefined) {
      current.push(line.trim());
      continue;
    }
    const [, name, first = ''] = /^([A-Za-z][\w-]*):(?:\s+(.*))?$/.exec(line) ?? [];
    if (name === undefined) return { state: 'faulty', fault: `has a line ${at + 1} that is not “name: value”` };
    current = [first.trim()];
    values.set(name, current);
  }
  const fields = new Map<string, string>();
  for (const [name, parts] of values) {
    const value = valueOf(parts);
    if (value === undefined) return { state: 'faulty', fault: `has a value of “${name}” whose quotation mark is open` };
    fields.set(name, value);
  }
  return { state: 'read', fields, body: lines.slice(end + 1).join('\n') };
}

/** Lines are joined as folded ones are; undefined where a quotation mark is not closed. */
function valueOf([first = '', ...more]: readonly string[]): string | undefined {
  const isBlock = /^[>|][+-]?$/.test(first);
  const value = [...(isBlock ? [] : [first]), ...more].join(' ').trim();
  if (isBlock || !/^["']/.test(value)) return value;
  const quoted = /^(["'])(.*)\1$/.exec(value);
  return quoted?.[2];
}
