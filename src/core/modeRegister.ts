import { isAllowedWithoutTrust, isStricter, stricterMode, type ApprovalMode, type ExecutionMode } from './approvalMode';

/**
 * The one place that knows which approval mode is on.
 *
 * Invariant: the revision rises by one exactly when the mode changes (C1, I10), and a mode that the agent asks for is
 * never less strict than Plan: an agent may enter Plan, a person may go anywhere, and only the holder of the plan exit
 * (the gate, C6) may leave Plan on an agent's behalf.
 */
export class ModeRegister {
  #state: ModeState;
  #automaticDenials = 0;
  #automaticDenialsInARow = 0;
  #planExitTaken = false;
  #isChanging = false;
  readonly #onListenerFailed: (cause: unknown) => void;
  readonly #isTrusted: () => boolean;
  readonly #base: ModeRegister | undefined;
  readonly #willChange = new Set<ModeChangeListener>();
  readonly #didChange = new Set<ModeChangeListener>();

  /**
   * @param onListenerFailed told when a listener of `onDidChange` throws; the change stands (I24)
   * @param base the register that this one overrides
   */
  constructor(initial: ModeState, isTrusted: () => boolean, onListenerFailed = throwLater, base?: ModeRegister) {
    this.#state = initial;
    this.#isTrusted = isTrusted;
    this.#base = base;
    this.#onListenerFailed = onListenerFailed;
  }

  get state(): ModeState {
    return this.#state;
  }

  get mode(): ApprovalMode {
    return this.#state.mode;
  }

  get revision(): number {
    return this.#state.revision;
  }

  /**
   * What calls are judged by. For an override that is never laxer than what its base is in now: whoever takes power from
   * a session takes it from all that work for it, at once (M01, M02). No state of either is changed by that (I15).
   */
  get ruling(): Ruling {
    const { mode, revision } = this.#state;
    const base = this.#base?.ruling;
    if (base === undefined) return { mode, revision };
    return { mode: stricterMode(mode, base.mode), revision: revision + base.revision };
  }

  /** C2: the mode that was on before Plan; `default` where there is none. */
  get prePlanMode(): ExecutionMode {
    return this.#state.mode === 'plan' ? this.#state.prePlanMode : 'default';
  }

  get isTrusted(): boolean {
    return this.#isTrusted();
  }

  /** How many calls were denied without a person since the mode last changed (C7). */
  get automaticDenials(): number {
    return this.#automaticDenials;
  }

  /** How many of them came one after the other, with no call that ran since (C7). */
  get automaticDenialsInARow(): number {
    return this.#automaticDenialsInARow;
  }

  countAutomaticDenial(): void {
    this.#automaticDenials += 1;
    this.#automaticDenialsInARow += 1;
  }

  /** C7: a call ran, so denials that follow are a new row. */
  endRowOfDenials(): void {
    this.#automaticDenialsInARow = 0;
  }

  /**
   * A person chose a mode. Throws `ModeRefused` and changes nothing where the workspace is not trusted (C3, M4, I14).
   */
  switchByPerson(mode: ApprovalMode): ModeState {
    return this.#set(mode, { kind: 'person' });
  }

  /** An agent asked to plan. It goes down in privilege, so no question is asked (N1); C5: who asked changes nothing else. */
  enterPlanByAgent(): ModeState {
    return this.#set('plan', { kind: 'agent' });
  }

  /**
   * A folder lost its trust, a leash ended, or the conversation went to a branch: to a stricter mode by rule and not by
   * anybody's choice. A mode that is not stricter changes nothing, so this never leaves Plan.
   */
  tighten(to: ApprovalMode): ModeState {
    return isStricter(to, this.mode) ? this.#set(to, { kind: 'tightened' }) : this.#state;
  }

  /** The state that `tighten` would leave, so that it can be written down before it holds. */
  afterTightening(to: ApprovalMode): ModeState {
    return isStricter(to, this.mode) ? nextState(this.#state, to) : this.#state;
  }

  /**
   * Hands out the one way to leave Plan that an approval opens. It can be taken once; whoever holds it is the gate.
   * Throws when it has been taken.
   */
  takePlanExit(): PlanExit {
    if (this.#planExitTaken) throw new Error('The plan exit of this register is held by another gate.');
    this.#planExitTaken = true;
    return (target, reviewId) => this.#set(target, { kind: 'plan-exit', reviewId });
  }

  /**
   * Called synchronously before a change is visible. A listener must not throw: the setter would, and nothing would
   * change (I14). Setting a mode from within throws.
   */
  onWillChange(listener: ModeChangeListener): Unsubscribe {
    return subscribe(this.#willChange, listener);
  }

  /** Called synchronously after a change, which no listener can undo (I24). Setting a mode from within throws. */
  onDidChange(listener: ModeChangeListener): Unsubscribe {
    return subscribe(this.#didChange, listener);
  }

  /**
   * C4: a register of its own for a sub-agent: own mode, pre-plan mode, revision from 0 and denial count. Nothing done
   * to one is seen in the other (I15); calls are judged by the stricter of both (`ruling`). Throws `ModeRefused` where the
   * workspace is not trusted (M4).
   */
  override(mode: ApprovalMode): ModeRegister {
    this.#refuseWithoutTrust(mode);
    const initial = startingState(mode, executionModeOf(this.#state));
    return new ModeRegister(initial, this.#isTrusted, this.#onListenerFailed, this);
  }

  /** C4: what other derived configurations get: they see the mode and cannot set it. */
  view(): ModeView {
    const state = (): ModeState => this.#state;
    return {
      get state() {
        return state();
      },
    };
  }

  #set(mode: ApprovalMode, cause: ModeChangeCause): ModeState {
    // C3: trust first, so that a refusal leaves everything as it was.
    this.#refuseWithoutTrust(mode);
    // A change within a change would give two states one revision (I10), or tell listeners the later one first.
    if (this.#isChanging) throw new Error('A listener of a mode change tried to set a mode.');
    const before = this.#state;
    if (before.mode === mode) return before;
    const after = nextState(before, mode);
    const change: ModeChange = { before, after, cause };
    this.#isChanging = true;
    try {
      for (const listener of [...this.#willChange]) listener(change);
      this.#state = after;
      this.#automaticDenials = 0;
      this.#automaticDenialsInARow = 0;
      for (const listener of [...this.#didChange]) this.#tell(listener, change);
    } finally {
      this.#isChanging = false;
    }
    return after;
  }

  #refuseWithoutTrust(mode: ApprovalMode): void {
    if (!this.#isTrusted() && !isAllowedWithoutTrust(mode)) throw new ModeRefused(mode, this.#state.mode);
  }

  /** I24: the mode has changed already, so whoever set it is not told of a failure to show it. */
  #tell(listener: ModeChangeListener, change: ModeChange): void {
    try {
      listener(change);
    } catch (cause) {
      this.#onListenerFailed(cause);
    }
  }
}

/** I13: there is a pre-plan mode exactly while Plan is on, and it is never Plan. */
export type ModeState =
  | { readonly mode: 'plan'; readonly prePlanMode: ExecutionMode; readonly revision: number }
  | { readonly mode: ExecutionMode; readonly revision: number };

/** The mode that calls are judged by; the revision rises with every change that may have changed it. */
export interface Ruling {
  readonly mode: ApprovalMode;
  readonly revision: number;
}

export type ModeChangeCause =
  | { readonly kind: 'person' }
  | { readonly kind: 'agent' }
  | { readonly kind: 'tightened' }
  | { readonly kind: 'plan-exit'; readonly reviewId: string };

export interface ModeChange {
  readonly before: ModeState;
  readonly after: ModeState;
  readonly cause: ModeChangeCause;
}

export type ModeChangeListener = (change: ModeChange) => void;
export type Unsubscribe = () => void;

/** C6: leaves Plan because a person approved this review. Synchronous; throws `ModeRefused` like every other setter. */
export type PlanExit = (target: ExecutionMode, reviewId: string) => ModeState;

export interface ModeView {
  readonly state: ModeState;
}

/** M4, C3: the workspace is not trusted, so this mode cannot be chosen; the mode before is still on. */
export class ModeRefused extends Error {
  readonly code = 'untrusted-workspace';
  constructor(
    readonly wanted: ApprovalMode,
    readonly stillOn: ApprovalMode,
  ) {
    super(`Mode ${wanted} needs a trusted workspace; ${stillOn} is still on.`);
    this.name = 'ModeRefused';
  }
}

/** The state of a session that starts in `mode` at revision 0 (C1: 0 is a revision like any other). */
export function startingState(mode: ApprovalMode, prePlanMode: ExecutionMode = 'default'): ModeState {
  return mode === 'plan' ? { mode, prePlanMode, revision: 0 } : { mode, revision: 0 };
}

/** C1, C2: the state after a change to another mode. */
function nextState(before: ModeState, mode: ApprovalMode): ModeState {
  const revision = before.revision + 1;
  return mode === 'plan' ? { mode, prePlanMode: executionModeOf(before), revision } : { mode, revision };
}

function executionModeOf(state: ModeState): ExecutionMode {
  return state.mode === 'plan' ? state.prePlanMode : state.mode;
}

function subscribe<T>(listeners: Set<T>, listener: T): Unsubscribe {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Hands a fault of ours to the platform, which reports it as an unhandled rejection. */
function throwLater(cause: unknown): void {
  void Promise.reject(cause instanceof Error ? cause : new Error('A listener of a mode change failed.', { cause }));
}
