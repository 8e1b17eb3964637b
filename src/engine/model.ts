import type { CancelSignal } from '../core/cancelSignal';
import type { ToolCall } from '../core/sessionEntry';

/**
 * Port: a language model, one request at a time.
 *
 * `respond` yields any number of deltas and tool calls and then exactly one `end`; a stream without an `end` counts as
 * failed. After `signal` has aborted it stops as soon as it can; what it still yields is not used. It may throw: that is
 * `end` with `error`.
 */
export interface Model {
  /** As the person is shown it. */
  readonly name: string;
  /** M2: false where it could not judge a call if it were asked to, because it understands nothing. Left out: it can. */
  readonly canJudge?: boolean | undefined;
  respond(request: ModelRequest, signal: CancelSignal): AsyncIterable<ModelEvent>;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** Q1: the same bytes in every approval mode. */
  readonly tools: readonly ToolDeclaration[];
}

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly toolName: string;
      readonly text: string;
      readonly isError: boolean;
    }
  /** Said by the host and not by the person: which mode is on and what that means. Never kept in the session. */
  | { readonly role: 'reminder'; readonly text: string };

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

export type ModelEvent =
  | { readonly kind: 'text-delta'; readonly text: string }
  /** `args` is what the model wrote, parsed as JSON where that went well. */
  | { readonly kind: 'tool-call'; readonly id: string; readonly name: string; readonly args: unknown }
  | { readonly kind: 'end'; readonly reason: ModelEnd; readonly message?: string | undefined };

/** `length`: the answer was cut off, so that none of its tool calls can be trusted (G6). */
export type ModelEnd = 'done' | 'tool-calls' | 'length' | 'error';

interface JsonObject {
  readonly [key: string]: JsonValue;
}
type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
