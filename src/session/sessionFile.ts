import type { Digest } from '../core/digest';
import type { SessionHeader } from '../protocol/sessionEntries';
import { decodeEntry, decodeHeader, type EntryRemark, type LogEntry } from './sessionCodec';

/** What the bytes of a session file say. */
export type SessionFileReading = SessionFileContent | SessionFileFault;

export interface SessionFileContent {
  readonly state: 'read';
  readonly header: SessionHeader;
  readonly entries: readonly LogEntry[];
  readonly remarks: readonly EntryRemark[];
  /** How many bytes belong to whole lines. */
  readonly wholeBytes: number;
  /** How many bytes after them belong to a last line that was not written to its end; 0 for most. */
  readonly tornBytes: number;
}

/** Why a file is not opened. It is left as it is. */
export interface SessionFileFault {
  readonly state: 'refused';
  readonly code: 'no-header' | 'unsupported-version' | 'bad-line';
  /** Counts from 1. */
  readonly line: number;
  /** What in the line is wrong; never its value. */
  readonly field: string;
}

/**
 * Reads a session file. A line ends with its line feed; what comes after the last one was never acknowledged, so it is
 * dropped and counted. Any other line that does not fit refuses the whole file: nobody knows what it said.
 */
export function readSessionFile(bytes: Uint8Array, digest: Digest): SessionFileReading {
  const entries: LogEntry[] = [];
  const remarks: EntryRemark[] = [];
  const ids = new Set<string>();
  let header: SessionHeader | undefined;
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) break;
    const text = decode(bytes.subarray(start, end));
    start = end + 1;
    if (header === undefined) {
      const decoded = decodeHeader(text ?? '');
      if (decoded.state === 'bad') return { state: 'refused', code: decoded.code, line, field: 'header' };
      ({ header } = decoded);
      continue;
    }
    if (text === undefined) return { state: 'refused', code: 'bad-line', line, field: 'encoding' };
    const decoded = decodeEntry(text, digest);
    if (decoded.state === 'bad') return { state: 'refused', code: 'bad-line', line, field: decoded.field };
    const { entry, remark } = decoded;
    if (ids.has(entry.id)) return { state: 'refused', code: 'bad-line', line, field: 'id' };
    const isRooted = entry.parentId === null ? ids.size === 0 : ids.has(entry.parentId);
    if (!isRooted) return { state: 'refused', code: 'bad-line', line, field: 'parentId' };
    ids.add(entry.id);
    entries.push(entry);
    if (remark !== undefined) remarks.push(remark);
  }
  if (header === undefined) return { state: 'refused', code: 'no-header', line: 1, field: 'header' };
  return { state: 'read', header, entries, remarks, wholeBytes: start, tornBytes: bytes.length - start };
}

/** Undefined where the bytes are no UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TypeError) return undefined;
    throw cause;
  }
}
