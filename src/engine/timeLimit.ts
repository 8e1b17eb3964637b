import type { CancelSignal } from '../core/cancelSignal';
import type { StartTimer } from './timer';

/**
 * Gives an act a signal that aborts with the one that is given, and with the reason `timeUp` when the time is up. The act has
 * to end by it; what it gives or throws is passed on.
 */
export async function withTimeLimit<T>(
  { signal, ms, startTimer }: TimeLimit,
  act: (inTime: CancelSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController();
  const onAbort = (): void => either.abort();
  const stopTimer = startTimer(ms, () => either.abort(timeUp));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  try {
    return await act(either.signal);
  } finally {
    stopTimer();
    signal.removeEventListener('abort', onAbort);
  }
}

interface TimeLimit {
  readonly signal: CancelSignal;
  /** Milliseconds. */
  readonly ms: number;
  readonly startTimer: StartTimer;
}

/** The reason of a signal that aborted because the time was up. */
export const timeUp = Symbol('time up');
