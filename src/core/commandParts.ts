/** What a line for a shell consists of, as far as it can be told without being a shell. */
export interface CommandParts {
  /** The commands in it, each as its words without quotes; also those inside `$(…)`, backticks, `sh -c` and `eval`. */
  readonly parts: readonly (readonly string[])[];
  /**
   * Whether the parts are all that it does: nothing is expanded, substituted, grouped or redirected. A line that is not
   * plain may do more than its parts say, so nobody can be said to have allowed it.
   */
  readonly isPlain: boolean;
}

/**
 * Takes a line apart at `;`, `&`, `|` and line breaks. Errs on one side: what might be a command is a part, and what might
 * be more than a command makes the line not plain.
 */
export function commandParts(line: string): CommandParts {
  return new Lexer(line, 0).read();
}

/**
 * The command that a part comes down to: without variables set before it and without words that only run another one
 * (`sudo`, `env`, `timeout 5`…), and by its name alone where it is named by its path.
 */
export function innermostCommand(words: readonly string[]): readonly string[] {
  let rest = words;
  while (rest.length > 0) {
    const [first = '', ...others] = rest;
    if (/^[A-Za-z_]\w*\+?=/.test(first) || reserved.has(first)) rest = others;
    else if (wrappers.has(baseName(first))) rest = withoutOptions(others);
    else return [baseName(first), ...others];
  }
  return rest;
}

/** All commands that a part may come down to; options of a word that runs another may have words of their own. */
export function possibleCommands(words: readonly string[]): readonly (readonly string[])[] {
  const runsAnother = words.some((word) => wrappers.has(baseName(word)) || /^-(?:exec|execdir|ok)$/.test(word));
  return [words, innermostCommand(words), ...(runsAnother ? words.map((_, index) => words.slice(index)) : [])];
}

const wrappers = new Set(
  'sudo doas env command builtin exec nohup time nice ionice timeout stdbuf setsid xargs'.split(' '),
);
const reserved = new Set('! { } if then else elif fi while until do done for case esac function'.split(' '));

/** Options, numbers and times of a wrapper; variables are left to the caller. */
function withoutOptions(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !/^-|^\d+(\.\d+)?[smhd]?$/.test(word));
  return start === -1 ? [] : words.slice(start);
}

function baseName(program: string): string {
  return program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1).replace(/\.exe$/i, '');
}

/** What may follow `>` and writes nothing anywhere. */
const harmlessRedirection = /^>(?:&[12]|>?\s*\/dev\/null)(?=$|[\s;&|)])/;

const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish']);
const maxDepth = 5;

class Lexer {
  readonly #line: string;
  readonly #depth: number;
  readonly #parts: (readonly string[])[] = [];
  #words: string[] = [];
  #word: string | undefined;
  #isPlain = true;
  #at = 0;

  constructor(line: string, depth: number) {
    this.#line = line;
    this.#depth = depth;
  }

  read(): CommandParts {
    while (this.#at < this.#line.length) this.#step(this.#line.charAt(this.#at));
    this.#endPart();
    return { parts: this.#parts, isPlain: this.#isPlain };
  }

  #step(char: string): void {
    switch (char) {
      case ' ':
      case '\t':
        this.#endWord();
        break;
      case '\n':
      case '\r':
      case ';':
      case '&':
      case '|':
        this.#endPart();
        break;
      case '(':
      case ')':
        this.#isPlain = false;
        this.#endPart();
        break;
      case '<':
      case '>':
        this.#redirect();
        return;
      case "'":
        this.#singleQuoted();
        return;
      case '"':
        this.#doubleQuoted();
        return;
      case '$':
      case '`':
        this.#expand(char);
        return;
      case '\\':
        this.#at += 1;
        if (this.#line.charAt(this.#at) !== '\n') this.#add(this.#line.charAt(this.#at));
        break;
      case '{':
      case '}':
        this.#isPlain = false;
        this.#add(char);
        break;
      case '#':
        // Some shells begin a comment here, others do not: what follows is looked at and not relied on.
        if (this.#word === undefined) this.#distrustRest();
        this.#add(char);
        break;
      default:
        this.#add(char);
    }
    this.#at += 1;
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #endWord(): void {
    if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
  }

  #endPart(): void {
    this.#endWord();
    const words = this.#words;
    this.#words = [];
    if (words.length === 0) return;
    this.#parts.push(words);
    const [program = '', ...args] = innermostCommand(words);
    if (program === 'eval') this.#inner(args.join(' '));
    if (shells.has(program)) {
      const option = args.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word));
      if (option !== -1) this.#inner(args[option + 1] ?? '');
    }
  }

  #redirect(): void {
    const harmless = harmlessRedirection.exec(this.#line.slice(this.#at));
    // `2>&1`: the number belongs to the redirection.
    if (this.#word !== undefined && /^\d+$/.test(this.#word)) this.#word = undefined;
    this.#endWord();
    if (!harmless) this.#isPlain = false;
    this.#at += harmless?.[0].length ?? 1;
  }

  #singleQuoted(): void {
    const end = this.#line.indexOf("'", this.#at + 1);
    if (end === -1) this.#distrustRest();
    this.#add(this.#line.slice(this.#at + 1, end === -1 ? undefined : end));
    this.#at = end === -1 ? this.#line.length : end + 1;
  }

  #doubleQuoted(): void {
    this.#add('');
    this.#at += 1;
    while (this.#at < this.#line.length) {
      const char = this.#line.charAt(this.#at);
      if (char === '"') {
        this.#at += 1;
        return;
      }
      if (char === '$' || char === '`') {
        this.#expand(char);
        continue;
      }
      if (char === '\\') this.#at += 1;
      this.#add(this.#line.charAt(this.#at));
      this.#at += 1;
    }
    this.#distrustRest();
  }

  /** `$x`, `$(…)` and backticks: the word is not known, and what stands inside runs. */
  #expand(char: string): void {
    this.#isPlain = false;
    const isCommand = char === '`' || this.#line.charAt(this.#at + 1) === '(';
    const from = this.#at + (char === '`' ? 1 : 2);
    if (!isCommand) {
      // `$'…'` and `$"…"` are quotations.
      if (!/['"]/.test(this.#line.charAt(this.#at + 1))) this.#add(char);
      this.#at += 1;
      return;
    }
    const end = char === '`' ? this.#line.indexOf('`', from) : closingBracket(this.#line, from);
    this.#inner(this.#line.slice(from, end === -1 ? undefined : end));
    this.#add('');
    this.#at = end === -1 ? this.#line.length : end + 1;
  }

  #inner(line: string): void {
    this.#isPlain = false;
    if (this.#depth >= maxDepth) return;
    this.#parts.push(...new Lexer(line, this.#depth + 1).read().parts);
  }

  /** It cannot be told where a quotation ends: everything in the line that looks like a command counts as one. */
  #distrustRest(): void {
    this.#isPlain = false;
    for (const piece of this.#line.split(/[\n\r;&|()`]/)) {
      const words = piece.split(/[\s'"]+/).filter((word) => word !== '');
      if (words.length > 0) this.#parts.push(words);
    }
  }
}

function closingBracket(line: string, from: number): number {
  let depth = 1;
  for (let at = from; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === '(') depth += 1;
    else if (char === ')' && (depth -= 1) === 0) return at;
  }
  return -1;
}
