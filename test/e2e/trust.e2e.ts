import assert from 'node:assert/strict';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';

describe('7: a workspace that is not trusted', () => {
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
    const review = await person.asksFor('Add input validation to the order form');
    const names = await review.getByRole('button', { name: /^Approve/ }).allInnerTexts();
    assert.deepEqual(
      names.map((name) => name.replace(/\s*\d$/, '').trim()),
      ['Approve, ask before edits', 'Approve, restore Default'],
    );
    await person.decides(review, /^Approve, ask before edits/);
    await person.seesMode('Default');
  });
});
