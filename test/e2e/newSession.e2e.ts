import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';
import { workspaceFolder } from './stories/workspaceFolder';

describe('2, 3: a first session', () => {
  const window = useWorkbench();
  const person = new Person(window);

  it('opens from the activity bar with the promise and one thing to do', async () => {
    await window().activityBarEntry('Countersign').click();
    const page = await window().webviewFrame('body[data-page="session"] button');
    assert.match(await page.locator('body').innerText(), /leaves Plan mode without your decision/);
  });

  it('has a composer that waits for the first word after New session', async () => {
    const page = await window().webviewFrame('body[data-page="session"] button');
    await page.getByRole('button', { name: 'New session' }).click();
    const composer = (await person.sessionPage()).locator('textarea');
    await until('the composer has the focus', () => composer.evaluate((field) => document.activeElement === field));
  });

  it('M1 starts in Plan, and the status bar and the session view say so', async () => {
    await person.seesMode('Plan');
    assert.equal(await person.chip(), 'Plan');
  });

  it('names its model as what it is: a demo, offline and scripted', async () => {
    assert.match(await person.sessionText(), /Demo model \(offline, scripted\)/);
  });

  it('says in its first message that it is no language model', async () => {
    const review = await person.asksFor('Add input validation to the order form');
    assert.match(await person.sessionText(), /a script that runs offline, not a language model/);
    await person.decides(review, 'Dismiss');
  });

  it('plans with files that are really in this workspace', () => {
    const plan = readFileSync(person.planFile(), 'utf8');
    const named = new Set(Array.from(plan.matchAll(/`((?:src|test)\/[\w./-]+)`/g), ([, file]) => file ?? ''));
    assert.deepEqual(
      [...named].filter((file) => !existsSync(path.join(window().workspace, file))).sort(),
      // The two that it wants to make.
      ['src/validateOrderForm.ts', 'test/validateOrderForm.test.ts'],
    );
    assert.ok(named.has('src/orderForm.ts') && named.has('src/price.ts'));
  });

  it('runs in one extension host', () => {
    assert.equal(window().extensionHosts().length, 1);
  });
});

describe('3: a folder without code', () => {
  const chapter = '# The harbour\n\nThe ship came in at noon.\n';
  const window = useWorkbench({
    workspace: workspaceFolder({
      'chapters/harbour.md': chapter,
      'chapters/storm.md': '# The storm\n',
      'notes.txt': 'Ada',
    }),
  });
  const person = new Person(window);

  it('gets a plan that names its files', async () => {
    await person.newSession();
    const review = await person.asksFor('Describe the harbour at night');
    assert.match(await review.locator('body').innerText(), /chapters\/harbour\.md/);
  });

  it('gets a checklist of the steps after the approval, and nothing else', async () => {
    await person.decides(await person.review(), /^Approve, accept edits/);
    await person.sees('Done. What I changed');
    assert.match(readFileSync(path.join(window().workspace, 'PLAN.md'), 'utf8'), /^- \[ \] .*chapters\/harbour\.md/m);
    assert.equal(readFileSync(path.join(window().workspace, 'chapters/harbour.md'), 'utf8'), chapter);
    assert.deepEqual(readdirSync(window().workspace).sort(), ['PLAN.md', 'chapters', 'notes.txt']);
  });
});

describe('3: a folder with nothing in it', () => {
  const window = useWorkbench({ workspace: workspaceFolder() });
  const person = new Person(window);

  it('gets a plan that says that there is nothing', async () => {
    await person.newSession();
    const review = await person.asksFor('Start a shop');
    assert.match(await review.locator('body').innerText(), /The workspace folder has no files/);
  });

  it('is empty as long as the plan waits, and has the checklist once it is approved', async () => {
    assert.deepEqual(readdirSync(window().workspace), []);
    await person.decides(await person.review(), /^Approve, accept edits/);
    await person.sees('Done. What I changed');
    assert.deepEqual(readdirSync(window().workspace), ['PLAN.md']);
  });
});
