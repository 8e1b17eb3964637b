import assert from 'node:assert/strict';
import { turnRows } from '../../src/vscode/recordedTurnPicker';

describe('the turns to restore to', () => {
  const turn = { entryId: 'e1', ts: Date.now() };

  it('have their task and their time, and say what could not be recorded', () => {
    const rows = turnRows(
      [
        { ...turn, text: '/plan Add a price\nplease', checkpoint: { state: 'recorded', id: 'a', leftOut: 2 } },
        { ...turn, text: 'Fix it', checkpoint: { state: 'not-recorded', code: 'git-missing' } },
      ],
      [],
    );
    assert.deepEqual(
      rows.map(({ label, choice }) => [label, choice]),
      [
        ['Add a price', { kind: 'turn', checkpointId: 'a', task: '/plan Add a price\nplease' }],
        ['$(circle-slash) Fix it', { kind: 'not-recorded', code: 'git-missing' }],
      ],
    );
    assert.match(rows[0]?.description ?? '', /\d.* · 2 files could not be recorded$/);
    assert.match(rows[1]?.description ?? '', /\d.* · not recorded$/);
  });

  it('come before how the files were before earlier restores', () => {
    const rows = turnRows(
      [{ ...turn, text: 'Add', checkpoint: { state: 'recorded', id: 'a', leftOut: 0 } }],
      [{ checkpointId: 'b', takenAt: turn.ts }],
    );
    assert.deepEqual(
      rows.map(({ choice }) => choice?.kind),
      ['turn', undefined, 'restore'],
    );
    assert.match(rows[2]?.label ?? '', /Before the restore of \d/);
  });
});
