import * as z from 'zod/mini';
import { approvalModes } from '../core/approvalMode';
import { toolOutcomes } from '../core/sessionEntry';

/** What the session view shows: always the whole state. All HTML in it has been sanitised by the host. */
export type SessionsView = z.infer<typeof sessionsViewSchema>;

/** The session that is open in the view. */
export type ActiveSession = z.infer<typeof activeSchema>;

/** One session in the list. */
type SessionSummary = z.infer<typeof summarySchema>;

/** One row of the transcript, oldest first. */
export type SessionRow = z.infer<typeof rowSchema>;

/** Something that can be called by a slash at the beginning of a message. */
export type SlashSuggestion = z.infer<typeof suggestionSchema>;

/** What the agent or the person is doing. */
export type SessionActivity = SessionSummary['activity'];

/** How a tool call stands: `running` until there is a result. */
export type ToolState = Extract<SessionRow, { kind: 'tool' }>['state'];

/** What a person does in the session view. */
export type SessionAct = z.infer<typeof actSchema>;

const modeSchema = z.object({ id: z.enum(approvalModes), name: z.string(), icon: z.string() });

/** What the agent or the person is doing. */
const sessionActivities = [
  'idle',
  'running',
  'waiting-for-review',
  'waiting-for-permission',
  'waiting-for-answer',
] as const;

const summarySchema = z.object({
  id: z.string(),
  title: z.string(),
  agentName: z.string(),
  modeName: z.string(),
  activity: z.enum(sessionActivities),
});

const planCardStates = [
  'pending',
  'applying',
  'approved',
  'not-applied',
  'changes-requested',
  'dismissed',
  'unanswered',
  'invalidated',
] as const;

const diffLineSchema = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() });

/** One row of the transcript, oldest first; `id` is stable. */
const rowSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), id: z.string(), text: z.string() }),
  z.object({ kind: z.literal('agent'), id: z.string(), html: z.string() }),
  z.object({
    kind: z.literal('tool'),
    id: z.string(),
    name: z.string(),
    title: z.string(),
    /** `running` until there is a result. */
    state: z.enum(['running', ...toolOutcomes]),
    /** While it runs: the end of what it has printed so far. */
    output: z.string(),
    /** What a person should know beside the title; empty where there is nothing. */
    note: z.string(),
    /** In `auto`: what the classifier said of it, or why it said nothing; empty where it had no say. */
    classified: z.string(),
    /** The list that a call of the `todo` tool keeps; empty for every other call. */
    todos: z.array(z.object({ text: z.string(), state: z.enum(['open', 'doing', 'done']) })),
    /** The call whose terminal can be shown; empty where there is none. */
    terminalCallId: z.string(),
    /** Whether the output is shown at once: where it says why something that the person waits for did not come. */
    isOpen: z.boolean(),
  }),
  z.object({
    kind: z.literal('plan'),
    id: z.string(),
    reviewId: z.string(),
    title: z.string(),
    version: z.int(),
    shortHash: z.string(),
    state: z.enum(planCardStates),
    stateName: z.string(),
    message: z.string(),
    canAskAgain: z.boolean(),
  }),
  z.object({
    kind: z.literal('permission'),
    id: z.string(),
    callId: z.string(),
    title: z.string(),
    detail: z.string(),
    diff: z.array(diffLineSchema),
    /** The rules that "always allow" would save; empty where it is not offered (R7). */
    alwaysRules: z.array(z.string()),
    isOpen: z.boolean(),
    answerName: z.string(),
  }),
  z.object({ kind: z.literal('notice'), id: z.string(), tone: z.enum(['info', 'warning', 'error']), text: z.string() }),
]);

/** `hint` says what may follow the name. */
const suggestionSchema = z.object({ name: z.string(), hint: z.string(), description: z.string() });

const activeSchema = z.object({
  id: z.string(),
  title: z.string(),
  agentName: z.string(),
  modelName: z.string(),
  mode: modeSchema,
  /** While a change is under way and not confirmed: "Plan → Default". */
  changing: z.nullable(z.string()),
  activity: z.enum(sessionActivities),
  activityName: z.string(),
  composer: z.object({
    isOpen: z.boolean(),
    placeholder: z.string(),
    closedBecause: z.string(),
    suggestions: z.array(suggestionSchema),
  }),
  rows: z.array(rowSchema),
  /** The message that is being written now. */
  streaming: z.string(),
  draft: z.string(),
  /** Rises when the host puts a text into the composer; other drafts are echoes of what the page has. */
  draftsGiven: z.int(),
});

export const sessionsViewSchema = z.object({
  type: z.literal('sessions'),
  /** False until stored sessions have been read. */
  isLoaded: z.boolean(),
  /** Why no session can be started here (no folder is open…); null where one can. */
  blockedBecause: z.nullable(z.string()),
  sessions: z.array(summarySchema),
  active: z.nullable(activeSchema),
});

const actSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('new-session') }),
  z.object({ type: z.literal('open-session'), sessionId: z.string() }),
  z.object({ type: z.literal('prompt'), sessionId: z.string(), text: z.string() }),
  /** The person has begun with a slash: the suggestions should be those of now. */
  z.object({ type: z.literal('list-prompts'), sessionId: z.string() }),
  z.object({ type: z.literal('stop'), sessionId: z.string() }),
  z.object({ type: z.literal('choose-mode'), sessionId: z.string() }),
  z.object({ type: z.literal('open-review'), sessionId: z.string(), reviewId: z.string() }),
  z.object({ type: z.literal('ask-again'), sessionId: z.string(), reviewId: z.string() }),
  z.object({
    type: z.literal('answer-permission'),
    sessionId: z.string(),
    callId: z.string(),
    answer: z.enum(['allow', 'allow-always', 'reject']),
    note: z.string(),
  }),
  z.object({ type: z.literal('show-edit'), sessionId: z.string(), callId: z.string() }),
  z.object({ type: z.literal('show-terminal'), sessionId: z.string(), callId: z.string() }),
  z.object({ type: z.literal('open-link'), href: z.string() }),
  z.object({ type: z.literal('draft'), sessionId: z.string(), text: z.string() }),
]);

export const sessionPageMessageSchema = z.intersection(z.object({ page: z.string() }), actSchema);
