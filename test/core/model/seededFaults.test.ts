import assert from 'node:assert/strict';
import fc from 'fast-check';
import { coreWith, type SeededFault } from './core';
import { Found } from './explore';
import { anyWalk } from './gateSteps';
import { everyWayOfAGate } from './gateWays';
import { walkGate, type WalkInvariant } from './gateWorld';
import { Violation } from './violation';

/** Each names the invariants that must notice it, one by one. */
const faults: readonly (SeededFault & { readonly caughtBy: readonly WalkInvariant[] })[] = [
  {
    name: 'the exit does not compare revisions',
    file: 'planGate.ts',
    replace: [[` || register.revision !== own.plan.revision) {`, `) {`]],
    caughtBy: ['I12'],
  },
  {
    name: 'the exit does not compare hashes',
    file: 'planGate.ts',
    replace: [[`if (this.#ports.digest(call.planNow.text) !== own.plan.planHash)`, `if (false)`]],
    caughtBy: ['I36'],
  },
  {
    name: 'a plan file that cannot be read counts as unchanged',
    file: 'planGate.ts',
    replace: [
      [`if (call.planNow.state !== 'text') return { state: 'kept', code: 'plan-unreadable' };`, ``],
      [`call.planNow.text`, `(call.planNow.text ?? own.plan.text)`],
    ],
    caughtBy: ['I36'],
  },
  {
    name: 'an approval changes the mode when it is recorded',
    file: 'planGate.ts',
    replace: [
      [
        `    if (voidedBy === undefined) cancel.abort(outcome.state);`,
        `    if (this.#state.state === 'approved') this.#leavePlan(targetMode(plan, outcome.target), plan.reviewId);`,
      ],
    ],
    caughtBy: ['I2', 'I1'],
  },
  {
    name: 'an answer with another key is accepted',
    file: 'planGate.ts',
    replace: [[`const isOwn = isSameKey(keyOf(plan), answer);`, `const isOwn = true;`]],
    caughtBy: ['I1'],
  },
  {
    name: 'the key of an answer is compared by its review id only',
    file: 'planGate.ts',
    replace: [[`const isOwn = isSameKey(keyOf(plan), answer);`, `const isOwn = plan.reviewId === answer.reviewId;`]],
    caughtBy: ['I1'],
  },
  {
    name: 'a second answer is accepted while the first is being written',
    file: 'planGate.ts',
    replace: [[`    this.#state = { ...held, state: 'deciding', voidedBy: undefined };\n`, ``]],
    caughtBy: ['I35'],
  },
  {
    name: 'an answer counts although it could not be written',
    file: 'planGate.ts',
    replace: [
      [
        `      this.#state = { state: 'pending', plan, cancel, turn };`,
        `      this.#state = outcome.state === 'approved' ? { state: 'approved', plan, target: outcome.target } : { state: 'pending', plan, cancel, turn };`,
      ],
    ],
    caughtBy: ['I7'],
  },
  {
    name: 'a review is shown while pending is being written',
    file: 'planGate.ts',
    replace: [
      [
        `await this.#ports.log.append({ type: 'review-pending', plan });`,
        `this.#ports.log.append({ type: 'review-pending', plan }).catch(() => undefined);`,
      ],
    ],
    caughtBy: ['I34'],
  },
  {
    name: 'a second plan is taken while one is pending',
    file: 'planGate.ts',
    replace: [[`      return refuse('review-pending', at.mode);`, ``]],
    caughtBy: ['I34'],
  },
  {
    name: 'the exit does not look at the turn',
    file: 'planGate.ts',
    replace: [[`if (call.turn.aborted) return { state: 'kept', code: 'aborted' };`, ``]],
    caughtBy: ['I17'],
  },
  {
    name: 'an approval is not used up by an exit that failed',
    file: 'planGate.ts',
    replace: [[`    this.#state = { state: 'idle' };\n    if (call.turn`, `    if (call.turn`]],
    caughtBy: ['I11'],
  },
  {
    name: 'a sub-agent may execute',
    file: 'planGate.ts',
    replace: [[`if (call.actor !== 'main') return`, `if (false) return`]],
    caughtBy: ['I1'],
  },
  {
    name: 'an approval without a target means restore',
    file: 'planGate.ts',
    replace: [
      [`return target && { state: 'approved', target,`, `return { state: 'approved', target: target ?? 'restore',`],
    ],
    caughtBy: ['I6'],
  },
  {
    name: 'an answer that nobody offered leaves the recorded approval alone',
    file: 'planGate.ts',
    replace: [
      [
        `      case 'approved':\n        this.#state = { state: 'idle' };\n        return;`,
        `      case 'approved':\n        return;`,
      ],
    ],
    caughtBy: ['I6'],
  },
  {
    name: 'a note that says "approve" approves',
    file: 'planGate.ts',
    replace: [
      [
        `? { state: 'changes-requested', note: decision.note }`,
        `? decision.note === 'approve' ? { state: 'approved', target: 'default' } : { state: 'changes-requested', note: decision.note }`,
      ],
    ],
    caughtBy: ['I1'],
  },
  {
    name: 'invalidating an approval does nothing',
    file: 'planGate.ts',
    replace: [
      [`      case 'approved':\n        this.#state = { state: 'void', plan: held.plan };`, `      case 'approved':`],
    ],
    caughtBy: ['I36'],
  },
  {
    name: 'invalidating while an answer is being written does nothing',
    file: 'planGate.ts',
    replace: [[`    this.#state = { ...held, voidedBy: held.voidedBy ?? voidedBy };`, ``]],
    caughtBy: ['I36'],
  },
  {
    name: 'the gate does not listen to the register',
    file: 'planGate.ts',
    replace: [[`if (cause.kind !== 'plan-exit') void this.invalidate('mode-changed');`, ``]],
    caughtBy: ['I37'],
  },
  {
    name: 'an ended review leaves its surface open',
    file: 'planGate.ts',
    replace: [[`    cancel.abort(causeOf(outcome));`, ``]],
    caughtBy: ['I34', 'I37'],
  },
  {
    name: 'Plan is left when pending cannot be written',
    file: 'planGate.ts',
    replace: [
      [
        `      if (this.#versions === plan.version) this.#versions -= 1;`,
        `      this.#leavePlan('default', plan.reviewId);`,
      ],
    ],
    caughtBy: ['I39'],
  },
  {
    name: 'an exit comes after something was awaited',
    file: 'planGate.ts',
    replace: [
      [
        `      const after = this.#leavePlan(targetMode(own.plan, own.target), own.plan.reviewId);`,
        `      const after = { mode: targetMode(own.plan, own.target), revision: register.revision + 1 };\n      void Promise.resolve().then(() => this.#leavePlan(after.mode, own.plan.reviewId));`,
      ],
    ],
    caughtBy: ['I18', 'I1'],
  },
  {
    name: 'a frozen plan is read from the proposal again at the exit',
    file: 'planGate.ts',
    replace: [[`text: proposal.text,`, `get text() { return proposal.text; },`]],
    caughtBy: ['I5'],
  },
  {
    name: 'a mode that is set again counts as a change',
    file: 'modeRegister.ts',
    replace: [[`    if (before.mode === mode) return before;`, ``]],
    caughtBy: ['I10'],
  },
  {
    name: 'the revision stays when Plan is entered',
    file: 'modeRegister.ts',
    replace: [
      [`const revision = before.revision + 1;`, `const revision = before.revision + (mode === 'plan' ? 0 : 1);`],
    ],
    caughtBy: ['I10'],
  },
  {
    name: 'the mode before Plan is always Default',
    file: 'modeRegister.ts',
    replace: [[`prePlanMode: executionModeOf(before), revision }`, `prePlanMode: 'default', revision }`]],
    caughtBy: ['I13'],
  },
  {
    name: 'trust is not looked at',
    file: 'modeRegister.ts',
    replace: [[`    this.#refuseWithoutTrust(mode);\n    // A change`, `    // A change`]],
    caughtBy: ['I14', 'I9'],
  },
  {
    name: 'trust is looked at when the mode has changed already',
    file: 'modeRegister.ts',
    replace: [
      [`    this.#refuseWithoutTrust(mode);\n    // A change`, `    // A change`],
      [`      this.#automaticDenials = 0;`, `      this.#automaticDenials = 0;\n      this.#refuseWithoutTrust(mode);`],
    ],
    caughtBy: ['I14'],
  },
  {
    name: 'a stricter mode is set in Plan too',
    file: 'modeRegister.ts',
    replace: [
      [
        `isStricter(to, this.mode) ? this.#set(to, { kind: 'tightened' }) : this.#state`,
        `this.#set(to, { kind: 'tightened' })`,
      ],
    ],
    caughtBy: ['I1'],
  },
];

describe('seeded faults', () => {
  for (const { caughtBy, ...fault } of faults) {
    it(`seeded fault "${fault.name}" is caught by ${caughtBy.join(' and by ')}`, async () => {
      const core = await coreWith(fault);
      for (const invariant of caughtBy) {
        const walks = fc.asyncProperty(anyWalk, async (walk) => {
          await walkGate(core, walk, [invariant]);
        });
        const { errorInstance } = await fc.check(walks, { numRuns: 2000, seed: 7, endOnFailure: true });
        assert.ok(errorInstance instanceof Violation, `${invariant} did not notice it: ${String(errorInstance)}`);
        assert.equal(errorInstance.invariant, invariant);
      }
    });
  }

  for (const fault of faults) {
    it(`seeded fault "${fault.name}" is met on every way`, async () => {
      const core = await coreWith(fault);
      const life = { start: 'plan', isTrusted: true } as const;
      await assert.rejects(async () => {
        await everyWayOfAGate(core, { ...life, isDeaf: false }, 6);
        // What a gate that listens hides.
        await everyWayOfAGate(core, { ...life, isDeaf: true }, 6);
      }, Found);
    });
  }

  it('a fault that does not apply to the source is an error', async () => {
    await assert.rejects(
      coreWith({ name: 'none', file: 'planGate.ts', replace: [['nothing like this', '']] }),
      /does not apply/,
    );
  });

  it('a copy without a fault passes the same walks', async () => {
    const core = await coreWith({ name: 'none', file: 'planGate.ts', replace: [] });
    const walks = fc.asyncProperty(anyWalk, async (walk) => {
      await walkGate(core, walk, ['I1', 'I35', 'I36']);
    });
    assert.equal((await fc.check(walks, { numRuns: 300, seed: 7 })).failed, false);
  });
});
