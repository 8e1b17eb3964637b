import assert from 'node:assert/strict';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

const task = 'Add input validation to the order form';

describe('15: back to an earlier message', () => {
  const window = useWorkbench();
  const person = new Person(window);

  /** Runs one of the commands and picks the row that begins so. */
  const goes = async (command: string, row: RegExp): Promise<void> => {
    await window().runCommand(command);
    await window().quickInput();
    await window().quickPickRows().filter({ hasText: row }).first().click();
  };
  const composer = async (): Promise<string> => (await person.sessionPage()).locator('textarea').inputValue();

  it('V4 asks before a review that waits is made invalid, and a no leaves it to be decided', async () => {
    await person.newSession();
    await person.asksFor(task);
    await goes('Countersign: Go Back to an Earlier Message', /Add input validation/);
    await person.dialogButton('Cancel').click();
    await person.seesOnCard('Waiting for you');
  });

  it('I37 closes the review, with Plan still on, and brings the message back to be written anew', async () => {
    await goes('Countersign: Go Back to an Earlier Message', /Add input validation/);
    await person.dialogButton('Go Back').click();
    await person.sees('You went back to here. Plan mode is on.');
    await until('the message is in the composer', async () => (await composer()) === task);
    await person.seesMode('Plan');
    assert.equal(await person.versions(), 0);
  });

  it('I35 the review that was left can no longer be decided', async () => {
    for (const frame of window().page.frames()) {
      const approve = frame.locator('body[data-page="review"] .decision [data-name="default"]');
      assert.equal(await approve.count().catch(() => 0), 0);
    }
    await person.seesMode('Plan');
  });

  it('V5 keeps the branch through a reload', async () => {
    await window().reloadWindow();
    await person.seesMode('Plan');
    await person.sees('You went back to here. Plan mode is on.');
    assert.equal(await person.versions(), 0);
  });

  it('has the branch that was left in the list, and goes back to it', async () => {
    await goes('Countersign: Go Back to an Earlier Message', /left at/);
    await person.seesOnCard('Invalidated');
    await person.seesMode('Plan');
  });

  it('forks a session from here, and leaves this one as it is', async () => {
    await goes('Countersign: Fork Session from Here', /The whole conversation as it is now/);
    await until('both are in the list', async () => {
      const text = await (await person.sessionPage()).locator('body').innerText();
      return text.split(task).length > 2;
    });
    await person.seesOnCard('Invalidated');
    await person.seesMode('Plan');
  });
});
