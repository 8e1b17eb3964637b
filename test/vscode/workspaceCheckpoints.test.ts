import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CheckpointFault } from '../../src/core/sessionEntry';
import { gitProgram } from '../../src/vscode/gitProgram';
import { WorkspaceCheckpoints } from '../../src/vscode/workspaceCheckpoints';
import { useTempFolder } from './support/tempFolder';
import { until } from './support/until';

const never = new AbortController().signal;

describe('checkpoints of the workspace', () => {
  const root = useTempFolder();
  const work = (): string => path.join(root(), 'work');
  const fileOf = (name: string): string => path.join(work(), name);

  const made: WorkspaceCheckpoints[] = [];

  afterEach(() => {
    for (const checkpoints of made.splice(0)) checkpoints.dispose();
  });

  function fileOfMade(name: string): string {
    mkdirSync(work(), { recursive: true });
    return fileOf(name);
  }

  function aWorkspace(findGit = (): Promise<string | undefined> => gitProgram(() => undefined)): {
    checkpoints: WorkspaceCheckpoints;
    told: string[];
  } {
    const told: string[] = [];
    mkdirSync(work(), { recursive: true });
    const storage = path.join(root(), 'storage/checkpoints');
    const onNotRecorded = (code: CheckpointFault): void => void told.push(code);
    const onFault = (what: string): void => void told.push(what);
    const checkpoints = new WorkspaceCheckpoints({ folder: work(), storage, findGit, onNotRecorded, onFault });
    made.push(checkpoints);
    return { checkpoints, told };
  }

  it('are made by the git of the editor, and bring files back', async () => {
    const { checkpoints, told } = aWorkspace();
    writeFileSync(fileOf('a.txt'), 'one\n');
    const recorded = await checkpoints.record(never);
    assert.equal(recorded.state, 'recorded', JSON.stringify(recorded));
    writeFileSync(fileOf('a.txt'), 'two\n');
    writeFileSync(fileOf('b.txt'), 'new\n');
    const store = await checkpoints.store();
    const compared = await store?.compare(recorded.id, never);
    assert.equal(compared?.state, 'compared');
    assert.equal((await store?.restore(compared.plan, never))?.state, 'restored');
    assert.deepEqual([readFileSync(fileOf('a.txt'), 'utf8'), existsSync(fileOf('b.txt')), told], ['one\n', false, []]);
  });

  it('are not made without git, of which the person is told once, and are made when it is there', async () => {
    const found: { git?: string | undefined } = {};
    const { checkpoints, told } = aWorkspace(() => Promise.resolve(found.git));
    const first = await checkpoints.record(never);
    const second = await checkpoints.record(never);
    assert.deepEqual([first.state, second.state, told], ['not-recorded', 'not-recorded', ['git-missing']]);
    assert.equal(await checkpoints.store(), undefined);
    found.git = await gitProgram(() => undefined);
    assert.equal((await checkpoints.record(never)).state, 'recorded');
  });

  it('are pruned once a window, beside the turns', async () => {
    writeFileSync(fileOfMade('a.txt'), 'one\n');
    const first = await aWorkspace().checkpoints.record(never);
    assert.equal(first.state, 'recorded', JSON.stringify(first));
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['--git-dir', path.join(root(), 'storage/checkpoints/repository'), ...args], {
        encoding: 'utf8',
      });
    const old = `refs/checkpoints/turns/${Date.now() - 31 * 24 * 60 * 60 * 1000}-old`;
    git('update-ref', old, first.id);
    const { checkpoints, told } = aWorkspace();
    await checkpoints.record(never);
    await until('the old one is forgotten', () => git('for-each-ref', old) === '');
    assert.deepEqual([git('for-each-ref', 'refs/checkpoints/turns').trim().split('\n').length, told], [2, []]);
  });

  it('say that git is missing also where it went away after it was found', async () => {
    const { checkpoints, told } = aWorkspace(() => Promise.resolve(path.join(root(), 'no-git')));
    assert.equal((await checkpoints.record(never)).state, 'not-recorded');
    assert.deepEqual(told, ['git-missing']);
  });
});
