import assert from 'node:assert/strict';
import { coreWith, lookedInto } from './core';
import { everyResult } from './everyResult';
import type { Walk } from './gateSteps';
import { everyWayOfAGate } from './gateWays';
import { walkInvariants } from './gateWorld';

const inPlan = { start: 'plan', isTrusted: true, isDeaf: false } as const;
const lives: readonly (readonly [what: string, depth: number, life: Omit<Walk, 'steps'>])[] = [
  ['a gate', 8, inPlan],
  ['a gate that does not hear of mode changes', 6, { ...inPlan, isDeaf: true }],
  ['a gate without trust', 6, { ...inPlan, isTrusted: false }],
  ['a gate that begins outside Plan', 6, { ...inPlan, start: 'yolo' }],
];

describe('gate, on every way', function () {
  this.timeout(600_000);
  const met = new Set<string>();

  for (const [what, depth, life] of lives) {
    it(`${walkInvariants.join(', ')} hold for ${what} on every way of ${depth} events`, async () => {
      const visited = await everyWayOfAGate(await coreWith(lookedInto), life, depth);
      for (const each of visited.met) met.add(each);
      console.log(`      ${visited.states} states, ${visited.transitions} transitions`);
    });
  }

  it('the ways meet every result that a gate can give', () => {
    assert.deepEqual(
      everyResult.filter((result) => !met.has(result)),
      notAsked,
    );
  });
});

/** What is the same in every state, and asked about in planGate.test.ts: a blank plan, a blank note, a sub-agent's plan. */
const notAsked = ['decide: empty-note', 'submit: blank-plan', 'submit: sub-agent'];
