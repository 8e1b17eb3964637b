import type { SessionEntry } from '../core/sessionEntry';
import type { LogEntry } from './sessionCodec';

/**
 * Port: where the entries of one session are kept.
 *
 * `append` resolves when the entry would survive the end of the process, and rejects when it would not; after a
 * rejection the entry is not in the log and the log can be used again. Entries are kept in the order of the calls, also
 * when the calls overlap. `read` gives every entry whose append has resolved, oldest first. `close` waits for appends
 * that were begun; later ones reject with `SessionLogClosed`. It may be called twice. Where another writer has taken the log
 * over, `append` rejects with `SessionTakenOver`, for good.
 */
export interface SessionLog {
  append(entry: SessionEntry): Promise<void>;
  read(): Promise<readonly LogEntry[]>;
  close(): Promise<void>;
}

/** The session was closed before this could be appended. Nothing was written. */
export class SessionLogClosed extends Error {
  readonly code = 'session-log-closed';
  constructor() {
    super('The session is closed; nothing more is written to it.');
    this.name = 'SessionLogClosed';
  }
}

/** Another window has taken the session over. From here nothing more is written to it, and nothing more is acknowledged. */
export class SessionTakenOver extends Error {
  readonly code = 'session-taken-over';
  constructor() {
    super('Another window has taken this session over; nothing more is written to it from here.');
    this.name = 'SessionTakenOver';
  }
}
