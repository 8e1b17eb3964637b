import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { useWorkbench } from './harness/useWorkbench';
import { freeFileSize, limitFileSize } from './stories/fullDisk';
import { Person } from './stories/person';
import { until } from './stories/until';

describe('a disk that takes no more', () => {
  const window = useWorkbench();
  const person = new Person(window);
  const host = (): number => {
    const [pid] = window().extensionHosts();
    assert.ok(pid);
    return pid;
  };

  it('V7 decides nothing where the decision cannot be written, and says so', async () => {
    await person.newSession();
    const review = await person.asksFor('Add input validation to the order form');
    const statusBar = await person.recordsStatusBar();
    limitFileSize(host(), statSync(person.sessionLog()).size);
    await review.locator('[data-name="auto-edit"]').focus();
    await until('it says that nothing was decided', async () => {
      if ((await review.locator('.decision').innerText()).includes('could not be written')) return true;
      await review.locator('[data-name="auto-edit"]').press('Control+Enter');
      return false;
    });
    assert.match(await review.locator('.decision').innerText(), /nothing was decided\. Plan mode is still on/);
    assert.deepEqual(await statusBar(), ['Plan review']);
  });

  it('V7 takes the decision again once there is room, and has it in the log once', async () => {
    freeFileSize(host());
    await person.decides(await person.review(1), /^Approve, accept edits/);
    await person.seesMode('Auto-edit');
    await person.sees('Done. What I changed');
    const entries = readFileSync(person.sessionLog(), 'utf8').split('\n');
    assert.equal(entries.filter((line) => /"state":"approved"|"outcome":"approved"/.test(line)).length, 1);
  });

  it('gives a message back that could not be written, and asks no agent', async () => {
    await person.seesOpenComposer();
    const before = await person.sessionText();
    limitFileSize(host(), statSync(person.sessionLog()).size);
    await person.writes('Add a discount to the price');
    await window().page.getByText('Your message could not be written to the session log').first().waitFor();
    const composer = (await person.sessionPage()).locator('textarea');
    assert.equal(await composer.inputValue(), 'Add a discount to the price');
    assert.equal(await person.sessionText(), before);
    freeFileSize(host());
  });
});
