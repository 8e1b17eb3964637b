import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { useSharedWorkbench } from './harness/useSharedWorkbench';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

const task = 'Add input validation to the order form';
const markWrites = `node -e "let text = ''; process.stdin.on('data', (part) => (text += part)).on('end', () => fs.appendFileSync('hook.log', path.basename(JSON.parse(text).tool_input.path) + '\\n'))"`;

describe('permissions: rules and hooks of the settings', () => {
  const window = useWorkbench({
    settings: {
      'countersign.permissions': { allow: ['Edit(src/**)'], deny: ['Edit(test/**)', 'Bash(rm:*)'] },
      'countersign.hooks': { PostToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: markWrites }] }] },
    },
  });
  const person = new Person(window);
  const fileOf = (name: string): string => path.join(window().workspace, name);

  it('R3 have the plan reviewed, whatever edits they allow', async () => {
    await person.newSession();
    const review = await person.asksFor(task);
    assert.equal(existsSync(fileOf('src/validateOrderForm.ts')), false);
    await person.decides(review, /^Approve, ask before edits/);
    await person.seesMode('Default');
  });

  it('S4 let the edits through that a rule allows, and ask for none of them', async () => {
    await person.sees('Done. What I changed');
    assert.ok(existsSync(fileOf('src/validateOrderForm.ts')));
    assert.match(readFileSync(fileOf('src/orderForm.ts'), 'utf8'), /validateOrderForm\(fields\)/);
    assert.equal(await (await person.sessionPage()).locator('.row.permission, .row.answered').count(), 0);
  });

  it('S4 refuse what a rule denies, and name that rule to the agent', async () => {
    await person.sees(/Left out:[\s\S]*Edit\(test\/\*\*\)/);
    assert.equal(existsSync(fileOf('test/validateOrderForm.test.ts')), false);
  });

  it('S4 run the hook after each edit that was made', async () => {
    await until('the hook has run', () => Promise.resolve(existsSync(fileOf('hook.log'))));
    const [plan, ...ran] = readFileSync(fileOf('hook.log'), 'utf8').trim().split('\n');
    assert.equal(plan, path.basename(person.planFile()));
    assert.deepEqual(ran, ['validateOrderForm.ts', 'orderForm.ts']);
  });
});

describe('permissions: always allow', () => {
  const window = useSharedWorkbench();
  const person = new Person(window);
  const settingsFile = (): string => path.join(window().workspace, '.vscode/settings.json');
  const rule = 'write_file(src/validateOrderForm.ts)';

  it('shows on the question the rule that would be saved', async () => {
    await person.newSession();
    await person.decides(await person.asksFor(task), /^Approve, ask before edits/);
    assert.match(await person.question(), /validateOrderForm\.ts/);
    assert.match(
      await (await person.sessionPage()).locator('.always-rules').innerText(),
      /write_file\(src\/validateOrderForm\.ts\)/,
    );
  });

  it('saves just that rule to the settings of the workspace, and still asks for the next file', async () => {
    await person.answers('Always allow');
    assert.match(await person.question(), /src\/orderForm\.ts/);
    await until('it is saved', () => Promise.resolve(existsSync(settingsFile())));
    await until('it is whole', () => Promise.resolve(readFileSync(settingsFile(), 'utf8').includes(rule)));
    await window().page.getByText(`Allowed from now on, by the workspace settings: ${rule}`).first().waitFor();
  });

  it('is taken back by Undo in the notification', async () => {
    await window().page.locator('.notification-toast').getByRole('button', { name: 'Undo' }).click();
    await until('it is gone', () => Promise.resolve(!readFileSync(settingsFile(), 'utf8').includes(rule)));
  });
});
