import assert from 'node:assert/strict';
import { useSharedWorkbench } from './harness/useSharedWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

const task = 'Add input validation to the order form';

describe('4, 5: the review of a plan', () => {
  const window = useSharedWorkbench();
  const person = new Person(window);

  it('A02 W1 opens in the modal editor by itself', async () => {
    await person.newSession();
    await person.asksFor(task);
    await person.modal().waitFor();
    await person.seesMode('Plan review');
  });

  it('I21 names plan and version in the title of the editor', async () => {
    await until('the title is there', async () => (await person.modal().innerText()).includes(`v1 ${task}`));
  });

  it('shows the plan as a document, not as its source', async () => {
    const review = await person.review(1);
    const steps = review.getByRole('tabpanel').getByRole('heading', { name: 'Steps' });
    await steps.waitFor();
    assert.doesNotMatch(await review.getByRole('tabpanel').innerText(), /^#+ |`/m);
  });

  it('shows the whole first version as new', async () => {
    const review = await person.review(1);
    await review.getByRole('tab', { name: /Changes/ }).click();
    assert.match(await review.locator('body').innerText(), /This is the first version\. All of it is new/);
    await review.getByRole('tab', { name: /^Plan/ }).click();
  });

  it('offers the five answers, asking before edits first and the earlier mode by its name', async () => {
    const buttons = (await person.review(1)).locator('.decision');
    assert.deepEqual(
      (await buttons.locator('.approvals button').allInnerTexts()).map((text) => text.replace(/\s*\d$/, '').trim()),
      ['Approve, ask before edits', 'Approve, accept edits', 'Approve, restore Default'],
    );
    await buttons.getByRole('button', { name: 'Request changes…' }).waitFor();
    await buttons.getByRole('button', { name: 'Dismiss' }).waitFor();
  });

  it('I01 sends no request without a word in it', async () => {
    const review = await person.review(1);
    await review.getByRole('button', { name: /^Request changes/ }).click();
    await person.decides(review, 'Send request');
    await review.getByText('Write what should change first').waitFor();
    await review.getByRole('button', { name: 'Back' }).click();
  });

  it('C02 is not approved by Enter, neither on the plan nor on a button', async () => {
    const review = await person.review(1);
    await review.getByRole('tabpanel').press('Enter');
    await review.locator('[data-name="default"]').press('Enter');
    await review.getByText('Enter alone never approves').waitFor();
    assert.equal(await person.statusBar(), 'Plan review');
  });

  it('is no dismissal to move it into the main window, where it still waits', async () => {
    await window().page.getByRole('button', { name: 'Open Modal Editor in Main Window' }).click();
    await person.modal().waitFor({ state: 'detached' });
    const review = await person.review(1);
    assert.match(await review.locator('body').innerText(), /Nothing runs until you decide/);
    assert.equal(await person.statusBar(), 'Plan review');
  });

  it('is decided there as well, and the next version comes in the modal editor again', async () => {
    await person.requestsChanges(await person.review(1), 'Also check the postal code');
    await person.review(2);
    await person.modal().waitFor();
  });

  it('C02 is dismissed by Escape: Plan stays on and the turn ends', async () => {
    const review = await person.review(2);
    await review.locator('body').press('Escape');
    await person.seesNoReview();
    await person.seesMode('Plan');
    await person.seesOnCard('Dismissed');
    await person.seesOpenComposer();
  });

  it('C02 is dismissed by the ✕ of its editor as well', async () => {
    await person.asksAgain();
    await person.review(3);
    await window()
      .page.getByRole('button', { name: /^Close Modal Editor/ })
      .click();
    await person.seesNoReview();
    await person.seesMode('Plan');
    await person.seesOnCard('Dismissed');
  });

  it('can be read again from its card, with nothing to decide', async () => {
    await (await person.sessionPage()).getByRole('button', { name: 'Open this version' }).first().click();
    const review = await person.review(1);
    assert.match(await review.locator('.decision').innerText(), /You asked for changes\. Plan mode was kept/);
    assert.equal(await review.locator('.decision button').count(), 0);
    assert.equal(await person.statusBar(), 'Plan');
  });
});
