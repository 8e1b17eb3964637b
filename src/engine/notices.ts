import type { CancelSignal } from '../core/cancelSignal';

/**
 * What hooks are told while a turn runs and nobody waits for. It lives no longer than the turn: what is still under way at
 * its end is stopped, and its end is waited for.
 */
export class Notices {
  readonly #ended = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #onFault: (what: string, cause: unknown) => void;

  constructor(onFault: (what: string, cause: unknown) => void) {
    this.#onFault = onFault;
  }

  /** Begins to tell something. A failure is reported and changes nothing. */
  tell(say: (signal: CancelSignal) => Promise<void> | undefined): void {
    const told = this.#told(say).finally(() => this.#underWay.delete(told));
    this.#underWay.add(told);
  }

  /** Resolves when nothing of it is left running. */
  async end(): Promise<void> {
    this.#ended.abort();
    await Promise.all(this.#underWay);
  }

  async #told(say: (signal: CancelSignal) => Promise<void> | undefined): Promise<void> {
    try {
      await say(this.#ended.signal);
    } catch (cause) {
      this.#onFault('a Notification hook failed', cause);
    }
  }
}
