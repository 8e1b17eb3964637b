import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import { firstGit, gitProgram } from '../../src/vscode/gitProgram';

describe('git of the editor', () => {
  const posix = { platform: 'linux', env: { PATH: '/opt/bin:/usr/bin' } } as const;
  const windows = { platform: 'win32', env: { Path: String.raw`C:\tools;C:\git\cmd` } } as const;
  const cases: readonly (readonly [
    what: string,
    setting: unknown,
    on: Parameters<typeof firstGit>[1],
    there: readonly string[],
    found: string | undefined,
  ])[] = [
    ['is the one of the setting', '/my/git', posix, ['/my/git', '/usr/bin/git'], '/my/git'],
    ['is the first of several in the setting', ['/no', '/my/git'], posix, ['/my/git'], '/my/git'],
    ['is the one of the PATH where none is set', undefined, posix, ['/usr/bin/git'], '/usr/bin/git'],
    ['is the one of the PATH where the setting names none', '/no', posix, ['/usr/bin/git'], '/usr/bin/git'],
    ['is found on Windows too', null, windows, [String.raw`C:\git\cmd\git.exe`], String.raw`C:\git\cmd\git.exe`],
    ['is never one of the folder it is run in', 'git', { platform: 'linux', env: { PATH: '.:' } }, ['git'], undefined],
    ['need not be there', undefined, posix, [], undefined],
  ];
  for (const [what, setting, on, there, found] of cases) {
    it(what, () => {
      assert.equal(
        firstGit(setting, on, (file) => there.includes(file)),
        found,
      );
    });
  }

  it('is one that its git extension names, and it runs', async () => {
    const notes: string[] = [];
    const program = await gitProgram((what) => notes.push(what));
    assert.ok(program !== undefined);
    assert.deepEqual([notes, vscode.extensions.getExtension('vscode.git')?.isActive], [[], true]);
    assert.match(execFileSync(program, ['--version'], { encoding: 'utf8' }), /^git version/);
  });
});
