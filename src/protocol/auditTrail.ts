import * as z from 'zod/mini';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/**
 * Whose trail it is. Its hash is what the first entry is chained to, so nothing is in it that can change: a later export of
 * the same session goes on with the same chain.
 */
export const trailHeaderSchema = z.strictObject({
  type: z.literal('countersign-audit-trail'),
  version: z.literal(1),
  session: z.strictObject({
    id: z.string(),
    /** Milliseconds since the Unix epoch. */
    createdAt: z.number(),
    agent: z.strictObject({ id: z.string(), name: z.string(), model: z.string() }),
  }),
});

export type TrailHeader = z.infer<typeof trailHeaderSchema>;

/** One entry of a session's log and its place in the chain. `entry` is decoded as the log's own lines are. */
export const trailLinkSchema = z.strictObject({
  /** Counts from 1. */
  seq: z.int().check(z.positive()),
  previous: hash,
  entry: z.record(z.string(), z.unknown()),
  hash,
});

export type TrailLink = z.infer<typeof trailLinkSchema>;

/** The frame of an export. Header and entries are looked at one by one, so that the first bad one can be named. */
export const trailFrameSchema = z.strictObject({
  header: z.unknown(),
  entries: z.array(z.unknown()),
  head: z.unknown(),
});

export const trailHeadSchema = hash;
