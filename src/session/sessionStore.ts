import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApprovalMode } from '../core/approvalMode';
import type { CancelSignal } from '../core/cancelSignal';
import type { SessionHeader } from '../protocol/sessionEntries';
import { JsonlSessionLog, type OpenedLog } from './jsonlSessionLog';
import { Session } from './session';
import { forkedEntries } from './forkedEntries';
import { encodeEntry, encodeHeader, type EntryRemark, type LogEntry } from './sessionCodec';
import { readSessionFile, type SessionFileContent, type SessionFileFault } from './sessionFile';
import { newSessionHeader, type NewSession } from './sessionHeader';
import type { LockHolder } from './sessionLock';
import type { SessionEnvironment } from './sessionPorts';
import { sessionStateOf, type SessionState } from './sessionState';
import { syncDirectory } from './syncDirectory';
import { hasErrorCode } from './systemError';

/**
 * The sessions of one storage directory, one file each, named by the session's id (N09: never by its title). A file that
 * cannot be understood is reported and left alone.
 */
export class SessionStore {
  readonly #directory: string;
  readonly #environment: SessionEnvironment;

  /** @param directory absolute; made when the first session is */
  constructor(directory: string, environment: SessionEnvironment) {
    this.#directory = directory;
    this.#environment = environment;
  }

  /** Starts a session in Plan mode, with this window as its writer. */
  async create(session: NewSession): Promise<CreatedSession> {
    const header = newSessionHeader(this.#environment, session);
    try {
      await mkdir(this.#directory, { recursive: true, mode: 0o700 });
      const log = await JsonlSessionLog.create(this.#pathOf(header.id), header, this.#environment);
      return await this.#withLog(log, async () => ({
        state: 'created',
        session: await Session.create({ ...this.#environment, log }, header),
      }));
    } catch (cause) {
      return { state: 'failed', cause };
    }
  }

  /**
   * Opens a stored session and restores it (V5). Where another window writes it, it is only read.
   *
   * @param patience until it aborts, a locked session is tried again: after a reload the window before may still be ending
   */
  open(sessionId: string, patience?: CancelSignal): Promise<OpenedSession> {
    return this.#open(sessionId, (path) => this.#openLog(path, patience));
  }

  /**
   * O03: opens a stored session although another window writes it, because a person said so. That window can write no more
   * to it. `locked` only where somebody else is just taking it over.
   */
  takeOver(sessionId: string): Promise<OpenedSession> {
    return this.#open(sessionId, (path) => JsonlSessionLog.takeOver(path, this.#environment));
  }

  async #open(sessionId: string, openLog: (path: string) => Promise<OpenedLog>): Promise<OpenedSession> {
    if (!isFileNameOfId(sessionId)) return { state: 'missing' };
    try {
      const opened = await openLog(this.#pathOf(sessionId));
      if (opened.state === 'refused') return opened;
      const { header, entries, remarks, tornBytes } = opened.content;
      if (opened.state === 'locked') {
        return { state: 'locked', holder: opened.holder, header, entries, content: sessionStateOf(entries) };
      }
      const { log } = opened;
      return await this.#withLog(log, async () => {
        const session = await Session.restore({ ...this.#environment, log }, header, entries);
        return { state: 'open', session, remarks, tornBytes };
      });
    } catch (cause) {
      return hasErrorCode(cause, 'ENOENT') ? { state: 'missing' } : { state: 'failed', cause };
    }
  }

  /**
   * Begins a session with the branch of another one up to an entry. The other one is only read: a review that is pending
   * there stays so, and is unanswered in the fork. The file is written whole before it gets its name, so that no part of a
   * branch is ever taken for a session.
   */
  async fork(source: ForkSource, entryId: string): Promise<ForkedSession> {
    const { ids, clock } = this.#environment;
    const next = { id: ids.next(), ts: clock.now() };
    const entries = forkedEntries(source.entries, entryId, source.mode, next);
    if (entries === undefined) return { state: 'missing' };
    const { id, title, workspaceFolder, agent } = source.header;
    const header: SessionHeader = {
      ...newSessionHeader(this.#environment, { title, workspaceFolder, agent }),
      parentSession: { id, entryId },
    };
    try {
      await this.#writeWhole(header, entries);
      const opened = await this.open(header.id);
      if (opened.state === 'open') return { state: 'forked', session: opened.session };
      return { state: 'failed', cause: new Error(`The fork was written and could not be opened: ${opened.state}`) };
    } catch (cause) {
      return { state: 'failed', cause };
    }
  }

  /** What is stored for a workspace folder, the latest first, and what cannot be read. Takes no lock, writes nothing. */
  async list(workspaceFolder: string): Promise<SessionList> {
    const sessions: SessionSummary[] = [];
    const unreadable: UnreadableSession[] = [];
    for (const file of await this.#files()) {
      try {
        const reading = readSessionFile(await readFile(join(this.#directory, file)), this.#environment.digest);
        if (reading.state === 'refused') unreadable.push({ file, fault: reading });
        else if (reading.header.workspaceFolder === workspaceFolder) sessions.push(summaryOf(reading));
      } catch (cause) {
        if (!hasErrorCode(cause, 'ENOENT')) unreadable.push({ file, cause });
      }
    }
    return { sessions: sessions.sort((a, b) => b.changedAt - a.changedAt), unreadable };
  }

  async #openLog(path: string, patience: CancelSignal | undefined): Promise<OpenedLog> {
    for (;;) {
      const opened = await JsonlSessionLog.open(path, this.#environment);
      if (opened.state !== 'locked' || patience === undefined || patience.aborted) return opened;
      await pause(lockRetryMs);
    }
  }

  async #writeWhole(header: SessionHeader, entries: readonly LogEntry[]): Promise<void> {
    const path = this.#pathOf(header.id);
    const written = `${path}.tmp`;
    const file = await open(written, 'wx', 0o600);
    try {
      try {
        await file.writeFile([encodeHeader(header), ...entries.map(encodeEntry)].map((line) => `${line}\n`).join(''));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(written, path);
      await syncDirectory(this.#directory);
    } catch (cause) {
      await rm(written, { force: true });
      throw cause;
    }
  }

  /** A session that could not begin leaves no lock behind. */
  async #withLog<T>(log: JsonlSessionLog, begin: () => Promise<T>): Promise<T> {
    try {
      return await begin();
    } catch (cause) {
      await log.close();
      throw cause;
    }
  }

  async #files(): Promise<readonly string[]> {
    try {
      return (await readdir(this.#directory)).filter((file) => file.endsWith(extension)).sort();
    } catch (cause) {
      if (hasErrorCode(cause, 'ENOENT')) return [];
      throw cause;
    }
  }

  #pathOf(sessionId: string): string {
    return join(this.#directory, `${sessionId}${extension}`);
  }
}

export type CreatedSession =
  { readonly state: 'created'; readonly session: Session } | { readonly state: 'failed'; readonly cause: unknown };

/** A session to fork from, live or stored. */
export interface ForkSource {
  readonly header: SessionHeader;
  readonly entries: readonly LogEntry[];
  /** What is on in it now. */
  readonly mode: ApprovalMode;
}

export type ForkedSession =
  | { readonly state: 'forked'; readonly session: Session }
  /** The other session has no such entry. */
  | { readonly state: 'missing' }
  | { readonly state: 'failed'; readonly cause: unknown };

export type OpenedSession =
  | {
      readonly state: 'open';
      readonly session: Session;
      /** What was read with a reservation. */
      readonly remarks: readonly EntryRemark[];
      /** How much of a last line was not written to its end and was dropped, in bytes; 0 for most. */
      readonly tornBytes: number;
    }
  /** Another window writes it; this is what it holds now. */
  | {
      readonly state: 'locked';
      readonly holder: LockHolder;
      readonly header: SessionHeader;
      readonly entries: readonly LogEntry[];
      readonly content: SessionState;
    }
  | { readonly state: 'missing' }
  | SessionFileFault
  /** It could not be read, or what the restore had to append could not be written. */
  | { readonly state: 'failed'; readonly cause: unknown };

export interface SessionList {
  readonly sessions: readonly SessionSummary[];
  readonly unreadable: readonly UnreadableSession[];
}

export interface SessionSummary {
  readonly header: SessionHeader;
  readonly title: string;
  readonly mode: ApprovalMode;
  readonly isTurnOpen: boolean;
  readonly hasPendingReview: boolean;
  /** When something was written last, in milliseconds since the Unix epoch. */
  readonly changedAt: number;
}

type UnreadableSession =
  { readonly file: string; readonly fault: SessionFileFault } | { readonly file: string; readonly cause: unknown };

const extension = '.jsonl';
const lockRetryMs = 100;

/** An id comes back from a page; it must not lead to another directory. */
function isFileNameOfId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,128}$/.test(id);
}

function summaryOf({ header, entries }: SessionFileContent): SessionSummary {
  const state = sessionStateOf(entries);
  return {
    header,
    title: state.title === '' ? header.title : state.title,
    mode: state.mode.mode,
    isTurnOpen: state.isTurnOpen,
    hasPendingReview: state.reviews.some((review) => review.state === 'pending'),
    changedAt: entries.at(-1)?.ts ?? header.createdAt,
  };
}
