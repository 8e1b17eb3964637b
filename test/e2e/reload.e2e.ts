import assert from 'node:assert/strict';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

describe('8: a window that goes away while a plan waits', () => {
  const window = useWorkbench();
  const person = new Person(window);

  it('V5 H06 has the session again after a reload, with Plan on and the review unanswered', async () => {
    await person.newSession();
    await person.asksFor('Add input validation to the order form');
    await window().reloadWindow();
    await person.seesMode('Plan');
    await person.seesOnCard('Unanswered');
    assert.match(await (await person.card()).innerText(), /the agent no longer waits\. Plan mode is still on/);
    await person.sees('Add input validation to the order form');
  });

  it('V5 shows the version that was unanswered, with nothing to decide', async () => {
    await (await person.card()).getByRole('button', { name: 'Open this version' }).click();
    const review = await person.review(1);
    assert.equal(await review.locator('.decision button').count(), 0);
    await review.locator('body').press('Escape');
    await person.seesNoReview();
  });

  it('V5 has the plan reviewed again when that is asked for', async () => {
    await person.asksAgain();
    const review = await person.review(2);
    assert.match(await review.locator('.decision').innerText(), /Nothing runs until you decide/);
  });

  it('H02 says in the review that it has lost its extension host, and approves nothing', async () => {
    const review = await person.review(2);
    const before = window().extensionHosts();
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await until('the page has noticed', async () => {
      const text = await review.locator('.decision').innerText();
      if (text.includes('lost its connection')) return true;
      const approve = review.locator('[data-name="default"]');
      if (await approve.isEnabled()) await approve.click({ timeout: 500 });
      return false;
    });
    assert.match(await review.locator('.decision').innerText(), /Nothing was approved here and Plan mode is still on/);
    await until('there is a new host', () =>
      Promise.resolve(
        window()
          .extensionHosts()
          .some((pid) => !before.includes(pid)),
      ),
    );
  });

  it('H07 has the session again in the next host, with Plan on and the review unanswered', async () => {
    await person.seesMode('Plan');
    await person.seesOnCard('Unanswered');
  });

  it('H09 keeps the mode of an approved plan after a reload, and opens no review', async () => {
    await window().reloadWindow();
    await person.seesMode('Plan');
    await person.asksAgain();
    await person.decides(await person.review(3), /^Approve, accept edits/);
    await person.seesMode('Auto-edit');
    await person.sees('Done. What I changed');
    await window().reloadWindow();
    await person.seesMode('Auto-edit');
    await person.sees('Done. What I changed');
    await person.seesOnCard('Approved');
    assert.equal(await person.openReviews(), 0);
  });
});
