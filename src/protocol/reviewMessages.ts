import * as z from 'zod/mini';
import { commentKinds } from '../core/planComment';
import { approvalTargets } from '../core/review';
import { decisionSchema, reviewKeySchema } from './decision';

/**
 * What the review page shows: always the whole state, so that a message may be lost, repeated or arrive late and the
 * page is still right. All HTML in it has been sanitised by the host.
 */
export type ReviewView = z.infer<typeof reviewViewSchema>;

const lineRange = { startLine: z.int(), endLine: z.int() };

const blockSchema = z.object({ id: z.string(), html: z.string(), ...lineRange });

/** One block of the rendered comparison; `html` carries word marks where the block was changed. */
const blockChangeSchema = z.object({
  kind: z.enum(['same', 'added', 'removed', 'changed', 'moved']),
  id: z.string(),
  /** The block of this version; null for one that is gone. */
  blockId: z.nullable(z.string()),
  html: z.string(),
});

/** One line of the comparison by source; line numbers count from 1 and are null on the side that has no such line. */
const lineChangeSchema = z.object({
  kind: z.enum(['same', 'added', 'removed']),
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
  text: z.string(),
});

const changesSchema = z.object({
  /** Null for the first version: everything is new. */
  base: z.nullable(z.object({ version: z.int(), shortHash: z.string() })),
  counts: z.object({ added: z.int(), removed: z.int(), changed: z.int(), moved: z.int() }),
  /** Both texts differ in their line endings only. */
  isLineEndingsOnly: z.boolean(),
  blocks: z.array(blockChangeSchema),
  lines: z.array(lineChangeSchema),
});

const choiceSchema = z.object({
  target: z.enum(approvalTargets),
  label: z.string(),
  detail: z.string(),
  isDefault: z.boolean(),
  /** Set where the mode lets the agent act without asking: shown beside the choice. */
  warning: z.nullable(z.string()),
});

const statusSchema = z.discriminatedUnion('state', [
  /** `problem`: why the last answer was not recorded. */
  z.object({ state: z.literal('pending'), message: z.string(), problem: z.nullable(z.string()) }),
  z.object({ state: z.literal('applying'), message: z.string() }),
  /** `tone`: `done` only after the register has confirmed the mode. */
  z.object({ state: z.literal('ended'), message: z.string(), tone: z.enum(['done', 'kept', 'problem']) }),
]);

export const reviewTabs = ['plan', 'changes', 'source'] as const;

/** A stretch of a block's rendered text, in UTF-16 units, `end` exclusive; empty for the whole block. */
const renderedRangeSchema = z.object({ blockId: z.string(), start: z.int(), end: z.int() });

/** A comment that is being written. The host turns it into one with an anchor when it is kept for good. */
const draftCommentSchema = z.object({
  id: z.string().check(z.minLength(1)),
  kind: z.enum(commentKinds),
  text: z.string(),
  suggestion: z.nullable(z.string()),
  /** Null: about the whole plan. `quote` is what the person saw and selected. */
  on: z.nullable(z.object({ ...renderedRangeSchema.shape, quote: z.string() })),
});
export type DraftComment = z.infer<typeof draftCommentSchema>;

/** A comment on the version before, and what became of its place. `at` is null where nothing stands for it. */
const carriedCommentSchema = z.object({
  id: z.string(),
  kind: z.enum(commentKinds),
  text: z.string(),
  quote: z.string(),
  version: z.int(),
  state: z.enum(['untouched', 'moved', 'addressed', 'gone']),
  /** Whether the agent was told of it. */
  wasSent: z.boolean(),
  at: z.nullable(renderedRangeSchema),
  /** What happened to its block: with word marks, or as it was before it went. Null where nothing did. */
  change: z.nullable(z.object({ kind: z.enum(['changed', 'removed']), html: z.string() })),
});
export type CarriedComment = z.infer<typeof carriedCommentSchema>;

/** What the person has begun and not sent. Kept by the host at every pause, so that nothing is lost. */
const draftSchema = z.object({
  note: z.string(),
  tab: z.nullable(z.enum(reviewTabs)),
  scrollTop: z.number(),
  comments: z._default(z.array(draftCommentSchema), []),
});
export type ReviewDraft = z.infer<typeof draftSchema>;
export const reviewDraftSchema = draftSchema;

const reviewViewSchema = z.object({
  type: z.literal('review'),
  key: reviewKeySchema,
  title: z.string(),
  sessionTitle: z.string(),
  agentName: z.string(),
  modelName: z.string(),
  version: z.int(),
  /** Milliseconds since the Unix epoch. */
  submittedAt: z.number(),
  modeName: z.string(),
  prePlanModeName: z.string(),
  /** Bytes in UTF-8 and lines of what was frozen. */
  size: z.object({ bytes: z.int(), lines: z.int() }),
  status: statusSchema,
  /** Empty where nothing can be decided any more. The default choice is first. */
  choices: z.array(choiceSchema),
  blocks: z.array(blockSchema),
  source: z.string(),
  changes: changesSchema,
  /** Comments on the version before, in reading order. */
  carried: z.array(carriedCommentSchema),
  draft: draftSchema,
});

/** H02: a draft is answered as well, so that a page whose host has died notices before the person decides. */
export const reviewHostMessageSchema = z.discriminatedUnion('type', [
  reviewViewSchema,
  z.object({ type: z.literal('draft-kept') }),
  /** What the agent would be told, word for word. */
  z.object({ type: z.literal('preview'), text: z.string() }),
]);

const pageToken = z.object({ page: z.string() });

const actSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('decide'),
    key: reviewKeySchema,
    decision: decisionSchema,
    comments: z.array(draftCommentSchema),
  }),
  z.object({ type: z.literal('preview'), note: z.string(), comments: z.array(draftCommentSchema) }),
  z.object({ type: z.literal('draft'), draft: draftSchema }),
  z.object({ type: z.literal('copy-hash') }),
  z.object({ type: z.literal('open-link'), href: z.string() }),
]);

/** What the review page posts, before its token is added. */
export type ReviewAct = z.infer<typeof actSchema>;

/** What the host says to the review page. */
export type ReviewHostMessage = z.infer<typeof reviewHostMessageSchema>;

/** What the review page says to the host. `page` is the token of that very page; a message without it is dropped (J01). */
export const reviewPageMessageSchema = z.intersection(pageToken, actSchema);
