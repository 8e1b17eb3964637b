import * as z from 'zod/mini';

/** A part of what VS Code's git extension exports as version 1 of its API: the git that it uses. */
export const gitApiSchema = z.object({ git: z.object({ path: z.string() }) });
