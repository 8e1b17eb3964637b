import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { useSharedWorkbench } from './harness/useSharedWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

describe('a plan file that is not what the person saw', () => {
  const window = useSharedWorkbench();
  const person = new Person(window);

  it('D01 V6 does not count the approval of a plan that was rewritten meanwhile, and says so', async () => {
    await person.newSession();
    const review = await person.asksFor('Add input validation to the order form');
    const statusBar = await person.recordsStatusBar();
    writeFileSync(person.planFile(), '# Another plan\n\nDrop the database.\n');
    await person.decides(review, /^Approve, accept edits/);
    await person.review(2);
    assert.match(
      await (await person.sessionPage()).locator('.row.card.plan').first().innerText(),
      /Approved, not applied/,
    );
    await person.sees('The plan file was changed after the person had seen it, so the approval does not count');
    await person.seesMode('Plan review');
    assert.ok(!(await statusBar()).includes('Auto-edit'));
  });

  it('D01 has the person review what is in the file now', async () => {
    const review = await person.review(2);
    assert.match(await review.getByRole('tabpanel').innerText(), /Drop the database/);
  });

  it('D02 does not count the approval of a plan that was deleted meanwhile, and says so', async () => {
    await person.decides(await person.review(2), 'Dismiss');
    await person.asksAgain();
    const review = await person.review(3);
    rmSync(person.planFile());
    await person.decides(review, /^Approve, ask before edits/);
    await person.sees(/could not be read again after the person had approved, so the approval does not count/);
    await person.sees(/the plan file does not exist/);
    await person.seesMode('Plan review');
  });

  it('D02 has the plan written anew, and reviewed as a version of its own', async () => {
    const card = (await person.sessionPage()).locator('.row.card.plan').nth(2);
    assert.match(await card.innerText(), /Approved, not applied/);
    await person.decides(await person.review(4), 'Dismiss');
    await person.seesMode('Plan');
  });

  const bad: readonly (readonly [string, (file: string) => void, RegExp, 'written anew' | 'left'])[] = [
    ['empty', (file) => writeFileSync(file, ''), /is empty/, 'left'],
    ['blank', (file) => writeFileSync(file, ' \n\t\n'), /is empty/, 'left'],
    ['not UTF-8', (file) => writeFileSync(file, Buffer.from([0x23, 0x20, 0xff, 0xfe])), /not valid UTF-8/, 'left'],
    ['deleted', () => undefined, /does not exist/, 'written anew'],
    ['of 5 MB', (file) => writeFileSync(file, 'x'.repeat(5 * 1024 * 1024)), /too large/, 'left'],
    ['a folder', (file) => mkdirSync(file), /a folder in place of the plan file/, 'left'],
    ['a symbolic link', (file) => symlinkSync('/etc/hostname', file), /a symbolic link in place/, 'left'],
  ];
  for (const [what, make, says, then] of bad) {
    it(`V6 W7 opens no review of a plan file that is ${what}: it says why and keeps Plan on`, async () => {
      const before = await person.versions();
      const asked = await (
        await person.sessionPage()
      )
        .locator('.row.tool', { hasText: 'Ask to leave Plan mode' })
        .count();
      const file = person.planFile();
      rmSync(file, { recursive: true, force: true });
      make(file);
      await person.asksAgain();
      // What is gone it writes anew, as a version of its own; what somebody else put there it does not overwrite.
      if (then === 'written anew') await person.decides(await person.review(before + 1), 'Dismiss');
      const calls = (await person.sessionPage()).locator('.row.tool', { hasText: 'Ask to leave Plan mode' });
      await until('it has asked, and its turn has ended', async () => {
        return (await person.isComposerOpen()) && (await calls.count()) > asked;
      });
      await person.seesMode('Plan');
      const call = calls.last();
      await call.locator('.tool-output').waitFor();
      assert.match(await call.innerText(), says);
      assert.match(await call.innerText(), /Plan mode is (still )?on\. Nobody was asked/i);
      assert.equal(await person.versions(), then === 'written anew' ? before + 1 : before);
      assert.equal(await person.openReviews(), 0);
      rmSync(file, { recursive: true, force: true });
      writeFileSync(file, '# A plan\n\n1. One step.\n');
    });
  }
});
