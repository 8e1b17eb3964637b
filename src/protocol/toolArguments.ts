import * as z from 'zod/mini';

/** What the tools of the built-in agent take. Strict: a key that a tool does not know is a misunderstanding. */
export const listFilesArgumentsSchema = z.strictObject({
  path: z.optional(z.string()),
  depth: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
});

export const readFileArgumentsSchema = z.strictObject({
  path: z.string(),
  /** The first line wanted; lines count from 1. */
  offset: z.optional(z.int().check(z.minimum(1))),
  /** How many lines at most. */
  limit: z.optional(z.int().check(z.minimum(1))),
});

export const writeFileArgumentsSchema = z.strictObject({ path: z.string(), text: z.string() });

export const editFileArgumentsSchema = z.strictObject({ path: z.string(), old_text: z.string(), new_text: z.string() });

export const multiEditArgumentsSchema = z.strictObject({
  path: z.string(),
  edits: z.array(z.strictObject({ old_text: z.string(), new_text: z.string() })).check(z.minLength(1)),
});

export const globArgumentsSchema = z.strictObject({ pattern: z.string(), path: z.optional(z.string()) });

export const grepArgumentsSchema = z.strictObject({
  pattern: z.string(),
  path: z.optional(z.string()),
  /** Only files that fit this glob. */
  glob: z.optional(z.string()),
  ignore_case: z.optional(z.boolean()),
});

export const shellArgumentsSchema = z.strictObject({
  command: z.string(),
  description: z.optional(z.string()),
  timeout_s: z.optional(z.int().check(z.minimum(1), z.maximum(3600))),
});

export const askUserQuestionArgumentsSchema = z.strictObject({
  question: z.string(),
  options: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(10))),
});

export const todoArgumentsSchema = z.strictObject({
  items: z
    .array(z.strictObject({ text: z.string(), state: z.enum(['open', 'doing', 'done']) }))
    .check(z.maxLength(100)),
});

export const enterPlanModeArgumentsSchema = z.strictObject({
  /** N1: whether the person asked for it in words. */
  userRequested: z.optional(z.boolean()),
});

/** T1: the plan may also stand in the session's plan file; then there is no `plan` here. */
export const exitPlanModeArgumentsSchema = z.strictObject({
  plan: z.optional(z.string()),
  originalRequest: z.optional(z.string()),
  researchSummary: z.optional(z.string()),
});

/** Reads what a model wrote as arguments of a tool. `fault` is a sentence for the model that names each field. */
export function parseArguments<S extends z.ZodMiniType>(
  schema: S,
  toolName: string,
  args: unknown,
): { readonly state: 'parsed'; readonly args: z.output<S> } | { readonly state: 'invalid'; readonly fault: string } {
  const parsed = z.safeParse(schema, args);
  if (parsed.success) return { state: 'parsed', args: parsed.data };
  const faults = parsed.error.issues.map(issueText).join('; ');
  return {
    state: 'invalid',
    fault: `The arguments of ${toolName} are not valid: ${faults}. Call it again with valid arguments.`,
  };
}

function issueText(issue: z.core.$ZodIssue): string {
  const field = issue.path.length === 0 ? 'the whole' : `"${issue.path.map(String).join('.')}"`;
  switch (issue.code) {
    case 'invalid_type':
      return `${field} must be given, as ${issue.expected === 'int' ? 'a whole number' : `a ${issue.expected}`}`;
    case 'unrecognized_keys':
      return `there is no argument ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
    case 'too_small':
      return `${field} must be at least ${issue.minimum}`;
    case 'too_big':
      return `${field} must be at most ${issue.maximum}`;
    default:
      return `${field} is not valid`;
  }
}
