import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { NodeShell } from '../../src/engine/nodeShell';
import { psProcesses } from '../../src/engine/processTree';
import { runCommand } from '../../src/engine/runCommand';
import type { Shell, ShellEnd, ShellOptions } from '../../src/engine/shell';
import { SessionTerminals } from '../../src/vscode/sessionTerminals';
import { TerminalShell } from '../../src/vscode/terminalShell';
import { useTempFolder } from './support/tempFolder';
import { until } from './support/until';

/** A bash that reads no start-up file of this machine; the editor adds its integration. */
const bash = { shellPath: '/bin/bash' };
/** A shell that tells nothing of its commands. */
const silent = { shellPath: '/bin/sh', shellArgs: ['-i'] };

describe('the shell in a terminal', function () {
  this.timeout(60_000);
  const folder = useTempFolder();
  const open: SessionTerminals[] = [];
  afterEach(async () => {
    for (const terminals of open.splice(0)) terminals.dispose();
    await until('the terminals of the test are gone', () => ourTerminals().length === 0);
  });

  const ourTerminals = (): readonly vscode.Terminal[] =>
    vscode.window.terminals.filter(({ name }) => name === 'Countersign: a test');

  interface AShell {
    readonly run: (line: string, options?: Partial<ShellOptions>) => Promise<ShellEnd>;
    /** What went to the child process. */
    readonly childLines: readonly string[];
    readonly terminals: SessionTerminals;
    readonly shown: () => string;
  }

  function aShell({
    shell = bash,
    integrationMs = 20_000,
    startMs = 10_000,
  }: {
    shell?: Pick<vscode.TerminalOptions, 'shellPath' | 'shellArgs' | 'env'>;
    integrationMs?: number;
    startMs?: number;
  } = {}): AShell {
    const terminals = new SessionTerminals({
      name: () => 'Countersign: a test',
      onDidChange: () => undefined,
      integrationMs,
      shell,
    });
    open.push(terminals);
    const childLines: string[] = [];
    const node = new NodeShell(runCommand);
    const child: Shell = {
      kind: node.kind,
      run: (line, options) => {
        childLines.push(line);
        return node.run(line, options);
      },
    };
    const files = path.join(folder(), 'files');
    mkdirSync(files, { recursive: true });
    const subject = new TerminalShell({
      terminals,
      child,
      isWanted: () => true,
      listProcesses: psProcesses(runCommand),
      folder: files,
      startMs,
      onFault: (what, cause) => faults.push(`${what} ${String(cause)}`),
    });
    let shown = '';
    return {
      run: (line, options = {}) =>
        subject.run(line, {
          callId: 'c1',
          cwd: folder(),
          signal: new AbortController().signal,
          timeoutMs: 30_000,
          onOutput: (text) => (shown += text),
          ...options,
        }),
      childLines,
      terminals,
      shown: () => shown,
    };
  }
  let faults: string[] = [];
  beforeEach(() => (faults = []));

  it('runs a line in a hidden terminal that is named for the session, and gives its output and exit code', async () => {
    const shell = aShell();
    const end = await shell.run('echo out; echo err >&2; tty >/dev/null; test -t 1 && echo seen; exit 3');
    assert.deepEqual(end, { state: 'exited', code: 3, output: 'out\nerr\nseen\n' });
    assert.deepEqual([shell.childLines, faults, shell.shown()], [[], [], 'out\nerr\nseen\n']);
    assert.equal(ourTerminals().length, 1);
    assert.equal(vscode.window.activeTerminal, undefined);
  });

  it('uses an idle terminal of the folder again, and another one for each command beside it', async () => {
    const shell = aShell();
    await shell.run('true');
    const [first] = ourTerminals();
    await shell.run('true');
    assert.deepEqual(ourTerminals(), [first]);
    const ends = await Promise.all([shell.run('sleep 1; echo a'), shell.run('sleep 1; echo b')]);
    assert.deepEqual(
      ends.map((end) => end.state === 'exited' && end.output),
      ['a\n', 'b\n'],
    );
    await until('one idle terminal is kept', () => ourTerminals().length === 1);
    mkdirSync(path.join(folder(), 'sub'));
    const elsewhere = await shell.run('pwd', { cwd: path.join(folder(), 'sub') });
    assert.deepEqual(elsewhere, { state: 'exited', code: 0, output: `${path.join(folder(), 'sub')}\n` });
    assert.deepEqual(shell.childLines, []);
  });

  it('loses nothing of lines that end at once', async () => {
    const shell = aShell();
    const ends: ShellEnd[] = [];
    for (let round = 0; round < 15; round += 1) ends.push(await shell.run(`echo ${round}`));
    assert.deepEqual(
      ends.map((end) => end.state === 'exited' && end.output),
      ends.map((_, round) => `${round}\n`),
    );
    assert.deepEqual(shell.childLines, []);
  });

  it('1.12 runs the very bytes that were approved, whatever the person’s shell makes of typed text', async () => {
    writeFileSync(
      path.join(folder(), '.bashrc'),
      `alias cat='echo changed' sh='echo changed'\nset -o histexpand\ncat() { echo changed; }\n`,
    );
    const shell = aShell({ shell: { ...bash, env: { HOME: folder() } } });
    const text = ` !! !$ "quoted" 'single' $HOME \\n \t tab\x03\x04\x1b[31m äöü 😀`;
    const end = await shell.run(`  cat > bytes <<'END'\n${text}\nsecond line\nEND\n`);
    assert.deepEqual([end, shell.childLines], [{ state: 'exited', code: 0, output: '' }, []]);
    assert.equal(readFileSync(path.join(folder(), 'bytes'), 'utf8'), `${text}\nsecond line\n`);
  });

  it('strips what only a terminal can show, streams, and cuts a long output in the middle', async () => {
    const shell = aShell();
    const colours = await shell.run(`printf '\\033[31mred\\033[0m\\r\\n\\033]0;title\\007x\\n'`);
    assert.deepEqual(colours, { state: 'exited', code: 0, output: 'red\nx\n' });
    const long = await shell.run(`head -c 50000 /dev/zero | tr '\\0' a; echo end`);
    assert.match(
      long.state === 'exited' ? long.output : '',
      /a\n\[\d+ characters of the output are left out here\.\]\na+end\n$/,
    );
  });

  it('cancels a line with what it started in the background, and the person’s shell lives on', async () => {
    const shell = aShell();
    const stop = new AbortController();
    const running = shell.run(
      'sleep 300 & echo $!; (trap "" TERM; sleep 301) & echo $!; setsid sleep 302 & echo $!; wait',
      {
        signal: stop.signal,
      },
    );
    await until('three processes run', () => shell.shown().split('\n').length > 3);
    const pids = shell.shown().trim().split('\n').map(Number);
    stop.abort();
    const end = await running;
    assert.equal(end.state, 'cancelled');
    assert.deepEqual(pids.filter(isRunning), []);
    assert.deepEqual(await shell.run('echo next'), { state: 'exited', code: 0, output: 'next\n' });
    assert.deepEqual(shell.childLines, []);
  });

  it('ends what a line has left in the background', async () => {
    const shell = aShell();
    const end = await shell.run('sleep 300 & echo $!');
    assert.equal(end.state === 'exited' && end.code, 0);
    assert.equal(isRunning(Number(shell.shown().trim())), false);
  });

  it('stops what takes too long', async () => {
    const end = await aShell().run('echo begun; sleep 300', { timeoutMs: 3_000 });
    assert.equal(end.state, 'timed-out');
  });

  it('counts a terminal that is closed while the line runs as a cancelled call, with the reason', async () => {
    const shell = aShell();
    const running = shell.run('echo $$; nohup sleep 300 >/dev/null & echo $!; wait');
    await until('it runs', () => shell.shown().split('\n').length > 2);
    const pids = shell.shown().trim().split('\n').map(Number);
    ourTerminals()[0]?.dispose();
    const end = await running;
    assert.deepEqual([end.state, end.state === 'cancelled' && end.because], ['cancelled', 'terminal-closed']);
    assert.deepEqual(pids.filter(isRunning), []);
    assert.deepEqual(shell.childLines, []);
  });

  it('takes the child process where a shell tells nothing of its commands, waits for it once, and runs the line once', async () => {
    const shell = aShell({ shell: silent, integrationMs: 1_000 });
    const end = await shell.run('echo ran >> ran; echo out');
    assert.deepEqual(end, { state: 'exited', code: 0, output: 'out\n' });
    await shell.run('echo ran >> ran');
    assert.equal(readFileSync(path.join(folder(), 'ran'), 'utf8'), 'ran\nran\n');
    assert.equal(shell.childLines.length, 2);
    await until('the terminal is gone', () => ourTerminals().length === 0);
  });

  it('takes the child process where the shell does not come to run what is typed', async () => {
    const shell = aShell({ startMs: 0 });
    const end = await shell.run('echo ran >> ran');
    assert.equal(end.state, 'exited');
    assert.equal(readFileSync(path.join(folder(), 'ran'), 'utf8'), 'ran\n');
  });

  it('takes the child process where a key of the person’s shell spoils what is typed', async () => {
    writeFileSync(path.join(folder(), '.bashrc'), `bind '"/": "echo typed #"'\n`);
    const shell = aShell({ shell: { ...bash, env: { HOME: folder() } } });
    const end = await shell.run('echo ran >> ran; echo out');
    assert.deepEqual([end, shell.childLines.length], [{ state: 'exited', code: 0, output: 'out\n' }, 1]);
    assert.equal(readFileSync(path.join(folder(), 'ran'), 'utf8'), 'ran\n');
  });

  it('is not deceived by an output that says the command has ended', async () => {
    const shell = aShell();
    const end = await shell.run(`printf '\\033]633;D;0\\007'; sleep 1; echo hidden; exit 9`);
    assert.equal(end.state === 'exited' && end.code, 9);
    assert.match(end.state === 'exited' ? end.output : '', /The terminal lost this output before its end/);
    assert.deepEqual(await shell.run('echo next'), { state: 'exited', code: 0, output: 'next\n' });
  });

  it('runs nothing where the turn was stopped before', async () => {
    const shell = aShell();
    const end = await shell.run('touch ran', { signal: AbortSignal.abort() });
    assert.deepEqual([end.state, existsSync(path.join(folder(), 'ran'))], ['cancelled', false]);
  });

  it('shows the terminal of a call when the person asks for it, as long as it is there', async () => {
    const shell = aShell();
    assert.equal(shell.terminals.show('c1'), false);
    await shell.run('true');
    const [terminal] = ourTerminals();
    assert.deepEqual([shell.terminals.has('c1'), shell.terminals.has('c2')], [true, false]);
    assert.equal(shell.terminals.show('c1'), true);
    await until('it is shown', () => vscode.window.activeTerminal === terminal);
    assert.deepEqual(await shell.run('echo in sight'), { state: 'exited', code: 0, output: 'in sight\n' });
    assert.deepEqual(shell.childLines, []);
    terminal?.dispose();
    await until('it is gone', () => !shell.terminals.has('c1'));
  });

  it('leaves no file of a command behind', async () => {
    await aShell().run('true');
    await until('its folder is empty', () => readdirSync(path.join(folder(), 'files')).length === 0);
  });
});

/** Whether a process runs; one that has ended and was not asked for is none. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z');
  } catch {
    return false;
  }
}
