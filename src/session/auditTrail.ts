import type { Digest } from '../core/digest';
import type { SessionHeader } from '../protocol/sessionEntries';
import type { TrailHeader, TrailLink } from '../protocol/auditTrail';
import { canonicalJson } from './canonicalJson';
import { planExitTool } from './planExitTool';
import { encodeEntry, type LogEntry } from './sessionCodec';

/**
 * Issue 4, point 8: what a session's log says of its plans, as a chain in which each hash covers the one before. Only what
 * concerns plans is in it: versions with their text, decisions, comments, modes, and what the agent was told of a decision.
 * Prompts, and what the agent said and did, are not.
 */
export interface AuditTrail {
  readonly header: TrailHeader;
  readonly links: readonly TrailLink[];
  /** The last hash: the one value that stands for all of it. */
  readonly head: string;
}

/** The trail of all that a log holds by now. That of the same log later begins with the same links. */
export function auditTrail(session: SessionHeader, entries: readonly LogEntry[], digest: Digest): AuditTrail {
  const { id, createdAt, agent } = session;
  const header: TrailHeader = {
    type: 'countersign-audit-trail',
    version: 1,
    session: { id, createdAt, agent },
  };
  const links: TrailLink[] = [];
  let previous = headerHash(header, digest);
  for (const entry of entries.filter(concernsPlans)) {
    const link = { seq: links.length + 1, previous, entry: storedForm(entry) };
    previous = linkHash(link, digest);
    links.push({ ...link, hash: previous });
  }
  return { header, links, head: previous };
}

/** The export's text: JSON, with the header, each entry and the head on a line of their own. */
export function trailText({ header, links, head }: AuditTrail): string {
  const lines = links.map((link) => canonicalJson(link)).join(',\n');
  return `{"header":${canonicalJson(header)},"entries":[\n${lines}\n],"head":${canonicalJson(head)}}\n`;
}

export function headerHash(header: TrailHeader, digest: Digest): string {
  return digest(canonicalJson(header));
}

/** What `hash` has to be. It covers the place, the entry and, by `previous`, all that comes before. */
export function linkHash({ seq, previous, entry }: Omit<TrailLink, 'hash'>, digest: Digest): string {
  return digest(canonicalJson({ seq, previous, entry }));
}

function concernsPlans(entry: LogEntry): boolean {
  switch (entry.type) {
    case 'review-pending':
    case 'damaged-review':
    case 'review-ended':
    case 'comments':
    case 'mode':
    case 'branch-moved':
    case 'teammate-plan-pending':
    case 'teammate-plan-ended':
      return true;
    case 'tool-result':
      return entry.toolName === planExitTool;
    case 'user-message':
    case 'title':
    case 'agent-message':
    case 'call-changed':
    case 'permission':
    case 'sub-agent-step':
    case 'turn-ended':
    case 'checkpoint':
    case 'classified':
    case 'unknown':
      return false;
  }
}

/** As it stands in the log. */
function storedForm(entry: LogEntry): Record<string, unknown> {
  const value: unknown = JSON.parse(encodeEntry(entry));
  if (typeof value !== 'object' || value === null) throw new TypeError('A log entry is an object.');
  return { ...value };
}
