import type { NewCancelSource } from '../core/cancelSignal';
import type { Clock } from '../core/clock';
import type { Digest } from '../core/digest';
import type { Ids } from '../core/ids';
import type { SessionLog } from './sessionLog';

/** What a session needs of the world around it. */
export interface SessionEnvironment {
  readonly clock: Clock;
  readonly ids: Ids;
  /** L3: what a teammate's request to its leader is called; 12 random bytes in hex each. */
  readonly requestIds: Ids;
  readonly digest: Digest;
  readonly newCancelSource: NewCancelSource;
  /** Whether the workspace is trusted now (M4). */
  readonly isTrusted: () => boolean;
  /** Told what went wrong and stopped nothing, so that a person can be warned. Must not throw. */
  readonly onProblem: (problem: SessionProblem) => void;
}

export interface SessionPorts extends SessionEnvironment {
  readonly log: SessionLog;
}

/**
 * `mode-not-saved`, `review-ending-not-saved`, `request-ending-not-saved`, `turn-end-not-saved`: it holds in memory, is not in the log, and is tried
 * again before the next entry. `title-not-saved`: the session is listed under its first prompt all the same.
 * `taken-over`: another window writes the session now; here it is closed.
 * `agent-failed`: the agent's own fault ended its turn. `surface-failed`: something that shows the session threw.
 */
export type SessionProblem = {
  readonly code:
    | 'mode-not-saved'
    | 'review-ending-not-saved'
    | 'request-ending-not-saved'
    | 'turn-end-not-saved'
    | 'title-not-saved'
    | 'agent-failed'
    | 'surface-failed'
    | 'taken-over';
  readonly sessionId: string;
  readonly cause: unknown;
};
