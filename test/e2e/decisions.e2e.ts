import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { useSharedWorkbench } from './harness/useSharedWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

describe('6: what a person decides', () => {
  const window = useSharedWorkbench();
  const person = new Person(window);
  const fileOf = (name: string): string => path.join(window().workspace, name);

  it('I01 request changes: the note reaches the model, which writes a new version; Plan stays on', async () => {
    await person.newSession();
    await person.requestsChanges(
      await person.asksFor('Add input validation to the order form'),
      'Also check the postal code',
    );
    const review = await person.review(2);
    assert.match(await review.getByRole('tabpanel').innerText(), /Also check the postal code/);
    await person.seesMode('Plan review');
    assert.equal(await person.chip(), 'Plan');
    await person.sees('Changes requested');
  });

  it('5 shows in Changes what is new since the version that was reviewed', async () => {
    const review = await person.review(2);
    await review.getByRole('tab', { name: /Changes/ }).click();
    const text = await review.getByRole('tabpanel').innerText();
    assert.match(text, /Compared with v1/);
    assert.match(text, /Added[\s\S]*Also check the postal code/);
  });

  it('dismiss: Plan stays on, and the turn ends', async () => {
    await person.decides(await person.review(2), 'Dismiss');
    await person.seesMode('Plan');
    await person.seesOnCard('Dismissed');
    assert.equal(await person.chip(), 'Plan');
  });

  it('I10 approve, ask before edits: both show the change as a change, and Default only once it is confirmed', async () => {
    await person.asksAgain();
    const review = await person.review(3);
    const statusBar = await person.recordsStatusBar();
    const chip = await person.recordsChip();
    await person.decides(review, /^Approve, ask before edits/);
    await person.seesMode('Default');
    await until('the session view says so, too', async () => (await person.chip()) === 'Default');
    assert.deepEqual(await statusBar(), ['Plan review', 'Plan → Default…', 'Default']);
    assert.deepEqual(await chip(), ['Plan', 'Plan → Default…', 'Default']);
    await person.seesOnCard('Approved');
    await person.seesNoReview();
  });

  it('asks before the first edit, and has changed nothing yet', async () => {
    assert.match(await person.question(), /validateOrderForm\.ts/);
    assert.equal(existsSync(fileOf('src/validateOrderForm.ts')), false);
  });

  it('makes the edit that was allowed, and asks before the next', async () => {
    await person.answers('Allow once');
    assert.match(await person.question(), /orderForm\.ts/);
    assert.ok(existsSync(fileOf('src/validateOrderForm.ts')));
    await person.answers('Allow once');
    assert.match(await person.question(), /validateOrderForm\.test\.ts/);
    assert.match(readFileSync(fileOf('src/orderForm.ts'), 'utf8'), /validateOrderForm\(fields\)/);
  });

  it('leaves out the edit that was rejected, and tells the model the note', async () => {
    const page = await person.sessionPage();
    await page.getByRole('button', { name: 'Reject…' }).click();
    await page.getByRole('textbox', { name: 'What should the agent do instead?' }).fill('I write the tests myself');
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await person.sees(/Left out:[\s\S]*I write the tests myself/);
    assert.equal(existsSync(fileOf('test/validateOrderForm.test.ts')), false);
  });

  it('E9 keeps one copy, of the version that was approved', async () => {
    const session = path.basename(person.sessionLog(), '.jsonl');
    const plans = path.join(person.storage(), 'plans');
    const copies = (): readonly string[] =>
      existsSync(plans) ? readdirSync(plans).filter((name) => name.startsWith(session)) : [];
    await until('the copy is there', () => Promise.resolve(copies().length > 0));
    assert.deepEqual(copies(), [`${session}-v3.md`]);
  });

  it('B02 restore: the mode from which Plan was chosen comes back, by its name and only when that is chosen', async () => {
    await person.choosesMode('Auto-edit');
    await person.seesMode('Auto-edit');
    await person.choosesMode('Plan');
    await person.seesMode('Plan');
    const review = await person.asksFor('Describe the price rules in the readme');
    const statusBar = await person.recordsStatusBar();
    await person.decides(review, /^Approve, restore Auto-edit/);
    await person.seesMode('Auto-edit');
    assert.deepEqual(await statusBar(), ['Plan review', 'Plan → Auto-edit…', 'Auto-edit']);
    await person.sees(/PLAN\.md/);
  });
});
