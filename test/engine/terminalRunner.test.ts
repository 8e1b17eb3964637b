import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietEnvironment } from '../../src/engine/quietEnvironment';
import { TerminalRunner } from '../../src/engine/terminalRunner';
import { until } from './support/processes';

describe('terminal runner', function () {
  this.timeout(20_000);
  let folder = '';
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'terminal-runner-')));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const prepare = (line: string, cwd = folder): Promise<TerminalRunner> =>
    TerminalRunner.prepare({ line, cwd, env: quietEnvironment, folder });

  /** As a shell with job control starts it: in a group of its own. */
  async function start(
    runner: TerminalRunner,
    isLeader = true,
    go = true,
  ): Promise<{ shown: string; code: number | null }> {
    if (go) await runner.go();
    const [program = '', ...args] = runner.commandLine.split(' ');
    const child = spawn(program, args, { detached: isLeader });
    let shown = '';
    child.stdout.on('data', (data: Buffer) => (shown += data.toString()));
    await once(child, 'close');
    return { shown, code: child.exitCode };
  }

  const lines: Readonly<Record<string, string>> = {
    'several lines': 'one\ntwo\n\n',
    'a leading space': '  x',
    quotes: `'"\`'\\''"`,
    'history expansion': '!! !$ !1 ^a^b',
    'variables and commands': '$HOME $(id) `id` $$ %s %n \\n',
    'control characters': 'a\tb\x03\x04\x15\x1b[31m\x7f\r',
    'letters of many scripts': 'äöü 日本 😀 \u202e',
    'what looks like an option': '-c --',
  };
  for (const [name, text] of Object.entries(lines)) {
    it(`1.12 gives the shell the very bytes that were approved: ${name}`, async () => {
      // The line is what it says: a here-document has no escapes in it.
      const line = `cat > bytes <<'END OF IT'\n${text}\nEND OF IT\n`;
      await start(await prepare(line));
      assert.equal(await readFile(join(folder, 'bytes'), 'utf8'), `${text}\n`);
    });

    it(`types nothing of a line into the person's shell: ${name}`, async () => {
      assert.match((await prepare(text)).commandLine, /^\/bin\/sh [\w/.+-]+$/);
    });
  }

  it('tells how it ended, and shows the output after its own first words', async () => {
    const runner = await prepare('echo out; exit 7');
    assert.deepEqual(await runner.look(), { state: 'waiting' });
    const { shown, code } = await start(runner);
    const seen = await runner.look();
    assert.deepEqual([code, seen.state === 'ended' && seen.code], [7, 7]);
    assert.equal(runner.afterStart(shown), `out\n${runner.endMark}`);
    assert.equal(runner.afterStart('something else'), undefined);
  });

  it('shows the person what runs, without what would move the cursor', async () => {
    const { shown } = await start(await prepare('echo hi #\x1b[2J\u202e'));
    assert.ok(shown.startsWith('> echo hi #\ufffd[2J\ufffd\n'), shown);
  });

  it('runs in the folder, without pagers and prompts, and with nothing to read', async () => {
    const runner = await prepare('pwd; echo $PAGER $GIT_TERMINAL_PROMPT $TERM; cat');
    assert.equal(runner.afterStart((await start(runner)).shown), `${folder}\ncat 0 dumb\n${runner.endMark}`);
  });

  it('runs nothing where the folder is gone', async () => {
    const runner = await prepare('echo out', join(folder, 'gone'));
    const { shown } = await start(runner);
    const seen = await runner.look();
    assert.deepEqual([seen.state === 'ended' && seen.code, runner.afterStart(shown)], [125, '']);
  });

  it('does not begin before the terminal has noticed it', async () => {
    const runner = await prepare('echo out');
    const ended = start(runner, true, false);
    await new Promise((later) => setTimeout(later, 300));
    assert.deepEqual(await runner.look(), { state: 'waiting' });
    await runner.go();
    assert.equal((await ended).code, 0);
  });

  it('gives up waiting where its files are gone', async () => {
    const runner = await prepare('touch ran');
    const ended = start(runner, true, false);
    assert.equal(await runner.forestall(), true);
    await runner.remove();
    assert.notEqual((await ended).code, 0);
    assert.equal(readdirSync(folder).includes('ran'), false);
  });

  it('never runs after it was forestalled', async () => {
    const runner = await prepare('touch ran');
    assert.equal(await runner.forestall(), true);
    assert.equal((await start(runner)).code, 125);
    assert.equal(readdirSync(folder).includes('ran'), false);
    assert.deepEqual(await runner.look(), { state: 'waiting' });
  });

  it('runs once, however often it is started', async () => {
    const runner = await prepare('echo ran >> ran');
    await Promise.all([start(runner), start(runner), start(runner)]);
    assert.equal(await readFile(join(folder, 'ran'), 'utf8'), 'ran\n');
    assert.equal(await runner.forestall(), false);
  });

  it('either runs or was forestalled, never both and never neither', async () => {
    for (let round = 0; round < 20; round += 1) {
      const runner = await prepare(`echo > ran-${round}`);
      const [{ code }, isForestalled] = await Promise.all([start(runner), runner.forestall()]);
      assert.equal(code === 0, !isForestalled);
      assert.equal(readdirSync(folder).includes(`ran-${round}`), !isForestalled);
    }
  });

  it('does not begin without a group of its own, which nobody could end alone', async () => {
    const runner = await prepare('touch ran');
    assert.equal((await start(runner, false)).code, 125);
    assert.equal(await runner.forestall(), true);
  });

  it('names the leader of its group while it runs, and stays when the line is interrupted', async () => {
    const runner = await prepare('sleep 60');
    const ended = start(runner);
    let pid = 0;
    await untilAsync(async () => {
      const seen = await runner.look();
      if (seen.state === 'running') pid = seen.pid;
      return pid > 0;
    });
    // Control-C; as often as it takes: the first may come before there is a line.
    const again = setInterval(() => process.kill(-pid, 'SIGINT'), 50);
    assert.equal((await ended.finally(() => clearInterval(again))).code, 130);
    const seen = await runner.look();
    assert.equal(seen.state === 'ended' && seen.code, 130);
  });

  it('is for its owner alone, and leaves nothing behind', async () => {
    const runner = await prepare('true');
    const [own = ''] = readdirSync(folder);
    assert.equal(statSync(join(folder, own)).mode & 0o077, 0);
    await runner.remove();
    await until(() => readdirSync(folder).length === 0);
  });
});

async function untilAsync(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isTrue()); tries += 1) {
    if (tries > 500) throw new Error('It did not come to pass.');
    await new Promise((go) => setTimeout(go, 10));
  }
}
