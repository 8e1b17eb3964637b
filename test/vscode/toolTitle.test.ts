import assert from 'node:assert/strict';
import { toolTitle } from '../../src/vscode/toolTitle';

describe('the title of a call', () => {
  const titles: readonly (readonly [name: string, args: Readonly<Record<string, unknown>>, title: string])[] = [
    ['list_files', {}, 'List the files'],
    ['read_file', { path: '/shop/src/form.ts' }, 'Read src/form.ts'],
    ['ReadFile', { path: '/elsewhere/session.md' }, 'Read the plan file'],
    ['multi_edit', { path: 'a.ts', edits: [{}] }, 'Edit a.ts'],
    ['multi_edit', { path: 'a.ts', edits: [{}, {}] }, 'Edit a.ts in 2 places'],
    ['glob', { pattern: '*.ts' }, 'Find *.ts'],
    ['glob', { pattern: '*.ts', path: 'src' }, 'Find *.ts in src'],
    ['grep', { pattern: 'price', glob: '*.ts' }, 'Search for price in *.ts'],
    ['grep_search', { pattern: 'price', path: 'src' }, 'Search for price in src'],
    ['shell', { command: 'npm test' }, 'Run npm test'],
    ['bash', { command: 'cd src\n  ls' }, 'Run cd src ⏎ ls'],
    [
      'ask_user_question',
      { questions: [{ question: 'Which one?' }, { question: 'Why?' }] },
      'Ask you: Which one? Why?',
    ],
    [
      'todo',
      {
        items: [
          { text: 'a', state: 'done' },
          { text: 'b', state: 'doing' },
        ],
      },
      'To do: 1 of 2 done',
    ],
    ['todo', { items: [] }, 'Empty the list of what is to do'],
    ['todo', { items: 'nonsense' }, 'Empty the list of what is to do'],
    ['enter_plan_mode', {}, 'Go into Plan mode'],
    ['exit_plan_mode', { plan: '# Plan' }, 'Ask to leave Plan mode'],
    ['task', { description: 'Look for tests', prompt: 'Find all tests' }, 'Sub-agent: Look for tests'],
    ['mystery', { path: 'a.ts' }, 'mystery a.ts'],
    ['shell', { command: 7 }, 'Run '],
  ];
  for (const [name, args, title] of titles) {
    it(`is "${title}" for ${name} ${JSON.stringify(args)}`, () => {
      const session = { workspaceFolder: '/shop', planFileName: 'session.md' };
      assert.equal(toolTitle({ id: 'c', name, args }, session), title);
    });
  }
});
