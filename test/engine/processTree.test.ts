import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { endTree, isAlive, processRows, psProcesses, type ListProcesses } from '../../src/engine/processTree';
import { runCommand } from '../../src/engine/runCommand';
import { isRunning, until } from './support/processes';

describe('process tree', function () {
  this.timeout(20_000);
  const list = psProcesses(runCommand);
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  /** A leader that prints the ids of what it starts, one a line, and stays. */
  async function aTree(script: string, count: number): Promise<{ leader: number; pids: readonly number[] }> {
    const child = spawn('/bin/sh', ['-c', `${script}\nwait; sleep 60`], { detached: true });
    started.push(child);
    let printed = '';
    child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
    await until(() => printed.split('\n').length > count);
    return { leader: child.pid ?? 0, pids: printed.trim().split('\n').map(Number) };
  }

  const node = JSON.stringify(process.execPath);
  const leaves = `${node} -e "const c=require('child_process').spawn('sleep',['61'],{detached:true});console.log(c.pid);setInterval(()=>0,1e3)" &`;
  const stubborn = "(trap '' TERM; sleep 62 & echo $!; while :; do sleep 0.1; done) &";

  for (const how of ['gently', 'at-once'] as const) {
    it(`ends the leader and its group ${how}`, async () => {
      const { leader, pids } = await aTree('sleep 60 & echo $!; sleep 60 & echo $!', 2);
      await endTree(leader, how, list);
      assert.deepEqual([leader, ...pids].filter(isRunning), []);
    });

    it(`ends what has left the group ${how}`, async () => {
      const { leader, pids } = await aTree(leaves, 1);
      await endTree(leader, how, list);
      assert.deepEqual([leader, ...pids].filter(isRunning), []);
    });
  }

  it('ends what does not listen', async () => {
    const { leader, pids } = await aTree(stubborn, 1);
    await endTree(leader, 'gently', list);
    assert.deepEqual([leader, ...pids].filter(isRunning), []);
  });

  it('ends what an ended leader has left behind', async () => {
    const child = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    started.push(child);
    let left = 0;
    child.stdout.on('data', (data: Buffer) => (left = Number(data.toString())));
    await until(() => child.exitCode !== null && left > 0);
    assert.equal(isRunning(left), true);
    await endTree(child.pid ?? 0, 'at-once', list);
    assert.equal(isRunning(left), false);
  });

  it('leaves every other process alone', async () => {
    const other = await aTree('sleep 60 & echo $!', 1);
    const { leader } = await aTree('sleep 60 & echo $!', 1);
    await endTree(leader, 'at-once', list);
    assert.deepEqual([other.leader, ...other.pids].map(isRunning), [true, true]);
  });

  it('ends the group where the processes cannot be listed', async () => {
    const blind: ListProcesses = () => Promise.resolve(undefined);
    const { leader, pids } = await aTree('sleep 60 & echo $!', 1);
    await endTree(leader, 'gently', blind);
    assert.deepEqual(pids.filter(isRunning), []);
  });

  it('tells whether a process runs', async () => {
    const { leader } = await aTree('echo', 0);
    assert.equal(isAlive(leader), true);
    await endTree(leader, 'at-once', list);
    await until(() => !isAlive(leader));
  });

  it('lists nothing where ps fails', async () => {
    const failing = psProcesses(() => Promise.resolve({ state: 'not-started', cause: new Error('no ps') }));
    assert.equal(await failing(), undefined);
  });

  it('reads the lines of ps and no others', () => {
    assert.deepEqual(processRows('  PID\n    1     0     1 Ss\n 4242 1 77 Z+\n'), [
      { pid: 1, parent: 0, group: 1, isZombie: false },
      { pid: 4242, parent: 1, group: 77, isZombie: true },
    ]);
  });
});
