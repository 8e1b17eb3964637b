import * as z from 'zod/mini';
import { commentKinds } from '../core/planComment';

export { commentKinds, type CommentKind } from '../core/planComment';

/** A comment on a plan as it is stored. */
export const planCommentSchema = z.object({
  id: z.string().check(z.minLength(1)),
  kind: z.enum(commentKinds),
  text: z.string(),
  suggestion: z.optional(z.string()),
  anchor: z.discriminatedUnion('on', [
    z.object({ on: z.literal('plan') }),
    z.object({
      on: z.literal('place'),
      planHash: z.string(),
      start: z.int(),
      end: z.int(),
      startLine: z.int(),
      endLine: z.int(),
      quote: z.string(),
      prefix: z.string(),
      suffix: z.string(),
      section: z.readonly(z.array(z.string())),
    }),
  ]),
});
