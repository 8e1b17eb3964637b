import assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CappedOutput } from '../../../src/engine/cappedOutput';
import { NodeShell } from '../../../src/engine/nodeShell';
import { runCommand } from '../../../src/engine/runCommand';
import type { ShellEnd } from '../../../src/engine/shell';
import { anEngine, cwd, type Engine } from '../support/anEngine';
import { AShell } from '../support/aShell';
import { isRunning, until } from '../support/processes';

async function afterShell(args: object, shell = new AShell()): Promise<Engine> {
  const engine = anEngine({ mode: 'yolo', answers: [{ calls: [['shell', args]] }], ports: { shell } });
  await engine.prompt();
  return engine;
}

describe('shell tool', () => {
  const ends: readonly (readonly [ShellEnd, string, string])[] = [
    [{ state: 'exited', code: 0, output: 'a\n' }, 'ok', 'a\n'],
    [{ state: 'exited', code: 0, output: '' }, 'ok', '[No output. Exit code 0.]'],
    [{ state: 'exited', code: 2, output: 'a\n' }, 'error', 'Exit code 2. Output:\na\n'],
    [{ state: 'exited', code: 1, output: '' }, 'error', 'Exit code 1. There was no output.'],
    [
      { state: 'exited', code: 'signal', output: '' },
      'error',
      'The command was ended by a signal. There was no output.',
    ],
    [
      { state: 'exited', code: 'unknown', output: 'a' },
      'error',
      'The command has ended, and its exit code is not known. Output:\na',
    ],
    [
      { state: 'cancelled', output: 'a', because: 'terminal-closed' },
      'cancelled',
      'The terminal in which the command ran was closed, and the command was stopped with it. What it did by then stands. Output:\na',
    ],
    [
      { state: 'timed-out', output: 'a' },
      'error',
      'The command was stopped after 600 seconds. What it did by then stands. Output:\na',
    ],
    [
      { state: 'cancelled', output: 'a' },
      'cancelled',
      'The person stopped the command while it ran. What it did by then stands. Output:\na',
    ],
    [{ state: 'not-started', why: 'no shell' }, 'error', 'The command could not be started: no shell'],
  ];
  for (const [end, outcome, text] of ends) {
    it(`says what came of a command: ${JSON.stringify(end)}`, async () => {
      const shell = new AShell();
      shell.end = end;
      const { lastResult } = await afterShell({ command: 'x' }, shell);
      assert.deepEqual([lastResult.outcome, lastResult.text], [outcome, text]);
    });
  }

  it('G1 ends the turn where the person stopped the command', async () => {
    const shell = new AShell();
    shell.end = { state: 'cancelled', output: '' };
    assert.equal((await afterShell({ command: 'x' }, shell)).lastResult.stopTurn, true);
  });

  it('runs in the workspace folder, with the time that it was given', async () => {
    const shell = new AShell();
    await afterShell({ command: 'x', timeout_s: 5 }, shell);
    assert.deepEqual([shell.options[0]?.cwd, shell.options[0]?.timeoutMs], [cwd, 5_000]);
  });

  it('passes the output on while it runs, with the call that it belongs to', async () => {
    const shell = new AShell();
    const pieces: unknown[] = [];
    shell.onRun = ({ onOutput }) => {
      onOutput('one');
      onOutput('two');
      return Promise.resolve();
    };
    const engine = anEngine({
      mode: 'yolo',
      answers: [{ calls: [['shell', { command: 'x' }]] }],
      ports: { shell, onToolOutput: (...piece) => pieces.push(piece) },
    });
    await engine.prompt();
    assert.deepEqual(pieces, [
      ['c1-1', 'one'],
      ['c1-1', 'two'],
    ]);
  });

  for (const args of [{ command: ' ' }, {}, { command: 'x', timeout_s: 0 }, { command: 'x', cwd: '/' }]) {
    it(`refuses the arguments ${JSON.stringify(args)}`, async () => {
      const shell = new AShell();
      const { lastResult } = await afterShell(args, shell);
      assert.deepEqual([lastResult.outcome, shell.lines], ['error', []]);
    });
  }

  it('G3 runs beside no other call', async () => {
    const shell = new AShell();
    let running = 0;
    let most = 0;
    shell.onRun = async () => {
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      running -= 1;
    };
    const call = ['shell', { command: 'ls' }] as const;
    await anEngine({ mode: 'yolo', answers: [{ calls: [call, call] }], ports: { shell } }).prompt();
    assert.equal(most, 1);
  });
});

describe('capped output', () => {
  const after = (pieces: readonly string[], isMoreLost = false): string => {
    const output = new CappedOutput(3, 4);
    for (const piece of pieces) output.add(piece);
    return output.text(isMoreLost);
  };
  for (const [pieces, text] of [
    [[], ''],
    [['abc'], 'abc'],
    [['abcdefg'], 'abcdefg'],
    [['ab', 'cd', 'efg'], 'abcdefg'],
    [['abcdefgh'], 'abc\n[1 characters of the output are left out here.]\nefgh'],
    [['abc', 'defg', 'hij'], 'abc\n[3 characters of the output are left out here.]\nghij'],
  ] as const) {
    it(`keeps the beginning and the end of ${JSON.stringify(pieces)}`, () => assert.equal(after(pieces), text));
  }
  it('says that more was lost before', () => {
    assert.equal(after(['abc'], true), 'abc\n[More than 0 characters of the output are left out here.]\n');
  });
});

describe('node shell', function () {
  this.timeout(20_000);
  let folder = '';
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'node-shell-')));
  });
  after(() => rm(folder, { recursive: true }));

  const node = JSON.stringify(process.execPath);
  const run = (
    line: string,
    signal = new AbortController().signal,
    pieces: string[] = [],
    timeoutMs = 60_000,
  ): Promise<ShellEnd> =>
    new NodeShell(runCommand).run(line, {
      callId: 'c1',
      cwd: folder,
      signal,
      timeoutMs,
      onOutput: (text) => pieces.push(text),
    });

  it('gives both streams and the exit code', async () => {
    const end = await run(`${node} -e "console.log(1);console.error(2);process.exitCode=3"`);
    assert.ok(end.state === 'exited' && end.code === 3);
    assert.deepEqual(end.output.trim().split('\n').sort(), ['1', '2']);
  });

  it('runs in the folder', async () => {
    await run(`${node} -e "require('fs').writeFileSync('here','x')"`);
    assert.equal(await readFile(join(folder, 'here'), 'utf8'), 'x');
  });

  it('passes output on as it comes, and cuts a long one in the middle', async () => {
    const pieces: string[] = [];
    const end = await run(`${node} -e "process.stdout.write('a'.repeat(50000)+'end')"`, undefined, pieces);
    assert.equal(pieces.join('').length, 50_003);
    assert.ok(end.state === 'exited' && end.output.endsWith('aend'));
    assert.match(end.output, /\n\[20003 characters of the output are left out here\.\]\n/);
  });

  it('leaves no process behind when it is stopped', async () => {
    const stop = new AbortController();
    const pieces: string[] = [];
    const script = `const c=require('child_process').spawn(process.execPath,['-e','setInterval(()=>0,1000)'],{stdio:'inherit'});console.log(process.pid+' '+c.pid);setInterval(()=>0,1000)`;
    const ended = run(`${node} -e "${script}"`, stop.signal, pieces);
    await until(() => / \d+\s/.test(pieces.join('')));
    stop.abort();
    assert.equal((await ended).state, 'cancelled');
    const pids = pieces.join('').trim().split(' ').map(Number);
    await until(() => !pids.some(isRunning));
  });

  it('stops what takes too long', async () => {
    assert.equal((await run(`${node} -e "setInterval(()=>0,1000)"`, undefined, [], 300)).state, 'timed-out');
  });

  it('says where a command could not be started', async () => {
    const options = {
      callId: 'c1',
      cwd: join(folder, 'no'),
      signal: new AbortController().signal,
      timeoutMs: 1_000,
      onOutput: () => undefined,
    };
    assert.equal((await new NodeShell(runCommand).run('ls', options)).state, 'not-started');
  });
});
