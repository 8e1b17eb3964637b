import type { Permission } from './permission';
import { foldToolName } from './toolFamilies';

/**
 * L2, I51: whether a teammate may make this call before its leader has approved its plan. Less than Plan permits: it reads,
 * it looks at the list of tasks and takes one, and it submits its plan. What is not listed here is refused.
 */
export function isAllowedBeforeApproval({ toolName, args, teammate, own, effective }: TeammateCall): boolean {
  const name = foldToolName(toolName);
  if (alwaysAllowed.has(name)) return true;
  if (name === taskUpdate) return isClaim(args, teammate);
  return inspecting.has(name) && own === 'allow' && effective === 'allow';
}

export interface TeammateCall {
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Who calls. */
  readonly teammate: string;
  /** What the tool itself says about the call. */
  readonly own: Permission;
  /** What is left of that after the rules (R3). */
  readonly effective: Permission;
}

/** Whether it takes a task for the teammate itself and changes nothing else of it. */
function isClaim(args: TeammateCall['args'], teammate: string): boolean {
  return (
    Object.keys(args).every((key) => claimKeys.has(key)) &&
    args['status'] === 'in_progress' &&
    (args['owner'] === undefined || args['owner'] === teammate) &&
    isNothing(args['addBlocks']) &&
    isNothing(args['addBlockedBy'])
  );
}

function isNothing(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.length === 0);
}

const claimKeys = new Set(['taskId', 'status', 'owner', 'addBlocks', 'addBlockedBy']);
const taskUpdate = foldToolName('task_update');
const alwaysAllowed = new Set(['exit_plan_mode', 'task_list'].map(foldToolName));
const inspecting = new Set(
  ['read_file', 'list_files', 'glob', 'grep', 'lsp', 'tool_search', 'read_mcp_resource'].map(foldToolName),
);
