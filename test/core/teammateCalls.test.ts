import assert from 'node:assert/strict';
import type { Permission } from '../../src/core/permission';
import { isAllowedBeforeApproval } from '../../src/core/teammateCalls';

const claim = { taskId: '7', status: 'in_progress', owner: '“Child”', addBlocks: [], addBlockedBy: [] };

function isAllowed(
  toolName: string,
  args: Readonly<Record<string, unknown>> = {},
  own: Permission = 'allow',
  effective: Permission = own,
): boolean {
  return isAllowedBeforeApproval({ toolName, args, teammate: '“Child”', own, effective });
}

describe('calls of a teammate before its plan is approved', () => {
  for (const tool of [
    'read_file',
    'ReadFile',
    'list_files',
    'glob',
    'grep',
    'lsp',
    'tool_search',
    'read_mcp_resource',
  ]) {
    it(`L2 allows ${tool}`, () => assert.ok(isAllowed(tool)));
  }

  for (const [own, effective] of [
    ['ask', 'ask'],
    ['ask', 'allow'],
    ['allow', 'ask'],
    ['allow', 'deny'],
    ['deny', 'deny'],
  ] as const) {
    it(`L2 refuses to read where the tool says ${own} and the rules leave ${effective}`, () =>
      assert.ok(!isAllowed('read_file', {}, own, effective)));
  }

  for (const tool of ['exit_plan_mode', 'ExitPlanMode', 'task_list']) {
    it(`L2 allows ${tool}`, () => assert.ok(isAllowed(tool)));
  }

  for (const tool of [
    'write_file',
    'edit_file',
    'shell',
    'todo',
    'ask_user_question',
    'enter_plan_mode',
    'task',
    'team_plan_approval',
    'some_mcp_tool',
    'read_file_and_run',
  ]) {
    it(`L2 I51 refuses ${tool}`, () => assert.ok(!isAllowed(tool)));
  }

  it('L2 allows to take a task', () => assert.ok(isAllowed('task_update', claim)));
  it('L2 allows to take a task in the fewest words', () =>
    assert.ok(isAllowed('task_update', { taskId: '7', status: 'in_progress' })));

  for (const [what, deviation] of Object.entries({
    'for another': { owner: '“Other”' },
    'to end it': { status: 'completed' },
    'without saying so': { status: undefined },
    'and make it wait': { addBlockedBy: ['8'] },
    'and make others wait': { addBlocks: ['8'] },
    'with a list that is none': { addBlocks: 'none' },
    'and name it anew': { subject: 'Else' },
  })) {
    it(`L2 I51 refuses to update a task ${what}`, () =>
      assert.ok(!isAllowed('task_update', { ...claim, ...deviation })));
  }
});
