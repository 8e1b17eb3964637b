import type { AgentBackend } from '../core/agentBackend';
import { isAllowedWithoutTrust, type ApprovalMode } from '../core/approvalMode';
import type { CancelSource } from '../core/cancelSignal';
import type { FrozenPlan } from '../core/frozenPlan';
import {
  ModeRefused,
  ModeRegister,
  startingState,
  type ModeChange,
  type ModeState,
  type Unsubscribe,
} from '../core/modeRegister';
import type { PlanComment } from '../core/planComment';
import { LeaderGate } from '../core/leaderGate';
import { PlanGate } from '../core/planGate';
import type { PermissionRequest, Prompter } from '../core/prompter';
import type { Review } from '../core/review';
import type { ReviewEntry } from '../core/reviewLog';
import type { SessionEntry, SessionFact, TurnEnd } from '../core/sessionEntry';
import { targetMode } from '../core/targetMode';
import type { TeammatePlanEntry } from '../core/teammatePlan';
import type { SessionHeader } from '../protocol/sessionEntries';
import { activeBranch, branchTo } from './branch';
import { restore } from './restoredSession';
import { isSessionEntry, type LogEntry } from './sessionCodec';
import { SessionLogClosed, SessionTakenOver } from './sessionLog';
import type { SessionPorts, SessionProblem } from './sessionPorts';
import { reviewIn } from './reviewIn';
import { emptySessionState, sessionStateOf, withEntry, type SessionState } from './sessionState';
import { titleOf } from './sessionTitle';

/**
 * One conversation with one agent: its log, its approval mode, its gate.
 *
 * Invariants: an entry is in the log before it is in `state` (write, then believe); entries are appended one after the
 * other, each the child of the leaf. What already holds and could not be written (a mode, the ending of a review or
 * of a turn) is written before anything else is, so that the log never tells a story in which it did not happen (I39).
 * Nothing here leaves Plan mode: that is the gate's, or a person's through `switchMode`.
 */
export class Session {
  readonly header: SessionHeader;
  readonly register: ModeRegister;
  readonly gate: PlanGate;
  /** For the plans of its agent's teammates. */
  readonly leaderGate: LeaderGate;
  readonly #ports: SessionPorts;
  readonly #entries: LogEntry[];
  #branch: LogEntry[];
  #transcript: readonly LogEntry[] | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #unsaved: TimedFact[] = [];
  readonly #openPermissions = new Set<PermissionRequest>();
  #openQuestions = 0;
  #state: SessionState;
  #tail: Promise<void> = Promise.resolve();
  #changing: Promise<void> = Promise.resolve();
  #backend: AgentBackend | undefined;
  #turn: Turn | undefined;
  #streaming = '';
  #isMoving = false;
  #isClosed = false;
  #disposal: Promise<void> | undefined;

  private constructor(ports: SessionPorts, header: SessionHeader, found: Found) {
    this.#ports = ports;
    this.header = header;
    this.#entries = [...found.entries];
    this.#branch = [...activeBranch(found.entries)];
    this.#state = found.state;
    this.register = new ModeRegister(found.mode, ports.isTrusted, (cause) => this.#report('surface-failed', cause));
    this.gate = new PlanGate(
      {
        ...ports,
        register: this.register,
        log: { append: (entry) => this.#append(entry, { isHeld: isEndedByItself(entry) }) },
        onWriteFailed: (cause) => this.#report('review-ending-not-saved', cause),
      },
      lastVersion(found.entries),
    );
    this.leaderGate = new LeaderGate({
      ...ports,
      ids: ports.requestIds,
      register: this.register,
      log: { append: (entry) => this.#append(entry, { isHeld: isEndedWithoutLeader(entry) }) },
      onWriteFailed: (cause) => this.#report('request-ending-not-saved', cause),
    });
    this.register.onDidChange((change) => void this.#recordMode(change));
  }

  /** Starts a session in Plan mode. Rejects when that cannot be written; then there is no session. */
  static async create(ports: SessionPorts, header: SessionHeader): Promise<Session> {
    const mode = startingState('plan');
    const session = new Session(ports, header, { entries: [], state: emptySessionState, mode });
    await session.#append({ type: 'mode', ...mode, cause: 'started' });
    return session;
  }

  /**
   * V5: the session that these entries tell, with what was open ended as `restore` says. Rejects when that cannot be
   * written; then nothing was unlocked and it can be tried again.
   */
  static async restore(ports: SessionPorts, header: SessionHeader, entries: readonly LogEntry[]): Promise<Session> {
    const { found, facts, mode } = restore(entries, { now: ports.clock.now(), isTrusted: ports.isTrusted() });
    const session = new Session(ports, header, { entries, state: found, mode });
    for (const fact of facts) await session.#append(fact);
    return session;
  }

  get id(): string {
    return this.header.id;
  }

  /** Whether it has ended here: disposed of, or taken over by another window. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Empty until there is one. */
  get title(): string {
    return this.#state.title === '' ? this.header.title : this.#state.title;
  }

  /** What the log says. A new value after each change; none of them changes. */
  get state(): SessionState {
    return this.#state;
  }

  /** The entries of the active branch, oldest first. A new array after each change; none of them changes. */
  get transcript(): readonly LogEntry[] {
    // Copied when it is read and not when it is appended to, so that a long session is not copied for each entry.
    this.#transcript ??= [...this.#branch];
    return this.#transcript;
  }

  /** All entries, those of other branches too, in the order of writing. */
  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** The entries of the active branch that this version knows, oldest first: what the agent is told again. */
  get history(): readonly SessionEntry[] {
    return this.#branch.filter(isSessionEntry);
  }

  /** What the agent is writing now and has not said yet. */
  get streaming(): string {
    return this.#streaming;
  }

  /** The plan that waits for a person, once it is in the log and until its ending holds. */
  get pendingReview(): FrozenPlan | undefined {
    const pending = this.#state.reviews.find(({ state }) => state === 'pending')?.plan;
    const isOver = this.#unsaved.some(
      ({ fact }) => fact.type === 'review-ended' && fact.reviewId === pending?.reviewId,
    );
    return isOver ? undefined : pending;
  }

  /** A review of this session, on whatever branch it is. */
  reviewOf(reviewId: string): Review | undefined {
    return this.#state.reviews.find(({ plan }) => plan.reviewId === reviewId) ?? reviewIn(this.#entries, reviewId);
  }

  /** What the person said about a plan, on whatever branch it was reviewed; undefined where nothing was kept. */
  commentsOn(reviewId: string): readonly PlanComment[] | undefined {
    const said = this.#entries.findLast((entry) => entry.type === 'comments' && entry.reviewId === reviewId);
    return said?.type === 'comments' ? said.comments : undefined;
  }

  /** The ordinary permission questions that are open, oldest first. */
  get openPermissions(): readonly PermissionRequest[] {
    return [...this.#openPermissions];
  }

  get activity(): SessionActivity {
    if (this.pendingReview !== undefined) return 'waiting-for-review';
    if (this.#openPermissions.size > 0) return 'waiting-for-permission';
    if (this.#openQuestions > 0) return 'waiting-for-answer';
    return this.#turn === undefined ? 'idle' : 'running';
  }

  /**
   * The change that was approved and that the register has not confirmed: from the recorded approval until Plan mode was
   * left, or the call was answered without leaving it.
   */
  get changing(): { readonly from: 'plan'; readonly to: ApprovalMode } | undefined {
    const approval = this.#state.unusedApproval;
    if (approval === undefined || this.#turn === undefined || this.register.mode !== 'plan') return undefined;
    return { from: 'plan', to: targetMode(approval.plan, approval.target) };
  }

  /** Gives the session its agent. The session disposes it. Throws where there is one already. */
  attach(backend: AgentBackend): void {
    if (this.#backend !== undefined) throw new Error('The session has an agent already.');
    this.#backend = backend;
  }

  /**
   * Runs one turn. The text is in the log before anything else happens (H13); resolves when the turn has ended and its
   * end is written. Refuses, and changes nothing, while something is open (G06).
   *
   * @param text as the person typed it
   * @param expansion what the agent is told in place of it
   */
  async prompt(text: string, expansion = text): Promise<PromptResult> {
    const refusal = this.#refusalOf(expansion);
    if (refusal !== undefined) return { state: 'refused', code: refusal };
    const turn: Turn = { cancel: this.#ports.newCancelSource(), isOver: false, done: Promise.resolve() };
    this.#turn = turn;
    const result = this.#run(turn, text, expansion);
    turn.done = result.then(settled, settled);
    return result;
  }

  /**
   * Ends the running turn; a pending review becomes unanswered, and teammates that wait for their leader end too. Resolves
   * when the turn has ended.
   */
  async stop(): Promise<void> {
    const turn = this.#turn;
    const ended = this.leaderGate.endAll('aborted');
    turn?.cancel.abort('stopped');
    await ended;
    await turn?.done;
  }

  /**
   * V4: a person begins a new task while a plan waits for them. The review is invalidated, and that is in the log, before
   * its turn is stopped. Resolves when the turn has ended; where no plan waits nothing happens.
   */
  async endReviewForNewTask(): Promise<void> {
    const turn = this.#turn;
    if (turn === undefined || this.pendingReview === undefined) return;
    await this.gate.invalidate('new-task');
    turn.cancel.abort('new-task');
    await turn.done;
  }

  /**
   * A person chose a mode. V4: a pending review is invalidated, and that is in the log, before the mode changes. Resolves
   * when the new mode is in the log, or was reported as not saved. Choices that overlap are carried out one after the
   * other, so that the last one holds.
   */
  switchMode(mode: ApprovalMode): Promise<SwitchModeResult> {
    return this.#oneByOne(() => this.#switchNow(mode));
  }

  /**
   * A person went to another place of the conversation: an entry after which no turn was open. V4, I37: a pending review is
   * invalidated, its signal aborted, and that is in the log, before the move is. A running turn is stopped first, on the
   * branch on which it ran. B1: the mode of that place comes back where it is stricter than the one that is on; what is
   * less strict does not, because going back is no word about what an agent may do. Where the move cannot be written the
   * conversation stays where it is; what was stopped stays stopped.
   */
  goTo(entryId: string): Promise<GoToResult> {
    return this.#oneByOne(() => this.#goToNow(entryId));
  }

  /**
   * Keeps what the person said about a plan under review. In the log before it is sent anywhere; rejects where it could not
   * be written.
   */
  async keepComments(reviewId: string, comments: readonly PlanComment[]): Promise<void> {
    await this.#append({ type: 'comments', reviewId, comments });
  }

  /** The prompter, with its open questions shown as the activity of this session. */
  watched(prompter: Prompter): Prompter {
    return {
      ask: async (request, signal) => {
        this.#openPermissions.add(request);
        this.#changed();
        try {
          return await prompter.ask(request, signal);
        } finally {
          this.#openPermissions.delete(request);
          this.#changed();
        }
      },
    };
  }

  /** Asks the person something that is neither a review nor a permission, with that shown as the activity of this session. */
  async whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    this.#openQuestions += 1;
    this.#changed();
    try {
      return await ask();
    } finally {
      this.#openQuestions -= 1;
      this.#changed();
    }
  }

  /** Called after anything that can be read here has changed. What a listener throws is reported and changes nothing. */
  onDidChange(listener: () => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /**
   * The window or the session goes away. Ends the turn and the agent, and writes nothing but what was begun: a review that
   * is pending stays so in the log, and the next restore makes it unanswered (V5).
   */
  dispose(): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  async #dispose(): Promise<void> {
    this.#isClosed = true;
    const flushed = this.#tail.then(() => this.#writeUnsaved()).then(settled, settled);
    this.#turn?.cancel.abort('disposed');
    await flushed;
    await this.#ports.log.close();
    await this.#backend?.dispose();
    await this.#turn?.done;
    this.#listeners.clear();
  }

  async #switchNow(mode: ApprovalMode): Promise<SwitchModeResult> {
    if (this.#isOver()) return { state: 'refused', code: 'closed' };
    if (this.register.mode === mode) return { state: 'unchanged', mode: this.register.state };
    // C3: trust first, so that a refusal leaves the review as it was.
    if (!this.register.isTrusted && !isAllowedWithoutTrust(mode))
      return { state: 'refused', code: 'untrusted-workspace' };
    await this.gate.invalidate('mode-changed');
    if (this.#isOver()) return { state: 'refused', code: 'closed' };
    try {
      const after = this.register.switchByPerson(mode);
      await this.#tail;
      return { state: 'switched', mode: after };
    } catch (cause) {
      if (cause instanceof ModeRefused) return { state: 'refused', code: cause.code };
      throw cause;
    }
  }

  async #goToNow(entryId: string): Promise<GoToResult> {
    if (this.#isOver()) return { state: 'refused', code: 'closed' };
    const target = branchTo(this.#entries, entryId);
    if (target === undefined) return { state: 'refused', code: 'unknown-entry' };
    if (entryId === this.#branch.at(-1)?.id) return { state: 'unchanged' };
    const there = target.reduce(withEntry, emptySessionState);
    if (!isBetweenTurns(there)) return { state: 'refused', code: 'turn-open' };
    this.#isMoving = true;
    try {
      const ended = Promise.all([this.gate.invalidate('branch-moved'), this.leaderGate.endAll('branch-moved')]);
      this.#turn?.cancel.abort('branch-moved');
      await ended;
      await this.#turn?.done;
      if (this.#isOver()) return { state: 'refused', code: 'closed' };
      await this.#move(entryId, there.mode.mode);
      await this.#tail;
    } catch (cause) {
      return { state: 'failed', code: 'persist-failed', cause };
    } finally {
      this.#isMoving = false;
    }
    return { state: 'moved', mode: this.register.state, wasMode: there.mode.mode };
  }

  #move(to: string, recorded: ApprovalMode): Promise<SessionEntry> {
    // M4: without trust an agent does nothing by itself.
    const mode = this.register.isTrusted || isAllowedWithoutTrust(recorded) ? recorded : 'plan';
    const from = this.#branch.at(-1)?.id ?? to;
    const fact: SessionFact = { type: 'branch-moved', from, ...this.register.afterTightening(mode) };
    return this.#append(fact, { parentId: to });
  }

  /** What a person changes is carried out one after the other, so that the last choice holds. */
  #oneByOne<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#changing.then(change);
    this.#changing = result.then(settled, settled);
    return result;
  }

  #refusalOf(text: string): PromptRefusal | undefined {
    if (this.#isClosed) return 'closed';
    if (this.#isMoving) return 'moving';
    if (this.#turn !== undefined) return this.pendingReview === undefined ? 'running' : 'review-pending';
    if (this.#backend === undefined) return 'no-agent';
    return text.trim() === '' ? 'blank' : undefined;
  }

  async #run(turn: Turn, text: string, expansion: string): Promise<PromptResult> {
    // An approval that the last turn did not use is not carried into a new task (V4).
    const voided = this.gate.invalidate('new-task');
    try {
      await this.#append({ type: 'user-message', text, ...(expansion === text ? {} : { expansion }) });
    } catch (cause) {
      this.#turn = undefined;
      this.#changed();
      return { state: 'failed', code: 'persist-failed', cause };
    }
    await voided;
    if (this.#state.title === '') await this.#recordTitle(text);
    const end = await this.#agentTurn(turn, expansion);
    // Whatever of the agent comes late finds its turn over: no fact, no plan, no exit (G07).
    turn.isOver = true;
    turn.cancel.abort('turn-ended');
    // Nor does an approval that it did not use outlive it.
    await this.gate.invalidate('new-task');
    await this.#recordTurnEnd(end);
    this.#streaming = '';
    this.#turn = undefined;
    this.#changed();
    return { state: 'ended', ...end };
  }

  async #agentTurn(turn: Turn, text: string): Promise<TurnEnding> {
    const append = async (fact: SessionFact): Promise<void> => {
      if (turn.isOver) throw new TurnIsOver();
      await this.#append(fact);
    };
    const stream = (written: string): void => {
      if (turn.isOver) return;
      this.#streaming += written;
      this.#changed();
    };
    try {
      const end = await this.#backend?.prompt({ text, append, stream }, turn.cancel.signal);
      return end ?? { reason: 'failed' };
    } catch (cause) {
      this.#report('agent-failed', cause);
      return { reason: 'failed' };
    }
  }

  async #recordTurnEnd(end: TurnEnding): Promise<void> {
    const results: SessionFact[] = this.#state.openCalls.map(({ id, name }) => ({
      type: 'tool-result',
      callId: id,
      toolName: name,
      outcome: 'cancelled',
      text: 'The turn ended before this call had a result.',
      stopTurn: false,
    }));
    for (const fact of [...results, { type: 'turn-ended', ...end } satisfies SessionFact]) {
      await this.#append(fact, { isHeld: true }).catch((cause: unknown) => this.#report('turn-end-not-saved', cause));
    }
  }

  async #recordTitle(text: string): Promise<void> {
    await this.#append({ type: 'title', title: titleOf(text) }).catch((cause: unknown) =>
      this.#report('title-not-saved', cause),
    );
  }

  async #recordMode({ after, cause }: ModeChange): Promise<void> {
    this.#changed();
    // A move holds the mode that it leads to.
    if (isSameMode(this.#state.mode, after)) return;
    const reviewId = cause.kind === 'plan-exit' ? { reviewId: cause.reviewId } : {};
    await this.#append({ type: 'mode', ...after, cause: cause.kind, ...reviewId }, { isHeld: true }).catch(
      (failure: unknown) => this.#report('mode-not-saved', failure),
    );
  }

  #append(fact: SessionFact, { isHeld = false, parentId }: AppendOptions = {}): Promise<SessionEntry> {
    if (this.#isClosed) return Promise.reject(new SessionLogClosed());
    const timed = { fact, ts: this.#ports.clock.now(), parentId };
    const written = this.#tail.then(async () => {
      try {
        await this.#writeUnsaved();
        return await this.#write(timed);
      } catch (cause) {
        if (cause instanceof SessionTakenOver) this.#lose(cause);
        else if (isHeld) this.#unsaved.push(timed);
        throw cause;
      }
    });
    this.#tail = written.then(settled, settled);
    return written;
  }

  async #writeUnsaved(): Promise<void> {
    for (let next = this.#unsaved[0]; next !== undefined; next = this.#unsaved[0]) {
      await this.#write(next);
      this.#unsaved.shift();
    }
  }

  async #write({ fact, ts, parentId }: TimedFact): Promise<SessionEntry> {
    const leaf = this.#branch.at(-1)?.id ?? null;
    const entry: SessionEntry = { ...fact, id: this.#ports.ids.next(), parentId: parentId ?? leaf, ts };
    await this.#ports.log.append(entry);
    this.#entries.push(entry);
    this.#transcript = undefined;
    if (entry.type === 'branch-moved') {
      this.#branch = [...activeBranch(this.#entries)];
      this.#state = sessionStateOf(this.#entries);
      this.register.tighten(entry.mode);
    } else {
      this.#branch.push(entry);
      this.#state = withEntry(this.#state, entry);
    }
    if (entry.type === 'agent-message') this.#streaming = '';
    this.#changed();
    return entry;
  }

  /** O03: another window writes this session now. Here it ends: no agent goes on, and no answer counts. */
  #lose(cause: SessionTakenOver): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#ports.onProblem({ code: 'taken-over', sessionId: this.id, cause });
    this.#changed();
    this.dispose().catch((failure: unknown) =>
      this.#ports.onProblem({ code: 'surface-failed', sessionId: this.id, cause: failure }),
    );
  }

  #report(code: SessionProblem['code'], cause: unknown): void {
    // After the end nothing is written, by design; that is no problem.
    if (cause instanceof SessionLogClosed || cause instanceof SessionTakenOver) return;
    this.#ports.onProblem({ code, sessionId: this.id, cause });
  }

  /** Asked anew after each wait: the compiler would take a field for unchanged. */
  #isOver(): boolean {
    return this.#isClosed;
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch (cause) {
        this.#ports.onProblem({ code: 'surface-failed', sessionId: this.id, cause });
      }
    }
  }
}

export type SessionActivity =
  'idle' | 'running' | 'waiting-for-review' | 'waiting-for-permission' | 'waiting-for-answer';

export type PromptRefusal = 'closed' | 'no-agent' | 'moving' | 'running' | 'review-pending' | 'blank';

export type PromptResult =
  | ({ readonly state: 'ended' } & TurnEnding)
  | { readonly state: 'refused'; readonly code: PromptRefusal }
  /** The text could not be written; the agent was not asked. */
  | { readonly state: 'failed'; readonly code: 'persist-failed'; readonly cause: unknown };

export type SwitchModeResult =
  | { readonly state: 'switched'; readonly mode: ModeState }
  | { readonly state: 'unchanged'; readonly mode: ModeState }
  | { readonly state: 'refused'; readonly code: 'untrusted-workspace' | 'closed' };

export type GoToResult =
  /** `mode` holds now; `wasMode` was on there, and holds again where it is stricter. */
  | { readonly state: 'moved'; readonly mode: ModeState; readonly wasMode: ApprovalMode }
  | { readonly state: 'unchanged' }
  /** `turn-open`: in the middle of a turn, where a conversation cannot go on. */
  | { readonly state: 'refused'; readonly code: 'closed' | 'unknown-entry' | 'turn-open' }
  /** The move could not be written; the conversation is where it was. */
  | { readonly state: 'failed'; readonly code: 'persist-failed'; readonly cause: unknown };

/** An agent sent something after its turn had ended. It was dropped (G07). */
class TurnIsOver extends Error {
  readonly code = 'turn-is-over';
  constructor() {
    super('The turn has ended; what the agent sent after it was not kept.');
    this.name = 'TurnIsOver';
  }
}

interface TurnEnding {
  readonly reason: TurnEnd;
  readonly message?: string;
}

interface Turn {
  readonly cancel: CancelSource;
  isOver: boolean;
  done: Promise<void>;
}

interface AppendOptions {
  /** Whether the fact holds also where writing fails, so that it is tried again before the next one. */
  readonly isHeld?: boolean;
  /** The leaf where it is not given. */
  readonly parentId?: string | undefined;
}

interface TimedFact {
  readonly fact: SessionFact;
  readonly ts: number;
  readonly parentId: string | undefined;
}

interface Found {
  readonly entries: readonly LogEntry[];
  readonly state: SessionState;
  readonly mode: ModeState;
}

/** For those who wait for a promise and not for its result, which somebody else has. */
function settled(): void {
  return undefined;
}

/** Plan versions count through all branches, because copies of plans are named by them. */
function lastVersion(entries: readonly LogEntry[]): number {
  return entries.reduce(
    (last, entry) =>
      entry.type === 'review-pending' || entry.type === 'damaged-review' ? Math.max(last, entry.plan.version) : last,
    0,
  );
}

/** Whether a conversation can go on from here. */
function isBetweenTurns(state: SessionState): boolean {
  return (
    !state.isTurnOpen && state.openCalls.length === 0 && state.reviews.every((review) => review.state !== 'pending')
  );
}

function isSameMode(a: ModeState, b: ModeState): boolean {
  return (
    a.revision === b.revision &&
    (a.mode === 'plan' ? b.mode === 'plan' && a.prePlanMode === b.prePlanMode : a.mode === b.mode)
  );
}

/**
 * Whether an ending holds also where it cannot be written. A person's decision does not: it is asked for again (V7).
 */
function isEndedByItself(entry: ReviewEntry): boolean {
  if (entry.type === 'review-pending') return false;
  switch (entry.outcome.state) {
    case 'unanswered':
    case 'invalidated':
      return true;
    case 'approved':
    case 'changes-requested':
    case 'dismissed':
      return false;
  }
}

/** The same for a teammate's request: a leader's decision that cannot be written is none. */
function isEndedWithoutLeader(entry: TeammatePlanEntry): boolean {
  return entry.type === 'teammate-plan-ended' && entry.outcome.state === 'ended';
}
