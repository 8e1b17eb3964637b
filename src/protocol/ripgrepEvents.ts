import * as z from 'zod/mini';

/** Text as ripgrep sends it: as it is where it is UTF-8, else its bytes in base64. */
const textSchema = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })]);
export type RipgrepText = z.infer<typeof textSchema>;

/** The lines of `rg --json` that matter here; others have other types. */
export const ripgrepEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('match'),
    data: z.object({ path: textSchema, lines: textSchema, line_number: z.int() }),
  }),
  /** `binary_offset`: where in the file it turned out to be no text; null where it is text. */
  z.object({ type: z.literal('end'), data: z.object({ path: textSchema, binary_offset: z.nullable(z.int()) }) }),
]);
