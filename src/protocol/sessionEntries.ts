import * as z from 'zod/mini';
import { approvalModes, type ExecutionMode } from '../core/approvalMode';
import { notJudged, verdicts } from '../core/classification';
import { approvalTargets, invalidationCauses, unansweredReasons } from '../core/review';
import { teammatePlanEnds } from '../core/teammatePlan';
import { planCommentSchema } from './planComment';
import { checkpointFaults, permissionAnswers, toolOutcomes, turnEnds, type SessionEntry } from '../core/sessionEntry';

/** The first line of a session file. It never changes. */
export type SessionHeader = z.infer<typeof sessionHeaderSchema>;

/** What a session entry is on disk; equal to core's `SessionEntry`, both ways, or this does not compile. */
export type StoredSessionEntry = Same<z.infer<typeof sessionEntrySchema>, SessionEntry>;

type Same<Schema extends CoreAgain, Core extends Schema, CoreAgain = Core> = Core;

export const sessionHeaderSchema = z.readonly(
  z.object({
    type: z.literal('session'),
    version: z.literal(1),
    id: z.string(),
    /** Milliseconds since the Unix epoch. */
    createdAt: z.number(),
    /** What the session was called when it began; empty where it is named after its first prompt. */
    title: z.string(),
    /** Absolute path or URI of the folder that the session works in. */
    workspaceFolder: z.string(),
    agent: z.readonly(z.object({ id: z.string(), name: z.string(), model: z.string() })),
    /** Where a fork began: the other session, and the entry up to which its branch was copied. */
    parentSession: z.optional(z.readonly(z.object({ id: z.string(), entryId: z.string() }))),
  }),
);

const executionModes: readonly ['default', 'auto-edit', 'auto', 'yolo'] & readonly ExecutionMode[] = [
  'default',
  'auto-edit',
  'auto',
  'yolo',
];

/** What every entry has, also one of a type that this version does not know. */
export const entryFrameSchema = z.looseObject({
  type: z.string(),
  id: z.string().check(z.minLength(1)),
  parentId: z.nullable(z.string()),
  ts: z.number(),
});

const frame = { id: z.string().check(z.minLength(1)), parentId: z.nullable(z.string()), ts: z.number() };

// Strict where an approval depends on it (V8): a field that nobody knows makes it a decision that nobody knows.
export const reviewOutcomeSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('approved'), target: z.enum(approvalTargets), note: z.optional(z.string()) }),
  z.strictObject({ state: z.literal('changes-requested'), note: z.string() }),
  z.strictObject({ state: z.literal('dismissed') }),
  z.strictObject({ state: z.literal('unanswered'), reason: z.enum(unansweredReasons) }),
  z.strictObject({ state: z.literal('invalidated'), cause: z.enum(invalidationCauses) }),
]);

const frozenPlanSchema = z.strictObject({
  reviewId: z.string().check(z.minLength(1)),
  planHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  revision: z.int().check(z.nonnegative()),
  prePlanMode: z.enum(executionModes),
  text: z.string(),
  source: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('argument') }),
    z.strictObject({ kind: z.literal('file'), path: z.string() }),
  ]),
  version: z.int().check(z.positive()),
  submittedAt: z.number(),
});

const teammatePlanSchema = z.strictObject({
  requestId: z.string().check(z.minLength(1)),
  taskCallId: z.string(),
  teammate: z.string(),
  planHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  revision: z.int().check(z.nonnegative()),
  text: z.string(),
  originalRequest: z.optional(z.string()),
  researchSummary: z.optional(z.string()),
  submittedAt: z.number(),
});

const teammatePlanOutcomeSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('approved'), target: z.enum(executionModes), message: z.optional(z.string()) }),
  z.strictObject({ state: z.literal('rejected'), message: z.optional(z.string()) }),
  z.strictObject({ state: z.literal('ended'), reason: z.enum(teammatePlanEnds) }),
]);

const toolArgumentsSchema = z.readonly(z.record(z.string(), z.unknown()));

const toolCallSchema = z.object({ id: z.string(), name: z.string(), args: toolArgumentsSchema });

const agentMessage = {
  type: z.literal('agent-message'),
  text: z.string(),
  toolCalls: z.readonly(z.array(toolCallSchema)),
  toldOfExit: z.optional(z.int().check(z.nonnegative())),
};
const toolResult = {
  type: z.literal('tool-result'),
  callId: z.string(),
  toolName: z.string(),
  outcome: z.enum(toolOutcomes),
  text: z.string(),
  stopTurn: z.boolean(),
};
const callChanged = { type: z.literal('call-changed'), callId: z.string(), args: toolArgumentsSchema };
const permission = { type: z.literal('permission'), callId: z.string(), answer: z.enum(permissionAnswers) };
const classified = {
  type: z.literal('classified'),
  callId: z.string(),
  classification: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('judged'), verdict: z.enum(verdicts), reason: z.string() }),
    z.object({ kind: z.literal('not-judged'), code: z.enum(notJudged) }),
  ]),
};

export const sessionEntrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('user-message'),
    text: z.string(),
    expansion: z.optional(z.string()),
    ...frame,
  }),
  z.object({ type: z.literal('title'), title: z.string(), ...frame }),
  z.object({ ...agentMessage, ...frame }),
  z.object({ ...toolResult, ...frame }),
  z.object({ ...callChanged, ...frame }),
  z.object({ ...permission, ...frame }),
  z.object({ ...classified, ...frame }),
  z.object({
    type: z.literal('sub-agent-step'),
    taskCallId: z.string(),
    step: z.discriminatedUnion('type', [
      z.object(agentMessage),
      z.object(toolResult),
      z.object(callChanged),
      z.object(permission),
      z.object(classified),
    ]),
    ...frame,
  }),
  z.object({ type: z.literal('teammate-plan-pending'), plan: teammatePlanSchema, ...frame }),
  z.object({
    type: z.literal('teammate-plan-ended'),
    requestId: z.string(),
    endedAt: z.number(),
    outcome: teammatePlanOutcomeSchema,
    ...frame,
  }),
  z.object({
    type: z.literal('checkpoint'),
    checkpoint: z.discriminatedUnion('state', [
      z.object({ state: z.literal('recorded'), id: z.string(), leftOut: z.int().check(z.nonnegative()) }),
      z.object({ state: z.literal('not-recorded'), code: z.enum(checkpointFaults) }),
    ]),
    ...frame,
  }),
  z.object({
    type: z.literal('mode'),
    mode: z.enum(approvalModes),
    prePlanMode: z.optional(z.enum(executionModes)),
    revision: z.int().check(z.nonnegative()),
    cause: z.enum(['person', 'agent', 'tightened', 'plan-exit', 'started', 'restored']),
    reviewId: z.optional(z.string()),
    ...frame,
  }),
  z.object({
    type: z.literal('branch-moved'),
    from: z.string(),
    mode: z.enum(approvalModes),
    prePlanMode: z.optional(z.enum(executionModes)),
    revision: z.int().check(z.nonnegative()),
    ...frame,
  }),
  z.object({ type: z.literal('review-pending'), plan: frozenPlanSchema, ...frame }),
  z.object({
    type: z.literal('review-ended'),
    reviewId: z.string(),
    endedAt: z.number(),
    outcome: reviewOutcomeSchema,
    ...frame,
  }),
  z.object({
    type: z.literal('comments'),
    reviewId: z.string(),
    comments: z.readonly(z.array(planCommentSchema)),
    ...frame,
  }),
  z.object({
    type: z.literal('turn-ended'),
    reason: z.enum(turnEnds),
    message: z.optional(z.string()),
    ...frame,
  }),
]);

const knownTypes: ReadonlySet<string> = new Set(
  sessionEntrySchema.def.options.flatMap((option) => option.def.shape.type.def.values),
);

/** Whether this version knows entries of the type; others are kept and ignored. */
export function isKnownEntryType(type: string): boolean {
  return knownTypes.has(type);
}
