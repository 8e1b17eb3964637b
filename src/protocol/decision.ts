import * as z from 'zod/mini';
import { approvalTargets } from '../core/review';

/** A decision as it comes from outside: anything else is no decision (I6). */
export const decisionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('approve'), target: z.enum(approvalTargets), note: z.optional(z.string()) }),
  z.strictObject({ kind: z.literal('request-changes'), note: z.string() }),
  z.strictObject({ kind: z.literal('dismiss') }),
]);

/** What binds an answer to what was seen (requirements, section 0). */
export const reviewKeySchema = z.strictObject({ reviewId: z.string(), planHash: z.string(), revision: z.int() });
