import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { savePlanCopy, type PlansDirectory } from '../../src/session/planCopies';
import { inTemporaryFolder } from './support/inTemporaryFolder';
import { aPlan } from './support/platform';
import { asOrdinaryUser } from './support/asOrdinaryUser';

const text = '\ufeff# Plan\r\n\n1. Prüfen 🧾\n';
const plan = aPlan(text, 3);

/** A workspace folder with a folder beside it, and what a setting leads to. */
function withWorkspace(
  act: (folder: string, outside: string, inside: (setting: string) => PlansDirectory) => Promise<void>,
) {
  return inTemporaryFolder(async (base) => {
    const folder = join(base, 'shop');
    const outside = join(base, 'outside');
    await mkdir(folder);
    await mkdir(outside);
    await act(folder, outside, (setting) => ({ kind: 'workspace', folder, setting }));
  });
}

describe('plan copies', () => {
  it('E9 are the frozen text, byte for byte, named by session and version', () =>
    inTemporaryFolder(async (folder) => {
      const result = await savePlanCopy('session-1', plan, { kind: 'storage', path: join(folder, 'plans') });
      const path = join(folder, 'plans', 'session-1-v3.md');
      assert.deepEqual([result, await readFile(path, 'utf8')], [{ state: 'saved', path }, text]);
    }));

  it('F2 leave nothing else behind', () =>
    inTemporaryFolder(async (folder) => {
      await savePlanCopy('s', plan, { kind: 'storage', path: folder });
      assert.deepEqual(await readdir(folder), ['s-v3.md']);
    }));

  it('N09 of two sessions are two files', () =>
    inTemporaryFolder(async (folder) => {
      await savePlanCopy('a', plan, { kind: 'storage', path: folder });
      await savePlanCopy('b', plan, { kind: 'storage', path: folder });
      assert.deepEqual((await readdir(folder)).sort(), ['a-v3.md', 'b-v3.md']);
    }));

  it('N10 never overwrite a file that has the name', () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, 's-v3.md');
      await writeFile(path, 'mine');
      const result = await savePlanCopy('s', plan, { kind: 'storage', path: folder });
      assert.deepEqual([result, await readFile(path, 'utf8')], [{ state: 'not-saved', code: 'not-ours' }, 'mine']);
    }));

  it('N10 do not write through a link that has the name', () =>
    withWorkspace(async (folder, outside, inside) => {
      const target = join(outside, 'target.md');
      await writeFile(target, 'mine');
      await symlink(target, join(folder, 's-v3.md'));
      const result = await savePlanCopy('s', plan, inside('.'));
      assert.deepEqual([result.state, await readFile(target, 'utf8')], ['not-saved', 'mine']);
    }));

  it('I26 are saved once where they are saved twice', () =>
    inTemporaryFolder(async (folder) => {
      const first = await savePlanCopy('s', plan, { kind: 'storage', path: folder });
      assert.deepEqual(await savePlanCopy('s', plan, { kind: 'storage', path: folder }), first);
    }));

  const ids: readonly (readonly [string, string])[] = [
    ['../../etc/passwd', '___.._etc_passwd-v3.md'],
    ['.hidden', '_hidden-v3.md'],
    ['a\\b:c\0d', 'a_b_c_d-v3.md'],
  ];
  for (const [id, name] of ids) {
    it(`F1 names the file of session ${JSON.stringify(id)} ${name}`, () =>
      inTemporaryFolder(async (folder) => {
        await savePlanCopy(id, plan, { kind: 'storage', path: folder });
        assert.deepEqual(await readdir(folder), [name]);
      }));
  }

  it('F1 are made in a folder of the workspace, which is made too', () =>
    withWorkspace(async (folder, _, inside) => {
      const result = await savePlanCopy('s', plan, inside('docs/../docs/plans'));
      assert.deepEqual(result, { state: 'saved', path: join(folder, 'docs', 'plans', 's-v3.md') });
    }));

  it('F1 are made where the workspace folder itself is reached by a link', () =>
    withWorkspace(async (folder, outside) => {
      const link = join(outside, 'link');
      await symlink(folder, link);
      const result = await savePlanCopy('s', plan, { kind: 'workspace', folder: link, setting: 'plans' });
      assert.deepEqual(result, { state: 'saved', path: join(await realpath(folder), 'plans', 's-v3.md') });
    }));

  const outsiders: readonly (readonly [string, string])[] = [
    ['leads up', '../outside'],
    ['leads up on a way through', 'a/../../outside'],
    ['is absolute', '/tmp'],
    ['is the home folder', '~/plans'],
    ['is a URL', 'file:///tmp'],
    ['holds a NUL', 'plans\0'],
    ['is blank', ' '],
    ['has the workspace as the beginning of another name', '../shop2'],
  ];
  for (const [name, setting] of outsiders) {
    it(`F1 N02 are not saved where the setting ${name}`, () =>
      withWorkspace(async (_, outside, inside) => {
        const result = await savePlanCopy('s', plan, inside(setting));
        assert.deepEqual([result, await readdir(outside)], [{ state: 'not-saved', code: 'outside-workspace' }, []]);
      }));
  }

  it('F1 are not saved through a link that leads out', () =>
    withWorkspace(async (folder, outside, inside) => {
      await symlink(outside, join(folder, 'plans'));
      const result = await savePlanCopy('s', plan, inside('plans'));
      assert.deepEqual([result, await readdir(outside)], [{ state: 'not-saved', code: 'outside-workspace' }, []]);
    }));

  it('F1 make no folder behind a link that leads out', () =>
    withWorkspace(async (folder, outside, inside) => {
      await symlink(outside, join(folder, 'docs'));
      await savePlanCopy('s', plan, inside('docs/plans'));
      assert.deepEqual(await readdir(outside), []);
    }));

  it('F1 make no folder behind a link to nothing', () =>
    withWorkspace(async (folder, outside, inside) => {
      await symlink(join(outside, 'later'), join(folder, 'docs'));
      const { state } = await savePlanCopy('s', plan, inside('docs/plans'));
      assert.deepEqual([state, await readdir(outside)], ['not-saved', []]);
    }));

  it('E9 do not reject where the disk does not take them', () =>
    inTemporaryFolder(async (folder) => {
      await chmod(folder, 0o500);
      const result = await asOrdinaryUser([folder], () =>
        savePlanCopy('s', plan, { kind: 'storage', path: join(folder, 'plans') }),
      );
      await chmod(folder, 0o700);
      assert.equal(result.state === 'not-saved' && result.code, 'failed');
    }));

  it('E9 do not reject where a file stands in the place of the folder', () =>
    inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, 'plans'), 'x');
      const result = await savePlanCopy('s', plan, { kind: 'storage', path: join(folder, 'plans') });
      assert.equal(result.state === 'not-saved' && result.code, 'failed');
    }));
});
