import { Violation } from './violation';

/** Something that lives, of which a fresh one can always be begun. */
export interface World<E> {
  /** Two worlds with one key do the same from here on. */
  readonly key: string;
  readonly met: ReadonlySet<string>;
  /** What can happen next. */
  events(): readonly E[];
  /** Ends when all that could run has run. */
  happen(event: E): Promise<void>;
  /** Rejects with `Violation` where something does not hold. */
  check(): Promise<void>;
  /** Brings it to a good end, or rejects with `Violation`. It is not used afterwards. */
  finish(): Promise<void>;
}

/**
 * Takes a world every way there is, to `depth` events: in each state everything that can happen, happens next. States with
 * one key are gone on from once; the search is breadth first, so what it finds is as short as it can be.
 *
 * A world cannot be copied, so a state is reached again by the events that led to it. An event that leaves the key as it was
 * has led to the same state, so the next one is tried from there.
 */
export async function explore<E>(begin: () => Promise<World<E>>, depth: number): Promise<Visited> {
  const met = new Set<string>();
  const seen = new Set([(await begin()).key]);
  let level: readonly (readonly E[])[] = [[]];
  let transitions = 0;
  for (let length = 0; length < depth; length += 1) {
    const next: (readonly E[])[] = [];
    for (const way of level) {
      let world: World<E> | undefined;
      let key = '';
      for (let index = 0; ; index += 1) {
        if (world === undefined) {
          world = await begin();
          for (const earlier of way) await world.happen(earlier);
          key = world.key;
        }
        const event = world.events()[index];
        if (event === undefined) break;
        transitions += 1;
        const longer = [...way, event];
        try {
          await world.happen(event);
          await world.check();
          const after = world.key;
          if (after === key) continue;
          if (!seen.has(after)) {
            seen.add(after);
            next.push(longer);
            // This world is not gone on from, so it can show that it comes to a good end.
            await world.finish();
          }
        } catch (cause) {
          if (cause instanceof Violation) throw new Found(cause, longer);
          throw cause;
        }
        for (const each of world.met) met.add(each);
        world = undefined;
      }
      for (const each of world.met) met.add(each);
    }
    level = next;
  }
  return { states: seen.size, transitions, met };
}

export interface Visited {
  readonly states: number;
  readonly transitions: number;
  readonly met: ReadonlySet<string>;
}

/** An invariant that did not hold, with the shortest way to it. */
export class Found extends Error {
  constructor(
    readonly violation: Violation,
    way: readonly unknown[],
  ) {
    super(`${violation.message} after\n${way.map((event) => JSON.stringify(event)).join('\n')}`, { cause: violation });
    this.name = 'Found';
  }
}
