import type { Digest } from '../core/digest';
import type { FrozenPlan } from '../core/frozenPlan';
import type { SessionEntry } from '../core/sessionEntry';
import {
  entryFrameSchema,
  isKnownEntryType,
  reviewOutcomeSchema,
  sessionEntrySchema,
  sessionHeaderSchema,
  type SessionHeader,
  type StoredSessionEntry,
} from '../protocol/sessionEntries';
import { parseJson } from '../protocol/parseJson';

/** What a line of a session file can mean. Only a `SessionEntry` is ever written. */
export type LogEntry = SessionEntry | UnknownEntry | DamagedReview;

interface EntryFrame {
  readonly id: string;
  readonly parentId: string | null;
  readonly ts: number;
}

/** An entry of a type that this version does not know: kept in its place, and ignored (V8). */
interface UnknownEntry extends EntryFrame {
  readonly type: 'unknown';
  readonly line: string;
}

/** A review whose recorded text is not what its hash says. It counts as unanswered, whatever was recorded later (V6, V8). */
interface DamagedReview extends EntryFrame {
  readonly type: 'damaged-review';
  readonly plan: FrozenPlan;
  readonly line: string;
}

/** What somebody should be told about an entry that was read all the same. */
export type EntryRemark =
  | { readonly kind: 'unknown-type'; readonly entryId: string; readonly entryType: string }
  | { readonly kind: 'unknown-outcome'; readonly entryId: string; readonly reviewId: string }
  | { readonly kind: 'plan-hash-mismatch'; readonly entryId: string; readonly reviewId: string };

export type DecodedEntry =
  | { readonly state: 'entry'; readonly entry: LogEntry; readonly remark?: EntryRemark | undefined }
  /** `field`: the first thing that is wrong; never a value, because values are plans and prompts. */
  | { readonly state: 'bad'; readonly field: string };

export type DecodedHeader =
  | { readonly state: 'header'; readonly header: SessionHeader }
  | { readonly state: 'bad'; readonly code: 'no-header' | 'unsupported-version' };

/** Whether this version knows the entry and trusts it. */
export function isSessionEntry(entry: LogEntry): entry is SessionEntry {
  return entry.type !== 'unknown' && entry.type !== 'damaged-review';
}

/** One line, without its line feed. JSON escapes every line feed inside. */
export function encodeEntry(entry: LogEntry): string {
  return 'line' in entry ? entry.line : JSON.stringify(entry);
}

export function encodeHeader(header: SessionHeader): string {
  return JSON.stringify(header);
}

export function decodeHeader(line: string): DecodedHeader {
  const value = parseJson(line);
  const parsed = sessionHeaderSchema.safeParse(value);
  if (parsed.success) return { state: 'header', header: parsed.data };
  const isOurs = typeof value === 'object' && value !== null && 'type' in value && value.type === 'session';
  const isOther = isOurs && 'version' in value && value.version !== 1;
  return { state: 'bad', code: isOther ? 'unsupported-version' : 'no-header' };
}

/**
 * V8: an unknown type is kept and ignored; an unknown outcome of an otherwise valid review means unanswered; a plan whose
 * text does not have its hash makes a damaged review. Everything else that does not fit is a bad line.
 */
export function decodeEntry(line: string, digest: Digest): DecodedEntry {
  const value = parseJson(line);
  const frame = entryFrameSchema.safeParse(value);
  if (!frame.success) return { state: 'bad', field: fieldOf(frame.error.issues) };
  const { type, id, parentId, ts } = frame.data;
  if (!isKnownEntryType(type)) {
    const entry: UnknownEntry = { type: 'unknown', id, parentId, ts, line };
    return { state: 'entry', entry, remark: { kind: 'unknown-type', entryId: id, entryType: type } };
  }
  const parsed = sessionEntrySchema.safeParse(value);
  if (!parsed.success) return withUnknownOutcome(frame.data) ?? { state: 'bad', field: fieldOf(parsed.error.issues) };
  const entry: StoredSessionEntry = parsed.data;
  if (entry.type === 'review-pending' && digest(entry.plan.text) !== entry.plan.planHash) {
    return {
      state: 'entry',
      entry: { type: 'damaged-review', id, parentId, ts, plan: entry.plan, line },
      remark: { kind: 'plan-hash-mismatch', entryId: id, reviewId: entry.plan.reviewId },
    };
  }
  return { state: 'entry', entry };
}

/** A review's ending of which only the outcome is not understood. */
function withUnknownOutcome(frame: Readonly<Record<string, unknown>>): DecodedEntry | undefined {
  if (frame['type'] !== 'review-ended' || reviewOutcomeSchema.safeParse(frame['outcome']).success) return undefined;
  const mended = { ...frame, outcome: { state: 'unanswered', reason: 'malformed' } };
  const parsed = sessionEntrySchema.safeParse(mended);
  if (!parsed.success || parsed.data.type !== 'review-ended') return undefined;
  const { id, reviewId } = parsed.data;
  return { state: 'entry', entry: parsed.data, remark: { kind: 'unknown-outcome', entryId: id, reviewId } };
}

function fieldOf(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  const path = issues[0]?.path ?? [];
  return path.length === 0 ? 'line' : path.map(String).join('.');
}
