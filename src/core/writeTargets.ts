/** What a call would write, told from its name and arguments alone. */
export type WriteTargets =
  | { readonly kind: 'none' }
  | { readonly kind: 'writes'; readonly paths: readonly string[] }
  | { readonly kind: 'unknown' };

/**
 * H1: the files that a call would write. A tool that is not known to be harmless counts as `unknown`, which the boundary
 * refuses; an argument that should name a file and does not counts as `unknown` too.
 */
export function writeTargets(toolName: string, args: Readonly<Record<string, unknown>>): WriteTargets {
  const name = foldName(toolName);
  if (harmless.has(name)) return { kind: 'none' };
  if (!writers.has(name)) return { kind: 'unknown' };
  // An add-on that runs something afterwards makes the edit a command (B6).
  if (Object.keys(args).some((key) => /^then[_-]?run$/i.test(key))) return { kind: 'unknown' };
  const paths: string[] = [];
  for (const [key, value] of Object.entries(args)) {
    const found = pathsAt(foldName(key), value);
    if (found === undefined) return { kind: 'unknown' };
    paths.push(...found);
  }
  return { kind: 'writes', paths };
}

/** `WriteFile`, `write-file` and `write_file` are one name. */
function foldName(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}

const harmless = new Set(
  [
    'read', 'read_file', 'read_many_files', 'list', 'list_files', 'list_directory', 'ls', 'glob', 'grep', 'search',
    'search_file_content', 'grep_search', 'find_files', 'lsp', 'tool_search', 'think', 'todo', 'todo_write', 'ask_user_question',
    'exit_plan_mode', 'enter_plan_mode',
  ].map(foldName),
);

const writers = new Set(
  [
    'write', 'write_file', 'create_file', 'edit', 'edit_file', 'replace', 'str_replace', 'multi_edit', 'apply_edit',
    'notebook_edit', 'delete_file', 'rename_file', 'move_file', 'fs/write_text_file',
  ].map(foldName),
);

const pathKeys = new Set(
  ['path', 'file', 'file_path', 'absolute_path', 'filename', 'target_file', 'notebook_path', 'old_path', 'new_path', 'from', 'to', 'destination', 'source'].map(foldName),
);
const pathListKeys = new Set(['paths', 'files', 'edits', 'changes'].map(foldName));

/** The paths under one argument; undefined where something that should be a path is none. */
function pathsAt(key: string, value: unknown): readonly string[] | undefined {
  if (pathKeys.has(key)) return typeof value === 'string' ? [value] : undefined;
  if (!pathListKeys.has(key)) return [];
  if (!Array.isArray(value)) return undefined;
  const paths: string[] = [];
  for (const item of value) {
    const found = typeof item === 'string' ? [item] : pathsInItem(item);
    if (found === undefined) return undefined;
    paths.push(...found);
  }
  return paths;
}

function pathsInItem(item: unknown): readonly string[] | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const paths: string[] = [];
  for (const [key, value] of Object.entries(item)) {
    if (!pathKeys.has(foldName(key))) continue;
    if (typeof value !== 'string') return undefined;
    paths.push(value);
  }
  return paths;
}
