import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @typedef {{ pid: number, parent: number, state: string, command: string }} Process */

/** @returns {Process[]} all processes of this machine */
function processes() {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args=']).toString().split('\n');
  return rows.flatMap((row) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(row) ?? [];
    if (pid === undefined || parent === undefined || state === undefined || command === undefined) return [];
    return [{ pid: Number(pid), parent: Number(parent), state, command }];
  });
}

/**
 * The pids of the extension hosts below a server, one for each window.
 *
 * @param {number} serverPid
 */
export function extensionHosts(serverPid) {
  const all = processes();
  const below = new Set([serverPid]);
  for (let before = -1; before !== below.size;) {
    before = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  const hosts = all.filter(({ pid, command }) => below.has(pid) && command.includes('--type=extensionHost'));
  // What a host starts has the host's own command line until it has become the other program.
  return hosts.filter(({ parent }) => !hosts.some(({ pid }) => pid === parent)).map(({ pid }) => pid);
}

/**
 * The processes that still run and carry `mark` in their command line or their environment: also those whose parent
 * is gone.
 *
 * @param {string} mark
 * @returns {Process[]}
 */
export function leftovers(mark) {
  return processes().filter(
    ({ pid, state, command }) =>
      pid !== process.pid && !state.startsWith('Z') && (command.includes(mark) || environmentOf(pid).includes(mark)),
  );
}

/** @param {number} pid */
function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    // Gone meanwhile, another user's, or a system without /proc: the command line has to do.
    return '';
  }
}
