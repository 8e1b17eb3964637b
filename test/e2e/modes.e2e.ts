import assert from 'node:assert/strict';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

const task = 'Add input validation to the order form';

describe('approval modes in the status bar', () => {
  const window = useWorkbench();
  const person = new Person(window);

  it('M1 M2 offers the five modes, each with what it allows', async () => {
    await person.newSession();
    await window().statusBarItems().first().click();
    await window().quickInput();
    const rows = await window().quickPickRows().allInnerTexts();
    assert.deepEqual(
      rows.map((row) => row.split('\n')[0]?.replace('current', '').trim()),
      ['Plan', 'Default', 'Auto-edit', 'Auto', 'YOLO'],
    );
    for (const row of rows) assert.match(row, /\w.*\./);
    await window().page.keyboard.press('Escape');
  });

  it('changes to the mode that is chosen, in the status bar and in the session view', async () => {
    await person.choosesMode('Auto-edit');
    await person.seesMode('Auto-edit');
    await person.sees('You changed the mode: Auto-edit is on.');
  });

  it('M3 F15 cycles by the keyboard through every mode, and asks before YOLO', async () => {
    await window()
      .page.locator('.statusbar')
      .click({ position: { x: 600, y: 10 } });
    await window().page.keyboard.press('Shift+Alt+M');
    await person.seesMode('Auto');
    await window().page.keyboard.press('Shift+Alt+M');
    await person.dialogButton('Turn on YOLO').waitFor();
    assert.equal(await person.statusBar(), 'Auto');
    await person.dialogButton('Turn on YOLO').click();
    await person.seesMode('YOLO');
    await window().page.keyboard.press('Shift+Alt+M');
    await person.seesMode('Plan');
    await window().page.keyboard.press('Shift+Alt+M');
    await person.seesMode('Default');
  });

  it('F15 goes on to Plan without YOLO where that is chosen', async () => {
    await person.choosesMode('Auto-edit');
    await person.seesMode('Auto-edit');
    await person.choosesMode('Plan');
    await person.seesMode('Plan');
  });

  it('V4 asks before a mode change while a review is pending, and a no leaves the review to be decided', async () => {
    await person.asksFor(task);
    await person.choosesMode('Default');
    await person.dialogButton('Cancel').click();
    assert.equal(await person.statusBar(), 'Plan review');
    const review = await person.review(1);
    assert.ok((await review.getByRole('button', { name: /^Approve/ }).count()) > 0);
  });

  it('V4 I37 invalidates the review before the mode changes, makes it read-only and says why', async () => {
    await person.choosesMode('Default');
    await person.dialogButton('Change to Default').click();
    await person.seesMode('Default');
    const review = await person.review(1);
    await until('the review is read-only', async () => {
      const text = await review.locator('body').innerText();
      return text.includes('The mode was changed while the plan was waiting');
    });
    assert.equal(await review.getByRole('button', { name: /^Approve/ }).count(), 0);
    assert.match(await (await person.card()).innerText(), /Invalidated/);
  });

  it('C09 has ended the turn, and takes the next message', async () => {
    const review = await person.review(1);
    await review.locator('body').press('Escape');
    await person.choosesMode('Plan');
    await person.seesMode('Plan');
    const next = await person.asksFor('Add a discount to the price');
    await person.decides(next, 'Dismiss');
    await person.seesMode('Plan');
  });

  it('I52 leaves Plan without a plan by a command of its own', async () => {
    await window().runCommand('Countersign: Leave Plan Mode Without a Plan');
    await person.seesMode('Default');
  });
});

describe('a workspace that is not trusted', () => {
  const window = useWorkbench({ trust: 'on' });
  const person = new Person(window);

  it('M4 offers Plan and Default only', async () => {
    await person.newSession();
    await person.seesMode('Plan');
    await window().statusBarItems().first().click();
    await window().quickInput();
    const rows = await window().quickPickRows().allInnerTexts();
    assert.deepEqual(
      rows.map((row) => row.split('\n')[0]?.replace('current', '').trim()),
      ['Plan', 'Default', 'Manage Workspace Trust'],
    );
    await window().page.keyboard.press('Escape');
  });

  it('I9 offers no approval that leads elsewhere than to Default', async () => {
    const review = await person.asksFor(task);
    const names = await review.getByRole('button', { name: /^Approve/ }).allInnerTexts();
    assert.deepEqual(
      names.map((name) => name.replace(/\s*\d$/, '').trim()),
      ['Approve, ask before edits', 'Approve, restore Default'],
    );
    await person.decides(review, /^Approve, ask before edits/);
    await person.seesMode('Default');
  });
});
