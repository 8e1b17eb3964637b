import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

const task = 'Add input validation to the order form';

describe('what happens to a review when something else happens', () => {
  const window = useWorkbench();
  const person = new Person(window);

  it('V5 H06 is unanswered after the window was reloaded, with Plan on and the draft kept', async () => {
    await person.newSession();
    await person.asksFor(task);
    await window().reloadWindow();
    await person.seesMode('Plan');
    await until('the card says so', async () => (await (await person.card()).innerText()).includes('Unanswered'));
    assert.match(await (await person.card()).innerText(), /the agent no longer waits\. Plan mode is still on/);
  });

  it('V5 shows the plan again when that is asked for', async () => {
    await (await person.card()).getByRole('button', { name: 'Ask for the plan again' }).click();
    await person.review(2);
  });

  it('H07 H02 is unanswered after the extension host died, and the page of the dead one says so', async () => {
    const review = await person.review(2);
    const [host] = window().extensionHosts();
    assert.ok(host);
    process.kill(host, 'SIGKILL');
    // What the page posts now nobody hears: it notices, and approves nothing.
    await until('the page notices', async () => {
      if (review.isDetached()) return true;
      await review.locator('[data-name="default"]').click({ timeout: 500 });
      return (await review.locator('body').innerText()).includes('lost its connection');
    });
    await until('there is a new host', () =>
      Promise.resolve(
        window()
          .extensionHosts()
          .some((pid) => pid !== host),
      ),
    );
    await person.seesMode('Plan');
    await until('the card says so', async () => (await (await person.card()).innerText()).includes('Unanswered'));
  });

  it('D01 V6 does not count an approval of a plan whose file changed, says so, and asks anew', async () => {
    await window().reloadWindow();
    await person.seesMode('Plan');
    await (await person.card()).getByRole('button', { name: 'Ask for the plan again' }).click();
    const review = await person.review(3);
    writeFileSync(person.planFile(), '# Another plan\n\nDrop the database.\n');
    await person.decides(review, /^Approve, accept edits/);
    await until('the first one says why', async () => {
      const text = await (await person.sessionPage()).locator('.row.card.plan').nth(2).innerText();
      return text.includes('Approved, not applied');
    });
    const next = await person.review(4);
    await person.seesMode('Plan review');
    assert.match(await next.locator('body').innerText(), /Drop the database/);
    await person.decides(next, 'Dismiss');
    await person.seesMode('Plan');
  });

  const bad: readonly (readonly [string, (file: string) => void, RegExp])[] = [
    ['empty', (file) => writeFileSync(file, ''), /empty/],
    ['blank', (file) => writeFileSync(file, ' \n\t\n'), /white space|empty/],
    ['of 5 MB', (file) => writeFileSync(file, 'x'.repeat(5 * 1024 * 1024)), /too large/],
    ['not UTF-8', (file) => writeFileSync(file, Buffer.from([0x23, 0x20, 0xff, 0xfe])), /UTF-8/],
    ['deleted', () => undefined, /does not exist/],
    ['a directory', (file) => mkdirSync(file), /folder|directory/],
    ['a symbolic link', (file) => symlinkSync('/etc/hostname', file), /symbolic link/],
  ];
  for (const [what, make, says] of bad) {
    it(`V6 W7 opens no review of a plan file that is ${what}, says why, and keeps Plan on`, async () => {
      const file = person.planFile();
      rmSync(file, { recursive: true, force: true });
      make(file);
      await person.writes('Ask for the plan again');
      // The demo model mends what it can and asks once more; that is a review of its own, which is put aside.
      await until('the turn has ended, or a mended plan waits', async () => {
        const text = await person.sessionText();
        return !text.includes('Working…') && text.includes('Ask to leave Plan mode');
      });
      if ((await person.openReviews()) > 0) await person.decides(await person.review(), 'Dismiss');
      await person.seesMode('Plan');
      const calls = (await person.sessionPage()).locator('.row.tool', { hasText: 'Ask to leave Plan mode' });
      const output = await calls.last().innerText();
      assert.match(output, says);
      assert.match(output, /Plan mode is (still )?on/);
      rmSync(file, { recursive: true, force: true });
      writeFileSync(file, '# A plan\n\n1. One step.\n');
    });
  }
});

describe('where there is no modal editor', () => {
  const window = useWorkbench({ settings: { 'workbench.editor.useModal': 'off' } });
  const person = new Person(window);

  it('W1 opens the same review in the active group, and it decides the same', async () => {
    await person.newSession();
    const review = await person.asksFor(task);
    assert.equal(await window().page.locator('.monaco-modal-editor-block').count(), 0);
    await person.decides(review, /^Approve, ask before edits/);
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
    await until('the card says so', async () => (await (await person.card()).innerText()).includes('Dismissed'));
    await person.seesMode('Plan');
  });
});
