import type { ShellCommand, ShellLine, ShellWord } from './shellWords';

/**
 * Takes a line for PowerShell or cmd apart, or says that it does not understand it. Both read much more into a line than
 * a POSIX shell does, so this understands plain words, quotes, pipes and lists only: no variables, blocks, brackets,
 * expressions or escapes.
 */
export function windowsShellWords(line: string): ShellLine {
  const given = line.replaceAll('\n', ';').replace(/>\s*\$null(?=$|[\s;&|])/gi, '>nul');
  if (!/^[^\p{Cc}$`%^!(){}@[\]#]*$/u.test(given)) return { state: 'not-understood' };
  const commands: ShellCommand[] = [];
  let words: ShellWord[] = [];
  let writesFile = false;
  const end = (): void => {
    if (words.length > 0 || writesFile) commands.push({ words, writesFile });
    words = [];
    writesFile = false;
  };
  let rest = given.trimStart();
  while (rest !== '') {
    const token = tokenPattern.exec(rest);
    if (!token) return { state: 'not-understood' };
    const { joined, list, out, into, word } = token.groups ?? {};
    if (list !== undefined) end();
    else if (out !== undefined) writesFile = true;
    else if (into !== undefined) return { state: 'not-understood' };
    else if (joined === undefined && word !== undefined)
      words.push({ text: unquoted(word), isExpanded: /^[*?]/.test(word) });
    rest = rest.slice(token[0].length).trimStart();
  }
  end();
  return { state: 'understood', commands };
}

/**
 * cmd knows no single quotes, so nothing may stand between them that it would read.
 *
 * The groups: a stream put to another or to nothing; a separator; a file written; a file read; a word.
 */
const tokenPattern =
  /^(?:(?<joined>\d?>(?:&\d|\s*nul(?=$|[\s;&|])))|(?<list>&&|\|\||[;&|])|(?<out>[\d*]?>{1,2})|(?<into><)|(?<word>(?:"[^"]*"|'[^'"<>&|;]*'|[^\s;&|<>"'])+))/i;

function unquoted(word: string): string {
  return word.replace(/"([^"]*)"|'([^']*)'/g, (_, double: string | undefined, single: string | undefined) => {
    return double ?? single ?? '';
  });
}
