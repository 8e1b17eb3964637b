import type { CancelSignal } from '../core/cancelSignal';

/** Waits for a promise, but no longer than until the signal aborts; what settles afterwards is ignored. */
export function orAborted<T>(promise: Promise<T>, signal: CancelSignal): Promise<Waited<T>> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve({ state: 'aborted' });
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    promise.then(
      (value) => {
        signal.removeEventListener('abort', onAbort);
        resolve({ state: 'settled', value });
      },
      (cause: unknown) => {
        signal.removeEventListener('abort', onAbort);
        reject(cause instanceof Error ? cause : new Error(String(cause)));
      },
    );
  });
}

/** What came first. */
export type Waited<T> = { readonly state: 'settled'; readonly value: T } | { readonly state: 'aborted' };
