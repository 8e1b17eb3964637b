import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '../session/systemError';

/**
 * A line that waits in a file for a terminal to run it, once or never.
 *
 * Only the way to the file is typed into the person's shell: no key binding, alias, history expansion or abbreviation of
 * that shell can change what runs. The file gives the line to `/bin/sh -c`, byte for byte, as the child process does.
 *
 * It does not begin before `go`: an editor may lose what is printed before it has noticed that something runs.
 *
 * Whether it runs is settled by one file that is made only where it is not there yet: by the script before its first act,
 * or by `forestall`. Whoever comes second does nothing.
 */
export class TerminalRunner {
  readonly #folder: string;
  readonly #mark: string;

  private constructor(folder: string, mark: string) {
    this.#folder = folder;
    this.#mark = mark;
  }

  /** Rejects where the file cannot be written. */
  static async prepare(task: TerminalTask): Promise<TerminalRunner> {
    const folder = await mkdtemp(path.join(task.folder, 'countersign-'));
    const runner = new TerminalRunner(folder, mark(path.basename(folder), 'start'));
    await writeFile(path.join(folder, 'run'), script(folder, path.basename(folder), task), { mode: 0o400 });
    return runner;
  }

  /** What is to be typed: plain letters, without anything that a shell could expand. */
  get commandLine(): string {
    return `/bin/sh ${this.#folder}/run`;
  }

  /** The terminal has noticed it: the line may begin. */
  async go(): Promise<void> {
    await writeFile(this.#at('go'), '');
  }

  /** Sees to it that the line never runs. False where it has begun; then it runs or has run. */
  async forestall(): Promise<boolean> {
    try {
      const claim = await open(this.#at('claim'), 'wx');
      await claim.close();
      return true;
    } catch (cause) {
      if (hasErrorCode(cause, 'EEXIST')) return false;
      throw cause;
    }
  }

  /** What is known of it from its own files, which no output of the line can pretend. */
  async look(): Promise<RunnerState> {
    const pid = wholeNumber(await this.#read('claim'));
    if (pid === undefined) return { state: 'waiting' };
    const code = wholeNumber(await this.#read('code'));
    return code === undefined ? { state: 'running', pid } : { state: 'ended', pid, code };
  }

  /** What the terminal showed from the first sign of the line on; undefined where that has not come yet. */
  afterStart(raw: string): string | undefined {
    const at = raw.indexOf(this.#mark);
    return at < 0 ? undefined : raw.slice(at + this.#mark.length);
  }

  /** The last sign of a line that came to its end by itself: all that it printed stands before. */
  get endMark(): string {
    return mark(path.basename(this.#folder), 'end');
  }

  /** Takes its files away. */
  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  #at(name: string): string {
    return path.join(this.#folder, name);
  }

  async #read(name: string): Promise<string> {
    try {
      return await readFile(this.#at(name), 'utf8');
    } catch (cause) {
      if (hasErrorCode(cause, 'ENOENT')) return '';
      throw cause;
    }
  }
}

export interface TerminalTask {
  readonly line: string;
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where a folder of its own is made, absolute. */
  readonly folder: string;
}

export type RunnerState =
  | { readonly state: 'waiting' }
  /** `pid` is the leader of a group of processes, and that group holds no one else. */
  | { readonly state: 'running'; readonly pid: number }
  | { readonly state: 'ended'; readonly pid: number; readonly code: number };

function script(folder: string, name: string, { line, cwd, env }: TerminalTask): string {
  return [
    // Without a group of its own nobody could end it alone: it is left to the child process then.
    'kill -s 0 -- "-$$" 2>/dev/null || exit 125',
    // Some systems know whole seconds only. Without the folder it was forestalled, and its files are gone.
    `until [ -e ${folder}/go ]; do [ -d ${folder} ] || exit 125; sleep 0.05 2>/dev/null || sleep 1; done`,
    `(set -C; echo "$$" > ${folder}/claim) 2>/dev/null || exit 125`,
    // Control-C is for the line; this script stays to tell how it ended.
    'trap : INT QUIT TERM',
    `printf '%s\\n\\033]7319;%s;start\\007' ${quoted(`> ${visible(line)}`)} ${name}`,
    `cd -- ${quoted(cwd)} || { echo 125 > ${folder}/code; exit 125; }`,
    ...Object.entries(env).map(([key, value]) => `export ${key}=${quoted(value)}`),
    `/bin/sh -c ${quoted(line)} </dev/null`,
    'code=$?',
    `echo "$code" > ${folder}/code`,
    `printf '\\033]7319;%s;end\\007' ${name}`,
    'exit "$code"',
    '',
  ].join('\n');
}

/** A sequence that no terminal knows, and so shows nothing. */
function mark(name: string, which: 'start' | 'end'): string {
  return `\x1b]7319;${name};${which}\x07`;
}

/** One word for `sh`, which reads nothing between single quotes but the next one. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** For a person to read in the terminal: nothing that moves its cursor or paints over what stands there. */
function visible(line: string): string {
  return line.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** A number with its line end: without that it is still being written. */
function wholeNumber(text: string): number | undefined {
  return /^\d+\n$/.test(text) ? Number(text) : undefined;
}
