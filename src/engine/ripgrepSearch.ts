import * as z from 'zod/mini';
import type { CancelSignal } from '../core/cancelSignal';
import { ripgrepEventSchema, type RipgrepText } from '../protocol/ripgrepEvents';
import { fileGlob } from './fileGlob';
import { badGlob, tooSlow } from './nodeSearch';
import type { CommandEnd, RunCommand } from './runCommand';
import type { FilesFound, FilesQuery, FoundLine, LinesFound, LinesQuery, Search, SearchFault } from './search';
import { maxFileBytes } from './tools/fileFaultText';
import { unlistedFolders } from './workspace';

/** `Search` by a ripgrep program. */
export class RipgrepSearch implements Search {
  readonly #program: string;
  readonly #run: RunCommand;

  /** @param program the ripgrep binary; absolute */
  constructor(program: string, run: RunCommand) {
    this.#program = program;
    this.#run = run;
  }

  async files({ folder, glob, isKeptOut, maxFiles }: FilesQuery, signal: CancelSignal): Promise<FilesFound> {
    const isWanted = fileGlob(glob);
    if (!isWanted) return badGlob(glob);
    const end = await this.#rg(folder, ['--files', '--null', ...only()], signal);
    if (end.state === 'failed') return end;
    // The last one may have been cut off.
    const meant = end.stdout.split('\0').slice(0, -1).map(withForwardSlashes).filter(isWanted);
    const all = isKeptOut ? meant.filter((path) => !isKeptOut(path)) : meant;
    return {
      state: 'found',
      paths: all.slice(0, maxFiles),
      isComplete: all.length <= maxFiles && !end.isCut,
      isSomeKeptOut: all.length < meant.length,
    };
  }

  async lines(query: LinesQuery, signal: CancelSignal): Promise<LinesFound> {
    const { folder, glob, file, isKeptOut } = query;
    const isWanted = glob === undefined || file !== undefined ? () => true : fileGlob(glob);
    if (!isWanted) return badGlob(glob ?? '');
    const args = [
      '--json',
      '--crlf',
      '--engine=auto',
      `--max-filesize=${maxFileBytes}`,
      query.ignoresCase ? '--ignore-case' : '--case-sensitive',
      ...only(file === undefined ? glob : undefined),
      `--regexp=${query.pattern}`,
      '--',
      `./${file ?? ''}`,
    ];
    const [end, scope] = await Promise.all([
      this.#rg(folder, args, signal),
      // Ripgrep names the files in which it found something; which others there are has to be asked for itself.
      isKeptOut && file === undefined
        ? this.files({ folder, glob: glob ?? '**', isKeptOut, maxFiles: 0 }, signal)
        : undefined,
    ]);
    if (end.state === 'failed') return end;
    if (scope?.state === 'failed') return scope;
    const all = foundLines(end.stdout).filter(({ path }) => isWanted(path) && isKeptOut?.(path) !== true);
    return {
      state: 'found',
      lines: all.slice(0, query.maxLines),
      isComplete: all.length <= query.maxLines && !end.isCut,
      isSomeKeptOut: scope?.isSomeKeptOut ?? false,
    };
  }

  async #rg(folder: string, args: readonly string[], signal: CancelSignal): Promise<RipgrepEnd> {
    const end = await this.#run(
      {
        run: { kind: 'program', program: this.#program, args: [...always, ...args] },
        cwd: folder,
        timeoutMs: maxRipgrepMs,
        maxOutputBytes: maxRipgrepBytes,
      },
      signal,
    );
    return outcomeOf(end);
  }
}

/** How long one search may take. Its own engine is linear; the one that it takes for back references is not. */
const maxRipgrepMs = 30_000;

/** How much of what ripgrep says is read. */
const maxRipgrepBytes = 8 * 1024 * 1024;

/** A person's own configuration and ignore files must not change what is found. */
const always = [
  '--no-config',
  '--no-ignore',
  '--hidden',
  '--no-messages',
  '--encoding=none',
  '--sort=path',
  '--color=never',
];

/** Narrows what is searched where ripgrep reads the glob as we do: it counts a character in bytes. */
function only(glob?: string): readonly string[] {
  const excluded = [...unlistedFolders].map((name) => `--glob=!${name}/`);
  return glob === undefined || /[?[]/.test(glob) ? excluded : [`--glob=${glob.replace(/^\.\//, '/')}`, ...excluded];
}

type RipgrepEnd = { readonly state: 'ended'; readonly stdout: string; readonly isCut: boolean } | SearchFault;

function outcomeOf(end: CommandEnd): RipgrepEnd {
  switch (end.state) {
    case 'not-started':
      return { state: 'failed', code: 'unavailable', why: 'The search program could not be started.' };
    case 'timed-out':
      return tooSlow('in this folder');
    case 'cancelled':
      return { state: 'ended', stdout: end.stdout, isCut: true };
    case 'exited':
      // 1: nothing found. 2: an error, which may be about one file only; then there are results.
      if (end.code === 0 || end.code === 1 || end.stdout !== '' || end.stderr === '')
        return { state: 'ended', stdout: end.stdout, isCut: end.isCut };
      return { state: 'failed', code: 'bad-pattern', why: end.stderr.trim() };
  }
}

function foundLines(stdout: string): readonly FoundLine[] {
  const whole: FoundLine[] = [];
  let ofFile: FoundLine[] = [];
  for (const line of stdout.split('\n').slice(0, -1)) {
    const parsed = z.safeParse(ripgrepEventSchema, JSON.parse(line));
    if (!parsed.success) continue;
    const { type, data } = parsed.data;
    if (type === 'match') {
      const text = textOf(data.lines).replace(/\r?\n$/, '');
      ofFile.push({ path: withForwardSlashes(textOf(data.path)), line: data.line_number, text });
    } else {
      // What turned out to be no text was found in by chance.
      if (data.binary_offset === null) whole.push(...ofFile);
      ofFile = [];
    }
  }
  return [...whole, ...ofFile];
}

function textOf(text: RipgrepText): string {
  return 'text' in text ? text.text : Buffer.from(text.bytes, 'base64').toString('utf8');
}

function withForwardSlashes(path: string): string {
  const forward = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return forward.replace(/^\.\//, '');
}
