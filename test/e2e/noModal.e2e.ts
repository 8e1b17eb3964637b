import assert from 'node:assert/strict';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';

describe('4: where there is no modal editor', () => {
  const window = useWorkbench({ settings: { 'workbench.editor.useModal': 'off' } });
  const person = new Person(window);

  it('W1 opens the same review in the active group', async () => {
    await person.newSession();
    const review = await person.asksFor('Add input validation to the order form');
    assert.equal(await person.modal().count(), 0);
    await window()
      .page.locator('.editor-group-container .tab.active', { hasText: 'v1 Add input validation' })
      .waitFor();
    assert.match(await review.locator('.decision').innerText(), /Nothing runs until you decide/);
  });

  it('W1 decides the same there', async () => {
    await person.decides(await person.review(1), /^Approve, ask before edits/);
    await person.seesMode('Default');
    await person.seesNoReview();
  });

  it('C02 takes a closed tab for a dismissal', async () => {
    await window().runCommand('Countersign: Stop the Agent');
    await person.choosesMode('Plan');
    await person.seesMode('Plan');
    const review = await person.asksFor('Add a discount to the price');
    await review.locator('.scroller').click();
    await window().runCommand('View: Close Editor');
    await person.seesNoReview();
    await person.seesOnCard('Dismissed');
    await person.seesMode('Plan');
  });
});
