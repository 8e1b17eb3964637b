import * as z from 'zod/mini';

/**
 * What the tools of the built-in agent take, and what each of it is for, as the model reads it. Strict: a key that a tool
 * does not know is a misunderstanding.
 */
export const listFilesArgumentsSchema = z.strictObject({
  path: z.optional(
    z.string().check(z.describe('The folder, relative to the workspace folder. Default: the workspace folder.')),
  ),
  depth: z.optional(z.int().check(z.minimum(1), z.maximum(20), z.describe('How many levels down. Default: 6.'))),
});

export const readFileArgumentsSchema = z.strictObject({
  path: z.string().check(z.describe('The file, relative to the workspace folder.')),
  offset: z.optional(z.int().check(z.minimum(1), z.describe('The first line to read; lines count from 1.'))),
  limit: z.optional(z.int().check(z.minimum(1), z.describe('How many lines to read at most.'))),
});

const fileToWrite = z
  .string()
  .check(z.describe('The file, relative to the workspace folder; or the plan file as it was named to you.'));

export const writeFileArgumentsSchema = z.strictObject({
  path: fileToWrite,
  text: z.string().check(z.describe('The whole new text.')),
});

export const editFileArgumentsSchema = z.strictObject({
  path: fileToWrite,
  old_text: z.string().check(z.describe('What is replaced, with enough around it to be found once only.')),
  new_text: z.string().check(z.describe('What stands there afterwards.')),
});

export const multiEditArgumentsSchema = z.strictObject({
  path: fileToWrite,
  edits: z
    .array(
      z.strictObject({
        old_text: z.string().check(z.describe('What is replaced.')),
        new_text: z.string().check(z.describe('What stands there afterwards.')),
      }),
    )
    .check(z.minLength(1)),
});

export const globArgumentsSchema = z.strictObject({
  pattern: z.string().check(z.describe('The glob: *, ?, **, [ab] and {a,b}.')),
  path: z.optional(z.string().check(z.describe('The folder to look in. Default: the workspace folder.'))),
});

export const grepArgumentsSchema = z.strictObject({
  pattern: z.string().check(z.describe('A regular expression, for one line.')),
  path: z.optional(z.string().check(z.describe('The folder or file to look in. Default: the workspace folder.'))),
  glob: z.optional(z.string().check(z.describe('Only files that fit this glob, such as "*.ts".'))),
  ignore_case: z.optional(z.boolean().check(z.describe('Whether large and small letters are the same.'))),
});

export const shellArgumentsSchema = z.strictObject({
  command: z.string().check(z.describe('The line for the shell.')),
  description: z.optional(z.string().check(z.describe('In a few words, what it is for.'))),
  timeout_s: z.optional(
    z.int().check(z.minimum(1), z.maximum(3600), z.describe('After how many seconds it is stopped. Default: 600.')),
  ),
});

/** W3: how many questions one call may ask, and how many options one question may have. */
const maxQuestions = 12;
const maxOptions = 8;

export const askUserQuestionArgumentsSchema = z.strictObject({
  questions: z
    .array(
      z.strictObject({
        question: z.string().check(z.describe('The question, as the person reads it.')),
        options: z.optional(
          z.array(z.string()).check(z.minLength(1), z.maxLength(maxOptions), z.describe('Answers to choose from.')),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(maxQuestions), z.describe('Asked one after the other, in this order.')),
});

export const todoArgumentsSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        text: z.string().check(z.describe('What is to do, in a few words.')),
        state: z.enum(['open', 'doing', 'done']),
      }),
    )
    .check(z.maxLength(100)),
});

export const taskArgumentsSchema = z.strictObject({
  description: z.string().check(z.describe('The task in three to six words; the person sees it.')),
  prompt: z.string().check(z.describe('The whole task, and what the answer should say.')),
  planRequired: z.optional(
    z
      .boolean()
      .check(
        z.describe(
          'Whether it has to send you a plan first and changes nothing before you approve it. Then this call ends with its plan, and you answer with team_plan_approval.',
        ),
      ),
  ),
});

/** L5. */
export const teamPlanApprovalArgumentsSchema = z.strictObject({
  request_id: z.string().check(z.describe('The id of the request, as it was given to you with the plan.')),
  action: z.enum(['approve', 'reject']).check(z.describe('approve lets it begin; reject keeps it in Plan mode.')),
  message: z.optional(z.string().check(z.describe('What the teammate is told with it.'))),
});

export const enterPlanModeArgumentsSchema = z.strictObject({
  // N1.
  userRequested: z.optional(z.boolean().check(z.describe('Whether the person asked for Plan mode in so many words.'))),
});

/** T1: the plan may also stand in the session's plan file; then there is no `plan` here. */
export const exitPlanModeArgumentsSchema = z.strictObject({
  plan: z.optional(
    z.string().check(z.describe('The whole plan as Markdown. Leave it out if the plan is in the plan file.')),
  ),
  originalRequest: z.optional(z.string().check(z.describe('What was asked for, in the words of the person.'))),
  researchSummary: z.optional(z.string().check(z.describe('What was found out while planning.'))),
});

export type ArgumentsSchema = z.ZodMiniType;
export type ArgumentsOf<S extends ArgumentsSchema> = z.output<S>;

/** The JSON Schema by which a model is told what a tool takes: made of what is checked, so that the two cannot differ. */
export function parametersOf(schema: ArgumentsSchema): ToolParameters {
  const known = parametersBySchema.get(schema);
  if (known !== undefined) return known;
  const made = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      // Every whole number in JavaScript keeps to it; it tells a model nothing.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const parameters = z.parse(parametersSchema, made);
  parametersBySchema.set(schema, parameters);
  return parameters;
}

type ToolParameters = z.output<typeof parametersSchema>;

/** Made once: every turn has tools of its own, over the same schemas. */
const parametersBySchema = new WeakMap<ArgumentsSchema, ToolParameters>();

/** What is kept of a JSON Schema: not its dialect, which some models' providers refuse. */
const parametersSchema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), z.json()),
  required: z.exactOptional(z.array(z.string())),
  additionalProperties: z.literal(false),
});

/** Reads what a model wrote as arguments of a tool. `fault` is a sentence for the model that names each field. */
export function parseArguments<S extends ArgumentsSchema>(
  schema: S,
  toolName: string,
  args: unknown,
): { readonly state: 'parsed'; readonly args: ArgumentsOf<S> } | { readonly state: 'invalid'; readonly fault: string } {
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
