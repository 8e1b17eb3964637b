import type { CancelSignal } from './cancelSignal';
import type { ConfirmationKind } from './permission';
import type { ToolCall } from './sessionEntry';

/**
 * Port: asks a person whether one ordinary call may run. Never used for a plan exit.
 *
 * Resolves once, with `cancelled` when `signal` aborts. Rejects only when nobody can be asked, which allows nothing.
 */
export interface Prompter {
  ask(request: PermissionRequest, signal: CancelSignal): Promise<PromptAnswer>;
}

export interface PermissionRequest {
  readonly call: ToolCall;
  readonly kind: ConfirmationKind;
  /** One line: what would happen, naming the file or the command. */
  readonly title: string;
  /** For an edit: the file, and its text before and after. */
  readonly edit?: ProposedEdit | undefined;
  /** R7: whether "always allow" may be offered. Where it may not, `allow-always` allows this one call. */
  readonly canAllowAlways: boolean;
  /** The rules that "always allow" would make, as they would be written; empty where it may not be offered. */
  readonly alwaysRules: readonly string[];
}

export interface ProposedEdit {
  /** Relative to the workspace folder, with forward slashes; absolute where it lies outside. */
  readonly path: string;
  /** Undefined where the file does not exist yet. */
  readonly before: string | undefined;
  readonly after: string;
}

export type PromptAnswer =
  | { readonly kind: 'allow' | 'allow-always' }
  | { readonly kind: 'reject'; readonly note: string }
  | { readonly kind: 'cancelled' };
