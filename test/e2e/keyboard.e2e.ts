import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useSharedWorkbench } from './harness/useSharedWorkbench';
import { Person } from './stories/person';
import { recordTexts } from './stories/recordTexts';
import { until } from './stories/until';

describe('the keyboard alone', () => {
  const window = useSharedWorkbench();
  const person = new Person(window);
  const press = (key: string): Promise<void> => window().page.keyboard.press(key);
  const form = (): string => readFileSync(path.join(window().workspace, 'src/orderForm.ts'), 'utf8');
  let before = '';
  let questions = (): Promise<readonly string[]> => Promise.resolve([]);

  it('leads from a new session to the plan, which has the focus', async () => {
    before = form();
    await window().activityBarEntry('Countersign').waitFor();
    await person.newSession();
    const session = await person.sessionPage();
    questions = await recordTexts(session, '.row.card.permission', 'body');
    await until('the composer has the focus', () => session.locator('textarea:focus').isVisible());
    await window().page.keyboard.type('Add input validation to the order form');
    await press('Enter');
    const review = await person.review(1);
    await until('the plan has the focus', () => review.locator('[role="tabpanel"]:focus').isVisible());
  });

  it('C02 chooses an approval with a digit, which approves nothing', async () => {
    const review = await person.review(1);
    await press('2');
    await review.locator('[data-name="auto-edit"]:focus').waitFor();
    assert.equal(await person.statusBar(), 'Plan review');
  });

  it('6 approves with the chord, and the edits are made without a question', async () => {
    await until('the chord is taken, once the review is armed (I15)', async () => {
      if ((await person.statusBar()) !== 'Plan review') return true;
      await press('Control+Enter');
      return false;
    });
    await person.seesMode('Auto-edit');
    await person.sees('Done. What I changed');
    assert.match(form(), /validateOrderForm\(fields\)/);
    assert.deepEqual(await questions(), []);
  });

  it('takes an edit of the agent back with Undo', async () => {
    await person.seesNoReview();
    await window().runCommand('Go to File...');
    await (await window().quickInput()).fill('src/orderForm.ts');
    await window().quickPickRows().filter({ hasText: 'orderForm.ts' }).first().waitFor();
    await press('Enter');
    const editor = window().page.locator('.editor-instance .monaco-editor').first();
    await until('the editor has the focus', () =>
      editor.evaluate((element) => element.contains(document.activeElement) && element.classList.contains('focused')),
    );
    await until('it is undone and saved', async () => {
      await press('Control+z');
      await press('Control+s');
      return form() === before;
    });
  });
});
