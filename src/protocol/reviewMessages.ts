import * as z from 'zod/mini';
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
  kind: z.enum(['same', 'added', 'removed', 'changed']),
  id: z.string(),
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
  counts: z.object({ added: z.int(), removed: z.int(), changed: z.int() }),
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

/** What the person has begun and not sent. Kept by the host at every pause, so that nothing is lost. */
const draftSchema = z.object({ note: z.string(), tab: z.nullable(z.enum(reviewTabs)), scrollTop: z.number() });
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
  draft: draftSchema,
});

/** H02: a draft is answered as well, so that a page whose host has died notices before the person decides. */
export const reviewHostMessageSchema = z.discriminatedUnion('type', [
  reviewViewSchema,
  z.object({ type: z.literal('draft-kept') }),
]);

const pageToken = z.object({ page: z.string() });

const actSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('decide'), key: reviewKeySchema, decision: decisionSchema }),
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
