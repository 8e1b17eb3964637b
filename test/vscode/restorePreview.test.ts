import assert from 'node:assert/strict';
import type { RestorePlan } from '../../src/engine/checkpoints/gitCheckpoints';
import { changeCounts, confirmation } from '../../src/vscode/restoreMessages';
import { previewRestore, type PreviewRow } from '../../src/vscode/restorePreview';
import type { RestoreTarget } from '../../src/vscode/restoreWorkspace';
import { ScriptedPick } from './support/scriptedPick';

const file = { mode: '100644', objectId: '1234567890123456789012345678901234567890' };
const plan: RestorePlan = {
  checkpointId: 'a',
  takenAt: 0,
  now: 'n',
  to: 't',
  changes: [
    { path: 'src/a.ts', kind: 'changed', now: file, then: file },
    { path: 'b.ts', kind: 'created', now: undefined, then: file },
    { path: 'c.ts', kind: 'deleted', now: file, then: undefined },
    { path: 'd.ts', kind: 'deleted', now: file, then: undefined },
  ],
  leftAlone: ['film.mp4'],
};
const target: RestoreTarget = { kind: 'turn', checkpointId: 'a', task: 'Add a price\nand more' };

function aPreview(): { pick: ScriptedPick<PreviewRow>; shown: string[]; end: Promise<boolean> } {
  const pick = new ScriptedPick<PreviewRow>();
  const shown: string[] = [];
  const end = previewRestore(target, plan, {
    createQuickPick: () => pick,
    showAll: (changes) => shown.push(`all ${changes.length}`),
    show: ({ path }) => shown.push(path),
  });
  return { pick, shown, end };
}

describe('the preview of a restore', () => {
  it('lists every file with what becomes of it, and what is left alone', () => {
    const { pick } = aPreview();
    assert.equal(pick.title, 'Restore the Workspace to before “Add a price”');
    assert.deepEqual(
      pick.items.map(({ label, description }) =>
        [label, ...(description === undefined ? [] : [description])].join(' '),
      ),
      [
        '$(history) Restore 4 files…',
        '$(diff-multiple) Show all differences',
        'Files',
        '$(diff-modified) src/a.ts changes',
        '$(diff-added) b.ts comes back',
        '$(diff-removed) c.ts is deleted',
        '$(diff-removed) d.ts is deleted',
        'Cannot be recorded and stays as it is',
        '$(circle-slash) film.mp4',
      ],
    );
  });

  it('opens differences and stays, until the person chooses to restore', async () => {
    const { pick, shown, end } = aPreview();
    pick.chooses('$(diff-multiple) Show all differences');
    pick.chooses('$(diff-removed) c.ts');
    pick.chooses('$(circle-slash) film.mp4');
    assert.deepEqual([shown, pick.isShown, pick.ignoreFocusOut], [['all 4', 'c.ts'], true, true]);
    pick.chooses('$(history) Restore 4 files…');
    assert.deepEqual([await end, pick.isDisposed], [true, true]);
  });

  it('is a no where it is closed', async () => {
    const { pick, end } = aPreview();
    pick.hide();
    assert.equal(await end, false);
  });

  it('is confirmed by its numbers, and by what does not change', () => {
    const { message, detail } = confirmation(target, plan);
    assert.equal(message, 'Restore 4 files to before “Add a price”?');
    assert.equal(changeCounts(plan), '1 to change, 1 to bring back, 2 to delete');
    assert.match(detail, /1 to change, 1 to bring back, 2 to delete/);
    assert.match(detail, /1 file that cannot be recorded/);
    assert.match(detail, /the approval mode, plan reviews and the conversation stay as they are/);
  });
});
