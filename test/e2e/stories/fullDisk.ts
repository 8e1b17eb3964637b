import { execFileSync } from 'node:child_process';

/**
 * Lets no file of that process grow beyond so many bytes, as on a full disk: writing fails, for root too. The other
 * processes and what is on the disk are left alone.
 */
export function limitFileSize(pid: number, bytes: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
}

/** There is room again. */
export function freeFileSize(pid: number): void {
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:']);
}
