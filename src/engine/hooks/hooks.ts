import type { CancelSignal } from '../../core/cancelSignal';
import type { ToolCall } from '../../core/sessionEntry';
import type { ToolDone } from '../tool';

/**
 * Port: what the person has arranged to happen around calls.
 *
 * A hook that fails, takes too long or answers nonsense decides nothing; that is reported and not thrown. After `signal`
 * has aborted nothing of a hook is left running, and what it decided is not used.
 */
export interface Hooks {
  /** Before a person is asked. An allow does not count where a person has to answer (S4); a deny always does. */
  permissionRequest(call: ToolCall, signal: CancelSignal): Promise<HookDecision>;
  /** After a call is permitted and before it starts. */
  preToolUse(call: ToolCall, signal: CancelSignal): Promise<HookDecision>;
  /** After a call. Undefined leaves the result as it is. Throwing makes it an error that keeps its `stopTurn` (G5). */
  postToolUse(call: ToolCall, result: ToolDone, signal: CancelSignal): Promise<AfterTool | undefined>;
  /** Tells and decides nothing. `message` is a fixed sentence. */
  notification(kind: 'permission_prompt', message: string, call: ToolCall, signal: CancelSignal): Promise<void>;
  /** The agent has nothing more to do. A text makes it go on with that text; `isAgain` says that one did so before. */
  stop(isAgain: boolean, signal: CancelSignal): Promise<string | undefined>;
}

export type HookDecision =
  | { readonly kind: 'none' }
  /** `updatedInput`: the arguments in place of the model's. */
  | { readonly kind: 'allow'; readonly updatedInput: Readonly<Record<string, unknown>> | undefined }
  | { readonly kind: 'ask' }
  /** `message` is for the model. */
  | { readonly kind: 'deny'; readonly message: string };

/** What becomes of a result after a hook. */
export interface AfterTool {
  /** Stands in place of the result's text. */
  readonly text: string;
  readonly isError: boolean;
  readonly stopsTurn: boolean;
}
