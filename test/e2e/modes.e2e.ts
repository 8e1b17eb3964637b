import assert from 'node:assert/strict';
import { useSharedWorkbench } from './harness/useSharedWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

const task = 'Add input validation to the order form';

describe('7: approval modes in the status bar', () => {
  const window = useSharedWorkbench();
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
    assert.match(rows[0] ?? '', /It changes nothing until you approve its plan/);
    assert.match(rows[1] ?? '', /Edits and commands ask you first/);
    assert.match(rows[2] ?? '', /Edits in the workspace run without asking/);
    assert.match(rows[3] ?? '', /The model judges each call/);
    assert.match(rows[4] ?? '', /Everything runs without asking/);
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

  it('F15 steps over YOLO to Plan where that is chosen', async () => {
    await person.choosesMode('Auto');
    await person.seesMode('Auto');
    await window().runCommand('Countersign: Next Approval Mode');
    await person.dialogButton('Go on to Plan').click();
    await person.seesMode('Plan');
  });

  it('V4 asks before a mode change while a review is pending, and a no leaves the review to be decided', async () => {
    await person.asksFor(task);
    await person.choosesMode('Default');
    await person.dialogButton('Cancel').click();
    assert.equal(await person.statusBar(), 'Plan review');
    const review = await person.review(1);
    assert.ok(await review.getByRole('button', { name: /^Approve, ask/ }).isEnabled());
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
    assert.match(
      await (await person.card()).innerText(),
      /Invalidated[\s\S]*The mode was changed while the plan was waiting/,
    );
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
