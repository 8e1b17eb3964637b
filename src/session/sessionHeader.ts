import type { AgentIdentity } from '../core/agentBackend';
import type { Clock } from '../core/clock';
import type { Ids } from '../core/ids';
import type { SessionHeader } from '../protocol/sessionEntries';

/** What is known of a session before it begins. */
export interface NewSession {
  /** Empty where the session shall be named after its first prompt. */
  readonly title: string;
  readonly workspaceFolder: string;
  readonly agent: AgentIdentity;
}

/** The header of a session that begins now. */
export function newSessionHeader(at: { readonly ids: Ids; readonly clock: Clock }, session: NewSession): SessionHeader {
  const { id, name, model } = session.agent;
  return {
    type: 'session',
    version: 1,
    id: at.ids.next(),
    createdAt: at.clock.now(),
    title: session.title,
    workspaceFolder: session.workspaceFolder,
    agent: { id, name, model },
  };
}
