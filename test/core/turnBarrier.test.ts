import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterBatch, flagsAfterHook, isSkippedAfter, type TurnFlags } from '../../src/core/turnBarrier';

const plain: TurnFlags = { stopTurn: false, terminate: false };
const stop: TurnFlags = { stopTurn: true, terminate: false };
const terminate: TurnFlags = { stopTurn: false, terminate: true };
const anyFlags = fc.record({ stopTurn: fc.boolean(), terminate: fc.boolean() });

describe('turn barrier', () => {
  it('G1 I31 one result that stops the turn is enough, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(anyFlags), fc.array(anyFlags), (before, after) => {
        assert.equal(afterBatch([...before, stop, ...after]), 'stop');
      }),
    );
  });

  it('G4 I32 without a stop the turn ends exactly if every result terminates', () => {
    fc.assert(
      fc.property(
        fc.array(
          anyFlags.map(({ terminate: ends }) => ({ stopTurn: false, terminate: ends })),
          { minLength: 1 },
        ),
        (results) => {
          assert.equal(afterBatch(results), results.every((each) => each.terminate) ? 'stop' : 'continue');
        },
      ),
    );
  });

  it('G4 one result that does not terminate defeats the others', () => {
    assert.equal(afterBatch([terminate, plain, terminate]), 'continue');
  });

  it('G4 a batch without calls ends nothing', () => {
    assert.equal(afterBatch([]), 'continue');
  });

  it('G2 I33 a call after one that stopped the turn is skipped', () => {
    assert.equal(isSkippedAfter([plain, stop, plain]), true);
  });

  it('G2 a call after others is not skipped, also when they all terminate', () => {
    assert.equal(isSkippedAfter([plain, terminate]), false);
  });

  it('G2 the first call is not skipped', () => {
    assert.equal(isSkippedAfter([]), false);
  });

  it('G5 a hook that throws cannot lower the barrier', () => {
    assert.equal(flagsAfterHook(stop, undefined).stopTurn, true);
  });

  it('G5 a hook that replaces the result cannot lower the barrier', () => {
    assert.equal(flagsAfterHook(stop, plain).stopTurn, true);
  });

  it('G5 a hook can raise the barrier', () => {
    assert.equal(flagsAfterHook(plain, stop).stopTurn, true);
  });

  it('G4 G5 a result that a throwing hook turned into an error does not terminate', () => {
    assert.deepEqual(flagsAfterHook(terminate, undefined), plain);
  });

  it('G4 G5 a hook that replaces the result says whether it terminates', () => {
    assert.deepEqual(
      [flagsAfterHook(plain, terminate).terminate, flagsAfterHook(terminate, plain).terminate],
      [true, false],
    );
  });
});
