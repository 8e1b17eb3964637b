import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { hasErrorCode } from './systemError';

/** A process, told from a later one that got the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Equal for one process at any time; differs after a restart of the machine. */
  readonly start: string;
}

export async function ownProcess(): Promise<ProcessIdentity> {
  return { pid: process.pid, start: (await startOf(process.pid)) ?? '' };
}

/** Whether that very process still runs. In doubt it does: two writers would be worse than a lock that stays. */
export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  try {
    process.kill(identity.pid, 0);
  } catch (cause) {
    if (hasErrorCode(cause, 'ESRCH')) return false;
    if (!hasErrorCode(cause, 'EPERM')) throw cause;
  }
  return isSameStart((await startOf(identity.pid)) ?? '', identity.start);
}

/** Elsewhere than on Linux the start is computed from two clocks that drift, so a few minutes are the same. */
function isSameStart(a: string, b: string): boolean {
  const [minuteOfA, minuteOfB] = [a, b].map((start) => /^boot:(\d+)$/.exec(start)?.[1]);
  if (minuteOfA === undefined || minuteOfB === undefined) return a === b;
  return Math.abs(Number(minuteOfA) - Number(minuteOfB)) <= driftMinutes;
}

const driftMinutes = 10;

/**
 * On Linux the kernel's own words: the start of the machine and the tick at which the process started. Elsewhere the
 * start of the machine alone, in minutes since the epoch: enough to see that a restart lies between.
 */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return `boot:${Math.round((Date.now() / 1000 - uptime()) / 60)}`;
  try {
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The name in the second field may hold spaces and brackets; the fields after its last bracket are numbers.
    const startTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot.trim()}:${startTicks ?? ''}`;
  } catch (cause) {
    if (hasErrorCode(cause, 'ENOENT', 'ESRCH')) return undefined;
    throw cause;
  }
}
