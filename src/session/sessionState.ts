import { isStricter } from '../core/approvalMode';
import { keyOf } from '../core/frozenPlan';
import { startingState, type ModeState } from '../core/modeRegister';
import type { Review, ReviewOutcome } from '../core/review';
import type { BranchMovedFact, ModeFact, ToolCall } from '../core/sessionEntry';
import { targetMode } from '../core/targetMode';
import type { TeammatePlanOutcome, TeammateReview } from '../core/teammatePlan';
import { activeBranch } from './branch';
import type { LogEntry } from './sessionCodec';

/** What the entries on the active branch say, and nothing else. Immutable; as large as what happened to plans, not as the log. */
export interface SessionState {
  /** Empty until there is a title. */
  readonly title: string;
  /** The mode as recorded. What holds while a session lives is its register. */
  readonly mode: ModeState;
  /** Oldest first. */
  readonly reviews: readonly Review[];
  /** The ids of the reviews whose approval was applied: Plan mode was left by them. */
  readonly exits: readonly string[];
  /** The approval that was recorded in the open turn and has been neither applied nor answered with a result. */
  readonly unusedApproval: EndedReview | undefined;
  /** Calls of the agent that have no result yet, in source order (I30). */
  readonly openCalls: readonly ToolCall[];
  readonly isTurnOpen: boolean;
  /** What teammates asked their leader, oldest first. */
  readonly teammateReviews: readonly TeammateReview[];
}

type EndedReview = Extract<Review, { state: 'approved' }>;

/** A session of which nothing is written yet: Plan is on. */
export const emptySessionState: SessionState = {
  title: '',
  mode: startingState('plan'),
  reviews: [],
  exits: [],
  unusedApproval: undefined,
  openCalls: [],
  isTurnOpen: false,
  teammateReviews: [],
};

/** The state after all entries of the active branch. */
export function sessionStateOf(entries: readonly LogEntry[]): SessionState {
  return activeBranch(entries).reduce(withEntry, emptySessionState);
}

/** The state after one more entry on the same branch. */
export function withEntry(state: SessionState, entry: LogEntry): SessionState {
  switch (entry.type) {
    case 'title':
      return { ...state, title: entry.title };
    case 'user-message':
      return { ...state, isTurnOpen: true, unusedApproval: undefined };
    case 'agent-message':
      return { ...state, openCalls: [...state.openCalls, ...entry.toolCalls] };
    case 'tool-result':
      return {
        ...state,
        openCalls: state.openCalls.filter((call) => call.id !== entry.callId),
        unusedApproval: undefined,
      };
    case 'turn-ended':
      return { ...state, isTurnOpen: false, unusedApproval: undefined };
    case 'mode':
      return withMode(state, entry);
    case 'review-pending':
      return {
        ...state,
        // V3: a second pending review means that the ending of the first was lost.
        reviews: [...withoutPending(state.reviews, entry.ts), { plan: entry.plan, state: 'pending' }],
        unusedApproval: undefined,
      };
    case 'damaged-review':
      return {
        ...state,
        reviews: [
          ...withoutPending(state.reviews, entry.ts),
          { plan: entry.plan, endedAt: entry.ts, state: 'unanswered', reason: 'malformed' },
        ],
        unusedApproval: undefined,
      };
    case 'review-ended':
      return withEnding(state, entry.reviewId, entry.endedAt, entry.outcome);
    case 'branch-moved':
      return withMove(state, entry);
    case 'teammate-plan-pending':
      return { ...state, teammateReviews: [...state.teammateReviews, { plan: entry.plan, state: 'pending' }] };
    case 'teammate-plan-ended':
      return withAnswer(state, entry.requestId, entry.endedAt, entry.outcome);
    case 'call-changed':
    case 'checkpoint':
    case 'comments':
    case 'permission':
    case 'classified':
    case 'sub-agent-step':
    case 'unknown':
      return state;
  }
}

/**
 * I38: an exit counts only where this log holds the approval that it names, for this revision and this mode, and no
 * earlier exit used it. An exit without that leaves Plan on, at the revision that was recorded.
 */
function withMode(state: SessionState, fact: ModeFact): SessionState {
  const recorded = recordedMode(fact);
  if (fact.cause !== 'plan-exit') return { ...state, mode: recorded, unusedApproval: undefined };
  const review = state.reviews.find(({ plan }) => plan.reviewId === fact.reviewId);
  const isCovered =
    review?.state === 'approved' &&
    state.mode.mode === 'plan' &&
    keyOf(review.plan).revision === state.mode.revision &&
    targetMode(review.plan, review.target) === fact.mode &&
    !state.exits.includes(review.plan.reviewId);
  if (isCovered) {
    return { ...state, mode: recorded, exits: [...state.exits, review.plan.reviewId], unusedApproval: undefined };
  }
  const prePlanMode = state.mode.mode === 'plan' ? state.mode.prePlanMode : 'default';
  return { ...state, mode: { mode: 'plan', prePlanMode, revision: fact.revision }, unusedApproval: undefined };
}

/** I38: going to a branch never makes a mode less strict, whatever the entry says. */
function withMove(state: SessionState, fact: BranchMovedFact): SessionState {
  const mode = isStricter(state.mode.mode, fact.mode) ? { ...state.mode, revision: fact.revision } : recordedMode(fact);
  return { ...state, mode, unusedApproval: undefined };
}

function recordedMode({ mode, prePlanMode, revision }: ModeFact | BranchMovedFact): ModeState {
  return mode === 'plan' ? { mode, prePlanMode: prePlanMode ?? 'default', revision } : { mode, revision };
}

/** I35: the first ending counts; a later one, or one of a review that nobody began, changes nothing. */
function withEnding(state: SessionState, reviewId: string, endedAt: number, outcome: ReviewOutcome): SessionState {
  const pending = state.reviews.find((review) => review.plan.reviewId === reviewId && review.state === 'pending');
  if (pending === undefined) return state;
  const ended = { plan: pending.plan, endedAt, ...outcome };
  return {
    ...state,
    reviews: state.reviews.map((review) => (review === pending ? ended : review)),
    unusedApproval: ended.state === 'approved' ? ended : undefined,
  };
}

/** I48: the first ending of a request counts; a later one, or one of a request that nobody made, changes nothing. */
function withAnswer(
  state: SessionState,
  requestId: string,
  endedAt: number,
  outcome: TeammatePlanOutcome,
): SessionState {
  const pending = state.teammateReviews.find(({ plan, state }) => plan.requestId === requestId && state === 'pending');
  if (pending === undefined) return state;
  const ended = { plan: pending.plan, endedAt, ...outcome };
  return { ...state, teammateReviews: state.teammateReviews.map((review) => (review === pending ? ended : review)) };
}

function withoutPending(reviews: readonly Review[], endedAt: number): readonly Review[] {
  return reviews.map((review) =>
    review.state === 'pending' ? { plan: review.plan, endedAt, state: 'unanswered', reason: 'aborted' } : review,
  );
}
