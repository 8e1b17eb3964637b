import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { maxPlanFileBytes, readPlanFile } from '../../src/session/planFile';
import { inTemporaryFolder } from './support/inTemporaryFolder';
import { asOrdinaryUser } from './support/asOrdinaryUser';

function reads(content: string | Uint8Array) {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, 'plan.md');
    await writeFile(path, content);
    return readPlanFile(path);
  });
}

/** What reading a path says, after the test has put something there. */
function faultOf(put: (path: string, folder: string) => Promise<unknown>) {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, 'plan.md');
    await put(path, folder);
    const reading = await readPlanFile(path);
    return reading.state === 'unreadable' ? reading.code : reading.state;
  });
}

describe('plan file', () => {
  it('V6 is read byte for byte, with its mark and its line ends', async () => {
    const text = '\ufeff# Plan\r\n\r\n1. Prüfen 🧾\u0000\n';
    assert.deepEqual(await reads(text), { state: 'text', text });
  });

  it('may be as large as the limit', async () => {
    assert.equal((await reads('x'.repeat(maxPlanFileBytes))).state, 'text');
  });

  const cases: readonly (readonly [string, string, (path: string, folder: string) => Promise<unknown>])[] = [
    ['missing', 'is not there', () => Promise.resolve()],
    ['directory', 'is a directory', (path) => mkdir(path)],
    [
      'symlink',
      'is a link to a plan',
      async (path, folder) => {
        await writeFile(join(folder, 'real.md'), '# Plan');
        await symlink('real.md', path);
      },
    ],
    ['symlink', 'is a link to nothing', (path) => symlink('nowhere', path)],
    ['symlink', 'is a link to itself', (path) => symlink('plan.md', path)],
    ['not-regular', 'is a pipe', (path) => promisify(execFile)('mkfifo', [path])],
    ['not-utf8', 'has bytes that are no UTF-8', (path) => writeFile(path, Buffer.from([0x23, 0x20, 0xc3, 0x28]))],
    ['not-utf8', 'is UTF-16', (path) => writeFile(path, Buffer.from('\ufeff# Plan', 'utf16le'))],
    ['not-utf8', 'is cut in the middle of a character', (path) => writeFile(path, Buffer.from('# ü').subarray(0, 3))],
    ['too-large', 'is one byte over the limit', (path) => writeFile(path, 'x'.repeat(maxPlanFileBytes + 1))],
    ['too-large', 'has 5 MB', (path) => writeFile(path, 'x'.repeat(5_000_000))],
    ['empty', 'is empty', (path) => writeFile(path, '')],
    ['empty', 'is blank', (path) => writeFile(path, ' \n\t\r\n')],
    ['empty', 'is a byte order mark alone', (path) => writeFile(path, '\ufeff')],
  ];
  for (const [fault, name, put] of cases) {
    it(`V6 is ${fault} where it ${name}`, async () => assert.equal(await faultOf(put), fault));
  }

  it('V6 is missing where its folder is a file', async () => {
    const reading = await inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, 'plans'), 'x');
      return readPlanFile(join(folder, 'plans', 'plan.md'));
    });
    assert.deepEqual(reading, { state: 'unreadable', code: 'missing' });
  });

  it('V6 is not regular where it is a socket', () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, 'plan.md');
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(path, resolve));
      const reading = await readPlanFile(path);
      await new Promise((resolve) => server.close(resolve));
      assert.deepEqual(reading, { state: 'unreadable', code: 'not-regular' });
    }));

  it('V6 is unreadable where it may not be read', () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, 'plan.md');
      await writeFile(path, '# Plan');
      await chmod(path, 0);
      const reading = await asOrdinaryUser([folder, path], () => readPlanFile(path));
      assert.deepEqual(reading, { state: 'unreadable', code: 'unreadable' });
    }));

  it('V6 is unreadable where its path cannot be one', async () => {
    assert.deepEqual(await readPlanFile('plan\0.md'), { state: 'unreadable', code: 'unreadable' });
  });
});
