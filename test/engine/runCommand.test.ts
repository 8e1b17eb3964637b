import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isRunning, until } from './support/processes';
import { runCommand, type CommandEnd, type CommandToRun } from '../../src/engine/runCommand';

const never = new AbortController().signal;
const node = (script: string, ...args: string[]): CommandToRun['run'] => ({
  kind: 'program',
  program: process.execPath,
  args: ['-e', script, ...args],
});
const run = (command: Partial<CommandToRun> & Pick<CommandToRun, 'run'>, signal = never): Promise<CommandEnd> =>
  runCommand({ cwd: os.tmpdir(), maxOutputBytes: 10_000, ...command }, signal);

/** A process that starts another one, which outlives it if it can; both ids are written to standard output. */
const family = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  console.log(process.pid + ' ' + child.pid);
`;
const stays = 'setInterval(() => {}, 1000);';

async function assertGone(output: string): Promise<void> {
  const pids = output.trim().split(' ').map(Number);
  assert.equal(pids.length, 2, output);
  await until(() => !pids.some(isRunning));
}

describe('run command', () => {
  it('hands the input over and gives output, errors and exit code back', async () => {
    const script =
      'process.stdin.on("data", (d) => process.stdout.write("got " + d)); console.error("e"); process.exitCode = 3';
    assert.deepEqual(await run({ run: node(script), stdin: 'this' }), {
      state: 'exited',
      code: 3,
      stdout: 'got this',
      stderr: 'e\n',
      isCut: false,
    });
  });

  it('hands bytes over and back where what is said need not be text', async () => {
    const script = 'process.stdin.pipe(process.stdout)';
    const end = await run({ run: node(script), stdin: 'a\xff\xfe\xe9', encoding: 'latin1' });
    assert.equal(end.state === 'exited' && end.stdout, 'a\xff\xfe\xe9');
  });

  it('takes variables away from the environment of a command', async () => {
    process.env['COUNTERSIGN_TEST'] = 'ours';
    const script = 'process.stdout.write(String(process.env.COUNTERSIGN_TEST))';
    const end = await run({ run: node(script), env: { COUNTERSIGN_TEST: undefined } });
    delete process.env['COUNTERSIGN_TEST'];
    assert.equal(end.state === 'exited' && end.stdout, 'undefined');
  });

  it('lets the shell read a line', async () => {
    const end = await run({ run: { kind: 'shell', line: 'echo one && echo two' } });
    assert.deepEqual(end.state === 'exited' && end.stdout.split(/\r?\n/), ['one', 'two', '']);
  });

  it('P09 hands arguments to a program as they are', async () => {
    const args = ['a b', '$(x)', '`y`', '"', "'", ';', '&', '|', '%PATH%'];
    const end = await run({ run: node('console.log(JSON.stringify(process.argv.slice(1)))', ...args) });
    assert.deepEqual(end.state === 'exited' && JSON.parse(end.stdout), args);
  });

  it('keeps no more output than wanted, whole characters only, and lets the command end', async () => {
    const end = await run({ run: node('process.stdout.write("é".repeat(400_000))'), maxOutputBytes: 5 });
    assert.deepEqual(end, { state: 'exited', code: 0, stdout: 'éé', stderr: '', isCut: true });
  });

  it('ends a command whose input nobody reads', async () => {
    const end = await run({ run: node('process.stdin.destroy()'), stdin: 'x'.repeat(1_000_000) });
    assert.equal(end.state, 'exited');
  });

  it('tells that a program does not exist', async () => {
    assert.equal((await run({ run: { kind: 'program', program: 'no-such-program', args: [] } })).state, 'not-started');
  });

  it('tells that a folder does not exist', async () => {
    assert.equal((await run({ run: node(''), cwd: path.join(os.tmpdir(), 'no', 'such') })).state, 'not-started');
  });

  it('S1 starts nothing when it was cancelled before', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'run-command-'));
    try {
      const file = path.join(folder, 'made');
      const end = await run(
        { run: node(`require('node:fs').writeFileSync(process.argv[1], '')`, file) },
        AbortSignal.abort(),
      );
      assert.equal(end.state, 'cancelled');
      await assert.rejects(readFile(file), { code: 'ENOENT' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('P17 kills the whole tree when it is cancelled', async () => {
    const stop = new AbortController();
    const end = await run({ run: node(family + stays), onOutput: () => stop.abort() }, stop.signal);
    assert.equal(end.state, 'cancelled');
    await assertGone(end.stdout);
  });

  it('kills the whole tree when the time is up', async () => {
    const end = await run({ run: node(family + stays), timeoutMs: 1_500 });
    assert.ok(end.state === 'timed-out');
    await assertGone(end.stdout);
  });

  it('kills what does not listen to a request to end', async () => {
    const stop = new AbortController();
    const script = `process.on('SIGTERM', () => {}); ${family} ${stays}`;
    const end = await run({ run: node(script), onOutput: () => stop.abort() }, stop.signal);
    assert.ok(end.state === 'cancelled');
    await assertGone(end.stdout);
  });

  it('leaves nothing in the background, and does not wait for it', async function () {
    // Windows keeps no group of a process that has ended.
    if (process.platform === 'win32') this.skip();
    const end = await run({ run: node(`${family} child.unref(); process.exit(0)`) });
    assert.ok(end.state === 'exited');
    await assertGone(end.stdout);
  });
});
