import type { CancelSignal, CancelSource } from '../../../src/core/cancelSignal';

/**
 * Cancels as an AbortController does, but for what a model has no use for: the platform's makes an exception with its stack
 * and dispatches an event each time, and a model cancels hundreds of thousands of times.
 */
export class PlainCancel implements CancelSource {
  readonly #signal = new PlainSignal();

  get signal(): CancelSignal {
    return this.#signal;
  }

  abort(reason: unknown = 'aborted'): void {
    this.#signal.abort(reason);
  }
}

class PlainSignal implements CancelSignal {
  aborted = false;
  reason: unknown;
  readonly #listeners = new Set<() => void>();

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    // One that is added meanwhile is not called, nor is one that is taken away.
    for (const listener of [...this.#listeners]) if (this.#listeners.has(listener)) listener();
  }
}

/** Whether a signal, or what belongs to a source, was aborted; undefined for anything else. */
export function isAbortedIn(value: unknown): boolean | undefined {
  if (value instanceof PlainCancel) return value.signal.aborted;
  return value instanceof PlainSignal ? value.aborted : undefined;
}
