/**
 * Takes a line for a POSIX shell apart, or says that it does not understand it. It understands little on purpose: lists,
 * pipes, quotes, plain variables, `$(…)`, redirections and here-documents. Everything else (groups, functions, comments,
 * arithmetic, process substitution, `${x…}` with an operator) is not understood, so that nobody judges what a shell might
 * read in another way.
 */
export function shellWords(line: string): ShellLine {
  try {
    return new Reader(line, 0).read();
  } catch (cause) {
    if (cause instanceof NotUnderstood) return { state: 'not-understood' };
    throw cause;
  }
}

export type ShellLine =
  { readonly state: 'understood'; readonly commands: readonly ShellCommand[] } | { readonly state: 'not-understood' };

/** One command of a line; those inside `$(…)` and backticks stand in the same list. */
export interface ShellCommand {
  /** The first is the program; variables that are set before it are words too. */
  readonly words: readonly ShellWord[];
  /** Whether a redirection opens a file for writing. */
  readonly writesFile: boolean;
}

export interface ShellWord {
  /** Without its quotes. What a variable or a substitution would put in is not there. */
  readonly text: string;
  /** Whether the shell puts in more than is written: a variable, a substitution, names of files. */
  readonly isExpanded: boolean;
}

class NotUnderstood extends Error {}

const maxDepth = 5;
const blank = /[ \t]/;
const operators = new Set([';', '&', '|', '\n']);

class Reader {
  readonly #line: string;
  readonly #depth: number;
  readonly #commands: ShellCommand[] = [];
  #words: ShellWord[] = [];
  #writesFile = false;
  #isRedirected = false;
  #hereDocuments: { readonly end: string; readonly isLiteral: boolean; readonly stripsTabs: boolean }[] = [];
  #at = 0;

  constructor(line: string, depth: number) {
    if (depth > maxDepth) throw new NotUnderstood();
    // What is no text of a line may be read differently by each shell.

    if (/[\0-\x08\x0b-\x1f\x7f]/.test(line)) throw new NotUnderstood();
    this.#line = line;
    this.#depth = depth;
  }

  read(): ShellLine {
    while (this.#at < this.#line.length) this.#step();
    this.#endCommand();
    if (this.#hereDocuments.length > 0) throw new NotUnderstood();
    return { state: 'understood', commands: this.#commands };
  }

  #step(): void {
    const char = this.#peek();
    if (blank.test(char)) this.#at += 1;
    else if (operators.has(char)) {
      this.#endCommand();
      this.#at += 1;
      if (char === '\n') this.#readHereDocuments();
    } else if (char === '<' || char === '>' || /^\d+[<>]/.test(this.#line.slice(this.#at, this.#at + 12))) {
      this.#redirect();
    } else if (char === '\\' && this.#peek(1) === '\n') this.#at += 2;
    else if (char === '#') throw new NotUnderstood();
    else this.#words.push(this.#word());
  }

  #endCommand(): void {
    if (this.#words.length > 0 || this.#isRedirected)
      this.#commands.push({ words: this.#words, writesFile: this.#writesFile });
    this.#words = [];
    this.#writesFile = false;
    this.#isRedirected = false;
  }

  #word(): ShellWord {
    let text = '';
    let isExpanded = false;
    const start = this.#at;
    while (this.#at < this.#line.length) {
      const char = this.#peek();
      if (blank.test(char) || operators.has(char) || char === '<' || char === '>') break;
      switch (char) {
        case "'":
          text += this.#until("'");
          break;
        case '"': {
          const quoted = this.#doubleQuoted();
          text += quoted.text;
          isExpanded ||= quoted.isExpanded;
          break;
        }
        case '\\':
          if (this.#peek(1) === '') throw new NotUnderstood();
          if (this.#peek(1) !== '\n') text += this.#peek(1);
          this.#at += 2;
          break;
        case '$':
        case '`':
          if (this.#expand()) isExpanded = true;
          else text += char;
          break;
        case '(':
        case ')':
          throw new NotUnderstood();
        case '!':
          // A shell that a person types into puts an earlier line here.
          if (!/^!(?:=|\s|$)/.test(this.#line.slice(this.#at))) throw new NotUnderstood();
          text += char;
          this.#at += 1;
          break;
        case '*':
        case '?':
        case '[':
        case '{':
          // `src/*.ts` stays below `src/`; a pattern that begins a word may become an option.
          if (char === '{' || text.startsWith('-') || (this.#at === start && !/^\[\s/.test(this.#line.slice(this.#at))))
            isExpanded = true;
          text += char;
          this.#at += 1;
          break;
        default:
          text += char;
          this.#at += 1;
      }
    }
    return { text, isExpanded };
  }

  #doubleQuoted(): ShellWord {
    let text = '';
    let isExpanded = false;
    this.#at += 1;
    while (this.#at < this.#line.length) {
      const char = this.#peek();
      if (char === '"') {
        this.#at += 1;
        return { text, isExpanded };
      }
      if (char === '!') throw new NotUnderstood();
      if (char === '$' || char === '`') {
        if (this.#expand()) isExpanded = true;
        else text += char;
        continue;
      }
      if (char === '\\' && '$`"\\\n'.includes(this.#peek(1)) && this.#peek(1) !== '') this.#at += 1;
      text += this.#peek();
      this.#at += 1;
    }
    throw new NotUnderstood();
  }

  /** Returns whether anything is put in here; a `$` that stands for itself is not. */
  #expand(): boolean {
    if (this.#peek() === '`') {
      const inner = this.#until('`');
      if (inner.includes('\\')) throw new NotUnderstood();
      this.#readInner(inner);
      return true;
    }
    const rest = this.#line.slice(this.#at + 1);
    if (rest.startsWith('((')) throw new NotUnderstood();
    if (rest.startsWith('(')) {
      const end = closingBracket(rest);
      this.#readInner(rest.slice(1, end));
      this.#at += end + 2;
      return true;
    }
    const named = /^(?:\{\w+\}|[A-Za-z_]\w*|[0-9?$#@*!-])/.exec(rest);
    if (named) {
      this.#at += named[0].length + 1;
      return true;
    }
    // `$'…'`, `$"…"` and `${x…}` are read differently from shell to shell, or do more than put in a value.
    if (/^['"{[]/.test(rest)) throw new NotUnderstood();
    this.#at += 1;
    return false;
  }

  #readInner(inner: string): void {
    const line = new Reader(inner, this.#depth + 1).read();
    if (line.state === 'understood') this.#commands.push(...line.commands);
  }

  #redirect(): void {
    const found = /^(\d*)(<<<|<<-|<<|<&|<>|<|>>|>&|>\||>)[ \t]*/.exec(this.#line.slice(this.#at));
    if (!found) throw new NotUnderstood();
    const [whole, , operator = ''] = found;
    this.#at += whole.length;
    this.#isRedirected = true;
    const next = this.#peek();
    if (next === '' || operators.has(next) || next === '<' || next === '>' || next === '#') throw new NotUnderstood();
    const start = this.#at;
    const target = this.#word();
    const isQuoted = /['"\\]/.test(this.#line.slice(start, this.#at));
    switch (operator) {
      case '<':
      case '<<<':
        return;
      case '<<':
      case '<<-':
        if (target.isExpanded) throw new NotUnderstood();
        this.#hereDocuments.push({ end: target.text, isLiteral: isQuoted, stripsTabs: operator === '<<-' });
        return;
      case '<&':
      case '>&':
        // `2>&1` joins two streams; `>&file` writes one.
        if (isQuoted || !/^(?:\d+|-)$/.test(target.text)) this.#writesFile = true;
        return;
      default:
        if (target.isExpanded || target.text !== '/dev/null') this.#writesFile = true;
    }
  }

  #readHereDocuments(): void {
    for (const { end, isLiteral, stripsTabs } of this.#hereDocuments) {
      for (;;) {
        if (this.#at >= this.#line.length) throw new NotUnderstood();
        const lineEnd = this.#line.indexOf('\n', this.#at);
        const text = this.#line.slice(this.#at, lineEnd === -1 ? undefined : lineEnd);
        this.#at = lineEnd === -1 ? this.#line.length : lineEnd + 1;
        if ((stripsTabs ? text.replace(/^\t+/, '') : text) === end) break;
        // What a shell would put in there is not worth understanding.
        if (!isLiteral && /[$`\\]/.test(text)) throw new NotUnderstood();
      }
    }
    this.#hereDocuments = [];
  }

  /** What stands up to the next `mark`, without any meaning of its own; moves past both marks. */
  #until(mark: string): string {
    const end = this.#line.indexOf(mark, this.#at + 1);
    if (end === -1) throw new NotUnderstood();
    const text = this.#line.slice(this.#at + 1, end);
    this.#at = end + 1;
    return text;
  }

  #peek(ahead = 0): string {
    return this.#line.charAt(this.#at + ahead);
  }
}

/** Where the bracket that begins `text` ends. One that holds quotes with brackets in them is not understood. */
function closingBracket(text: string): number {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== '') {
      if (char === '(' || char === ')' || char === '\\') throw new NotUnderstood();
      if (char === quote) quote = '';
    } else if (char === "'" || char === '"') quote = char;
    else if (char === '\\' || char === '`' || char === '#') throw new NotUnderstood();
    else if (char === '(') depth += 1;
    else if (char === ')' && (depth -= 1) === 0) return at;
  }
  throw new NotUnderstood();
}
