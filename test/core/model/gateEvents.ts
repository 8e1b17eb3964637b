import type { AnswerName, GateStep } from './gateSteps';

/** What happens before anything else can: mostly one step, or two with nothing at all between. */
export type GateEvent = readonly GateStep[];

/** What can happen while so many appends are open. */
export function gateEvents(openAppends: number): readonly GateEvent[] {
  const known = eventsWith.get(openAppends);
  if (known !== undefined) return known;
  const events = [
    ...Array.from({ length: openAppends }, (_, which) => appended(which)).flat(),
    ...(openAppends < maxOpenAppends ? submissions : []),
    ...always,
  ];
  eventsWith.set(openAppends, events);
  return events;
}

/** By the number of open appends: a model asks at every event. */
const eventsWith = new Map<number, readonly GateEvent[]>();

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

const submissions: readonly GateEvent[] = [[submit('file')], [submit('argument')]];

const disturbances: readonly GateStep[] = [
  { act: 'abort', then },
  { act: 'switch', mode: 'default', then },
  { act: 'leave-and-reenter', then },
  { act: 'invalidate', cause: 'branch-moved', then },
  decide('always'),
];

const always: readonly GateEvent[] = [
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
function appended(which: number): readonly GateEvent[] {
  return [
    [{ act: 'release', which, then }],
    [{ act: 'fail', which, then }],
    ...disturbances.flatMap((step): GateEvent[] => [
      [{ act: 'release', which, then: 'nothing' }, step],
      [{ act: 'fail', which, then: 'nothing' }, step],
    ]),
  ];
}
