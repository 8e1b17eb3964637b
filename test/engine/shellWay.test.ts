import assert from 'node:assert/strict';
import { shellWay, type ShellSurroundings } from '../../src/engine/shellWay';

const here: ShellSurroundings = {
  isWanted: true,
  platform: 'linux',
  isTrusted: true,
  isGivenUp: false,
  folder: '/tmp/some-folder_1.x',
};

describe('the way of a shell line', () => {
  for (const platform of ['linux', 'darwin'] as const) {
    it(`is a terminal on ${platform}`, () =>
      assert.deepEqual(shellWay('npm test', { ...here, platform }), { way: 'terminal' }));
  }

  const childs: Readonly<Record<string, readonly [because: string, here: Partial<ShellSurroundings>, line?: string]>> =
    {
      'the person wants no terminal': ['not-wanted', { isWanted: false }],
      'the system is Windows': ['windows', { platform: 'win32' }],
      'the workspace is not trusted': ['not-trusted', { isTrusted: false }],
      'a terminal told nothing before': ['no-integration', { isGivenUp: true }],
      'the folder would have to be quoted': ['not-to-be-written', { folder: '/tmp/my folder' }],
      'the folder has letters that shells expand': ['not-to-be-written', { folder: '/tmp/$HOME' }],
      'the line has a byte that no argument has': ['not-to-be-written', {}, 'a\0b'],
      'the line is longer than an argument may be': ['too-long', {}, 'ä'.repeat(60_000)],
    };
  for (const [name, [because, change, line = 'npm test']] of Object.entries(childs)) {
    it(`is a child process where ${name}`, () =>
      assert.deepEqual(shellWay(line, { ...here, ...change }), { way: 'child', because }));
  }
});
