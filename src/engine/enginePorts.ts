import type { NotJudged, Verdict } from '../core/classification';
import type { FrozenPlan } from '../core/frozenPlan';
import type { LeaderGate } from '../core/leaderGate';
import type { ModeRegister, Unsubscribe } from '../core/modeRegister';
import type { PermissionRule, PermissionRuleSet } from '../core/permissionRules';
import type { LookAtPath } from '../core/planFileBoundary';
import type { ExecuteResult, PlanGate, PlanReading } from '../core/planGate';
import type { Prompter } from '../core/prompter';
import type { PathStyle } from '../core/resolvePath';
import type { Reviewer } from '../core/reviewer';
import type { SessionFact } from '../core/sessionEntry';
import type { TeammatePlan } from '../core/teammatePlan';
import type { Actor } from './actor';
import type { Checkpoints } from './checkpoints/checkpoints';
import type { TurnCheckpoint } from './checkpoints/turnCheckpoint';
import type { Classifier } from './classifier';
import type { Hooks } from './hooks/hooks';
import type { Model } from './model';
import type { ReadMarks } from './readMarks';
import type { Questioner } from './questioner';
import type { Search } from './search';
import type { Shell } from './shell';
import type { Team } from './team/team';
import type { Workspace } from './workspace';

/** What the built-in agent knows of the outside, for one session. */
export interface EnginePorts {
  readonly model: Model;
  readonly register: ModeRegister;
  readonly gate: PlanGate;
  /** For the plans of teammates. Left out: there can be none. */
  readonly leaderGate?: LeaderGate | undefined;
  /** The teammates of the session's own agent; none outlives it. Left out: there can be none. */
  readonly team?: Team | undefined;
  /** Set for a teammate: brings its plan to its leader. Throws where no call of the leader waits for it. */
  readonly deliverToLeader?: ((plan: TeammatePlan) => void) | undefined;
  readonly reviewer: Reviewer;
  readonly prompter: Prompter;
  readonly workspace: Workspace;
  readonly lookAtPath: LookAtPath;
  /** Left out: a plain search without another program. */
  readonly search?: Search | undefined;
  /** Left out: a child process without a terminal. */
  readonly shell?: Shell | undefined;
  /** Left out: nobody can be asked, and the agent is told so (R8). */
  readonly questioner?: Questioner | undefined;
  /** Whose turn it is. Left out: that of the session's own agent. */
  readonly actor?: Actor | undefined;
  /** N1: whether a plan can be reviewed here, so that there is a way out of Plan. Left out: it can. */
  readonly canReview?: (() => boolean) | undefined;
  /** What a call prints while it runs. The whole is in its result. */
  readonly onToolOutput?: ((callId: string, text: string) => void) | undefined;
  /** Records the workspace before the first effect of a turn; asked for at its beginning. Left out, or none: nothing is recorded. */
  readonly checkpoints?: (() => Checkpoints | undefined) | undefined;
  /** That of the turn which this one is a part of. Left out: the turn has its own. */
  readonly turnCheckpoint?: Pick<TurnCheckpoint, 'isTaken' | 'take'> | undefined;
  /** What the agent knows of files, for the whole session. Left out: nothing, at the beginning of each agent. */
  readonly readMarks?: ReadMarks | undefined;
  /** The active branch of the session, root first. The conversation is rebuilt from it for every request. */
  readonly history: () => readonly SessionFact[];
  /** The workspace folder, absolute. */
  readonly cwd: string;
  /** The one file that the session's own agent may write in Plan, absolute; made on the first write. */
  readonly planFile: string;
  readonly pathStyle: PathStyle;
  /** Reads a plan file whole, past any cache and any editor: what it says is what is hashed. Does not reject. */
  readonly readPlanFile: (path: string) => Promise<PlanReading>;
  /** E9: keeps a copy of the plan, best effort; called once for each exit, after the mode has changed. May reject. */
  readonly planExited: (plan: FrozenPlan) => Promise<void>;
  /** The person's rules as they are now, those of the workspace only where it is trusted. Left out: there are none. */
  readonly rules?: (() => PermissionRuleSet) | undefined;
  /** Called after `rules` has changed: open questions that the rules answer now are taken back (S8). */
  readonly onDidChangeRules?: ((listener: () => void) => Unsubscribe) | undefined;
  /**
   * A person said "always allow": `rules` has these rules too from now on, and `onDidChangeRules` says so. They are kept
   * as text. Left out: it is never offered (R7).
   */
  readonly allowAlways?: ((rules: readonly PermissionRule[]) => void) | undefined;
  /** Left out: nothing is arranged to happen around calls. */
  readonly hooks?: Hooks | undefined;
  /** Judges calls in `auto`. Left out: a person is asked. */
  readonly classifier?: Classifier | undefined;
  /** For the log: what came of it, without the classifier's own words, which may repeat what was said. */
  readonly onClassified?: ((toolName: string, said: Verdict | NotJudged) => void) | undefined;
  /** G2: whether the calls of a batch never run beside each other. */
  readonly isSequential?: boolean | undefined;
  /** What the gate made of an approval: for the surfaces, which say why Plan is still on. */
  readonly onExit?: ((reviewId: string, result: ExecuteResult) => void) | undefined;
  /** Something failed that changes no result. `what` is a fixed phrase for the log and never plan or prompt text. */
  readonly onFault: (what: string, cause: unknown) => void;
  /** What the turn waits for a person for; undefined when it goes on. */
  readonly onDidChangeWaiting?: ((what: Waiting | undefined) => void) | undefined;
}

export type Waiting = 'review' | 'permission';
