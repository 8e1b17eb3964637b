import assert from 'node:assert/strict';
import { openSecondWindow } from './harness/openWorkbench';
import { useWorkbench } from './harness/useWorkbench';
import type { Workbench } from './harness/workbench';
import { Person } from './stories/person';

const task = 'Add input validation to the order form';

describe('a session in two windows', () => {
  const first = useWorkbench();
  const person = new Person(first);
  let second: Workbench | undefined;
  const other = new Person(() => {
    assert.ok(second);
    return second;
  });

  after(() => second?.close());

  it('O03 is not opened a second time, and the second window says where it is', async () => {
    await person.newSession();
    await person.asksFor(task);
    second = await openSecondWindow(first());
    await second.activityBarEntry('Countersign').click();
    const rows = (await second.webviewFrame('body[data-page="session"]')).getByRole('button', { name: task });
    await rows.first().click();
    await second.page.getByText('This session is open in another window').first().waitFor();
    assert.equal(await other.openReviews(), 0);
  });

  it('O03 goes on in the second window once that is asked for, with Plan on and the review unanswered', async () => {
    await other.window.page.getByRole('button', { name: 'Open Here' }).first().click();
    await other.seesMode('Plan');
    await other.seesOnCard('Unanswered');
  });

  it('O03 works on in the second window', async () => {
    await other.asksAgain();
    await other.decides(await other.review(2), /^Approve, accept edits/);
    await other.seesMode('Auto-edit');
    await other.sees('Done. What I changed');
  });
});
