import { hasErrorCode } from '../session/systemError';

/**
 * Sends a signal to a process of this machine, to its group where the number is negative; 0 only asks whether it is there.
 * Says what became of it. macOS says "not allowed" of a group where only ended ones are.
 */
export function sendSignal(pid: number, how: NodeJS.Signals | 0): 'taken' | 'nobody' | 'not-allowed' {
  try {
    process.kill(pid, how);
    return 'taken';
  } catch (cause) {
    if (hasErrorCode(cause, 'ESRCH')) return 'nobody';
    if (hasErrorCode(cause, 'EPERM')) return 'not-allowed';
    throw cause;
  }
}
