import { createHash, randomUUID } from 'node:crypto';
import { copyFile, lstat, mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CancelSignal } from '../../core/cancelSignal';
import type { Clock } from '../../core/clock';
import { checkpointRecordSchema, type CheckpointRecord } from '../../protocol/checkpointRecord';
import type { RunCommand } from '../runCommand';
import { timeUp, withTimeLimit } from '../timeLimit';
import { nodeTimer } from '../timer';
import type { Checkpoints, Recorded } from './checkpoints';
import { asText, fileAt, itemsOf, listOf, parentsOf, type BytePath } from './filePath';
import { Git, GitFault, type GitOptions } from './git';
import { isThere } from './isThere';
import { pruneCheckpoints, type CheckpointBounds } from './pruneCheckpoints';
import { WorkTree, type CheckpointLimits } from './workTree';

/**
 * Checkpoints of one folder in a git repository of ours, away from the folder. The person's own repositories are neither
 * read nor written, but for the files that say what is ignored.
 *
 * Invariants: nothing in the folder changes but by `restore`, and there nothing that is not recorded is written over or
 * deleted. A checkpoint never changes. Several windows may use the same repository at once: each act has an index of its
 * own.
 */
export class GitCheckpoints implements Checkpoints {
  readonly #ports: GitCheckpointsPorts;
  readonly #git: Git;
  #ready: Promise<void> | undefined;

  constructor(ports: GitCheckpointsPorts) {
    this.#ports = ports;
    this.#git = new Git({ run: ports.run, program: ports.program, gitDir: this.#gitDir });
  }

  async record(signal: CancelSignal): Promise<Recorded> {
    const done = await this.#within(signal, (inTime) =>
      this.#withSnapshot(inTime, async (snapshot) => ({
        state: 'recorded' as const,
        id: await this.#keep(snapshot, 'turns', inTime),
        leftOut: snapshot.leftOut.length,
      })),
    );
    if (done.state !== 'failed') return done;
    return { state: 'not-recorded', code: done.code, why: done.why };
  }

  /** What `restore` would do. Changes nothing in the folder. */
  async compare(checkpointId: string, signal: CancelSignal): Promise<Compared> {
    return this.#within(signal, (inTime) =>
      this.#withSnapshot(inTime, (snapshot) => this.#compareWith(checkpointId, snapshot, inTime)),
    );
  }

  /**
   * Brings the folder to a checkpoint, as it was compared: where the folder has changed since, nothing is done. How it was
   * before is recorded first. `signal` counts until files begin to be written; from then on it goes on to its end, so that
   * no folder is left half way.
   */
  async restore(plan: RestorePlan, signal: CancelSignal): Promise<Restored> {
    return this.#within(signal, (inTime) =>
      this.#withSnapshot(inTime, async (snapshot): Promise<Restored> => {
        const compared = await this.#compareWith(plan.checkpointId, snapshot, inTime);
        if (compared.state === 'gone') return compared;
        if (compared.plan.now !== plan.now || compared.plan.to !== plan.to) return { state: 'changed-meanwhile' };
        const id = await this.#keep(snapshot, 'restores', inTime);
        if (inTime.aborted) throw new GitFault('cancelled', 'stopped before anything was written');
        return this.#write(plan, snapshot, id);
      }),
    );
  }

  /** How the folder was before the latest restores, the latest first. */
  async restores(signal: CancelSignal): Promise<readonly RestorePoint[]> {
    const listed = await this.#within(signal, async (inTime) => {
      await this.#open(inTime);
      const refs = await this.#git.run(
        [
          'for-each-ref',
          '--sort=-refname',
          '--count=20',
          '--format=%(objectname) %(refname:lstrip=3)',
          `${refRoot}/restores`,
        ],
        {},
        inTime,
      );
      return { state: 'listed' as const, refs };
    });
    if (listed.state !== 'listed') return [];
    return listed.refs
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [checkpointId = '', name = ''] = line.split(' ');
        return { checkpointId, takenAt: Number.parseInt(name, 10) };
      });
  }

  /** The bytes of a file as they were recorded; undefined where they are not there. */
  async content(objectId: string, signal: CancelSignal): Promise<Buffer | undefined> {
    const read = await this.#within(signal, async (inTime) => {
      const bytes = await this.#git.run(['cat-file', 'blob', objectId], {}, inTime);
      return { state: 'read' as const, bytes };
    });
    return read.state === 'read' ? Buffer.from(read.bytes, 'latin1') : undefined;
  }

  /** Forgets what is beyond the bounds, and frees its place after a day. No checkpoint that is kept changes. */
  async prune(bounds: CheckpointBounds, signal: CancelSignal): Promise<Pruned> {
    return this.#within(signal, async (inTime) => {
      await this.#open(inTime);
      const forgotten = await pruneCheckpoints(this.#git, kinds, { ...bounds, now: this.#ports.clock.now() }, inTime);
      return { state: 'pruned' as const, forgotten };
    });
  }

  get #gitDir(): string {
    return path.join(this.#ports.storage, 'repository');
  }

  async #compareWith(
    checkpointId: string,
    { tree: now, leftOut, workTree }: Snapshot,
    signal: CancelSignal,
  ): Promise<Extract<Compared, { state: 'compared' | 'gone' }>> {
    const found = await this.#read(checkpointId, signal);
    if (found === undefined) return { state: 'gone' };
    const wanted = await this.#diff(now, found.tree, signal);
    const deleted = new Set(wanted.filter(({ kind }) => kind === 'deleted').map(({ at }) => at));
    const unknownThen = new Set(found.record.leftOut);
    // What was there and was not recorded is not taken for what was not there.
    const kept = wanted.filter(({ kind, at }) => kind === 'deleted' && unknownThen.has(at));
    const inTheWay: RawChange[] = [];
    const folder = this.#folderOf(workTree);
    for (const change of wanted) {
      const isUnderDeleted = parentsOf(change.at).some((parent) => deleted.has(parent));
      if (change.kind === 'created' && !isUnderDeleted && (await isUnrecorded(fileAt(folder, change.at))))
        inTheWay.push(change);
    }
    const to = await this.#without(found.tree, inTheWay, kept, signal);
    const left = new Set([...kept, ...inTheWay].map(({ at }) => at));
    const changes = wanted.filter(({ at }) => !left.has(at));
    return {
      state: 'compared',
      plan: {
        checkpointId,
        takenAt: found.record.takenAt,
        now,
        to,
        changes: changes.map(({ at, ...change }) => ({ ...change, path: asText(at) })),
        leftAlone: [...new Set([...left, ...leftOut])].map(asText).sort(),
      },
    };
  }

  async #write(plan: RestorePlan, snapshot: Snapshot, before: string): Promise<Restored> {
    const unstoppable = new AbortController().signal;
    const { workTree, indexFile, fullTree } = snapshot;
    const to = await this.#fullTree(plan.to, workTree, unstoppable);
    let why = 'some files are not as they were to be';
    try {
      // Git looks at everything that it is to write or delete, and writes nothing where a file is not as in the index.
      await this.#git.run(['read-tree', '-m', '-u', fullTree, to], { workTree: workTree.top, indexFile }, unstoppable);
    } catch (cause) {
      if (!(cause instanceof GitFault)) throw cause;
      why = cause.message;
    }
    // With its last file the folder itself may be gone.
    await mkdir(this.#folderOf(workTree), { recursive: true });
    // Seen, and not believed. What becomes of other files meanwhile is somebody else's.
    const after = await this.#withSnapshot(unstoppable, ({ tree }) => Promise.resolve(tree));
    const wanted = new Set((await this.#diff(plan.now, plan.to, unstoppable)).map(({ at }) => at));
    const differing = async (from: string): Promise<number> =>
      (await this.#diff(from, after, unstoppable)).filter(({ at }) => wanted.has(at)).length;
    const left = await differing(plan.to);
    if (left === 0) return { state: 'restored', before, after };
    if (left < wanted.size) return { state: 'incomplete', before, left, why };
    if ((await differing(plan.now)) > 0) return { state: 'changed-meanwhile' };
    return { state: 'failed', code: 'git-failed', why };
  }

  #folderOf({ top, prefix }: WorkTree): string {
    return prefix === '' ? top : path.join(top, ...prefix.split('/'));
  }

  /** A checkpoint that was kept; undefined where it is not there any more. */
  async #read(
    checkpointId: string,
    signal: CancelSignal,
  ): Promise<{ readonly tree: string; readonly record: CheckpointRecord } | undefined> {
    if (!/^[0-9a-f]{40,64}$/.test(checkpointId)) return undefined;
    let commit: string;
    try {
      commit = await this.#git.run(['cat-file', 'commit', checkpointId], {}, signal);
    } catch (cause) {
      if (cause instanceof GitFault && cause.code === 'git-failed') return undefined;
      throw cause;
    }
    const tree = /^tree ([0-9a-f]+)$/m.exec(commit)?.[1];
    const record = checkpointRecordSchema.safeParse(JSON.parse(commit.slice(commit.indexOf('\n\n') + 2)));
    return tree === undefined || !record.success ? undefined : { tree, record: record.data };
  }

  async #diff(from: string, to: string, signal: CancelSignal): Promise<readonly RawChange[]> {
    const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', from, to];
    const items = itemsOf(await this.#git.run(args, {}, signal));
    const changes: RawChange[] = [];
    for (let index = 0; index + 1 < items.length; index += 2) {
      const [fromMode = '', toMode = '', fromId = '', toId = ''] = (items[index] ?? '').slice(1).split(' ');
      const was = isNoMode(fromMode) ? undefined : { mode: fromMode, objectId: fromId };
      const becomes = isNoMode(toMode) ? undefined : { mode: toMode, objectId: toId };
      const kind = was === undefined ? 'created' : becomes === undefined ? 'deleted' : 'changed';
      changes.push({ at: items[index + 1] ?? '', kind, now: was, then: becomes });
    }
    return changes;
  }

  /** A tree without some of its files, and with some of another. */
  async #without(
    tree: string,
    dropped: readonly RawChange[],
    added: readonly RawChange[],
    signal: CancelSignal,
  ): Promise<string> {
    if (dropped.length === 0 && added.length === 0) return tree;
    return this.#withIndex(async (indexFile) => {
      const into: GitOptions = { workTree: this.#ports.storage, indexFile };
      await this.#git.run(['read-tree', tree], into, signal);
      const lines = [
        ...dropped.map(({ at, then }) => `0 ${then?.objectId ?? ''}\t${at}`),
        ...added.flatMap(({ at, now }) => (now ? [`${now.mode} ${now.objectId}\t${at}`] : [])),
      ];
      await this.#git.run(['update-index', '-z', '--index-info'], { ...into, stdin: listOf(lines) }, signal);
      return (await this.#git.run(['write-tree'], into, signal)).trim();
    });
  }

  /** A tree of the folder as one of the work tree. */
  async #fullTree(tree: string, { prefix }: WorkTree, signal: CancelSignal): Promise<string> {
    if (prefix === '') return tree;
    return this.#withIndex(async (indexFile) => {
      const into: GitOptions = { workTree: this.#ports.storage, indexFile };
      await this.#git.run(['read-tree', `--prefix=${prefix}/`, tree], into, signal);
      return (await this.#git.run(['write-tree'], into, signal)).trim();
    });
  }

  /** The workspace as it is now, with an index that is at just that. */
  async #withSnapshot<T>(signal: CancelSignal, act: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    await this.#open(signal);
    const { folder, storage, limits } = this.#ports;
    const workTree = await WorkTree.at({ folder, ownFolder: storage }, this.#git, limits, signal);
    // Entries of an index are relative to the work tree.
    const name = createHash('sha256').update(workTree.top).digest('hex').slice(0, 16);
    const cache = path.join(storage, `index-${name}`);
    return this.#withIndex(async (indexFile) => {
      await copyIndex(cache, indexFile);
      const leftOut = await workTree.record(indexFile, signal);
      const into: GitOptions = { workTree: workTree.top, indexFile };
      const fullTree = (await this.#git.run(['write-tree'], into, signal)).trim();
      // What the index names must not be pruned as long as the index is kept.
      await this.#git.run(['update-ref', `${refRoot}/index/${name}`, fullTree], {}, signal);
      const tree = await this.#treeOfFolder(fullTree, workTree, signal);
      const done = await act({ workTree, indexFile, fullTree, tree, leftOut });
      await keepIndex(indexFile, cache);
      return done;
    });
  }

  async #treeOfFolder(fullTree: string, { prefix }: WorkTree, signal: CancelSignal): Promise<string> {
    if (prefix === '') return fullTree;
    const listed = await this.#git.run(['ls-tree', '-z', fullTree, '--', `:(literal)${prefix}`], {}, signal);
    const id = /^040000 tree ([0-9a-f]+)\t/.exec(listed)?.[1];
    // Where the folder is empty there is no such tree.
    return id ?? (await this.#git.run(['mktree'], { stdin: '' }, signal)).trim();
  }

  async #keep({ tree, leftOut }: Snapshot, kind: 'turns' | 'restores', signal: CancelSignal): Promise<string> {
    const takenAt = this.#ports.clock.now();
    const record: CheckpointRecord = { version: 1, takenAt, leftOut: [...leftOut] };
    const commit = (await this.#git.run(['commit-tree', tree], { stdin: asciiJson(record) }, signal)).trim();
    await this.#git.run(['update-ref', `${refRoot}/${kind}/${takenAt}-${randomUUID()}`, commit], {}, signal);
    return commit;
  }

  async #withIndex<T>(act: (indexFile: string) => Promise<T>): Promise<T> {
    const indexFile = path.join(this.#ports.storage, `index.${randomUUID()}`);
    try {
      return await act(indexFile);
    } finally {
      await rm(indexFile, { force: true });
      await rm(`${indexFile}.lock`, { force: true });
    }
  }

  /** Makes the repository where there is none yet. */
  #open(signal: CancelSignal): Promise<void> {
    this.#ready ??= this.#make(signal).catch((cause: unknown) => {
      this.#ready = undefined;
      throw cause;
    });
    return this.#ready;
  }

  async #make(signal: CancelSignal): Promise<void> {
    const { storage } = this.#ports;
    await mkdir(storage, { recursive: true });
    if (await isThere(path.join(this.#gitDir, 'HEAD'))) return;
    // Made aside and put in place at once, so that no other window finds half of it.
    const aside = path.join(storage, `repository.${randomUUID()}`);
    const git = new Git({ run: this.#ports.run, program: this.#ports.program, gitDir: aside });
    try {
      await git.run(['init', '--quiet', '--bare', '--template=', aside], { cwd: storage }, signal);
      await mkdir(path.join(aside, 'info'), { recursive: true });
      await writeFile(path.join(aside, 'info', 'attributes'), asTheyAre);
      await writeFile(path.join(aside, 'info', 'exclude'), neverRecorded.map((name) => `${name}/\n`).join(''));
      await rename(aside, this.#gitDir);
    } catch (cause) {
      // Another window may have been faster.
      if (!(await isThere(path.join(this.#gitDir, 'HEAD')))) throw cause;
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  }

  /** Runs an act within the time that it may take, with what can go wrong as values. */
  async #within<T>(signal: CancelSignal, act: (inTime: CancelSignal) => Promise<T>): Promise<T | CheckpointFailure> {
    return withTimeLimit<T | CheckpointFailure>(
      { signal, ms: this.#ports.limits.maxMs, startTimer: nodeTimer },
      async (inTime) => {
        try {
          return await act(inTime);
        } catch (cause) {
          const why = cause instanceof Error ? cause.message : String(cause);
          if (!(cause instanceof GitFault)) return { state: 'failed', code: 'storage', why };
          if (cause.code !== 'cancelled') return { state: 'failed', code: cause.code, why };
          return inTime.reason === timeUp ? { state: 'failed', code: 'timed-out', why } : { state: 'cancelled' };
        }
      },
    );
  }
}

export interface GitCheckpointsPorts {
  /** What is recorded: absolute. */
  readonly folder: string;
  /** Where checkpoints are kept, and nothing else is: absolute. */
  readonly storage: string;
  readonly run: RunCommand;
  /** The git that is to be used, as it is known now. */
  readonly program: () => string;
  readonly clock: Clock;
  readonly limits: CheckpointLimits;
}

export type CheckpointFailure =
  | Extract<Recorded, { state: 'cancelled' }>
  | (Omit<Extract<Recorded, { state: 'not-recorded' }>, 'state'> & { readonly state: 'failed' });

export type Compared =
  | { readonly state: 'compared'; readonly plan: RestorePlan }
  /** The checkpoint is not kept any more. */
  | { readonly state: 'gone' }
  | CheckpointFailure;

/** What restoring would do to the folder as it is. */
export interface RestorePlan {
  readonly checkpointId: string;
  /** Milliseconds since the Unix epoch. */
  readonly takenAt: number;
  /** Names the state of the folder that was compared. */
  readonly now: string;
  /** Names the state that it would have after. */
  readonly to: string;
  readonly changes: readonly RestoreChange[];
  /** What is not recorded, now or then, and stays as it is: paths relative to the folder. */
  readonly leftAlone: readonly string[];
}

interface RestoreChange {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  /** What restoring does to it. */
  readonly kind: 'created' | 'changed' | 'deleted';
  readonly now: RecordedFile | undefined;
  readonly then: RecordedFile | undefined;
}

interface RecordedFile {
  /** As git says it: `100644`, `100755`, `120000`. */
  readonly mode: string;
  readonly objectId: string;
}

export type Restored =
  /** `before`: the checkpoint of how it was. `after`: names the state of the folder now. */
  | { readonly state: 'restored'; readonly before: string; readonly after: string }
  /** The folder is not as it was when it was compared. Nothing was done. */
  | { readonly state: 'changed-meanwhile' }
  | { readonly state: 'gone' }
  /** Some files are as they were then, and `left` others are not. */
  | { readonly state: 'incomplete'; readonly before: string; readonly left: number; readonly why: string }
  /** Nothing was done. */
  | CheckpointFailure;

export type Pruned = { readonly state: 'pruned'; readonly forgotten: number } | CheckpointFailure;

export interface RestorePoint {
  readonly checkpointId: string;
  /** Milliseconds since the Unix epoch. */
  readonly takenAt: number;
}

interface Snapshot {
  readonly workTree: WorkTree;
  readonly indexFile: string;
  /** Of the work tree, and `tree` of the folder. */
  readonly fullTree: string;
  readonly tree: string;
  readonly leftOut: readonly BytePath[];
}

type RawChange = Omit<RestoreChange, 'path'> & { readonly at: BytePath };

const refRoot = 'refs/checkpoints';
const kinds = [`${refRoot}/turns`, `${refRoot}/restores`];

/** Whatever `.gitattributes` says, files are kept and given back byte for byte. */
const asTheyAre = '* -text -filter -ident !working-tree-encoding\n';

/** What tools make and can make again. A `.gitignore` can say otherwise. */
const neverRecorded = ['node_modules', '.venv', 'venv', '__pycache__', '.hg', '.svn'];

function isNoMode(mode: string): boolean {
  return mode === '000000';
}

/** Something is there, although the checkpoint of now does not have it. */
async function isUnrecorded(file: Buffer): Promise<boolean> {
  try {
    return !(await lstat(file)).isDirectory();
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) return cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR';
    throw cause;
  }
}

/** An index is a cache of what was looked at: without one everything is looked at again. */
async function copyIndex(from: string, to: string): Promise<void> {
  if (!(await isThere(from))) return;
  const { mtimeMs } = await stat(from);
  await copyFile(from, to);
  // Git distrusts what was written in the same moment as its index; a copy must not look younger than it is.
  const seconds = Math.floor(mtimeMs / 1000) - 1;
  await utimes(to, seconds, seconds);
}

async function keepIndex(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (cause) {
    // Another window may have it open; an older one serves as well.
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
  }
}

function asciiJson(record: CheckpointRecord): string {
  return JSON.stringify(record).replaceAll(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
