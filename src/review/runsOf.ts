import { diffArrays } from 'diff';

/** A run of neighbours that both sides have, or that one side alone has. */
export interface Run {
  readonly kind: 'same' | 'added' | 'removed';
  readonly values: readonly string[];
}

/**
 * The shortest way from one list to the other, removals before additions. Where the two are so different that finding it
 * would take too long, what lies between their common beginning and end counts as removed and added whole.
 */
export function runsOf(before: readonly string[], after: readonly string[]): Run[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail))
    tail += 1;
  const runs: Run[] = [
    { kind: 'same', values: before.slice(0, head) },
    ...between(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    { kind: 'same', values: before.slice(before.length - tail) },
  ];
  return runs.filter((run) => run.values.length > 0);
}

// The cost grows with the square of the edit length; this many edits take a few tens of milliseconds.
const longestEdit = 1500;

function between(before: string[], after: string[]): Run[] {
  if (before.length > 0 && after.length > 0) {
    const parts = diffArrays(before, after, { maxEditLength: longestEdit });
    if (parts !== undefined) {
      return parts.map(({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        values: value,
      }));
    }
  }
  return [
    { kind: 'removed', values: before },
    { kind: 'added', values: after },
  ];
}
