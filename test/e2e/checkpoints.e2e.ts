import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

const task = 'Add input validation to the order form';
const command = 'Countersign: Restore Workspace to Before a Turn';

describe('restoring the workspace to before a turn', () => {
  // In a browser VS Code saves by itself, unless it is told not to.
  const window = useWorkbench({ settings: { 'files.autoSave': 'off' } });
  const person = new Person(window);
  let before: Readonly<Record<string, string>>;
  let after: Readonly<Record<string, string>>;

  /** Every file of the workspace with what it says. */
  const files = (): Readonly<Record<string, string>> => {
    const folder = window().workspace;
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    const isFile = (name: string): boolean => statSync(path.join(folder, name)).isFile();
    return Object.fromEntries(
      names.filter(isFile).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
    );
  };
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const seesFiles = (what: string, wanted: () => unknown): Promise<void> =>
    until(`the files are as ${what}`, () => Promise.resolve(same(files(), wanted())));
  const row = (text: string | RegExp): ReturnType<ReturnType<typeof window>['quickPickRows']> =>
    window().quickPickRows().filter({ hasText: text }).first();
  const looksAtTheTurn = async (): Promise<void> => {
    await window().runCommand(command);
    await window().quickInput('Before which turn?');
    await row(task).click();
  };
  const dialog = (): Promise<string> => window().page.locator('.monaco-dialog-box').innerText();
  const toast = (text: string): ReturnType<ReturnType<typeof window>['page']['locator']> =>
    window().page.locator('.notification-toast').filter({ hasText: text });

  it('has the turn recorded before its first edit', async () => {
    await person.newSession();
    const review = await person.asksFor(task);
    before = files();
    await person.decides(review, /^Approve, accept edits/);
    await person.sees('Done. What I changed');
    await person.seesMode('Auto-edit');
    after = files();
    assert.equal(same(before, after), false);
    assert.match(readFileSync(person.sessionLog(), 'utf8'), /"type":"checkpoint","checkpoint":\{"state":"recorded"/);
  });

  it('shows which files would change, and how, and changes none of them', async () => {
    await looksAtTheTurn();
    await row(/Restore \d+ files…/).waitFor();
    assert.match(await row('validateOrderForm.ts').innerText(), /is deleted/);
    await row('Show all differences').click();
    await window().page.locator('.monaco-editor .line-insert, .monaco-editor .line-delete').first().waitFor();
    await row('Show all differences').waitFor();
    await window().screenshot('restore-preview');
    assert.deepEqual(files(), after);
  });

  it('asks, with the numbers and what stays as it is', async () => {
    await row(/Restore \d+ files…/).click();
    await person.dialogButton('Restore').waitFor();
    await window().screenshot('restore-question');
    assert.match(await dialog(), /Restore \d+ files to before “Add input validation to the order form”\?/);
    assert.match(await dialog(), /Files: 1 to change, 2 to delete\./);
    assert.match(await dialog(), /the approval mode, plan reviews and the conversation stay as they are/);
    assert.deepEqual(files(), after);
  });

  it('has the files as they were, and the mode and the review as they are', async () => {
    await person.dialogButton('Restore').click();
    await seesFiles('before the turn', () => before);
    await toast('The approval mode, plan reviews and the conversation are as they were.').waitFor();
    await window().screenshot('restore-done');
    await person.seesMode('Auto-edit');
    await person.seesOnCard('Approved');
  });

  it('is taken back by Undo in the notification', async () => {
    await toast(`Restored 3 files to before “${task}”`).getByRole('button', { name: 'Undo' }).click();
    await seesFiles('after the turn', () => after);
  });

  it('asks for text that is not saved, and leaves everything where it is not to be saved', async () => {
    await window().runCommand('View: Close All Editors');
    await window().page.keyboard.press('Control+p');
    await (await window().quickInput()).fill('src/orderForm.ts');
    await row('orderForm.ts').waitFor();
    await window().page.keyboard.press('Enter');
    await window().page.locator('.tab.active').filter({ hasText: 'orderForm.ts' }).waitFor();
    await window().page.keyboard.type('// typed ');
    await window().page.locator('.tab.active.dirty').waitFor();
    await looksAtTheTurn();
    await person.dialogButton('Save and Go On').waitFor();
    assert.match(await dialog(), /src\/orderForm\.ts/);
    await person.dialogButton('Cancel').click();
    await window().page.locator('.tab.active.dirty').waitFor();
    assert.deepEqual(files(), after);
  });

  it('shows the changes once the text is saved, and brings the saved text back by undo', async () => {
    await looksAtTheTurn();
    await person.dialogButton('Save and Go On').click();
    await row(/Restore \d+ files…/).click();
    const typed = files();
    assert.match(typed['src/orderForm.ts'] ?? '', /\/\/ typed/);
    await person.dialogButton('Restore').click();
    await seesFiles('before the turn', () => before);
    await toast(`Restored 3 files to before “${task}”`).getByRole('button', { name: 'Undo' }).click();
    await seesFiles('saved', () => typed);
  });

  it('is refused while a turn is open, and says what is still true', async () => {
    await person.choosesMode('Plan');
    await person.seesMode('Plan');
    await person.asksFor('Add input validation to the order form once more');
    await window().runCommand(command);
    await toast('An agent is working on this folder, so nothing was restored.').waitFor();
    await person.seesMode('Plan review');
  });
});

describe('restoring in a workspace that is not trusted', () => {
  const window = useWorkbench({ trust: 'on' });
  const person = new Person(window);

  it('M4 has nothing recorded: no git looks at its files', async () => {
    await person.newSession();
    await person.decides(await person.asksFor(task), /^Approve, ask before edits/);
    await person.answers('Allow once');
    await until('the file is there', () =>
      Promise.resolve(existsSync(path.join(window().workspace, 'src/validateOrderForm.ts'))),
    );
    assert.doesNotMatch(readFileSync(person.sessionLog(), 'utf8'), /"type":"checkpoint"/);
    assert.equal(existsSync(path.join(person.storage(), 'checkpoints')), false);
  });
});
