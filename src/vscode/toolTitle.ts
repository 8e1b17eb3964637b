import path from 'node:path';
import { l10n } from 'vscode';
import type { ToolCall } from '../core/sessionEntry';

/** A call in the words of a person: what is done, and to what. A tool that is not known keeps its own name. */
export function toolTitle(
  call: ToolCall,
  session: { readonly workspaceFolder: string; readonly planFileName: string },
): string {
  const target = targetOf(call, session.workspaceFolder);
  // Its name is the session's id, which says nothing to a person.
  if (target === session.planFileName)
    return call.name === 'read_file' ? l10n.t('Read the plan file') : l10n.t('Write the plan file');
  switch (call.name) {
    case 'list_files':
      return target === '' ? l10n.t('List the files') : l10n.t('List {0}', target);
    case 'read_file':
      return l10n.t('Read {0}', target);
    case 'write_file':
      return l10n.t('Write {0}', target);
    case 'edit_file':
      return l10n.t('Edit {0}', target);
    case 'exit_plan_mode':
      return l10n.t('Ask to leave Plan mode');
    default:
      return target === '' ? call.name : `${call.name} ${target}`;
  }
}

/** The file that a call names, from its own arguments: relative in the workspace, by its name alone elsewhere. */
function targetOf(call: ToolCall, workspaceFolder: string): string {
  const named = call.args['path'];
  if (typeof named !== 'string' || named === '.') return '';
  if (!path.isAbsolute(named)) return named;
  const relative = path.relative(workspaceFolder, named);
  return relative.startsWith('..') || path.isAbsolute(relative) ? path.basename(named) : relative;
}
