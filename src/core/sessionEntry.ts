import type { ApprovalMode, ExecutionMode } from './approvalMode';
import type { Classification } from './classification';
import type { PlanComment } from './planComment';
import type { ReviewEntry } from './reviewLog';
import type { TeammatePlanEntry } from './teammatePlan';

/**
 * One fact in the life of a session. A session is what its entries say: everything that is shown or restored is reduced
 * from them. `parentId` makes them a tree. The leaf is the entry that was written last; the active branch is the path from the
 * root to it.
 */
export type SessionEntry = SessionFact & {
  readonly id: string;
  /** Null for the first entry only. */
  readonly parentId: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly ts: number;
};

export type SessionFact =
  | UserMessageFact
  /** What the session is called in lists; the last one counts. */
  | { readonly type: 'title'; readonly title: string }
  | AgentStep
  | CheckpointFact
  | ModeFact
  | BranchMovedFact
  | ReviewEntry
  /** What the person said about a plan under review; the last one of a review counts. Kept whatever became of the review. */
  | { readonly type: 'comments'; readonly reviewId: string; readonly comments: readonly PlanComment[] }
  /** Part of the call that started the sub-agent, and no part of what the session's own agent is told. */
  | { readonly type: 'sub-agent-step'; readonly taskCallId: string; readonly step: AgentStep }
  | TeammatePlanEntry
  | { readonly type: 'turn-ended'; readonly reason: TurnEnd; readonly message?: string | undefined };

/** What the person wrote. */
type UserMessageFact = {
  readonly type: 'user-message';
  /** As it was typed. */
  readonly text: string;
  /** What the agent is told in place of it, where that is something else: a task without its command, a filled template. */
  readonly expansion?: string | undefined;
};

/**
 * The workspace was recorded before the first effect of a turn, or could not be: the first of these after a message is how
 * the workspace was before the agent's answer to it. Nothing of the session depends on it.
 */
export type CheckpointFact = {
  readonly type: 'checkpoint';
  readonly checkpoint:
    | {
        readonly state: 'recorded';
        /** The name under which the store knows it. */
        readonly id: string;
        /** How many files were left out, because they are too large or cannot be read. */
        readonly leftOut: number;
      }
    | { readonly state: 'not-recorded'; readonly code: CheckpointFault };
};

export const checkpointFaults = ['git-missing', 'git-failed', 'too-large', 'timed-out', 'storage'] as const;
/** Why a workspace was not recorded. `storage`: the extension's own storage could not be written. */
export type CheckpointFault = (typeof checkpointFaults)[number];

/**
 * What an agent said, was permitted and did. In a `sub-agent-step` the call ids are the sub-agent's own: only with
 * `taskCallId` do they name a call (E03).
 */
export type AgentStep =
  | AgentMessageFact
  | ({ readonly type: 'tool-result' } & ToolResultFact)
  /** A hook put other arguments in place of the model's, before the call ran: these are what ran. The last one counts. */
  | { readonly type: 'call-changed'; readonly callId: string; readonly args: ToolCall['args'] }
  | { readonly type: 'permission'; readonly callId: string; readonly answer: PermissionAnswer }
  /** M2: in `auto`, before anything follows from it. The last one of a call counts. */
  | { readonly type: 'classified'; readonly callId: string; readonly classification: Classification };

type AgentMessageFact = {
  readonly type: 'agent-message';
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** P3: the revision of the manual exit that the request for this message told of, where it told of one. */
  readonly toldOfExit?: number | undefined;
};

/** What the agent asks its host to do. `args` is what the model wrote, parsed but not trusted. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** I30: every tool call has exactly one of these. */
export interface ToolResultFact {
  readonly callId: string;
  readonly toolName: string;
  readonly outcome: ToolOutcome;
  /** What the model is told. */
  readonly text: string;
  readonly stopTurn: boolean;
}

/** `refused`: by the mode, a rule or a person. `skipped`: never started, because the turn ended before it (G2). */
export const toolOutcomes = ['ok', 'error', 'refused', 'cancelled', 'skipped'] as const;
export type ToolOutcome = (typeof toolOutcomes)[number];

/** Written after the register has changed; on restore the last one on the active branch is the mode. */
export type ModeFact = {
  readonly type: 'mode';
  readonly mode: ApprovalMode;
  /** Set exactly when `mode` is `plan` (I13). */
  readonly prePlanMode?: ExecutionMode | undefined;
  readonly revision: number;
  readonly cause: 'person' | 'agent' | 'tightened' | 'plan-exit' | 'started' | 'restored';
  /** Set exactly when `cause` is `plan-exit`: the review whose approval was applied. */
  readonly reviewId?: string | undefined;
};

/**
 * A person went to another place of the conversation: the entry's parent. What is appended next grows from here. It holds
 * the mode too, so that no end of the process can come between the move and the mode that it leads to.
 */
export type BranchMovedFact = {
  readonly type: 'branch-moved';
  /** The leaf that was left; it can be gone back to. */
  readonly from: string;
  readonly mode: ApprovalMode;
  /** Set exactly when `mode` is `plan` (I13). */
  readonly prePlanMode?: ExecutionMode | undefined;
  readonly revision: number;
};

export const turnEnds = ['done', 'stopped', 'cancelled', 'failed', 'interrupted'] as const;
/**
 * `done`: the agent had nothing more to do. `stopped`: a result with `stopTurn`. `cancelled`: the person stopped it.
 * `interrupted`: found on restore without an end.
 */
export type TurnEnd = (typeof turnEnds)[number];

export const permissionAnswers = ['allowed', 'rejected', 'cancelled'] as const;
export type PermissionAnswer = (typeof permissionAnswers)[number];
