/**
 * A person's approval that is bound to what the person saw (requirements 1.12, I11, I12).
 *
 * Invariants: it is about one snapshot, which never changes; the first answer claims it and every later one does nothing
 * (S5); it can be consumed once, and only while everything that it was bound to is still so. Everything here is
 * synchronous: whoever calls `consume` acts in the same step, with nothing awaited in between (I18).
 */
export class BoundApproval<Snapshot> {
  #state: BoundApprovalState = 'open';
  readonly #isSame: (now: Snapshot, then: Snapshot) => boolean;

  /** @param isSame whether what is so now is still what the person saw; one that throws counts as no */
  constructor(
    readonly snapshot: Snapshot,
    isSame: (now: Snapshot, then: Snapshot) => boolean,
  ) {
    this.#isSame = isSame;
  }

  get state(): BoundApprovalState {
    return this.#state;
  }

  /**
   * Looks whether the snapshot is still true: before it is shown, and again after the answer. Once it was not, it is
   * stale for good: a state that was left and entered again is another one (I12).
   */
  check(now: Snapshot): 'current' | 'stale' {
    if (this.#state === 'stale') return 'stale';
    if (this.#isStill(now)) return 'current';
    // What is over stays over, for its own reason.
    if (this.#state === 'open' || this.#state === 'approved') this.#state = 'stale';
    return 'stale';
  }

  /** Takes a person's answer. False where there is nothing to answer any more: then the answer did nothing. */
  claim(answer: 'approved' | 'refused'): boolean {
    if (this.#state !== 'open') return false;
    this.#state = answer;
    return true;
  }

  /** Makes it worthless, whatever was answered. */
  withdraw(): void {
    if (this.#state !== 'consumed') this.#state = 'refused';
  }

  /** Uses it up. `approved` exactly once, where it was approved and `now` is still what the person saw. */
  consume(now: Snapshot): 'approved' | Exclude<BoundApprovalState, 'approved'> {
    const { state } = this;
    if (state !== 'approved') return state;
    if (this.check(now) === 'stale') return 'stale';
    this.#state = 'consumed';
    return 'approved';
  }

  #isStill(now: Snapshot): boolean {
    try {
      return this.#isSame(now, this.snapshot);
    } catch {
      // 1.12: what cannot be compared is not what the person saw.
      return false;
    }
  }
}

/** `open`: no answer yet. `stale`: what it was bound to was not so when it was looked at. */
export type BoundApprovalState = 'open' | 'approved' | 'refused' | 'stale' | 'consumed';

/** Whether two values that JSON could hold are equal all through; keys may stand in any order. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const ofA = Object.entries(a);
  const ofB = new Map<string, unknown>(Object.entries(b));
  return ofA.length === ofB.size && ofA.every(([key, value]) => ofB.has(key) && isDeepEqual(value, ofB.get(key)));
}
