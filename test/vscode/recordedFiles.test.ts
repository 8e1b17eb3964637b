import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RestorePlan } from '../../src/engine/checkpoints/gitCheckpoints';
import { RecordedFiles } from '../../src/vscode/recordedFiles';
import { until } from './support/until';

const was = { mode: '100644', objectId: 'a'.repeat(40) };
const binary = { mode: '100644', objectId: 'b'.repeat(40) };
const contents = new Map([
  [was.objectId, Buffer.from('how it was: ä\n')],
  [binary.objectId, Buffer.from([1, 0, 2])],
]);

describe('recorded files', () => {
  const files: RecordedFiles[] = [];

  function aView(): RecordedFiles {
    const view = new RecordedFiles(() =>
      Promise.resolve({ content: (objectId: string) => Promise.resolve(contents.get(objectId)) }),
    );
    files.push(view);
    return view;
  }

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const view of files.splice(0)) view.dispose();
  });

  it('open as a difference, empty on the side where there is no file', async () => {
    const change: RestorePlan['changes'][number] = { path: 'src/a.txt', kind: 'created', now: undefined, then: was };
    await aView().show('a.txt', change);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.deepEqual([await textOf(input.original), await textOf(input.modified)], ['', 'how it was: ä\n']);
  });

  it('open together in one editor', async () => {
    await aView().showAll('Restore', [
      { path: 'a.txt', kind: 'deleted', now: was, then: undefined },
      { path: 'b.txt', kind: 'created', now: undefined, then: was },
    ]);
    await until(
      'the editor is open',
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('Restore') === true,
    );
  });

  it('are named by size where they are no text', async () => {
    const uri = (id: string): vscode.Uri =>
      vscode.Uri.from({ scheme: 'countersign-checkpoint', path: '/x.bin', query: `now=${id}` });
    const view = aView();
    assert.equal(await view.provideTextDocumentContent(uri(binary.objectId)), 'No text: 3 bytes');
    assert.equal(await view.provideTextDocumentContent(uri('c'.repeat(40))), 'This is not recorded any more.');
    assert.equal(await view.provideTextDocumentContent(uri('--help')), '');
  });
});

async function textOf(uri: vscode.Uri): Promise<string> {
  return (await vscode.workspace.openTextDocument(uri)).getText();
}
