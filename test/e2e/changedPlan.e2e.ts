import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

describe('a plan file that is not what the person saw', () => {
  const window = useWorkbench();
  const person = new Person(window);

  it('D01 V6 does not count the approval of a plan that was rewritten meanwhile, and says so', async () => {
    await person.newSession();
    const review = await person.asksFor('Add input validation to the order form');
    const statusBar = await person.recordsStatusBar();
    writeFileSync(person.planFile(), '# Another plan\n\nDrop the database.\n');
    await person.decides(review, /^Approve, accept edits/);
    await person.review(2);
    const card = (await person.sessionPage()).locator('.row.card.plan').first();
    assert.match(await card.innerText(), /Approved, not applied/);
    assert.match(await card.innerText(), /The plan file changed after you were shown it\. Plan mode is still on/);
    await person.seesMode('Plan review');
    assert.ok(!(await statusBar()).includes('Auto-edit'));
  });

  it('D01 has the person review what is in the file now', async () => {
    const review = await person.review(2);
    assert.match(await review.getByRole('tabpanel').innerText(), /Drop the database/);
  });

  it('D02 does not count the approval of a plan that was deleted meanwhile, and says so', async () => {
    const review = await person.review(2);
    rmSync(person.planFile());
    await person.decides(review, /^Approve, ask before edits/);
    const next = await person.review(3);
    const card = (await person.sessionPage()).locator('.row.card.plan').nth(1);
    assert.match(await card.innerText(), /Approved, not applied/);
    assert.match(await card.innerText(), /The plan file is gone or cannot be read any more\. Plan mode is still on/);
    await person.decides(next, 'Dismiss');
    await person.seesMode('Plan');
  });

  const bad: readonly (readonly [string, (file: string) => void, RegExp, 'mended' | 'left'])[] = [
    ['empty', (file) => writeFileSync(file, ''), /is empty/, 'mended'],
    ['blank', (file) => writeFileSync(file, ' \n\t\n'), /is empty/, 'mended'],
    ['not UTF-8', (file) => writeFileSync(file, Buffer.from([0x23, 0x20, 0xff, 0xfe])), /not valid UTF-8/, 'mended'],
    ['deleted', () => undefined, /does not exist/, 'mended'],
    ['of 5 MB', (file) => writeFileSync(file, 'x'.repeat(5 * 1024 * 1024)), /too large/, 'left'],
    ['a folder', (file) => mkdirSync(file), /a folder in place of the plan file/, 'left'],
    ['a symbolic link', (file) => symlinkSync('/etc/hostname', file), /a symbolic link in place/, 'left'],
  ];
  for (const [what, make, says, then] of bad) {
    it(`V6 W7 opens no review of a plan file that is ${what}: it says why and keeps Plan on`, async () => {
      const before = await person.versions();
      const file = person.planFile();
      rmSync(file, { recursive: true, force: true });
      make(file);
      await person.asksAgain();
      // What the demo model can mend, it writes anew and has reviewed as a version of its own.
      if (then === 'mended') await person.decides(await person.review(before + 1), 'Dismiss');
      await until('the turn has ended', async () => (await person.sessionPage()).locator('textarea').isEditable());
      await person.seesMode('Plan');
      const call = (await person.sessionPage()).locator('.row.tool', { hasText: 'Ask to leave Plan mode' }).last();
      await call.locator('.tool-output').waitFor();
      assert.match(await call.innerText(), says);
      assert.match(await call.innerText(), /Plan mode is (still )?on\. Nobody was asked/i);
      assert.equal(await person.versions(), then === 'mended' ? before + 1 : before);
      assert.equal(await person.openReviews(), 0);
      rmSync(file, { recursive: true, force: true });
      writeFileSync(file, '# A plan\n\n1. One step.\n');
    });
  }
});
