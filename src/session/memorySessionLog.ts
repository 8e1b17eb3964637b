import type { SessionEntry } from '../core/sessionEntry';
import type { LogEntry } from './sessionCodec';
import { SessionLogClosed, type SessionLog } from './sessionLog';

/** A session log that lasts as long as the process. */
export class MemorySessionLog implements SessionLog {
  readonly #entries: LogEntry[];
  #isClosed = false;

  constructor(entries: readonly LogEntry[] = []) {
    this.#entries = [...entries];
  }

  append(entry: SessionEntry): Promise<void> {
    if (this.#isClosed) return Promise.reject(new SessionLogClosed());
    this.#entries.push(structuredClone(entry));
    return Promise.resolve();
  }

  read(): Promise<readonly LogEntry[]> {
    return Promise.resolve([...this.#entries]);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }
}
