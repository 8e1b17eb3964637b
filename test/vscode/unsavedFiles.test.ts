import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { unsavedFiles } from '../../src/vscode/unsavedFiles';
import { useTempFolder } from './support/tempFolder';

describe('files with text that is not saved', () => {
  const folder = useTempFolder();

  it('are those of the named ones whose document is dirty, and are saved by name', async () => {
    mkdirSync(path.join(folder(), 'src'));
    for (const name of ['src/a.txt', 'b.txt', 'c.txt']) writeFileSync(path.join(folder(), name), 'old\n');
    for (const name of ['src/a.txt', 'b.txt']) await type(path.join(folder(), name), 'typed\n');
    const [unsaved, ...more] = unsavedFiles(folder(), ['src/a.txt', 'c.txt', 'gone.txt']);
    assert.deepEqual([unsaved?.path, more], ['src/a.txt', []]);
    assert.equal(await unsaved?.save(), true);
    assert.equal(readFileSync(path.join(folder(), 'src/a.txt'), 'utf8'), 'typed\nold\n');
    assert.deepEqual(unsavedFiles(folder(), ['src/a.txt']), []);
    assert.equal(unsavedFiles(folder(), ['b.txt']).length, 1);
    await vscode.workspace.save(vscode.Uri.file(path.join(folder(), 'b.txt')));
  });

  async function type(file: string, text: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(vscode.Uri.file(file), new vscode.Position(0, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }
});
