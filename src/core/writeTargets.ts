/** What a call would write, told from its name and arguments alone. */
export type WriteTargets =
  | { readonly kind: 'none' }
  | { readonly kind: 'writes'; readonly paths: readonly string[] }
  | { readonly kind: 'unknown' };

/**
 * H1: the files that a call would write. A tool that is not known to be harmless counts as `unknown`, which the boundary
 * refuses; so does an argument that should name a file and does not, and one that may name a place and is not known to.
 */
export function writeTargets(toolName: string, args: Readonly<Record<string, unknown>>): WriteTargets {
  const name = foldName(toolName);
  if (harmless.has(name)) return { kind: 'none' };
  if (!writers.has(name)) return { kind: 'unknown' };
  const paths = pathsIn(args);
  return paths === undefined ? { kind: 'unknown' } : { kind: 'writes', paths };
}

/**
 * `WriteFile`, `write-file` and `write_file` are one name. Only these separators and ASCII letters fold: a name in other
 * letters must not turn into one that is known.
 */
function foldName(name: string): string {
  return name.replace(/[_-]/g, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const harmless = new Set(
  [
    'read',
    'read_file',
    'read_many_files',
    'list',
    'list_files',
    'list_directory',
    'ls',
    'glob',
    'grep',
    'search',
    'search_file_content',
    'grep_search',
    'find_files',
    'lsp',
    'tool_search',
    'think',
    'todo',
    'todo_write',
    'ask_user_question',
    'exit_plan_mode',
    'enter_plan_mode',
    // What a sub-agent does is judged call by call.
    'task',
    'team_plan_approval',
  ].map(foldName),
);

const writers = new Set(
  [
    'write',
    'write_file',
    'create_file',
    'edit',
    'edit_file',
    'replace',
    'str_replace',
    'multi_edit',
    'apply_edit',
    'notebook_edit',
    'delete_file',
    'rename_file',
    'move_file',
    'fs/write_text_file',
  ].map(foldName),
);

const pathKeys = new Set(
  [
    'path',
    'file',
    'file_path',
    'absolute_path',
    'filename',
    'target_file',
    'notebook_path',
    'old_path',
    'new_path',
    'from',
    'to',
    'destination',
    'source',
    'paths',
    'files',
  ].map(foldName),
);

/** What only sounds like a place: the text that is written. */
const contentKeys = new Set(['file_text', 'file_content', 'file_contents', 'new_source'].map(foldName));

/** B6: an add-on that runs something makes the edit a command. */
const commandKey = /^(?:thenrun|run|exec|command|shell|script)$/;

/** A key that may say where, in words that no tool we know uses: better not to guess what it does. */
const placeKey = /path|file|ur[il]|dir|folder|cwd|target|dest|output|root/;

/** The paths that arguments name, however deep they stand; undefined where it cannot be told. */
function pathsIn(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return [];
  const paths: string[] = [];
  for (const [key, inner] of Object.entries(value)) {
    const found = Array.isArray(value) ? pathsIn(inner) : pathsAt(foldName(key), inner);
    if (found === undefined) return undefined;
    paths.push(...found);
  }
  return paths;
}

function pathsAt(key: string, value: unknown): readonly string[] | undefined {
  if (pathKeys.has(key)) return namedBy(value);
  if (contentKeys.has(key)) return typeof value === 'string' ? [] : undefined;
  if (commandKey.test(key) || placeKey.test(key)) return undefined;
  // Items of these lists may be paths or edits.
  if (key === 'edits' || key === 'changes') return Array.isArray(value) ? namedByItems(value) : undefined;
  return pathsIn(value);
}

function namedBy(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? namedByItems(value) : undefined;
}

function namedByItems(items: readonly unknown[]): readonly string[] | undefined {
  const paths: string[] = [];
  for (const item of items) {
    const found = typeof item === 'string' ? [item] : isRecord(item) ? pathsIn(item) : undefined;
    if (found === undefined) return undefined;
    paths.push(...found);
  }
  return paths;
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
