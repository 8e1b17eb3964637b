import assert from 'node:assert/strict';
import { coreWith, lookedInto } from './core';
import { everyResult } from './everyResult';
import { goEveryWay, type Ways } from './everyWay';
import { walkInvariants } from './gateWorld';

const lives: readonly (readonly [what: string, ways: Ways])[] = [
  ['a gate', { depth: 8, start: 'plan', isTrusted: true, isDeaf: false }],
  ['a gate that does not hear of mode changes', { depth: 6, start: 'plan', isTrusted: true, isDeaf: true }],
  ['a gate without trust', { depth: 6, start: 'plan', isTrusted: false, isDeaf: false }],
  ['a gate that begins outside Plan', { depth: 6, start: 'yolo', isTrusted: true, isDeaf: false }],
];

describe('gate, on every way', function () {
  this.timeout(60_000);
  const met = new Set<string>();

  for (const [what, ways] of lives) {
    it(`${walkInvariants.join(', ')} hold for ${what} after every ${ways.depth} events`, async () => {
      const visited = await goEveryWay(await coreWith(lookedInto), ways);
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
