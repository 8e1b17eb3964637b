import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Digest } from '../core/digest';
import type { SessionEntry } from '../core/sessionEntry';
import type { SessionHeader } from '../protocol/sessionEntries';
import { encodeEntry, encodeHeader, type LogEntry } from './sessionCodec';
import { readSessionFile, type SessionFileContent, type SessionFileFault } from './sessionFile';
import { SessionLogClosed, SessionTakenOver, type SessionLog } from './sessionLog';
import { syncDirectory } from './syncDirectory';
import { takeOverSessionLock, takeSessionLock, type LockHolder, type SessionLock } from './sessionLock';

/**
 * A session log in a file: the header, then one entry a line, only ever appended to.
 *
 * Each append is one write and one `fdatasync`; it resolves after both, so that what was acknowledged survives the end of
 * the process and of the machine. An append that fails is cut off again before the next one, so that no half line is ever
 * followed by another. One writer a file, kept by a lock beside it; who finds its lock gone after a write does not
 * acknowledge that write.
 */
export class JsonlSessionLog implements SessionLog {
  readonly #path: string;
  readonly #file: AppendFile;
  readonly #lock: SessionLock;
  readonly #digest: Digest;
  #size: number;
  #isUncut = false;
  #isLost = false;
  #tail: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  private constructor(path: string, file: AppendFile, lock: SessionLock, digest: Digest, size: number) {
    this.#path = path;
    this.#file = file;
    this.#lock = lock;
    this.#digest = digest;
    this.#size = size;
  }

  /** Makes the file, which must not exist yet. Rejects where it cannot be made. */
  static async create(path: string, header: SessionHeader, options: JsonlOptions): Promise<JsonlSessionLog> {
    const taken = await takeSessionLock(path);
    if (taken.state === 'locked') throw new Error('A new session is locked by another process already.');
    let file: AppendFile | undefined;
    try {
      file = await (options.openFile ?? openFile)(path, 'wx+');
      const log = new JsonlSessionLog(path, file, taken.lock, options.digest, 0);
      await log.#writeLine(encodeHeader(header));
      await syncDirectory(dirname(path));
      return log;
    } catch (cause) {
      // A file without its header would only be one more that cannot be read.
      if (file !== undefined) await file.close().then(() => rm(path, { force: true }));
      await taken.lock.release();
      throw cause;
    }
  }

  /**
   * Opens the file for appending. A torn last line is cut off and counted in `content`; a file that cannot be understood
   * is refused and left alone; where another process writes it, it is only read.
   */
  static async open(path: string, options: JsonlOptions): Promise<OpenedLog> {
    const taken = await takeSessionLock(path);
    if (taken.state === 'locked') {
      const reading = readSessionFile(await readFile(path), options.digest);
      return reading.state === 'refused' ? reading : { state: 'locked', holder: taken.holder, content: reading };
    }
    return JsonlSessionLog.#opened(path, taken.lock, options);
  }

  /**
   * Opens the file for appending although another process writes it, because a person said so. The file gets a new body
   * under its old name: whatever the writer before still writes goes to the old body, which nobody reads. What it
   * acknowledged is in the new one, because it acknowledges nothing once its lock is gone, and the body is copied after
   * that. One takes over at a time.
   */
  static async takeOver(path: string, options: JsonlOptions): Promise<OpenedLog> {
    const turn = await takeSessionLock(`${path}.takeover`);
    if (turn.state === 'locked') {
      const reading = readSessionFile(await readFile(path), options.digest);
      return reading.state === 'refused' ? reading : { state: 'locked', holder: turn.holder, content: reading };
    }
    try {
      const before = readSessionFile(await readFile(path), options.digest);
      if (before.state === 'refused') return before;
      const lock = await takeOverSessionLock(path);
      try {
        await renewBody(path, options.digest);
      } catch (cause) {
        await lock.release();
        throw cause;
      }
      return await JsonlSessionLog.#opened(path, lock, options);
    } finally {
      await turn.lock.release();
    }
  }

  static async #opened(path: string, lock: SessionLock, options: JsonlOptions): Promise<OpenedLog> {
    let isKept = false;
    try {
      const content = readSessionFile(await readFile(path), options.digest);
      if (content.state === 'refused') return content;
      const file = await (options.openFile ?? openFile)(path, 'r+');
      const log = new JsonlSessionLog(path, file, lock, options.digest, content.wholeBytes);
      log.#isUncut = content.tornBytes > 0;
      isKept = true;
      return { state: 'open', log, content };
    } finally {
      if (!isKept) await lock.release();
    }
  }

  append(entry: SessionEntry): Promise<void> {
    if (this.#closing !== undefined) return Promise.reject(new SessionLogClosed());
    const line = encodeEntry(entry);
    const written = this.#tail.then(() => this.#writeLine(line));
    // The caller has the rejection; the next append does not depend on it.
    this.#tail = written.then(settled, settled);
    return written;
  }

  async read(): Promise<readonly LogEntry[]> {
    await this.#tail;
    const bytes = await readFile(this.#path);
    const reading = readSessionFile(bytes.subarray(0, this.#size), this.#digest);
    if (reading.state === 'refused')
      throw new Error(`Line ${reading.line} of the session file was changed by another program.`);
    return reading.entries;
  }

  close(): Promise<void> {
    this.#closing ??= this.#tail.then(async () => {
      try {
        await this.#file.close();
      } finally {
        await this.#lock.release();
      }
    });
    return this.#closing;
  }

  async #writeLine(line: string): Promise<void> {
    if (this.#isLost) throw new SessionTakenOver();
    if (this.#isUncut) {
      await this.#file.truncate(this.#size);
      this.#isUncut = false;
    }
    const bytes = Buffer.from(`${line}\n`, 'utf8');
    this.#isUncut = true;
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#size + done);
      if (bytesWritten === 0) throw new Error('The file system took no more of the session file.');
      done += bytesWritten;
    }
    await this.#file.datasync();
    this.#isLost = !(await this.#lock.isHeld());
    if (this.#isLost) throw new SessionTakenOver();
    this.#size += bytes.length;
    this.#isUncut = false;
  }
}

export type OpenedLog =
  | { readonly state: 'open'; readonly log: JsonlSessionLog; readonly content: SessionFileContent }
  | { readonly state: 'locked'; readonly holder: LockHolder; readonly content: SessionFileContent }
  | SessionFileFault;

export interface JsonlOptions {
  readonly digest: Digest;
  /** How the file is opened; the file system's own way where it is not given. */
  readonly openFile?: (path: string, flags: 'wx+' | 'r+') => Promise<AppendFile>;
}

/** The part of an open file that appending needs. Every `FileHandle` is one. */
export interface AppendFile {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
  truncate(size: number): Promise<void>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

function openFile(path: string, flags: 'wx+' | 'r+'): Promise<AppendFile> {
  // Sessions are private: prompts and plans are in them.
  return open(path, flags, 0o600);
}

/** Copies the whole lines to a new file, which takes the name. */
async function renewBody(path: string, digest: Digest): Promise<void> {
  const bytes = await readFile(path);
  const reading = readSessionFile(bytes, digest);
  // What cannot be understood is left as it is; opening it says why.
  if (reading.state === 'refused') return;
  const written = `${path}.body.tmp`;
  const file = await open(written, 'w', 0o600);
  try {
    await file.writeFile(bytes.subarray(0, reading.wholeBytes));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(written, path);
  await syncDirectory(dirname(path));
}

function settled(): void {
  return undefined;
}
