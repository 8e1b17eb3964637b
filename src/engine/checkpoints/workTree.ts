import { access, constants, lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { CancelSignal } from '../../core/cancelSignal';
import { asBytes, fileAt, itemsOf, listOf, parentsOf, type BytePath } from './filePath';
import { GitFault, type Git } from './git';
import { isThere } from './isThere';

/**
 * The folder that is recorded, and the one from which git looks at it: where the folder lies in a repository, that is the
 * repository's, so that the `.gitignore` files above the folder count too. Only what is below the folder is recorded.
 */
export class WorkTree {
  /** What git works in: absolute, with every link resolved. */
  readonly top: string;
  /** The recorded folder below it, with forward slashes and no slash at its end; empty where it is the same. */
  readonly prefix: string;
  readonly #git: Git;
  readonly #limits: CheckpointLimits;
  readonly #options: readonly string[];
  readonly #exclusions: readonly string[];

  private constructor(git: Git, limits: CheckpointLimits, found: { top: string; prefix: string; ownFolder: string }) {
    this.#git = git;
    this.#limits = limits;
    this.top = found.top;
    this.prefix = found.prefix;
    // What the person keeps out of their own repository for themselves is kept out here.
    this.#options = ['-c', `core.excludesFile=${path.join(this.top, '.git', 'info', 'exclude')}`];
    const own = slashed(path.relative(this.top, found.ownFolder));
    const isOwnBelow = own !== '' && !own.startsWith('../') && own !== '..' && !path.isAbsolute(own);
    this.#exclusions = isOwnBelow ? ['-x', `/${own.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`)}/`] : [];
  }

  /**
   * @param folder absolute
   * @param ownFolder absolute; never recorded, wherever it lies
   */
  static async at(
    { folder, ownFolder }: { readonly folder: string; readonly ownFolder: string },
    git: Git,
    limits: CheckpointLimits,
    signal: CancelSignal,
  ): Promise<WorkTree> {
    const real = await realpath(folder);
    const own = await realpath(ownFolder);
    const alone = new WorkTree(git, limits, { top: real, prefix: '', ownFolder: own });
    const top = await repositoryAround(real);
    if (top === undefined || top === real) return alone;
    const inside = new WorkTree(git, limits, { top, prefix: slashed(path.relative(top, real)), ownFolder: own });
    // A folder that the repository around it ignores as a whole is still what the person works on.
    return (await inside.#isIgnored(signal)) ? alone : inside;
  }

  /** Brings an index to what is on disk now. Gives what it had to leave out, relative to the folder. */
  async record(indexFile: string, signal: CancelSignal): Promise<readonly BytePath[]> {
    const changed = await this.#changedPaths(indexFile, signal);
    const { present, gone, leftOut } = await this.#sorted(changed, signal);
    const into = { workTree: this.top, indexFile };
    const update = [...this.#options, 'update-index', '-z'];
    const forgotten = [...gone, ...leftOut];
    if (forgotten.length > 0)
      await this.#git.run([...update, '--force-remove', '--stdin'], { ...into, stdin: listOf(forgotten) }, signal);
    if (present.length > 0)
      await this.#git.run(
        [...update, '--add', '--remove', '--replace', '--stdin'],
        { ...into, stdin: listOf(present) },
        signal,
      );
    const prefix = asBytes(this.prefix);
    return leftOut.map((at) => (prefix === '' ? at : at.slice(prefix.length + 1)));
  }

  /** Everything that differs from the index or is not in it and not ignored. */
  async #changedPaths(indexFile: string, signal: CancelSignal): Promise<ReadonlySet<BytePath>> {
    const below = this.prefix === '' ? [] : ['--', `:(literal)${this.prefix}`];
    const args = ['ls-files', '-z', '--modified', '--others', '--exclude-standard', ...this.#exclusions, ...below];
    const listed = await this.#git.run([...this.#options, ...args], { workTree: this.top, indexFile }, signal);
    const paths = new Set<BytePath>();
    for (const item of itemsOf(listed)) {
      if (item.endsWith('/')) await this.#addRepository(item, paths, `${indexFile}.none`, signal);
      else paths.add(item);
    }
    return paths;
  }

  /** A repository below: git names it and looks no further. To a person its files are files like all others. */
  async #addRepository(at: BytePath, paths: Set<BytePath>, noIndexFile: string, signal: CancelSignal): Promise<void> {
    const workTree = fileAt(this.top, at).toString('utf8');
    const options = { workTree, indexFile: noIndexFile };
    const listed = await this.#git.run(['ls-files', '-z', '--others', '--exclude-standard'], options, signal);
    for (const item of itemsOf(listed)) {
      if (item.endsWith('/')) await this.#addRepository(`${at}${item}`, paths, noIndexFile, signal);
      else paths.add(`${at}${item}`);
    }
  }

  async #sorted(paths: ReadonlySet<BytePath>, signal: CancelSignal): Promise<Sorted> {
    const { maxFiles, maxFileBytes, maxTotalBytes } = this.#limits;
    if (paths.size > maxFiles) throw new GitFault('too-large', `${paths.size} files have changed`);
    const sorted = { present: [] as BytePath[], gone: [] as BytePath[], leftOut: [] as BytePath[] };
    const links = new Links(this.top);
    let bytes = 0;
    const waiting = [...paths];
    for (let next = waiting.splice(0, atOnce); next.length > 0; next = waiting.splice(0, atOnce)) {
      if (signal.aborted) throw new GitFault('cancelled', 'looking at the files was stopped');
      const looks = await Promise.all(next.map((at) => this.#lookAt(at, links, maxFileBytes)));
      for (const [index, look] of looks.entries()) {
        sorted[look.is].push(next[index] ?? '');
        bytes += look.bytes;
      }
      if (bytes > maxTotalBytes) throw new GitFault('too-large', `more than ${maxTotalBytes} bytes have changed`);
    }
    return sorted;
  }

  async #lookAt(at: BytePath, links: Links, maxFileBytes: number): Promise<Look> {
    for (const parent of parentsOf(at)) if (await links.has(parent)) return { is: 'gone', bytes: 0 };
    return lookAt(fileAt(this.top, at), maxFileBytes);
  }

  async #isIgnored(signal: CancelSignal): Promise<boolean> {
    const args = [...this.#options, 'check-ignore', '--no-index', '--', `./${this.prefix}`];
    return (await this.#git.run(args, { workTree: this.top, isNoIsFine: true }, signal)) !== '';
  }
}

/** Beyond these a workspace, or a file of it, is not recorded. */
export interface CheckpointLimits {
  /** Of one file. */
  readonly maxFileBytes: number;
  /** Of all files that have changed since the last checkpoint. */
  readonly maxTotalBytes: number;
  /** How many have changed since then. */
  readonly maxFiles: number;
  /** How long one checkpoint may take. */
  readonly maxMs: number;
}

type Sorted = Readonly<Record<Look['is'], readonly BytePath[]>>;

interface Look {
  /** `gone`: there is no file of that name any more; a folder or something special may have its place. */
  readonly is: 'present' | 'gone' | 'leftOut';
  readonly bytes: number;
}

/** Which names stand for links: what is beyond one is not below the folder. */
class Links {
  readonly #top: string;
  readonly #known = new Map<BytePath, Promise<boolean>>();

  constructor(top: string) {
    this.#top = top;
  }

  has(at: BytePath): Promise<boolean> {
    const known = this.#known.get(at) ?? isLink(fileAt(this.#top, at));
    this.#known.set(at, known);
    return known;
  }
}

async function isLink(file: Buffer): Promise<boolean> {
  try {
    return (await lstat(file)).isSymbolicLink();
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) return false;
    throw cause;
  }
}

/** How many files are looked at beside each other. */
const atOnce = 64;

async function lookAt(file: Buffer, maxFileBytes: number): Promise<Look> {
  try {
    const stats = await lstat(file);
    if (stats.isSymbolicLink()) return { is: 'present', bytes: 0 };
    if (!stats.isFile()) return { is: 'gone', bytes: 0 };
    if (stats.size > maxFileBytes) return { is: 'leftOut', bytes: 0 };
    await access(file, constants.R_OK);
    return { is: 'present', bytes: stats.size };
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { is: 'gone', bytes: 0 };
    if (code === undefined) throw cause;
    return { is: 'leftOut', bytes: 0 };
  }
}

/** The nearest folder, the given one included, that holds a repository. */
async function repositoryAround(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = path.dirname(at)) {
    if (await isThere(path.join(at, '.git'))) return at;
    if (path.dirname(at) === at) return undefined;
  }
}

function slashed(relative: string): string {
  return relative.split(path.sep).join('/');
}
