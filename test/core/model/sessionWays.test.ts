import assert from 'node:assert/strict';
import { engineWith, type EngineFault } from './engine';
import { explore, Found } from './explore';
import { sessionInvariants, SessionWorld } from './sessionWorld';

const noFault: EngineFault = { name: 'none', file: 'core/planGate.ts', replace: [] };

const toBeMet = [
  'exit',
  'review',
  'late: already-decided',
  'late: no-pending-review',
  'late: unknown',
  'go: failed',
  'go: moved',
  'go: unchanged',
  'turn: cancelled',
  'turn: done',
  'turn: failed',
  'turn: persist-failed',
  'turn: stopped',
];

/** `depth`: how many events it takes to meet it. */
const faults: readonly (EngineFault & { readonly depth: number; readonly hasFaultyDisk?: boolean })[] = [
  {
    name: 'what a PreToolUse hook denies is done',
    depth: 5,
    file: 'engine/scheduler.ts',
    replace: [
      [`        this.withdraw();\n        return this.#deniedByHook(decision.message);`, `        return undefined;`],
    ],
  },
  {
    name: 'a hook that allows stands in for the person, with its own plan',
    depth: 5,
    file: 'engine/scheduler.ts',
    replace: [[`        if (judged.isPersonNeeded) return undefined;\n`, ``]],
  },
  {
    name: 'a plan file is not read again before the exit',
    depth: 5,
    file: 'engine/exitPlanMode.ts',
    replace: [
      [
        `plan.source.kind === 'file' ? await this.#readFile() :`,
        `plan.source.kind === 'nothing' ? await this.#readFile() :`,
      ],
    ],
  },
  {
    name: 'the agent is asked again after a result that stops the turn',
    depth: 4,
    file: 'engine/turnLoop.ts',
    replace: [[`    if (afterBatch(results.map(turnFlags)) === 'stop') return { reason: 'stopped' };\n`, ``]],
  },
  {
    name: 'what follows a result that stops the turn is not skipped',
    depth: 5,
    file: 'engine/batch.ts',
    replace: [[`isSkippedAfter(results.map(turnFlags)) ? skippedAfter(scope) : await run(call)`, `await run(call)`]],
  },
  {
    name: 'the ending of a turn that could not be written is forgotten',
    depth: 5,
    hasFaultyDisk: true,
    file: 'session/session.ts',
    replace: [[`        else if (isHeld) this.#unsaved.push(timed);\n`, ``]],
  },
  {
    name: 'an entry is believed before it is written',
    depth: 5,
    hasFaultyDisk: true,
    file: 'session/session.ts',
    replace: [
      [
        `    await this.#ports.log.append(entry);\n    this.#entries.push(entry);`,
        `    this.#state = withEntry(this.#state, entry);\n    await this.#ports.log.append(entry);\n    this.#entries.push(entry);`,
      ],
    ],
  },
  {
    name: 'a mode change is not written',
    depth: 2,
    file: 'session/session.ts',
    replace: [[`    this.register.onDidChange((change) => void this.#recordMode(change));\n`, ``]],
  },
  {
    name: 'a review that was pending when the session ended stays so',
    depth: 5,
    file: 'session/restoredSession.ts',
    replace: [[`    if (state !== 'pending') continue;`, `    if (state === 'pending') continue;`]],
  },
  {
    name: 'a move to another branch leaves the turn alone',
    depth: 5,
    file: 'session/session.ts',
    replace: [
      [
        `      const ended = Promise.all([this.gate.invalidate('branch-moved'), this.leaderGate.endAll('branch-moved')]);\n      this.#turn?.cancel.abort('branch-moved');\n`,
        `      const ended = Promise.resolve();\n`,
      ],
      [`      await this.#turn?.done;\n      if (this.#isOver())`, `      if (this.#isOver())`],
    ],
  },
];

describe('session and scheduler, on every way', function () {
  this.timeout(600_000);
  const met = new Set<string>();
  const lives = [
    ['a session', 7, false],
    ['a session whose disk may be full', 5, true],
  ] as const;

  for (const [what, depth, hasFaultyDisk] of lives) {
    it(`${sessionInvariants} hold for ${what} on every way of ${depth} events`, async () => {
      const engine = await engineWith(noFault);
      const visited = await explore(() => SessionWorld.begin(engine, hasFaultyDisk), depth);
      for (const each of visited.met) met.add(each);
      console.log(`      ${visited.states} states, ${visited.transitions} transitions`);
    });
  }

  it('the ways meet exits, reviews, late answers, moves and every end of a turn', () => {
    assert.deepEqual(
      toBeMet.filter((each) => !met.has(each)),
      [],
    );
  });

  for (const { depth, hasFaultyDisk = false, ...fault } of faults) {
    it(`seeded fault "${fault.name}" is met on every way`, async () => {
      const engine = await engineWith(fault);
      await assert.rejects(() => explore(() => SessionWorld.begin(engine, hasFaultyDisk), depth), Found);
    });
  }
});
