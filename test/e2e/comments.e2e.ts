import assert from 'node:assert/strict';
import { useSharedWorkbench } from './harness/useSharedWorkbench';
import { Person } from './stories/person';

describe('4: what a person says about a plan', () => {
  const window = useSharedWorkbench();
  const person = new Person(window);

  it('I01 comments on what is selected; the comment outlives a reload and reaches the agent with its place', async () => {
    await person.newSession();
    const review = await person.asksFor('Add input validation to the order form');
    await review.locator('#tab-plan').click();
    await review.getByText('What is there', { exact: true }).dblclick();
    await review.getByRole('button', { name: 'Comment', exact: true }).click();
    await review.getByRole('textbox', { name: 'Comment' }).fill('Name the form here');
    await review.getByRole('button', { name: 'Done' }).click();
    await window().reloadWindow();
    await person.seesMode('Plan');
    await person.seesOnCard('Unanswered');
    await person.asksAgain();
    const again = await person.review(2);
    const carried = again.locator('.carried');
    assert.match(await carried.first().innerText(), /Untouched[\s\S]*never sent[\s\S]*Name the form here/);
    await carried.first().getByRole('button', { name: 'Take over' }).click();
    await again.getByRole('button', { name: 'Done' }).click();
    await again.getByRole('button', { name: 'Request changes (1 comment)…' }).click();
    await again.getByText('What the agent is told').click();
    await again.getByText(/^## 1\. Change \(.*What is there › line \d+\)/).waitFor();
    await person.decides(again, 'Send request');
  });

  it('promise 1 opens the next version on what became of the comment, and approves with notes', async () => {
    const review = await person.review(3);
    await review.getByRole('heading', { name: 'Your 1 comment on v2: 1 untouched' }).waitFor();
    assert.match(await review.locator('.compared').innerText(), /Name the form here/);
    await review.locator('#tab-plan').click();
    await review.locator('[data-block]').first().focus();
    await review.locator('[data-block]').first().press('c');
    await review.getByRole('textbox', { name: 'Comment' }).fill('Keep the title');
    await review.getByRole('button', { name: 'Done' }).click();
    await person.decides(review, /^Approve, accept edits/);
    await person.decides(review, 'Approve with these as notes');
    await person.seesMode('Auto-edit');
    await person.sees(/You approved with notes[\s\S]*Keep the title/);
  });
});
