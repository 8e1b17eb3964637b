import type { SessionEntry } from '../../../src/core/sessionEntry';
import { MemorySessionLog } from '../../../src/session/memorySessionLog';
import type { LogEntry } from '../../../src/session/sessionCodec';
import type { SessionLog } from '../../../src/session/sessionLog';

/** A session log that fails for the entries that the test names, and that holds writes back while the test says so. */
export class FaultyLog implements SessionLog {
  fails: (entry: SessionEntry) => boolean = () => false;
  readonly #log: MemorySessionLog;
  #gate: Promise<void> = Promise.resolve();

  constructor(entries: readonly LogEntry[] = []) {
    this.#log = new MemorySessionLog(entries);
  }

  /** Holds every write back until the returned function is called. */
  hold(): () => void {
    let release = (): void => undefined;
    this.#gate = new Promise((resolve) => (release = resolve));
    return release;
  }

  async append(entry: SessionEntry): Promise<void> {
    await this.#gate;
    if (this.fails(entry)) throw new Error('no space');
    await this.#log.append(entry);
  }

  read(): Promise<readonly LogEntry[]> {
    return this.#log.read();
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}
