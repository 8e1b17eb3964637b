import type { ApprovalMode } from '../../../src/core/approvalMode';
import type { CancelSignal } from '../../../src/core/cancelSignal';
import { keyOf, type FrozenPlan } from '../../../src/core/frozenPlan';
import type { ModeChange } from '../../../src/core/modeRegister';
import type { PlanReading } from '../../../src/core/planGate';
import type { ReviewerAnswer } from '../../../src/core/reviewer';
import type { SessionEntry } from '../../../src/core/sessionEntry';
import type { EnginePorts } from '../../../src/engine/enginePorts';
import type { HookDecision, Hooks } from '../../../src/engine/hooks/hooks';
import type { ModelEvent } from '../../../src/engine/model';
import { restore } from '../../../src/session/restoredSession';
import type { Session } from '../../../src/session/session';
import { sessionStateOf } from '../../../src/session/sessionState';
import { MemoryWorkspace } from '../../engine/support/memoryWorkspace';
import { FaultyLog } from '../../session/support/faultyLog';
import { aHeader, aPlatform } from '../../session/support/platform';
import { hostileAnswer } from '../hostileAnswer';
import { sha256 } from '../sha256';
import { turnOfEventLoop } from '../turnOfEventLoop';
import type { Engine } from './engine';
import type { World } from './explore';
import { Violation } from './violation';

/** The invariants that are looked at after every event. */
export const sessionInvariants =
  'I1, I4, I5, I6, I8, I10, I11, I12, I13, I17, I19, I30, I31, I33, I34, I35, I36, I37, I38, I39 and I52';

/** What can happen to a session whose agent asks to leave Plan twice in each turn: with the plan file, then with a text. */
export type SessionEvent =
  | {
      readonly kind:
        'prompt' | 'stop' | 'leave-and-reenter' | 'go-to-beginning' | 'restart' | 'late-approval' | 'late-junk';
    }
  | { readonly kind: 'hook'; readonly says: HookDecision['kind'] | 'throw' }
  | { readonly kind: 'answer'; readonly says: 'default' | 'restore' | 'changes' | 'dismiss' | 'junk' | 'forged' }
  | { readonly kind: 'mode'; readonly mode: ApprovalMode }
  | { readonly kind: 'file'; readonly reading: PlanReading }
  | { readonly kind: 'disk'; readonly isFull: boolean };

/** A plan that a person was shown. */
interface Shown {
  readonly plan: FrozenPlan;
  readonly signal: CancelSignal;
  readonly turn: number;
  readonly changes: number;
  answer: ((answer: ReviewerAnswer) => void) | undefined;
  approvals: string[];
  isSpoilt: boolean;
  exits: number;
}

/**
 * The real session, engine, scheduler, gate, register and reducer, on a log in memory. Hooks and answers wait until an event
 * gives them.
 */
export class SessionWorld implements World<SessionEvent> {
  readonly met = new Set<string>();
  readonly #engine: Engine;
  readonly #platform = aPlatform();
  readonly #files = new MemoryWorkspace('/work', {});
  #log = new FaultyLog();
  #session: Session;
  #file: PlanReading = firstFile;
  #isFull = false;
  #hasFailed = false;
  #turn = 0;
  #isTurnOpen = false;
  #requests = 0;
  #hook: { readonly name: string; readonly settle: (decision: HookDecision | 'throw') => void } | undefined;
  #shown: Shown[] = [];
  #changes = 0;
  #mayChange = false;
  /** All that went through the ports. */
  readonly #trace: string[] = [];
  /** How far the calls of this turn have come. */
  #call: string[] = [];
  readonly #hasDisk: boolean;
  #violation: Violation | undefined;

  private constructor(engine: Engine, session: Session, log: FaultyLog, hasDisk: boolean) {
    this.#hasDisk = hasDisk;
    this.#engine = engine;
    this.#session = session;
    this.#log = log;
    this.#watch();
  }

  /** @param hasFaultyDisk whether writing may fail */
  static async begin(engine: Engine, hasFaultyDisk: boolean): Promise<SessionWorld> {
    const log = new FaultyLog();
    const session = await engine.Session.create({ ...aPlatform({ prefix: 'first' }), log }, aHeader);
    return new SessionWorld(engine, session, log, hasFaultyDisk);
  }

  /**
   * It holds the whole private state of the gate, what the session believes is open, the mode, the plan file, and how far the
   * call under way has come: which hooks and reviews it went through, what they said, and whether the mode was changed
   * between them. A call keeps nothing else, and nothing once it has its result. A hook that fails, or asks for a person
   * where one is asked anyway, takes the way of one that says nothing. Once a write has failed, the key is all that went
   * through the ports since the session began.
   */
  get key(): string {
    const { register, entries, state, title, gate } = this.#session;
    const held: unknown = Reflect.get(gate, 'stateForTheModel');
    const heldPlan: unknown = typeof held === 'object' && held !== null ? Reflect.get(held, 'plan') : undefined;
    const last = this.#shown.at(-1);
    return JSON.stringify(
      {
        held,
        mode: { ...register.state, revision: 0 },
        logged: state.mode.mode,
        isAtBeginning: entries.length === 1,
        hasTitle: title !== '',
        openCalls: state.openCalls.length,
        hasUnusedApproval: state.unusedApproval !== undefined,
        file: this.#file,
        isFull: this.#isFull,
        isTurnOpen: this.#isTurnOpen,
        trace: this.#hasFailed ? this.#trace : this.#call,
        hook: this.#hook?.name,
        last: last && {
          isLive: !last.signal.aborted,
          isOpen: last.signal.aborted ? undefined : last.answer !== undefined,
          ...(heldPlan === last.plan
            ? { isNow: last.changes === this.#changes, approvals: last.approvals, isSpoilt: last.isSpoilt }
            : {}),
        },
      },
      (name, value: unknown) => {
        if (name === 'cause') return undefined;
        if (value instanceof AbortController) return value.signal.aborted;
        if (value instanceof AbortSignal) return value.aborted;
        if (typeof value !== 'object' || value === null || !('planHash' in value)) return value;
        return value.planHash;
      },
    );
  }

  events(): readonly SessionEvent[] {
    const last = this.#shown.at(-1);
    return [
      ...(this.#isTurnOpen ? [{ kind: 'stop' } as const] : [{ kind: 'prompt' } as const]),
      ...(this.#hook ? hookEvents : []),
      ...(last?.answer ? answerEvents : []),
      ...(last?.signal.aborted === true ? lateEvents : []),
      ...(this.#isFull ? [] : [{ kind: 'restart' } as const]),
      ...(this.#hasDisk ? [{ kind: 'disk', isFull: !this.#isFull } as const] : []),
      ...always,
    ];
  }

  async happen(event: SessionEvent): Promise<void> {
    this.#mayChange = event.kind === 'mode' || event.kind === 'leave-and-reenter';
    await this.#act(event);
    await turnOfEventLoop();
    this.#mayChange = false;
    if (!this.#isTurnOpen) this.#call = [];
  }

  async check(): Promise<void> {
    await this.#look();
    if (this.#violation) throw this.#violation;
  }

  /** Whatever has happened, a person can stop the turn and leave Plan. */
  async finish(): Promise<void> {
    this.#isFull = false;
    await this.#session.stop();
    this.#mayChange = true;
    await this.#session.switchMode('default');
    await turnOfEventLoop();
    this.#must('I52', this.#session.register.mode === 'default', 'a person could not leave Plan');
    this.#mayChange = false;
    await this.#look();
    // What could not be written is written now.
    await this.#session.dispose();
    const { openCalls, isTurnOpen, reviews } = this.#session.state;
    this.#must('I30', openCalls.length === 0 && !isTurnOpen, 'a call has no result');
    this.#must('I35', !reviews.some(({ state }) => state === 'pending'), 'a review has no end');
    if (this.#violation) throw this.#violation;
  }

  async #act(event: SessionEvent): Promise<void> {
    const session = this.#session;
    switch (event.kind) {
      case 'prompt':
        this.#turn += 1;
        this.#requests = 0;
        this.#isTurnOpen = true;
        void session.prompt('Add validation').then((result) => {
          this.met.add(`turn: ${result.state === 'ended' ? result.reason : result.code}`);
          this.#isTurnOpen = false;
        });
        return;
      case 'stop':
        this.#note('stop');
        void session.stop();
        return;
      case 'hook':
        this.#note(this.#hook?.name === 'PermissionRequest' ? saidBefore[event.says] : saidAfter[event.says]);
        if (event.says === 'deny') for (const shown of this.#shown) shown.isSpoilt ||= shown.turn === this.#turn;
        this.#hook?.settle(event.says === 'throw' ? 'throw' : decisions[event.says]);
        return;
      case 'answer':
        this.#answer(event.says);
        return;
      case 'late-approval':
      case 'late-junk':
        await this.#answerLate(event.kind);
        return;
      case 'mode':
        await session.switchMode(event.mode);
        return;
      case 'leave-and-reenter':
        await session.switchMode('default');
        await session.switchMode('plan');
        return;
      case 'go-to-beginning': {
        for (const shown of this.#shown) shown.isSpoilt = true;
        const moved = await session.goTo(session.entries[0]?.id ?? '');
        this.met.add(`go: ${moved.state}`);
        return;
      }
      case 'restart':
        await this.#restart();
        return;
      case 'file':
        this.#file = event.reading;
        return;
      case 'disk':
        this.#isFull = event.isFull;
    }
  }

  #answer(says: Extract<SessionEvent, { kind: 'answer' }>['says']): void {
    const shown = this.#shown.at(-1);
    if (!shown?.answer) return;
    this.#note(`answer ${says}`);
    const key = keyOf(shown.plan);
    const { answer } = shown;
    shown.answer = undefined;
    if (says === 'default' || says === 'restore') {
      if (!shown.signal.aborted) shown.approvals.push(says === 'default' ? 'default' : shown.plan.prePlanMode);
      answer({ kind: 'answer', ...key, decision: { kind: 'approve', target: says } });
    } else if (says === 'changes') {
      answer({ kind: 'answer', ...key, decision: { kind: 'request-changes', note: 'approve' } });
    } else if (says === 'dismiss') {
      answer({ kind: 'answer', ...key, decision: { kind: 'dismiss' } });
    } else if (says === 'forged') {
      answer({ kind: 'answer', ...key, planHash: sha256('# Other'), decision: { kind: 'approve', target: 'default' } });
    } else {
      answer({ kind: 'answer', ...hostileAnswer({ ...key, decision: { kind: 'always' } }) });
    }
  }

  /** A second surface, or the same one again, answers a review that has closed. */
  async #answerLate(kind: 'late-approval' | 'late-junk'): Promise<void> {
    const shown = this.#shown.at(-1);
    if (!shown) return;
    const decision = kind === 'late-junk' ? { kind: 'always' } : { kind: 'approve', target: 'auto-edit' };
    try {
      const result = await this.#session.gate.decide(hostileAnswer({ ...keyOf(shown.plan), decision }));
      this.met.add(`late: ${result.state === 'refused' ? result.code : result.state}`);
      this.#must('I35', result.state === 'refused', 'a review that had closed was decided');
    } catch (cause) {
      this.#must('I6', kind === 'late-junk', `an offered answer was thrown back: ${String(cause)}`);
      this.met.add('late: unknown');
      this.#trace.push('late junk');
      shown.isSpoilt = true;
    }
  }

  async #restart(): Promise<void> {
    const before = this.#session.register.mode;
    for (const shown of this.#shown) shown.isSpoilt = true;
    await this.#session.dispose();
    await turnOfEventLoop();
    const entries = await this.#log.read();
    const logged = sessionStateOf(entries).mode.mode;
    this.#log = new FaultyLog(entries);
    const session = await this.#engine.Session.restore({ ...this.#platform, log: this.#log }, aHeader, entries);
    this.#must('I38', session.register.mode === logged, `restored ${session.register.mode} from ${logged}`);
    this.#must('I38', this.#hasFailed || session.register.mode === before, 'a restore changed the mode');
    this.#session = session;
    this.#hasFailed = false;
    this.#isTurnOpen = false;
    this.#watch();
  }

  #watch(): void {
    const session = this.#session;
    this.#log.fails = (entry) => {
      this.#trace.push(`${this.#isFull ? 'lost' : 'kept'} ${brief(entry)}`);
      if (entry.type === 'tool-result')
        this.#call = [...this.#call.filter((each) => each.startsWith('result')), `result ${entry.stopTurn}`];
      this.#hasFailed ||= this.#isFull;
      return this.#isFull;
    };
    session.register.onDidChange((change) => this.#seeChange(change));
    session.attach(new this.#engine.BuiltInAgent(this.#ports(session)));
  }

  #seeChange({ before, after, cause }: ModeChange): void {
    this.#changes += 1;
    this.#trace.push(`${before.mode} → ${after.mode}`);
    // Where the call waits, it does not see how many there were.
    if (this.#call.at(-1) !== 'changed') this.#call.push('changed');
    this.#must('I10', after.revision === before.revision + 1, 'the revision did not rise by one');
    if (after.mode === 'plan') this.#must('I13', after.prePlanMode === before.mode, 'the mode before Plan is another');
    if (cause.kind !== 'plan-exit') {
      this.#must('I1', this.#mayChange || before.mode !== 'plan', `Plan was left: ${cause.kind}`);
      const isClosed = this.#shown.every(({ signal }) => signal.aborted);
      this.#must('I37', isClosed, 'a review is open in the new mode');
      return;
    }
    const shown = this.#shown.find(({ plan }) => plan.reviewId === cause.reviewId);
    this.met.add('exit');
    this.#must('I1', shown?.approvals.includes(after.mode) === true, 'Plan was left and nobody had approved it');
    if (!shown) return;
    shown.exits += 1;
    this.#must('I11', shown.exits === 1, 'one approval was used twice');
    this.#must('I12', shown.changes === this.#changes - 1, 'the mode had been changed since the plan was shown');
    this.#must('I4', !shown.isSpoilt, 'Plan was left after a hook had denied it, or the review had been spoilt');
    const isSame = this.#file.state === 'text' && sha256(this.#file.text) === shown.plan.planHash;
    this.#must('I36', shown.plan.source.kind === 'argument' || isSame, 'Plan was left and the file is another');
    this.#must('I17', this.#isTurnOpen && shown.turn === this.#turn, 'Plan was left after the turn');
  }

  /** What holds at every moment. */
  async #look(): Promise<void> {
    const { register, state, gate } = this.#session;
    const entries = await this.#log.read();
    this.#must('I39', tell(sessionStateOf(entries)) === tell(state), 'what is believed is not what the log tells');
    if (!this.#hasFailed) this.#must('I39', tell(state.mode) === tell(register.state), 'the log tells another mode');
    this.#must('I13', 'prePlanMode' in register.state === (register.mode === 'plan'), 'a mode before Plan out of Plan');
    const live = this.#shown.filter(({ signal }) => !signal.aborted);
    this.#must('I34', live.length <= 1, 'two reviews are open');
    const began = entries.flatMap((entry) => (entry.type === 'review-pending' ? [entry.plan.reviewId] : []));
    const ended = entries.flatMap((entry) => (entry.type === 'review-ended' ? [entry.reviewId] : []));
    const { pending } = gate;
    this.#must('I34', !pending || began.includes(pending.reviewId), 'a pending review is not in the log');
    this.#must('I35', new Set(ended).size === ended.length, 'a review ended twice');
    const at = { now: 1, isTrusted: true };
    const again = restore(entries, at);
    this.#must('I38', tell(again) === tell(restore(entries, at)), 'two restores differ');
    this.#must('I38', again.mode.mode === state.mode.mode, 'a restore unlocks');
    const said = entries.filter((entry) => entry.type === 'tool-result' && entry.text.startsWith('User approved'));
    const exits = this.#shown.reduce((sum, shown) => sum + shown.exits, 0);
    this.#must('I8', said.length <= exits, 'the agent was told of an approval that was not');
    if (!this.#isTurnOpen && !this.#hasFailed)
      this.#must('I30', state.openCalls.length === 0 && !state.isTurnOpen, 'a call has no result after its turn');
  }

  #ports(session: Session): EnginePorts {
    return {
      model: { name: 'scripted', respond: () => this.#respond(session) },
      register: session.register,
      gate: session.gate,
      reviewer: { review: (plan, signal) => this.#review(session, plan, signal) },
      prompter: { ask: () => Promise.reject(new Error('No question was expected.')) },
      workspace: this.#files,
      lookAtPath: this.#files.look,
      history: () => session.history,
      cwd: '/work',
      planFile: '/plans/session.md',
      pathStyle: 'posix',
      readPlanFile: () => {
        this.#trace.push(`read ${tell(this.#file)}`);
        return Promise.resolve(this.#file);
      },
      planExited: () => Promise.resolve(),
      hooks: this.#hooks(),
      onFault: (what) => this.met.add(`fault: ${what}`),
    };
  }

  /** Two exits in the first message of a turn, and nothing in those that follow. */
  async *#respond({ history }: Session): AsyncIterable<ModelEvent> {
    await Promise.resolve();
    this.#requests += 1;
    const last = history.findLast((entry) => entry.type === 'tool-result');
    if (this.#requests > 1) this.#must('I31', last?.stopTurn === false, 'the model was asked after a stop');
    this.#trace.push('asked the model');
    if (this.#requests > 1) {
      yield { kind: 'end', reason: 'done' };
      return;
    }
    yield { kind: 'tool-call', id: `${this.#turn}a`, name: 'exit_plan_mode', args: {} };
    yield { kind: 'tool-call', id: `${this.#turn}b`, name: 'exit_plan_mode', args: { plan: planInArgument } };
    yield { kind: 'end', reason: 'tool-calls' };
  }

  #review(session: Session, plan: FrozenPlan, signal: CancelSignal): Promise<ReviewerAnswer> {
    this.met.add('review');
    this.#note('review');
    const stops = session.history.some(
      (entry) => entry.type === 'tool-result' && entry.stopTurn && entry.callId.startsWith(String(this.#turn)),
    );
    this.#must('I33', !stops, 'a call was begun after one that stopped the turn');
    this.#must('I19', session.register.mode === 'plan', 'a review is shown outside Plan');
    const isOffered =
      plan.text === planInArgument ||
      (firstFile.state === 'text' && plan.text === firstFile.text) ||
      plan.text === '# Changed';
    this.#must('I5', isOffered, 'another plan is shown than the agent proposed');
    return new Promise((answer) => {
      const known = this.#shown.find((shown) => shown.plan === plan);
      if (known) known.answer = answer;
      else
        this.#shown.push({
          plan,
          signal,
          turn: this.#turn,
          changes: this.#changes,
          answer,
          approvals: [],
          isSpoilt: false,
          exits: 0,
        });
    });
  }

  #hooks(): Hooks {
    const wait = (name: string, signal: CancelSignal): Promise<HookDecision> =>
      new Promise((resolve, reject) => {
        this.#note(name);
        const settle = (decision: HookDecision | 'throw'): void => {
          this.#hook = undefined;
          if (decision === 'throw') reject(new Error('The hook failed.'));
          else resolve(decision);
        };
        this.#hook = { name, settle };
        signal.addEventListener('abort', () => settle({ kind: 'none' }));
      });
    return {
      permissionRequest: (_, signal) => wait('PermissionRequest', signal),
      preToolUse: (_, signal) => wait('PreToolUse', signal),
      postToolUse: () => Promise.resolve(undefined),
      notification: () => Promise.resolve(),
      stop: () => Promise.resolve(undefined),
    };
  }

  #note(what: string): void {
    this.#trace.push(what);
    this.#call.push(what);
  }

  #must(invariant: string, holds: boolean, what: string): void {
    if (!holds) this.#violation ??= new Violation(invariant, what);
  }
}

const firstFile: PlanReading = { state: 'text', text: '# Plan in the file' };
const planInArgument = '# Plan in the argument';

const decisions: Readonly<Record<HookDecision['kind'], HookDecision>> = {
  none: { kind: 'none' },
  ask: { kind: 'ask' },
  deny: { kind: 'deny', message: 'Not today.' },
  allow: { kind: 'allow', updatedInput: { plan: '# What a hook would like' } },
};

/** What makes a difference of what the hooks before and after the permission say. */
const saidBefore = { none: 'goes on', ask: 'goes on', throw: 'goes on', allow: 'allow', deny: 'deny' } as const;
const saidAfter = { none: 'goes on', ask: 'ask', throw: 'goes on', allow: 'allow', deny: 'deny' } as const;

const hookEvents: readonly SessionEvent[] = (['none', 'allow', 'ask', 'deny', 'throw'] as const).map((says) => ({
  kind: 'hook',
  says,
}));
const answerEvents: readonly SessionEvent[] = (
  ['default', 'restore', 'changes', 'dismiss', 'junk', 'forged'] as const
).map((says) => ({ kind: 'answer', says }));
const lateEvents: readonly SessionEvent[] = [{ kind: 'late-approval' }, { kind: 'late-junk' }];
const always: readonly SessionEvent[] = [
  { kind: 'mode', mode: 'default' },
  { kind: 'mode', mode: 'plan' },
  { kind: 'mode', mode: 'yolo' },
  { kind: 'leave-and-reenter' },
  { kind: 'go-to-beginning' },
  { kind: 'file', reading: { state: 'text', text: '# Changed' } },
  { kind: 'file', reading: { state: 'unreadable', code: 'missing' } },
];

function tell(value: unknown): string {
  return JSON.stringify(value);
}

/** What of an entry can differ between two lives that are alike. */
function brief(entry: SessionEntry): string {
  switch (entry.type) {
    case 'tool-result':
      return `${entry.type} ${entry.outcome} ${entry.stopTurn}`;
    case 'review-ended':
      return `${entry.type} ${tell(entry.outcome)}`;
    case 'mode':
      return `${entry.type} ${entry.mode}`;
    case 'turn-ended':
      return `${entry.type} ${entry.reason}`;
    default:
      return entry.type;
  }
}
