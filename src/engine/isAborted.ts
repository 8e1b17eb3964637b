import type { CancelSignal } from '../core/cancelSignal';

/** Looks anew at a signal. Read as a property twice, the compiler would take the second answer for the first. */
export function isAborted(signal: CancelSignal): boolean {
  return signal.aborted;
}
