import type { CancelSignal } from '../core/cancelSignal';
import type { ConfirmationKind, Permission } from '../core/permission';
import type { SubjectValue } from '../core/permissionRules';
import type { ProposedEdit } from '../core/prompter';
import type { ToolOutcome } from '../core/sessionEntry';
import type { ShellVerdict } from '../core/worstVerdict';
import type { ToolDeclaration } from './model';

/** Something that the model can ask for. */
export interface Tool {
  readonly declaration: ToolDeclaration;
  /** Other names under which models ask for it; spelling is folded before (`ExitPlanMode` needs no alias). */
  readonly aliases?: readonly string[] | undefined;
  /** Calls that only read may run beside each other. */
  readonly isReadOnly: boolean;
  /** Whether calls may run beside each other although they do not only read. Left out means no. */
  readonly mayRunBeside?: boolean | undefined;
  /** G2: true where no other call of its batch may run beside it, although it only reads. */
  readonly isSequential?: boolean | undefined;
  /** Checks the arguments and nothing else. `invalid.text` is for the model. */
  build(args: Readonly<Record<string, unknown>>): BuildResult;
}

type BuildResult =
  { readonly state: 'built'; readonly invocation: Invocation } | { readonly state: 'invalid'; readonly text: string };

/** One call with arguments that are in order. */
export interface Invocation {
  readonly kind: ConfirmationKind;
  /** The tool's own say. In Plan, a write to the plan file is a case of its own. */
  permission(isPlanFileWrite: boolean): Permission;
  /** R1: whether a person has to answer this very call, whatever is allowed. Left out means no. */
  requiresUserInteraction?(): boolean;
  /**
   * What rules about this tool are matched against; changes nothing and asks nobody. Left out: what the arguments of a
   * known kind of tool say (`path`, `command`, `url`).
   */
  subject?(): Promise<SubjectValue>;
  /**
   * 1.12: what the call would do, for one that runs a command. In Plan it stands in place of the boundary: what reads runs
   * by the ordinary rules, what writes is refused, anything else needs a person's leave for this very call.
   */
  planShell?(): ShellVerdict;
  /** Finds out what the call would do. Runs after the plan-file boundary and changes nothing. */
  prepare(signal: CancelSignal): Promise<Prepared>;
}

export type Prepared =
  | { readonly state: 'ended'; readonly result: ToolDone }
  | {
      readonly state: 'ready';
      /** One line: what would happen. */
      readonly title: string;
      readonly edit?: ProposedEdit | undefined;
      /** Asks a person in a way of its own in place of the ordinary question. A result ends the call; undefined goes on. */
      confirm?(): Promise<ToolDone | undefined>;
      /** `confirm` let it go on, but something blocks it before `execute`: what was approved must not be usable later (S4). */
      withdraw?(): void;
      /** Does it. `callId` is for what it prints meanwhile. `mayStart` is asked with nothing awaited between its answer and the first effect (S1). */
      execute(mayStart: MayStart, callId: string): Promise<ToolDone>;
    };

/** Undefined where the call may have its effect now; else the result that ends it. */
export type MayStart = () => ToolDone | undefined;

/** What came of a call. */
export interface ToolDone {
  readonly outcome: ToolOutcome;
  /** For the model and, in the transcript, for the person. */
  readonly text: string;
  /** G1. */
  readonly stopTurn: boolean;
  /** G4: the turn ends if every result of the batch says so. Left out means no. */
  readonly terminate?: boolean | undefined;
}

/** The call did what it says. */
export function done(text: string): ToolDone {
  return { outcome: 'ok', text, stopTurn: false };
}

/** The call could not be carried out; the model may try something else. */
export function failed(text: string): ToolDone {
  return { outcome: 'error', text, stopTurn: false };
}

/** The mode, a rule or a person said no. */
export function refused(text: string, stopTurn = false): ToolDone {
  return { outcome: 'refused', text, stopTurn };
}

/** S1: the turn was stopped before the call had any effect. */
export const cancelledBeforeStart: ToolDone = {
  outcome: 'cancelled',
  text: 'Not started: the person stopped the turn. Nothing was changed.',
  stopTurn: true,
};
