import assert from 'node:assert/strict';
import type { SessionFact } from '../../src/core/sessionEntry';
import { recordedTurns } from '../../src/session/recordedTurns';
import { traceOf } from './support/trace';

const inDefault: SessionFact = { type: 'mode', mode: 'default', revision: 0, cause: 'started' };
const said = (text: string): SessionFact => ({ type: 'user-message', text });
const recorded = (id: string): SessionFact => ({
  type: 'checkpoint',
  checkpoint: { state: 'recorded', id, leftOut: 0 },
});
const notRecorded: SessionFact = { type: 'checkpoint', checkpoint: { state: 'not-recorded', code: 'git-missing' } };

function turnsOf(...facts: readonly SessionFact[]): readonly string[] {
  return recordedTurns(traceOf(inDefault, ...facts)).map(
    ({ text, checkpoint }) => `${text}: ${checkpoint.state === 'recorded' ? checkpoint.id : checkpoint.code}`,
  );
}

describe('recorded turns', () => {
  it('are the messages before checkpoints, the latest first', () => {
    assert.deepEqual(turnsOf(said('one'), recorded('a'), said('two'), recorded('b')), ['two: b', 'one: a']);
  });

  it('do not include turns that changed nothing', () => {
    assert.deepEqual(turnsOf(said('one'), said('two'), recorded('b')), ['two: b']);
  });

  it('have the first checkpoint after the message', () => {
    assert.deepEqual(turnsOf(said('one'), recorded('a'), recorded('b')), ['one: a']);
  });

  it('say why one could not be recorded', () => {
    assert.deepEqual(turnsOf(said('one'), notRecorded), ['one: git-missing']);
  });

  it('include those of a branch that was left: its changes are still in the files', () => {
    const moved: SessionFact = { type: 'branch-moved', from: 'e3', mode: 'default', revision: 0 };
    assert.deepEqual(turnsOf(said('one'), recorded('a'), moved, said('two'), recorded('b')), ['two: b', 'one: a']);
  });
});
