import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { alwaysAllowRules, judgeByRules } from '../../src/core/permissionRules';
import type { PermissionSubject } from '../../src/core/permissionRules';
import { RulesAndHooks } from '../../src/vscode/rulesAndHooks';
import { until } from './support/until';

const { Global, Workspace } = vscode.ConfigurationTarget;
const edit = (file: string): PermissionSubject => ({
  names: ['edit_file'],
  value: { kind: 'paths', paths: [[file]] },
});

describe('permission rules and hooks of the settings', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder);
  const config = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('countersign', folder);
  const books: RulesAndHooks[] = [];

  function aBook(): { book: RulesAndHooks; told: string[]; saved: string[] } {
    const [told, saved]: [string[], string[]] = [[], []];
    assert.ok(folder);
    const book = new RulesAndHooks(folder, {
      onFaults: (faults) => told.push(...faults.map(({ place, text }) => `${place}: ${text}`)),
      onSaved: (rules) => saved.push(...rules),
      onNotSaved: (rules) => saved.push(...rules.map((rule) => `not ${rule}`)),
      onNotUndone: (rules) => saved.push(...rules.map((rule) => `still ${rule}`)),
    });
    books.push(book);
    return { book, told, saved };
  }

  afterEach(async () => {
    for (const book of books.splice(0)) book.dispose();
    for (const key of ['permissions', 'hooks'])
      for (const target of [Global, Workspace]) await config().update(key, undefined, target);
  });

  it('come from the user and from the workspace, each once, and the deny of either wins', async () => {
    await config().update('permissions', { allow: ['Edit(src/**)'] }, Global);
    await config().update('permissions', { deny: ['Edit(src/price.ts)'] }, Workspace);
    const { rules } = aBook().book.rules;
    assert.deepEqual(
      rules.map(({ source, text }) => `${source} ${text}`),
      ['user Edit(src/**)', 'workspace Edit(src/price.ts)'],
    );
    assert.deepEqual(
      [edit('src/order.ts'), edit('src/price.ts')].map((subject) => judgeByRules(rules, subject).kind),
      ['allow', 'deny'],
    );
  });

  it('are read again when the settings change', async () => {
    const { book } = aBook();
    let changes = 0;
    book.onDidChangeRules(() => (changes += 1));
    await config().update('permissions', { ask: ['Bash'] }, Workspace);
    await until('the rule counts', () => book.rules.rules.length === 1);
    assert.ok(changes > 0);
  });

  it('tell of a bad rule once, with its text, where it stands and what that means, and keep the others', async () => {
    await config().update('permissions', { deny: ['Edit(../x)', 'Read(.env)'] }, Workspace);
    const { book, told } = aBook();
    await config().update('hooks', { Stop: [] }, Workspace);
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /^workspace: The deny rule "Edit\(\.\.\/x\)" does not count: .* it forbids nothing\.$/);
    assert.deepEqual(
      book.rules.rules.map(({ text }) => text),
      ['Read(.env)'],
    );
  });

  it('have the hooks of the user before those of the workspace', async () => {
    const hook = (command: string): object => ({ Stop: [{ hooks: [{ type: 'command', command }] }] });
    await config().update('hooks', hook('one'), Global);
    await config().update('hooks', hook('two'), Workspace);
    assert.deepEqual(
      aBook().book.hooks.map(({ command }) => command),
      ['one', 'two'],
    );
  });

  it('S8 hold "always allow" at once, save it to the workspace beside what is there, and take it back', async () => {
    await config().update('permissions', { allow: ['Bash(ls)'], deny: ['Read(.env)'] }, Workspace);
    const { book, saved } = aBook();
    const made = alwaysAllowRules(edit('src/order.ts')) ?? [];
    book.allowAlways(made);
    assert.equal(judgeByRules(book.rules.rules, edit('src/order.ts')).kind, 'allow');
    await until('it is saved', () => saved.length > 0);
    const file = path.join(folder.fsPath, '.vscode/settings.json');
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      'countersign.permissions': { allow: ['Bash(ls)', 'edit_file(src/order.ts)'], deny: ['Read(.env)'] },
    });
    assert.deepEqual(
      book.rules.rules.map(({ source }) => source),
      ['workspace', 'workspace', 'workspace'],
    );
    await book.undo(saved);
    assert.equal(judgeByRules(book.rules.rules, edit('src/order.ts')).kind, 'none');
    assert.deepEqual(config().inspect('permissions')?.workspaceValue, { allow: ['Bash(ls)'], deny: ['Read(.env)'] });
  });

  it('S8 let "always allow" hold where the settings are not understood, and leave them alone', async () => {
    await config().update('permissions', { allow: 'Bash(ls)' }, Workspace);
    const { book, saved } = aBook();
    book.allowAlways(alwaysAllowRules(edit('src/order.ts')) ?? []);
    await until('it is told', () => saved.length > 0);
    assert.deepEqual(saved, ['not edit_file(src/order.ts)']);
    assert.equal(judgeByRules(book.rules.rules, edit('src/order.ts')).kind, 'allow');
    assert.deepEqual(config().inspect('permissions')?.workspaceValue, { allow: 'Bash(ls)' });
  });
});
