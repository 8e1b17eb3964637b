import type { Digest } from '../core/digest';
import {
  trailFrameSchema,
  trailHeaderSchema,
  trailHeadSchema,
  trailLinkSchema,
  type TrailLink,
} from '../protocol/auditTrail';
import { parseJson } from '../protocol/parseJson';
import { headerHash, linkHash, trailText, type AuditTrail } from './auditTrail';
import { decodeUtf8 } from './decodeUtf8';
import { decodeEntry } from './sessionCodec';

/** What became of an export since it was written. */
export type TrailVerdict =
  /** Every byte is as it was written, if its head is. */
  | { readonly state: 'whole'; readonly trail: AuditTrail }
  /** Everything that it says is as it was written, and the layout is not: spaces, line ends, the order of keys. */
  | { readonly state: 'reformatted'; readonly trail: AuditTrail }
  | {
      readonly state: 'changed';
      readonly fault: TrailFault;
      /** How many entries from the first on are whole. */
      readonly wholeEntries: number;
      readonly entryCount: number;
    }
  /** It is no export, or one of a later version. */
  | { readonly state: 'unreadable'; readonly code: 'encoding' | 'no-trail' | 'unsupported-version' };

/** The first thing that is wrong. `seq` counts entries from 1. */
type TrailFault =
  | { readonly at: 'header' }
  | { readonly at: 'entry'; readonly seq: number; readonly code: EntryFault }
  /** Every entry is whole, and the last hash is another one: entries were cut off at the end, or the head was changed. */
  | { readonly at: 'head' };

/**
 * `unreadable`: no JSON, or not what an entry is. `content`: the entry does not have its hash. `order`: it does, but it does
 * not follow the one before, so something was removed, inserted or moved. `plan`: the chain holds, and the text of the plan
 * does not have the hash that the plan was recorded with.
 */
type EntryFault = 'unreadable' | 'content' | 'order' | 'plan';

/** Issue 4, point 8: says what of an export is whole, and the first thing that is not. */
export function verifyAuditTrail(bytes: Uint8Array, digest: Digest): TrailVerdict {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { state: 'unreadable', code: 'encoding' };
  const frame = trailFrameSchema.safeParse(parseJson(text));
  const { header, entries, head } = frame.success ? frame.data : framedByLines(text);
  if (!isTrailHeader(header)) return { state: 'unreadable', code: 'no-trail' };
  if ('version' in header && typeof header.version === 'number' && header.version > 1)
    return { state: 'unreadable', code: 'unsupported-version' };
  const changed = (fault: TrailFault, wholeEntries: number): TrailVerdict => ({
    state: 'changed',
    fault,
    wholeEntries,
    entryCount: entries.length,
  });
  const known = trailHeaderSchema.safeParse(header);
  if (!known.success) return changed({ at: 'header' }, 0);
  const links: TrailLink[] = [];
  let previous = headerHash(known.data, digest);
  for (const [index, value] of entries.entries()) {
    const read = readLink(value, index + 1, previous, digest);
    // The first entry names the header's hash: where only that differs, it is the header that was changed.
    if (read.state === 'faulty')
      return changed(
        index === 0 && read.code === 'order' ? { at: 'header' } : { at: 'entry', seq: index + 1, code: read.code },
        index,
      );
    links.push(read.link);
    previous = read.link.hash;
  }
  if (!trailHeadSchema.safeParse(head).success || head !== previous) return changed({ at: 'head' }, links.length);
  const trail = { header: known.data, links, head: previous };
  return { state: frame.success && trailText(trail) === text ? 'whole' : 'reformatted', trail };
}

type LinkReading =
  { readonly state: 'read'; readonly link: TrailLink } | { readonly state: 'faulty'; readonly code: EntryFault };

function readLink(value: unknown, seq: number, previous: string, digest: Digest): LinkReading {
  const known = trailLinkSchema.safeParse(value);
  if (!known.success) return { state: 'faulty', code: 'unreadable' };
  const link = known.data;
  if (linkHash(link, digest) !== link.hash) return { state: 'faulty', code: 'content' };
  if (link.seq !== seq || link.previous !== previous) return { state: 'faulty', code: 'order' };
  const decoded = decodeEntry(JSON.stringify(link.entry), digest);
  if (decoded.state === 'bad') return { state: 'faulty', code: 'unreadable' };
  return decoded.entry.type === 'damaged-review' ? { state: 'faulty', code: 'plan' } : { state: 'read', link };
}

/** For a text that is no JSON: its lines are, up to the bad one, so that the bad one can be named. */
function framedByLines(text: string): { header: unknown; entries: readonly unknown[]; head: unknown } {
  const [first = '', ...rest] = text.trimEnd().split('\n');
  const last = rest.at(-1) ?? '';
  const frame = trailFrameSchema.safeParse(parseJson(`${first}],"head":""}`));
  // A line of the frame that was changed is no entry.
  const entries = (last.startsWith('{') ? rest : rest.slice(0, -1)).map((line) => parseJson(line.replace(/,$/, '')));
  const broken = text.startsWith('{"header":') ? {} : undefined;
  return { header: frame.success ? frame.data.header : broken, entries, head: undefined };
}

function isTrailHeader(header: unknown): header is object {
  return typeof header === 'object' && header !== null;
}
