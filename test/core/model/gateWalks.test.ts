import assert from 'node:assert/strict';
import fc from 'fast-check';
import { realCore } from './core';
import { everyResult } from './everyResult';
import { anyWalk } from './gateSteps';
import { walkGate, walkInvariants, type WalkInvariant } from './gateWorld';

const promises: Readonly<Record<WalkInvariant, string>> = {
  I1: 'no agent leaves Plan without an approval of exactly that plan, after it was shown',
  I2: 'an answer changes no mode',
  I5: 'the plan that is frozen and executed is the one that was submitted',
  I6: 'an answer that nobody offered approves nothing, and takes an earlier approval back',
  I7: 'free text, closing, stopping and failed writes never approve',
  I9: 'an exit leads to an offered mode, and without trust to Default only',
  I10: 'the revision rises by one exactly when the mode changes',
  I11: 'a revision of Plan, and an approval, is left once at most',
  I12: 'nothing is executed when the mode was changed since the plan was submitted',
  I13: 'there is a mode before Plan exactly in Plan, and it is the one that was on',
  I14: 'a setter that throws leaves everything as it was',
  I17: 'an exit that does not happen changes nothing',
  I18: 'an exit is one step, with nothing awaited between check and change',
  I34: 'one review at most is pending, and it is in the log before it is shown',
  I35: 'each review ends once',
  I36: 'what is executed is what was shown, is on disk and was not invalidated',
  I37: 'a surface is closed before the new mode is visible',
  I39: 'a failed write never turns Plan off',
  I52: 'a person can always leave Plan',
  I53: 'whatever has happened, a new plan gets a new review',
};

describe('gate, on random walks', () => {
  for (const invariant of walkInvariants) {
    it(`${invariant} ${promises[invariant]}`, async () => {
      await fc.assert(
        fc.asyncProperty(anyWalk, async (walk) => {
          await walkGate(realCore, walk, [invariant]);
        }),
        { numRuns: 300 },
      );
    });
  }

  it('the walks meet every result that a gate can give', async () => {
    const met = new Set<string>();
    for (const walk of fc.sample(anyWalk, { numRuns: 1000, seed: 20 })) {
      for (const each of await walkGate(realCore, walk, walkInvariants)) met.add(each);
    }
    assert.deepEqual([...met].sort(), everyResult);
  });
});
