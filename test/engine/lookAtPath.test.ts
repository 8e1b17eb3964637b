import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planFileBoundary, type BoundaryVerdict } from '../../src/core/planFileBoundary';
import { nodeLookAtPath } from '../../src/engine/lookAtPath';

describe('nodeLookAtPath', () => {
  let root = '';
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'look-')));
    await mkdir(join(root, 'real'));
    await writeFile(join(root, 'real', 'plan.md'), 'x');
    await symlink(join(root, 'real'), join(root, 'alias'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('tells a file and its real place', async () => {
    const facts = await nodeLookAtPath(join(root, 'alias', 'plan.md'));
    assert.deepEqual([facts.realPath, facts.kind, facts.linkCount], [join(root, 'real', 'plan.md'), 'file', 1]);
  });

  it('appends what is missing to the nearest parent that exists', async () => {
    const facts = await nodeLookAtPath(join(root, 'alias', 'new', 'deep', 'plan.md'));
    assert.deepEqual(
      [facts.realPath, facts.kind, facts.linkCount],
      [join(root, 'real', 'new', 'deep', 'plan.md'), 'missing', 0],
    );
  });

  it('takes a path below a file for missing', async () => {
    assert.equal((await nodeLookAtPath(join(root, 'real', 'plan.md', 'x'))).kind, 'missing');
  });

  it('does not follow a link in the last place', async () => {
    const facts = await nodeLookAtPath(join(root, 'alias'));
    assert.deepEqual([facts.realPath, facts.kind], [join(root, 'alias'), 'symlink']);
  });

  it('takes a dangling link for a link', async () => {
    await symlink(join(root, 'nowhere'), join(root, 'dangling'));
    assert.equal((await nodeLookAtPath(join(root, 'dangling'))).kind, 'symlink');
  });

  it('counts the names of a file', async () => {
    await link(join(root, 'real', 'plan.md'), join(root, 'second.md'));
    assert.equal((await nodeLookAtPath(join(root, 'second.md'))).linkCount, 2);
  });

  it('tells a folder, also the root', async () => {
    assert.deepEqual(
      [(await nodeLookAtPath(join(root, 'real'))).kind, (await nodeLookAtPath('/')).realPath],
      ['directory', '/'],
    );
  });

  it('tells what is no ordinary file', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    assert.equal((await nodeLookAtPath(join(root, 'pipe'))).kind, 'other');
  });

  it('finds out whether case matters here', async () => {
    await writeFile(join(root, 'Probe'), '');
    const isSameFile = (await nodeLookAtPath(join(root, 'pROBE'))).kind === 'file';
    assert.equal((await nodeLookAtPath(join(root, 'Probe'))).isCaseSensitive, !isSameFile);
  });

  const verdict = async (path: string, planFile = join(root, 'real', 'plan.md')): Promise<BoundaryVerdict> =>
    planFileBoundary(
      { mode: 'plan', cwd: root, planFile, toolName: 'write_file', args: { path }, style: 'posix' },
      nodeLookAtPath,
    );

  for (const spelling of ['real/plan.md', './real/plan.md', 'real/../real/plan.md', 'alias/plan.md', 'real//plan.md']) {
    it(`H3 I41 takes ${spelling} for the plan file`, async () => {
      assert.deepEqual(await verdict(spelling), { kind: 'plan-file-write', path: join(root, 'real', 'plan.md') });
    });
  }

  it('H3 refuses a plan file that is a link', async () => {
    await symlink(join(root, 'real', 'plan.md'), join(root, 'linked.md'));
    assert.deepEqual(await verdict('linked.md', join(root, 'linked.md')), { kind: 'forbidden', reason: 'symlink' });
  });

  it('H3 refuses a plan file with a second name', async () => {
    await link(join(root, 'real', 'plan.md'), join(root, 'second.md'));
    assert.deepEqual(await verdict('real/plan.md'), { kind: 'forbidden', reason: 'hard-link' });
  });
});
