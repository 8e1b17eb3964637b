import { readFileSync } from 'node:fs';

/** Whether a process runs. One that has ended may stay listed for as long as nobody has asked for its end. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
  } catch {
    return false;
  }
}

/** Waits for a condition; fails after some seconds. */
export async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries += 1) {
    if (tries > 500) throw new Error('It did not come to pass.');
    await new Promise((go) => setTimeout(go, 10));
  }
}
