import * as z from 'zod/mini';
import type { ApprovalMode } from '../core/approvalMode';
import { parseJson } from './parseJson';

/** The moments at which a hook may be run. */
export const hookEvents = ['PreToolUse', 'PostToolUse', 'PermissionRequest', 'Notification', 'Stop'] as const;
export type HookEvent = (typeof hookEvents)[number];

/** What a hook is given on its standard input, as one JSON object. Its names are those of the field. */
export interface HookInput {
  readonly hook_event_name: HookEvent;
  readonly session_id: string;
  readonly cwd: string;
  readonly permission_mode: ApprovalMode;
  readonly tool_name?: string | undefined;
  readonly tool_use_id?: string | undefined;
  readonly tool_input?: Readonly<Record<string, unknown>> | undefined;
  /** PostToolUse: what came of the call. */
  readonly tool_response?: { readonly outcome: string; readonly text: string } | undefined;
  /** Notification: which kind, and a sentence for the person. */
  readonly notification_type?: string | undefined;
  readonly message?: string | undefined;
  /** Stop: whether the turn goes on because of a Stop hook already. */
  readonly stop_hook_active?: boolean | undefined;
}

/** What a hook decided. Everything that it left out is undefined, and undefined decides nothing. */
export interface HookReply {
  readonly decision: 'allow' | 'ask' | 'deny' | undefined;
  readonly message: string;
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined;
  /** Told to the model beside the result. */
  readonly context: string | undefined;
  /** PostToolUse: stands in place of the result's text. */
  readonly updatedOutput: string | undefined;
  readonly stopsTurn: boolean;
}

/** A hook that said nothing. */
export const noReply: HookReply = {
  decision: undefined,
  message: '',
  updatedInput: undefined,
  context: undefined,
  updatedOutput: undefined,
  stopsTurn: false,
};

/**
 * Reads what a hook wrote. Unknown keys are passed over; a known key of the wrong shape, and whatever is not one JSON
 * object, makes all of it no decision (`invalid`). Nothing at all is a reply that decides nothing.
 */
export function readHookOutput(
  event: HookEvent,
  stdout: string,
): { readonly state: 'read'; readonly reply: HookReply } | { readonly state: 'invalid' } {
  if (stdout.trim() === '') return { state: 'read', reply: noReply };
  const json = parseJson(stdout);
  const parsed = z.safeParse(hookOutputSchema, json);
  if (!parsed.success) return { state: 'invalid' };
  const { data } = parsed;
  const own = data.hookSpecificOutput;
  // What was said for another event is no word about this one.
  if (own?.hookEventName !== undefined && own.hookEventName !== event) return { state: 'invalid' };
  const said = [words[data.decision ?? ''], own?.permissionDecision, own?.decision?.behavior];
  const decision = (['deny', 'ask', 'allow'] as const).find((each) => said.includes(each));
  return {
    state: 'read',
    reply: {
      decision,
      message: own?.permissionDecisionReason ?? own?.decision?.message ?? data.reason ?? data.stopReason ?? '',
      updatedInput: own?.updatedInput ?? own?.decision?.updatedInput,
      context: own?.additionalContext,
      updatedOutput: own?.updatedToolOutput,
      stopsTurn: data.continue === false,
    },
  };
}

/** Two spellings are in use for each. */
const words: Readonly<Record<string, HookReply['decision']>> = {
  approve: 'allow',
  allow: 'allow',
  block: 'deny',
  deny: 'deny',
  ask: 'ask',
};

const input = z.record(z.string(), z.unknown());

const hookOutputSchema = z.object({
  continue: z.optional(z.boolean()),
  stopReason: z.optional(z.string()),
  decision: z.optional(z.enum(['approve', 'allow', 'block', 'deny', 'ask'])),
  reason: z.optional(z.string()),
  hookSpecificOutput: z.optional(
    z.object({
      hookEventName: z.optional(z.string()),
      permissionDecision: z.optional(z.enum(['allow', 'deny', 'ask'])),
      permissionDecisionReason: z.optional(z.string()),
      updatedInput: z.optional(input),
      updatedToolOutput: z.optional(z.string()),
      additionalContext: z.optional(z.string()),
      decision: z.optional(
        z.object({
          behavior: z.enum(['allow', 'deny']),
          message: z.optional(z.string()),
          updatedInput: z.optional(input),
        }),
      ),
    }),
  ),
});
