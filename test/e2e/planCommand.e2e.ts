import assert from 'node:assert/strict';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';
import { workspaceFolder } from './stories/workspaceFolder';

const files = {
  'src/order.ts': 'export const order = { quantity: 1 };\n',
  '.countersign/prompts/validate.md': '---\ndescription: Adds input validation\n---\nAdd input validation to $1.\n',
  '.countersign/prompts/broken.md': '---\ndescription: never closed\n',
  '.countersign/skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies up a file\n---\nTidy up $1.\n',
};

describe('16: commands, templates and skills in the composer', () => {
  const window = useWorkbench({ workspace: workspaceFolder(files) });
  const person = new Person(window);

  const composer = async (): Promise<string> => (await person.sessionPage()).locator('textarea').inputValue();
  const isEmpty = (): Promise<void> => until('the composer is empty', async () => (await composer()) === '');
  const isTold = async (text: RegExp): Promise<void> => {
    await window().page.locator('.notifications-toasts').getByText(text).first().waitFor();
    // Only three stand on the screen at a time.
    await window().runCommand('Notifications: Clear All Notifications');
  };

  it('offers them after a slash, those of this workspace too', async () => {
    await person.newSession();
    const page = await person.sessionPage();
    await page.locator('textarea').pressSequentially('/');
    const offered = page.getByRole('option');
    await until('the templates are there', async () => (await offered.allInnerTexts()).join().includes('/validate'));
    assert.deepEqual(
      (await offered.locator('.suggestion-name').allInnerTexts()).map((name) => name.split(' ').slice(0, 2).join(' ')),
      ['/plan task', '/plan exit', '/approval-mode mode', '/validate', '/skill:tidy'],
    );
    await page.locator('textarea').press('Escape');
    assert.equal(await offered.count(), 0);
  });

  it('P1 /plan says that Plan is on already, and how it is left', async () => {
    await person.writes('/plan');
    await isTold(/Plan mode is on already\. \/plan exit leaves it\./);
    await isEmpty();
    await person.seesMode('Plan');
  });

  it('P1 I52 /plan exit leaves Plan, and the next one has nothing to leave', async () => {
    await person.writes('/plan exit');
    await person.seesMode('Default');
    await person.sees('You changed the mode: Default is on.');
    await isEmpty();
    await person.writes('/plan exit');
    await isTold(/Plan mode is not on, so there is nothing to leave\./);
    await person.seesMode('Default');
    assert.equal(await composer(), '/plan exit');
  });

  it('M5 /approval-mode sets the mode that is named, and says which there are where there is none such', async () => {
    await person.writes('/approval-mode auto-edit');
    await person.seesMode('Auto-edit');
    await person.writes('/approval-mode turbo');
    await isTold(/There is no approval mode “turbo”\. The modes are: plan, default, auto-edit, auto, yolo\./);
    await person.seesMode('Auto-edit');
  });

  it('B3 says which file cannot be used, and sends and changes nothing', async () => {
    await person.writes('/plan /broken');
    await isTold(/\.countersign\/prompts\/broken\.md has front matter that is not closed/);
    await person.seesMode('Auto-edit');
    assert.equal(await composer(), '/plan /broken');
  });

  it('P1 B3 /plan and a task enters Plan, and gives the agent the template; the transcript has what was typed', async () => {
    const review = await person.asksFor('/plan /validate src/order.ts');
    await person.sees('/plan /validate src/order.ts');
    assert.match(await review.locator('body').innerText(), /Add input validation to src\/order\.ts/);
    assert.equal(await person.statusBar(), 'Plan review');
  });

  it('V4 a new task while a plan waits asks first, and a no leaves the review to be decided', async () => {
    await person.writesAtOnce('/plan Add a discount to the order');
    await person.dialogButton('Cancel').click();
    await person.seesOnCard('Waiting for you');
    assert.equal(await composer(), '/plan Add a discount to the order');
  });

  it('V4 B3 ends the review where the person says so, and plans the new task', async () => {
    await person.writesAtOnce('/plan Add a discount to the order');
    await person.dialogButton('Start the New Task').click();
    const review = await person.review(2);
    assert.match(await (await person.sessionPage()).locator('.row.card.plan').first().innerText(), /Invalidated/);
    await person.decides(review, 'Dismiss');
    await person.seesMode('Plan');
  });

  it('I52 /plan exit asks as the mode picker does while a plan waits, and leaves', async () => {
    await person.asksFor('/skill:tidy src/order.ts');
    await person.writesAtOnce('/plan exit');
    await person.dialogButton('Change to Auto-edit').click();
    await person.seesMode('Auto-edit');
  });
});
