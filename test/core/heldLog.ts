import type { ReviewEntry } from '../../src/core/reviewLog';
import type { TeammatePlanEntry } from '../../src/core/teammatePlan';

/**
 * A log of a gate in memory whose every append can be held, then released or failed by hand, so that a test chooses the
 * interleaving. Open at first: appends are kept at once.
 */
export class HeldLog<Entry extends GateEntry = ReviewEntry> {
  readonly #writes: HeldWrite<Entry>[] = [];
  #onAppend: 'keep' | 'hold' | 'fail' = 'keep';

  append(entry: Entry): Promise<void> {
    const write = new HeldWrite(entry);
    this.#writes.push(write);
    if (this.#onAppend === 'keep') write.release();
    if (this.#onAppend === 'fail') write.fail();
    return write.done;
  }

  /** From now on appends stay open until they are released or failed. */
  hold(): void {
    this.#onAppend = 'hold';
  }

  /** From now on appends fail at once. */
  fail(): void {
    this.#onAppend = 'fail';
  }

  /** From now on appends are kept at once. Those that are held stay so. */
  keep(): void {
    this.#onAppend = 'keep';
  }

  /** Every append, whatever became of it, in the order of the calls. */
  get writes(): readonly HeldWrite<Entry>[] {
    return this.#writes;
  }

  get held(): readonly HeldWrite<Entry>[] {
    return this.#writes.filter((write) => write.state === 'held');
  }

  /** What would survive the end of the process, in the order of the calls. */
  get kept(): readonly Entry[] {
    return this.#writes.filter((write) => write.state === 'kept').map(({ entry }) => entry);
  }

  /** What is kept, short enough to compare: `pending`, `approved`, `invalidated`… */
  get story(): readonly string[] {
    return this.kept.map((entry) => ('outcome' in entry ? entry.outcome.state : 'pending'));
  }
}

type GateEntry = ReviewEntry | TeammatePlanEntry;

/** One append. */
export class HeldWrite<Entry extends GateEntry = ReviewEntry> {
  state: 'held' | 'kept' | 'failed' = 'held';
  readonly done: Promise<void>;
  readonly #settle: { readonly resolve: () => void; readonly reject: (cause: unknown) => void };

  constructor(readonly entry: Entry) {
    const { promise, resolve, reject } = withResolvers();
    this.done = promise;
    this.#settle = { resolve, reject };
  }

  release(): void {
    if (this.state !== 'held') return;
    this.state = 'kept';
    this.#settle.resolve();
  }

  fail(): void {
    if (this.state !== 'held') return;
    this.state = 'failed';
    this.#settle.reject(diskFull);
  }
}

/** The cause of every failed append here. */
export class DiskFull extends Error {
  constructor() {
    super('No space left on the device of this test.');
  }
}

/** One for all: to make an error is to walk the stack, and a model fails hundreds of thousands of writes. */
const diskFull = new DiskFull();

function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (cause: unknown) => void } {
  let resolve = (): void => undefined;
  let reject = (_cause: unknown): void => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
