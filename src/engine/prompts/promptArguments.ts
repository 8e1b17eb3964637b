/**
 * The text with its arguments filled in: `$1`, `$2`…; `$@` and `$ARGUMENTS` for all of them as they were typed; `${@:N:L}`
 * for L of them from the Nth on, `${@:N}` for all from there. What is missing is empty. Arguments are filled in once: a
 * `$1` that stands in one is text. Where the text asks for none, they follow it, so that nothing is lost.
 *
 * Undefined where the result would be longer than `maxLength` characters: an argument may be filled in many times.
 */
export function fillArguments(text: string, typed: string, maxLength: number): string | undefined {
  const all = typed.trim();
  const each = splitArguments(all);
  const pieces: string[] = [];
  let length = 0;
  let from = 0;
  const add = (piece: string): void => {
    length += piece.length;
    if (length <= maxLength) pieces.push(piece);
  };
  for (const match of text.matchAll(placeholder)) {
    const [whole, start, count, nth] = match;
    add(text.slice(from, match.index));
    from = match.index + whole.length;
    if (nth !== undefined) add(each[Number(nth) - 1] ?? '');
    else if (start === undefined) add(all);
    else add(each.slice(...range(Number(start), count)).join(' '));
  }
  add(text.slice(from));
  if (from === 0 && all !== '') add(`\n\n${all}`);
  return length > maxLength ? undefined : pieces.join('');
}

const placeholder = /\$\{@:(\d+)(?::(\d+))?\}|\$(?:ARGUMENTS\b|@)|\$(\d+)/g;

function range(start: number, count: string | undefined): [number, number?] {
  const first = Math.max(0, start - 1);
  return count === undefined ? [first] : [first, first + Number(count)];
}

/** At white space; quotation marks around words keep them together, and one within a word (don’t) is a letter. */
function splitArguments(typed: string): readonly string[] {
  return Array.from(typed.matchAll(/"([^"]*)"(?=\s|$)|'([^']*)'(?=\s|$)|(\S+)/g), ([, double, single, plain]) => {
    return double ?? single ?? plain ?? '';
  });
}
