import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { CancelSignal } from '../core/cancelSignal';

/**
 * Looks for a regular expression in lines, in a thread of its own: one that never comes to an end in some line (`(a+)+$`)
 * can be stopped there, and the editor's other extensions go on meanwhile.
 */
export class LineMatcher {
  readonly #worker: Worker;
  readonly #limitMs: number;
  readonly #signal: CancelSignal;

  /** @param limitMs how long the lines of one call may take */
  constructor(pattern: RegExp, limitMs: number, signal: CancelSignal) {
    this.#worker = new Worker(program, {
      eval: true,
      workerData: { source: pattern.source, flags: pattern.flags },
      // What this process was started with is not for it.
      execArgv: [],
    });
    this.#limitMs = limitMs;
    this.#signal = signal;
  }

  /** Which of the lines fit, by index. One call at a time; after anything but `matched` there is nothing more to ask. */
  match(lines: readonly string[]): Promise<LinesMatched> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        this.#signal.removeEventListener('abort', onAbort);
        this.#worker.off('message', onMessage);
        this.#worker.off('error', onError);
        settle();
      };
      const onMessage = (indices: unknown): void =>
        end(() => resolve({ state: 'matched', indices: z.parse(indicesSchema, indices) }));
      const onError = (cause: Error): void => end(() => reject(cause));
      const onAbort = (): void => end(() => resolve({ state: 'cancelled' }));
      const timer = setTimeout(() => end(() => resolve({ state: 'too-slow' })), this.#limitMs);
      this.#signal.addEventListener('abort', onAbort);
      this.#worker.on('message', onMessage);
      this.#worker.on('error', onError);
      if (this.#signal.aborted) onAbort();
      else this.#worker.postMessage(lines);
    });
  }

  /** Ends the thread, whatever it is doing. */
  async dispose(): Promise<void> {
    await this.#worker.terminate();
  }
}

export type LinesMatched =
  | { readonly state: 'matched'; readonly indices: readonly number[] }
  | { readonly state: 'too-slow' }
  | { readonly state: 'cancelled' };

const indicesSchema = z.array(z.int());

/** As text, so that a thread of five lines needs no file of its own in the bundle. */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const pattern = new RegExp(workerData.source, workerData.flags);
parentPort.on('message', (lines) => {
  parentPort.postMessage(lines.flatMap((line, index) => (pattern.test(line) ? [index] : [])));
});`;
