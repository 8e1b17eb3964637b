import * as z from 'zod/mini';

/** What a checkpoint says of itself, beside the files: the message of its commit. */
export type CheckpointRecord = z.infer<typeof checkpointRecordSchema>;

export const checkpointRecordSchema = z.object({
  version: z.literal(1),
  /** Milliseconds since the Unix epoch. */
  takenAt: z.number(),
  /** Paths, one character a byte, of what was there and is not in the checkpoint. */
  leftOut: z.array(z.string()),
});
