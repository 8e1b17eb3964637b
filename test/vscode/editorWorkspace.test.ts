import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import * as vscode from 'vscode';
import { EditNotApplied, EditorWorkspace } from '../../src/vscode/editorWorkspace';
import { useTempFolder } from './support/tempFolder';

describe('the workspace as the person has it', () => {
  const folder = useTempFolder();
  const signal = new AbortController().signal;
  const at = (name: string): string => path.join(folder(), name);
  const workspace = (): EditorWorkspace => new EditorWorkspace(folder());

  afterEach(async () => {
    const ours = vscode.workspace.textDocuments.filter(({ fileName }) => fileName.startsWith(folder()));
    for (const document of ours.filter(({ isDirty }) => isDirty)) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** Opens a file and types into it without saving. */
  async function typeInto(file: string, text: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(file);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), text);
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.isDirty, true);
    return document;
  }

  const dirtyFiles = (): readonly string[] =>
    vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ fileName }) => fileName);

  describe('list', () => {
    const limits = { maxEntries: 100, maxDepth: 3 };

    it('names files with their size and folders, nearest first', async () => {
      await mkdir(at('src'));
      await writeFile(at('src/form.ts'), '12345');
      await writeFile(at('readme.md'), '1');
      assert.deepEqual(await workspace().list(folder(), limits, signal), {
        state: 'listed',
        entries: [
          { path: 'readme.md', kind: 'file', bytes: 1 },
          { path: 'src', kind: 'folder', bytes: 0 },
          { path: 'src/form.ts', kind: 'file', bytes: 5 },
        ],
        isComplete: true,
      });
    });

    it('stops at the largest number of entries and says so', async () => {
      for (const name of ['a', 'b', 'c']) await writeFile(at(name), '');
      const listing = await workspace().list(folder(), { ...limits, maxEntries: 2 }, signal);
      assert.deepEqual(listing.state === 'listed' && [listing.entries.length, listing.isComplete], [2, false]);
    });

    it('goes no deeper than it is told', async () => {
      await mkdir(at('a/b/c'), { recursive: true });
      const listing = await workspace().list(folder(), { ...limits, maxDepth: 2 }, signal);
      assert.deepEqual(listing.state === 'listed' && listing.entries.map((entry) => entry.path), ['a', 'a/b']);
    });

    it('names a link and does not follow it', async () => {
      await mkdir(at('real'));
      await writeFile(at('real/file'), '');
      await symlink(at('real'), at('link'));
      const listing = await workspace().list(folder(), limits, signal);
      assert.deepEqual(listing.state === 'listed' && listing.entries[0], { path: 'link', kind: 'other', bytes: 0 });
      assert.equal(listing.state === 'listed' && listing.entries.some((entry) => entry.path === 'link/file'), false);
    });

    it('names a folder of tools and does not look into it', async () => {
      await mkdir(at('node_modules/left-pad'), { recursive: true });
      const listing = await workspace().list(folder(), limits, signal);
      assert.deepEqual(listing.state === 'listed' && listing.entries.map((entry) => entry.path), ['node_modules']);
    });

    it('is not complete when the turn was stopped', async () => {
      const listing = await workspace().list(folder(), limits, AbortSignal.abort());
      assert.deepEqual(listing, { state: 'listed', entries: [], isComplete: false });
    });

    it('says what is wrong with what is no folder', async () => {
      await writeFile(at('file'), '');
      assert.deepEqual(await workspace().list(at('nowhere'), limits, signal), { state: 'unreadable', code: 'missing' });
      assert.deepEqual(await workspace().list(at('file'), limits, signal), {
        state: 'unreadable',
        code: 'not-a-folder',
      });
    });
  });

  describe('read', () => {
    it('gives the text with its byte order mark and its line endings', async () => {
      await writeFile(at('file'), '\ufeffa\r\nb\n');
      assert.deepEqual(await workspace().read(at('file'), 100), { state: 'text', text: '\ufeffa\r\nb\n' });
    });

    it('gives what the person has typed and not saved', async () => {
      await writeFile(at('file.txt'), 'saved');
      await typeInto(at('file.txt'), 'un');
      assert.deepEqual(await workspace().read(at('file.txt'), 100), { state: 'text', text: 'unsaved' });
    });

    it('refuses more unsaved text than is wanted', async () => {
      await writeFile(at('file.txt'), 'saved');
      await typeInto(at('file.txt'), 'un');
      assert.deepEqual(await workspace().read(at('file.txt'), 6), { state: 'unreadable', code: 'too-large' });
    });

    const unreadable: Readonly<Record<string, readonly [make: (file: string) => unknown, code: string]>> = {
      'a file that is not there': [() => undefined, 'missing'],
      'a folder': [(file) => mkdir(file), 'directory'],
      'a binary file': [(file) => writeFile(file, Buffer.from([1, 0, 2])), 'not-text'],
      'a file that is not UTF-8': [(file) => writeFile(file, Buffer.from([0xff, 0xfe, 0x41])), 'not-text'],
      'a file that is too large': [(file) => writeFile(file, 'x'.repeat(101)), 'too-large'],
      'a pipe that nobody writes to': [(file) => execFileSync('mkfifo', [file]), 'unreadable'],
    };
    for (const [name, [make, code]] of Object.entries(unreadable)) {
      it(`says "${code}" of ${name}`, async () => {
        await make(at('file'));
        assert.deepEqual(await workspace().read(at('file'), 100), { state: 'unreadable', code });
      });
    }
  });

  describe('write', () => {
    const texts: Readonly<Record<string, string>> = {
      'a text': 'one\ntwo\n',
      'an empty text': '',
      'a text with CRLF': 'one\r\ntwo\r\n',
      'a text with mixed line endings': 'one\r\ntwo\n',
      'a text with old Mac line endings': 'one\rtwo\r',
      'a text with a byte order mark': '\ufeffone\n',
      'a text without a last line ending': 'one\ntwo',
    };
    for (const [name, text] of Object.entries(texts)) {
      it(`makes a file and its folders with exactly ${name}`, async () => {
        await workspace().write(at('new/deep/file.txt'), text);
        assert.equal(await readFile(at('new/deep/file.txt'), 'utf8'), text);
      });

      it(`replaces a file by exactly ${name}`, async () => {
        await writeFile(at('file.txt'), 'before\nthat\n');
        await workspace().write(at('file.txt'), text);
        assert.equal(await readFile(at('file.txt'), 'utf8'), text);
      });
    }

    it('writes over what another program has just written, and leaves nothing unsaved', async () => {
      const file = at('form.ts');
      await writeFile(file, 'first\n');
      await workspace().write(file, 'by the agent\n');
      for (const text of ['by git\n', 'by a formatter, longer\n', 'by git\n']) {
        await writeFile(file, text);
        await workspace().write(file, `${text}and the agent\n`);
        assert.equal(await readFile(file, 'utf8'), `${text}and the agent\n`);
        assert.deepEqual(dirtyFiles(), []);
      }
    });

    it('writes a file that was deleted and made again, and leaves nothing unsaved', async () => {
      const file = at('form.ts');
      await writeFile(file, 'first\n');
      await workspace().write(file, 'by the agent\n');
      await rm(file);
      await writeFile(file, 'made again\n');
      await workspace().write(file, 'by the agent\n');
      assert.equal(await readFile(file, 'utf8'), 'by the agent\n');
      assert.deepEqual(dirtyFiles(), []);
    });

    it('can be undone in the editor', async () => {
      await writeFile(at('file.txt'), 'before\n');
      await vscode.window.showTextDocument(vscode.Uri.file(at('file.txt')));
      await workspace().write(at('file.txt'), 'after\n');
      await vscode.commands.executeCommand('undo');
      assert.equal(vscode.window.activeTextEditor?.document.getText(), 'before\n');
    });

    it('saves what it wrote over unsaved text', async () => {
      await writeFile(at('file.txt'), 'saved');
      const document = await typeInto(at('file.txt'), 'un');
      await workspace().write(at('file.txt'), 'after\n');
      assert.deepEqual([document.isDirty, await readFile(at('file.txt'), 'utf8')], [false, 'after\n']);
    });

    it('does not change a file under unsaved text that the editor cannot hold', async () => {
      await writeFile(at('file.txt'), 'saved');
      await typeInto(at('file.txt'), 'un');
      await assert.rejects(workspace().write(at('file.txt'), 'a\r\nb\n'), EditNotApplied);
      assert.equal(await readFile(at('file.txt'), 'utf8'), 'saved');
    });

    it('takes a name that begins with dots for one inside the folder', async () => {
      await writeFile(at('..notes.txt'), 'before\n');
      const document = await vscode.workspace.openTextDocument(at('..notes.txt'));
      await workspace().write(at('..notes.txt'), 'after\n');
      assert.equal(document.getText(), 'after\n');
    });

    it('writes outside the folder without an editor, for the owner alone', async () => {
      const plan = at('plans/session.md');
      await new EditorWorkspace(at('workspace')).write(plan, '# Plan\n');
      assert.deepEqual(
        [await readFile(plan, 'utf8'), (await stat(plan)).mode & 0o777, openNames().includes(plan)],
        ['# Plan\n', 0o600, false],
      );
    });

    it('leaves a script one that can be run', async () => {
      await writeFile(at('run.sh'), 'echo 1\r\necho 2\n');
      await chmod(at('run.sh'), 0o755);
      await workspace().write(at('run.sh'), 'echo 3\r\necho 4\n');
      assert.equal((await stat(at('run.sh'))).mode & 0o777, 0o755);
    });

    it('rejects when a folder stands there', async () => {
      await mkdir(at('file.txt'));
      await assert.rejects(workspace().write(at('file.txt'), 'text'));
    });

    it('rejects when the editor cannot save, with a sentence that says what to do', async () => {
      await writeFile(at('file.txt'), 'before\n');
      const document = await typeInto(at('file.txt'), 'un');
      // Somebody else wrote meanwhile, so that the editor refuses to save over it.
      await writeFile(at('file.txt'), 'somebody else\n'.repeat(3));
      await assert.rejects(workspace().write(at('file.txt'), 'after\n'), {
        code: 'edit-not-applied',
        message: /did not take or save the edit to file\.txt\. Look at the file/,
      });
      assert.equal(document.isDirty, true);
      assert.equal(await readFile(at('file.txt'), 'utf8'), 'somebody else\n'.repeat(3));
    });
  });

  function openNames(): readonly string[] {
    return vscode.workspace.textDocuments.map(({ fileName }) => fileName);
  }
});
