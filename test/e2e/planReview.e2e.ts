import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

const task = 'Add input validation to the order form';

describe('a plan, from the first message to the edits', () => {
  const window = useWorkbench();
  const person = new Person(window);

  it('starts in Plan, with a model that says what it is', async () => {
    await person.newSession();
    await person.seesMode('Plan');
    assert.match(await person.sessionText(), /Demo model \(offline/);
  });

  it('A02 opens the plan in the modal editor, and the model has said that it is no language model', async () => {
    const review = await person.asksFor(task);
    await window().page.locator('.monaco-modal-editor-block').waitFor();
    assert.match(await person.sessionText(), /not a language model/);
    assert.match(await review.locator('body').innerText(), /src\/orderForm\.ts/);
    await person.seesMode('Plan review');
  });

  it('I21 names plan, version and session in the title of the editor', async () => {
    const title = window().page.locator('.monaco-modal-editor-block');
    await until('the title is there', async () => (await title.innerText()).includes(`v1 ${task}`));
  });

  it('shows the whole first version as new', async () => {
    const review = await person.review(1);
    await review.getByRole('tab', { name: /Changes/ }).click();
    assert.match(await review.locator('body').innerText(), /This is the first version\. All of it is new/);
    await review.getByRole('tab', { name: /^Plan/ }).click();
  });

  it('offers the five answers, the earlier mode by its name', async () => {
    const review = await person.review(1);
    const names = await review.locator('.decision button').allInnerTexts();
    for (const name of [
      'Request changes',
      'Dismiss',
      'Approve, ask before edits',
      'Approve, accept edits',
      'Approve, restore Default',
    ]) {
      assert.ok(
        names.some((text) => text.startsWith(name)),
        `${name} in ${names.join(' | ')}`,
      );
    }
  });

  it('C02 is not approved by Enter', async () => {
    const review = await person.review(1);
    await review.locator('[data-name="default"]').focus();
    await review.locator('[data-name="default"]').press('Enter');
    await until('the page says so', async () =>
      (await review.locator('body').innerText()).includes('Enter alone never approves'),
    );
    assert.equal(await person.statusBar(), 'Plan review');
  });

  it('I01 sends a note to the model, which writes a new version; Plan stays on', async () => {
    await person.requestsChanges(await person.review(1), 'Also check the postal code');
    const review = await person.review(2);
    assert.match(await review.locator('body').innerText(), /Also check the postal code/);
    await person.seesMode('Plan review');
    assert.match(await person.sessionText(), /Changes requested/);
  });

  it('shows what changed since the version that was reviewed', async () => {
    const review = await person.review(2);
    await review.getByRole('tab', { name: /Changes/ }).click();
    const text = await review.locator('body').innerText();
    assert.match(text, /Compared with v1/);
    assert.match(text, /Also check the postal code/);
  });

  it('C02 closes with Escape as a dismissal: Plan stays on and the turn ends', async () => {
    const review = await person.review(2);
    await review.locator('body').press('Escape');
    await person.seesNoReview();
    await person.seesMode('Plan');
    await until('the card says so', async () => (await (await person.card()).innerText()).includes('Dismissed'));
  });

  it('opens an earlier version to read, with nothing to decide', async () => {
    const page = await person.sessionPage();
    await page.getByRole('button', { name: 'Open this version' }).first().click();
    const review = await person.review(1);
    assert.equal(await review.getByRole('button', { name: /^Approve/ }).count(), 0);
    assert.match(await review.locator('body').innerText(), /You asked for changes/);
    await review.locator('body').press('Escape');
    await person.seesNoReview();
  });

  it('I10 changes the status bar after the change was confirmed and never before', async () => {
    await (await person.card()).getByRole('button', { name: 'Ask for the plan again' }).click();
    const review = await person.review(3);
    const seen = await person.watchesStatusBar();
    await person.decides(review, /^Approve, ask before edits/);
    await person.seesMode('Default');
    assert.deepEqual(await seen(), ['Plan review', 'Plan → Default…', 'Default']);
    await person.seesNoReview();
  });

  it('asks before each edit, and does what was allowed', async () => {
    const page = await person.sessionPage();
    const edited: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const card = page.locator('.row.card.permission');
      await card.waitFor();
      edited.push(await card.locator('.card-title').innerText());
      await card.getByRole('button', { name: 'Allow once' }).click();
      const title = edited.at(-1) ?? '';
      await until('the next question is there, or none', async () => {
        if ((await card.count()) === 0) return true;
        return (await card.locator('.card-title').innerText()) !== title;
      });
    }
    await person.sees('Done. What I changed');
    assert.equal(edited.length, 3);
    const source = readFileSync(path.join(window().workspace, 'src/orderForm.ts'), 'utf8');
    assert.match(source, /validateOrderForm\(fields\)/);
    assert.ok(existsSync(path.join(window().workspace, 'test/validateOrderForm.test.ts')));
  });

  it('E9 keeps a copy of the approved plan, after the exit', async () => {
    await until('the copy is there', () => Promise.resolve(existsSync(path.join(person.storage(), 'plans'))));
    const copies = readdirSync(path.join(person.storage(), 'plans'));
    assert.equal(copies.filter((name) => name.endsWith('-v3.md')).length, 1);
    assert.equal(copies.length, 1);
  });

  it('H09 shows the mode and no review after a reload', async () => {
    await window().reloadWindow();
    await person.seesMode('Default');
    await person.sees('Done. What I changed');
    assert.equal(await person.openReviews(), 0);
  });
});

describe('an approval that accepts edits', () => {
  const window = useWorkbench();
  const person = new Person(window);

  it('makes the edits without a question', async () => {
    await person.newSession();
    const review = await person.asksFor(task);
    const seen = await person.watchesStatusBar();
    await person.decides(review, /^Approve, accept edits/);
    await person.seesMode('Auto-edit');
    await person.sees('Done. What I changed');
    assert.deepEqual(await seen(), ['Plan review', 'Plan → Auto-edit…', 'Auto-edit']);
    assert.equal(await (await person.sessionPage()).locator('.row.card.permission').count(), 0);
    assert.ok(existsSync(path.join(window().workspace, 'src/validateOrderForm.ts')));
  });

  it('B02 restores the earlier mode by its name, and only when that is chosen', async () => {
    await person.choosesMode('Plan');
    await person.seesMode('Plan');
    const review = await person.asksFor('Describe the price rules in the readme');
    await person.decides(review, /^Approve, restore Auto-edit/);
    await person.seesMode('Auto-edit');
    await person.sees(/PLAN\.md/);
  });

  it('can be decided after it was moved out of the modal into the main area', async () => {
    await person.choosesMode('Plan');
    await person.asksFor('Rename the price module');
    await window()
      .page.getByRole('button', { name: /^Open Modal Editor in|^Move Modal Editor|main window|Main Window/i })
      .first()
      .click();
    await window().page.locator('.monaco-modal-editor-block').waitFor({ state: 'detached' });
    assert.equal(await person.statusBar(), 'Plan review');
    await person.decides(await person.review(), /^Approve, ask before edits/);
    await person.seesMode('Default');
  });
});
