import { setTimeout as pause } from 'node:timers/promises';
import type { RunCommand } from './runCommand';
import { sendSignal } from './sendSignal';

/**
 * Ends the group that a process leads, and all that descends from it, also where it has left the group. Resolves when none
 * of them runs any more; false where some go on because they belong to another user. Where the processes cannot be listed,
 * it is the group alone.
 *
 * @param leader of a group of its own, which may have ended itself
 * @param how `gently`: they are told to end first, and have a second for it
 */
export async function endTree(leader: number, how: 'gently' | 'at-once', list: ListProcesses): Promise<boolean> {
  const family = new Set<number>();
  const beyondUs = new Set<number>();
  const killFrom = how === 'gently' ? Date.now() + graceMs : 0;
  let isTold = false;
  for (;;) {
    const alive = aliveOf(leader, family, await list()).filter(({ pid }) => !beyondUs.has(pid));
    if (alive.length === 0) return beyondUs.size === 0;
    if (Date.now() >= killFrom) {
      for (const { pid } of alive) if (sendSignal(pid, 'SIGKILL') === 'not-allowed') beyondUs.add(pid);
    } else if (!isTold) {
      for (const { pid } of alive) sendSignal(pid, 'SIGTERM');
    }
    isTold = true;
    await pause(pollMs);
  }
}

/** Whether a process runs. */
export function isAlive(pid: number): boolean {
  return sendSignal(pid, 0) !== 'nobody';
}

/** Port: the processes of this machine as they are now; undefined where they cannot be listed. Does not reject. */
export type ListProcesses = () => Promise<readonly ProcessRow[] | undefined>;

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** It has ended and waits for its parent to ask. */
  readonly isZombie: boolean;
}

/** By `ps`, as POSIX has it. */
export function psProcesses(run: RunCommand): ListProcesses {
  const args = ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'pgid=', '-o', 'stat='];
  return async () => {
    const end = await run(
      { run: { kind: 'program', program: 'ps', args }, cwd: '/', timeoutMs: 5_000, maxOutputBytes: 16 * 1024 * 1024 },
      new AbortController().signal,
    );
    return end.state === 'exited' && end.code === 0 ? processRows(end.stdout) : undefined;
  };
}

/** Reads what `ps` prints; a line that is none of its own is left out. */
export function processRows(text: string): readonly ProcessRow[] {
  return text.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)/.exec(line);
    if (!found) return [];
    const [, pid, parent, group, stat = ''] = found;
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), isZombie: stat.startsWith('Z') }];
  });
}

const graceMs = 1_000;
const pollMs = 50;

/** Those of the family that run. Whoever was once seen to belong to it stays in it, also when its parent is gone. */
function aliveOf(
  leader: number,
  family: Set<number>,
  rows: readonly ProcessRow[] | undefined,
): readonly Pick<ProcessRow, 'pid'>[] {
  // A negative number stands for the group.
  if (!rows) return sendSignal(-leader, 0) === 'taken' ? [{ pid: -leader }] : [];
  for (let grew = true; grew;) {
    grew = false;
    for (const { pid, parent, group } of rows) {
      if (family.has(pid) || (group !== leader && !family.has(parent))) continue;
      family.add(pid);
      grew = true;
    }
  }
  return rows.filter(({ pid, isZombie }) => family.has(pid) && !isZombie);
}
