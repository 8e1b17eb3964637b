import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  GitCheckpoints,
  type GitCheckpointsPorts,
  type Restored,
  type RestorePlan,
} from '../../../../src/engine/checkpoints/gitCheckpoints';
import { runCommand } from '../../../../src/engine/runCommand';

export const never = new AbortController().signal;

/** A folder with files, a store beside it, and real git; all of it is removed after the act. */
export async function aFolder(
  files: Readonly<Record<string, string>>,
  act: (folder: FolderUnderTest) => Promise<void>,
  ports: Partial<GitCheckpointsPorts> = {},
): Promise<void> {
  const root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'countersign-checkpoints-')));
  try {
    const folder = new FolderUnderTest(root, ports);
    await mkdir(folder.path, { recursive: true });
    for (const [name, text] of Object.entries(files)) await folder.write(name, text);
    await act(folder);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

export class FolderUnderTest {
  readonly root: string;
  readonly path: string;
  readonly storage: string;
  readonly store: GitCheckpoints;
  readonly #ports: Partial<GitCheckpointsPorts>;

  constructor(root: string, ports: Partial<GitCheckpointsPorts>) {
    this.root = root;
    this.path = ports.folder === undefined ? path.join(root, 'work') : path.join(root, ports.folder);
    this.storage = path.join(root, 'storage', 'checkpoints');
    this.#ports = ports;
    this.store = this.anotherStore();
  }

  /** As another window has it. */
  anotherStore(ports: Partial<GitCheckpointsPorts> = {}): GitCheckpoints {
    return new GitCheckpoints({
      storage: this.storage,
      run: runCommand,
      program: () => 'git',
      clock: { now: () => Date.now() },
      limits: { maxFileBytes: 10_000, maxTotalBytes: 1_000_000, maxFiles: 1_000, maxMs: 30_000 },
      ...this.#ports,
      ...ports,
      folder: this.path,
    });
  }

  async write(name: string, text: string | Buffer): Promise<void> {
    const file = path.join(this.path, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  async delete(name: string): Promise<void> {
    await rm(path.join(this.path, name), { recursive: true });
  }

  /** Every file below with what it says, links with where they lead; what is in `.git` is left out. */
  async files(): Promise<Readonly<Record<string, string>>> {
    const found: Record<string, string> = {};
    const look = async (below: string): Promise<void> => {
      const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
      const start = Buffer.from(`${this.path}/`);
      const names = await readdir(Buffer.concat([start, bytes(below)]), { encoding: 'latin1' });
      for (const name of names.sort()) {
        if (name === '.git') continue;
        const at = below === '' ? name : `${below}/${name}`;
        const file = Buffer.concat([start, bytes(at)]);
        const stats = await lstat(file);
        if (stats.isDirectory()) await look(at);
        else if (stats.isSymbolicLink()) found[at] = `-> ${await readlink(file)}`;
        else found[at] = (await readFile(file)).toString('latin1');
      }
    };
    await look('');
    return found;
  }

  async checkpoint(): Promise<string> {
    const recorded = await this.store.record(never);
    assert.equal(recorded.state, 'recorded', JSON.stringify(recorded));
    return recorded.id;
  }

  async compare(checkpointId: string): Promise<RestorePlan> {
    const compared = await this.store.compare(checkpointId, never);
    assert.equal(compared.state, 'compared', JSON.stringify(compared));
    return compared.plan;
  }

  async restore(checkpointId: string): Promise<Restored> {
    return this.store.restore(await this.compare(checkpointId), never);
  }

  /** Makes the folder above a repository that ignores this. Gives its path. */
  async repositoryAbove(ignored: string): Promise<string> {
    const above = path.dirname(this.path);
    await this.git('init', '-q', above);
    await writeFile(path.join(above, '.gitignore'), ignored);
    return above;
  }

  /** The person's own git, in the folder. */
  async git(...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)('git', [...author, ...args], { cwd: this.path });
    return stdout;
  }
}

const author = ['-c', 'user.name=A Person', '-c', 'user.email=person@localhost'];

/** The changes of a plan, one a line: what happens, and to which file. */
export function changesOf({ changes }: RestorePlan): readonly string[] {
  return changes.map(({ kind, path: at }) => `${kind} ${at}`);
}
