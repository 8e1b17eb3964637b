import { createHash } from 'node:crypto';
import type { ApprovalMode } from '../../../src/core/approvalMode';
import type { FrozenPlan } from '../../../src/core/frozenPlan';
import { LeaderGate } from '../../../src/core/leaderGate';
import { ModeRegister, startingState } from '../../../src/core/modeRegister';
import { PlanGate, type PlanReading } from '../../../src/core/planGate';
import type { PermissionRequest, PromptAnswer } from '../../../src/core/prompter';
import type { ApprovalTarget } from '../../../src/core/review';
import type { ReviewerAnswer, UnrecordedAnswer } from '../../../src/core/reviewer';
import type { CancelSignal } from '../../../src/core/cancelSignal';
import type { SessionEntry, SessionFact, ToolResultFact } from '../../../src/core/sessionEntry';
import { BuiltInAgent } from '../../../src/engine/builtInAgent';
import type { EnginePorts, Waiting } from '../../../src/engine/enginePorts';
import type { Model, ModelEvent, ModelRequest } from '../../../src/engine/model';
import { ReadMarks } from '../../../src/engine/readMarks';
import type { TurnOutcome } from '../../../src/engine/turnOutcome';
import { MemoryWorkspace } from './memoryWorkspace';

export const cwd = '/work';
export const planFile = '/plans/session.md';
export const planText = '# The plan\n\n1. Change a.ts\n';

/** One answer of a scripted model: what it calls, and how the message ends. */
export interface Answer {
  readonly text?: string;
  readonly calls?: readonly (readonly [name: string, args: unknown])[];
  readonly end?: 'length' | 'error';
}

export type Review = (plan: FrozenPlan, signal: CancelSignal, problem?: UnrecordedAnswer) => Promise<ReviewerAnswer>;

export interface EngineOptions {
  readonly mode?: ApprovalMode;
  /** The mode before Plan. */
  readonly before?: 'default' | 'auto-edit' | 'auto' | 'yolo';
  readonly files?: Readonly<Record<string, string>>;
  /** Whether the agent has not read the files yet. */
  readonly isUnread?: boolean;
  readonly answers?: readonly Answer[];
  readonly model?: Model;
  /** One for each review that is shown; more are a failure. */
  readonly reviews?: readonly Review[];
  readonly ask?: (request: PermissionRequest, signal: CancelSignal) => Promise<PromptAnswer>;
  readonly isTrusted?: () => boolean;
  /** Called before each fact is kept; throwing keeps it out. */
  readonly beforeAppend?: (fact: SessionFact, engine: Engine) => void;
  /** Called before each reading of the plan file; `times` counts from 1. */
  readonly beforePlanRead?: (times: number, engine: Engine) => PlanReading | undefined;
  readonly planExited?: (plan: FrozenPlan, engine: Engine) => Promise<void>;
  readonly keepsEntries?: boolean;
  readonly ports?: Partial<EnginePorts>;
}

/** A whole engine over fakes, in memory, with everything that it did in lists. */
export class Engine {
  readonly entries: SessionEntry[] = [];
  readonly requests: ModelRequest[] = [];
  readonly prompts: PermissionRequest[] = [];
  readonly shown: FrozenPlan[] = [];
  readonly problems: (UnrecordedAnswer | undefined)[] = [];
  readonly saved: FrozenPlan[] = [];
  readonly faults: string[] = [];
  readonly waits: (Waiting | undefined)[] = [];
  readonly workspace: MemoryWorkspace;
  readonly marks = new ReadMarks();
  readonly register: ModeRegister;
  readonly gate: PlanGate;
  readonly leaderGate: LeaderGate;
  readonly agent: BuiltInAgent;
  readonly ports: EnginePorts;
  readonly stop = new AbortController();
  streamed = '';
  readonly #options: EngineOptions;
  #ids = 0;
  #planReads = 0;
  #requests = 0;

  constructor(options: EngineOptions = {}) {
    this.#options = options;
    this.workspace = new MemoryWorkspace(cwd, { [planFile]: planText, ...options.files });
    if (options.isUnread !== true) for (const [path, text] of this.workspace.files) this.marks.mark(path, text);
    const { mode = 'plan', before = 'default' } = options;
    this.register = new ModeRegister(startingState(mode, before), options.isTrusted ?? (() => true));
    const reviews = [...(options.reviews ?? [])];
    const gatePorts = {
      register: this.register,
      log: { append: (entry: SessionFact) => this.append(entry) },
      clock: { now: () => 1_000 },
      digest: (text: string) => createHash('sha256').update(text, 'utf8').digest('hex'),
      newCancelSource: () => new AbortController(),
      onWriteFailed: () => this.faults.push('gate write failed'),
    };
    this.gate = new PlanGate({ ...gatePorts, ids: { next: () => `review-${(this.#ids += 1)}` } });
    this.leaderGate = new LeaderGate({ ...gatePorts, ids: { next: () => `request-${(this.#requests += 1)}` } });
    this.ports = {
      model: options.model ?? this.#scripted(options.answers ?? []),
      register: this.register,
      gate: this.gate,
      leaderGate: this.leaderGate,
      reviewer: {
        review: (plan, signal, problem) => {
          this.shown.push(plan);
          this.problems.push(problem);
          const review = reviews.shift();
          return review ? review(plan, signal, problem) : Promise.reject(new Error('No review was expected.'));
        },
      },
      prompter: {
        ask: (request, signal) => {
          this.prompts.push(request);
          return options.ask ? options.ask(request, signal) : Promise.reject(new Error('No question was expected.'));
        },
      },
      workspace: this.workspace,
      lookAtPath: this.workspace.look,
      readMarks: this.marks,
      history: () => (options.keepsEntries === false ? [] : this.entries),
      cwd,
      planFile,
      pathStyle: 'posix',
      readPlanFile: (path) => {
        this.#planReads += 1;
        const reading = options.beforePlanRead?.(this.#planReads, this);
        const text = this.workspace.files.get(path);
        return Promise.resolve(
          reading ?? (text === undefined ? { state: 'unreadable', code: 'missing' } : { state: 'text', text }),
        );
      },
      planExited: (plan) => {
        this.saved.push(plan);
        return options.planExited?.(plan, this) ?? Promise.resolve();
      },
      onFault: (what) => this.faults.push(what),
      onDidChangeWaiting: (what) => this.waits.push(what),
      ...options.ports,
    };
    this.agent = new BuiltInAgent(this.ports);
  }

  /** Runs one turn. */
  async prompt(text = 'Do it'): Promise<TurnOutcome> {
    this.keep({ type: 'user-message', text });
    return this.agent.prompt(
      { text, append: (fact) => this.append(fact), stream: (piece) => (this.streamed += piece) },
      this.stop.signal,
    );
  }

  append(fact: SessionFact): Promise<void> {
    try {
      this.#options.beforeAppend?.(fact, this);
    } catch (cause) {
      return Promise.reject(cause instanceof Error ? cause : new Error(String(cause)));
    }
    this.keep(fact);
    return Promise.resolve();
  }

  keep(fact: SessionFact): void {
    const id = `entry-${this.entries.length + 1}`;
    this.entries.push({ ...fact, id, parentId: this.entries.at(-1)?.id ?? null, ts: 1_000 });
  }

  get results(): readonly ToolResultFact[] {
    return this.entries.filter((entry) => entry.type === 'tool-result');
  }

  get lastResult(): ToolResultFact {
    const last = this.results.at(-1);
    if (!last) throw new Error('There is no result.');
    return last;
  }

  #scripted(answers: readonly Answer[]): Model {
    const left = [...answers];
    const { requests } = this;
    return {
      name: 'scripted',
      async *respond(request): AsyncIterable<ModelEvent> {
        requests.push(request);
        await Promise.resolve();
        const { text = '', calls = [], end } = left.shift() ?? { text: 'Nothing more.' };
        if (text !== '') yield { kind: 'text-delta', text };
        for (const [index, [name, args]] of calls.entries())
          yield { kind: 'tool-call', id: `c${requests.length}-${index + 1}`, name, args };
        yield { kind: 'end', reason: end ?? (calls.length > 0 ? 'tool-calls' : 'done') };
      },
    };
  }
}

export function anEngine(options: EngineOptions = {}): Engine {
  return new Engine(options);
}

/** The answer to a review, as a person gives it. */
export const approve =
  (target: ApprovalTarget = 'default', note?: string): Review =>
  ({ reviewId, planHash, revision }) =>
    Promise.resolve({ kind: 'answer', reviewId, planHash, revision, decision: { kind: 'approve', target, note } });

export const requestChanges =
  (note: string): Review =>
  ({ reviewId, planHash, revision }) =>
    Promise.resolve({ kind: 'answer', reviewId, planHash, revision, decision: { kind: 'request-changes', note } });

export const dismiss: Review = ({ reviewId, planHash, revision }) =>
  Promise.resolve({ kind: 'answer', reviewId, planHash, revision, decision: { kind: 'dismiss' } });

export const exit: Answer = { calls: [['exit_plan_mode', {}]] };
export const write = (path: string, text = 'new\n'): readonly [string, unknown] => ['write_file', { path, text }];
export const allow = (): Promise<PromptAnswer> => Promise.resolve({ kind: 'allow' });
