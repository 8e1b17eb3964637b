import type { Core } from './core';
import type { AnswerName, GateStep, Walk } from './gateSteps';
import { GateWorld, Violation, walkInvariants } from './gateWorld';

/**
 * Takes a gate every way there is, to `depth` events: from each state everything that can happen, happens next. States with
 * one key (`GateWorld.key`) are gone on from once; the search is breadth first, so what it finds is as short as it can be.
 *
 * A gate cannot be copied, so a state is reached again by the events that led to it. An event that leaves the key as it was
 * has led to the same state, so the next one is tried from there.
 */
export async function goEveryWay(core: Core, { depth, ...life }: Ways): Promise<Visited> {
  const watched = new Set(walkInvariants);
  const begin = (): GateWorld => new GateWorld(core, { ...life, steps: [] }, watched);
  const met = new Set<string>();
  const seen = new Set([begin().key]);
  let level: readonly Way[] = [[]];
  let transitions = 0;
  for (let length = 0; length < depth; length += 1) {
    const next: Way[] = [];
    for (const way of level) {
      let world: GateWorld | undefined;
      let key = '';
      for (let index = 0; ; index += 1) {
        if (world === undefined) {
          world = begin();
          for (const earlier of way) await happen(world, earlier);
          key = world.key;
        }
        const event = eventsAt(world)[index];
        if (event === undefined) break;
        transitions += 1;
        const longer = [...way, event];
        try {
          await happen(world, event);
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

export interface Ways extends Omit<Walk, 'steps'> {
  readonly depth: number;
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
    way: Way,
  ) {
    super(`${violation.message} after\n${way.map((event) => JSON.stringify(event)).join('\n')}`, { cause: violation });
    this.name = 'Found';
  }
}

/** What happens before anything else can: mostly one step, or two with nothing at all between. */
type Event = readonly GateStep[];
type Way = readonly Event[];

async function happen(world: GateWorld, event: Event): Promise<void> {
  for (const step of event) {
    const waits = world.take(step);
    if (waits) await waits;
  }
}

function eventsAt(world: GateWorld): readonly Event[] {
  return [
    ...Array.from({ length: world.heldCount }, (_, which) => appended(which)).flat(),
    ...(world.heldCount < maxOpenAppends ? submissions : []),
    ...always,
  ];
}

/** With so many appends open no further plan is submitted; a second one is refused while a first is pending anyway. */
const maxOpenAppends = 2;

const then = 'all' as const;
const decide = (answer: AnswerName, key: 'last' | 'earlier' | 'other hash' | 'other revision' = 'last'): GateStep => ({
  act: 'decide',
  answer,
  key,
  then,
});
const execute = (planNow: 'same' | 'changed' | 'unreadable', key: 'last' | 'earlier' = 'last'): GateStep => ({
  act: 'execute',
  key,
  planNow,
  actor: 'main',
  then,
});
const submit = (from: 'file' | 'argument'): GateStep => ({ act: 'submit', text: '# Plan', from, actor: 'main', then });

const submissions: readonly Event[] = [[submit('file')], [submit('argument')]];

const disturbances: readonly GateStep[] = [
  { act: 'abort', then },
  { act: 'switch', mode: 'default', then },
  { act: 'leave-and-reenter', then },
  { act: 'invalidate', cause: 'branch-moved', then },
  decide('always'),
];

const always: readonly Event[] = [
  ...disturbances.map((step) => [step]),
  ...(['default', 'restore', 'note "approve"', 'dismiss', 'approve without a target'] as const).map((answer) => [
    decide(answer),
  ]),
  [decide('default', 'earlier')],
  [decide('always', 'earlier')],
  [decide('default', 'other hash')],
  [decide('default', 'other revision')],
  [execute('same')],
  [execute('changed')],
  [execute('unreadable')],
  [execute('same', 'earlier')],
  [{ act: 'execute', key: 'last', planNow: 'same', actor: 'sub-agent', then }],
  [{ act: 'enter', then }],
  [{ act: 'tighten', to: 'default', then }],
  [{ act: 'switch', mode: 'yolo', then }],
  [{ act: 'invalidate', cause: 'shutdown', then }],
  [{ act: 'abandon', reason: 'review-unavailable', then }],
  [{ act: 'trust', isTrusted: false, then }],
];

/** An append that is kept, or fails, alone or with something that comes before anybody has heard of it. */
function appended(which: number): readonly Event[] {
  return [
    [{ act: 'release', which, then }],
    [{ act: 'fail', which, then }],
    ...disturbances.flatMap((step): Event[] => [
      [{ act: 'release', which, then: 'nothing' }, step],
      [{ act: 'fail', which, then: 'nothing' }, step],
    ]),
  ];
}
