/** How a pattern of a rule about this family is read: words of a command, a path, or a domain. */
export type PatternKind = 'command' | 'path' | 'domain';

/** Tools that rules name together: `Edit` is every tool that changes a file, whatever it is called. */
interface ToolFamily {
  readonly name: string;
  readonly pattern: PatternKind;
  readonly tools: ReadonlySet<string>;
}

/** The names by which a rule may mean a tool: its own, and those of its families. Folded. */
export function ruleNames(toolNames: readonly string[]): ReadonlySet<string> {
  const own = toolNames.map(foldToolName);
  const families = toolFamilies.filter(({ tools }) => own.some((name) => tools.has(name)));
  return new Set([...own, ...families.map(({ name }) => foldToolName(name))]);
}

/** How a pattern after this name is read; undefined where no pattern makes sense. */
export function patternKind(toolName: string): PatternKind | undefined {
  const name = foldToolName(toolName);
  return toolFamilies.find((family) => foldToolName(family.name) === name || family.tools.has(name))?.pattern;
}

/** `WriteFile`, `write-file` and `x.ai/write_file` are one name. */
export function foldToolName(name: string): string {
  return name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase();
}

function family(name: string, pattern: PatternKind, tools: string): ToolFamily {
  return { name, pattern, tools: new Set(tools.split(' ').map(foldToolName)) };
}

const toolFamilies: readonly ToolFamily[] = [
  family(
    'Edit',
    'path',
    'edit edit_file multi_edit write write_file create_file replace str_replace apply_edit notebook_edit delete_file move_file rename_file',
  ),
  family('Write', 'path', 'write write_file create_file'),
  family(
    'Read',
    'path',
    'read read_file read_many_files list list_files list_directory ls glob find_files grep grep_search search search_file_content',
  ),
  family('Bash', 'command', 'bash shell run_shell run_shell_command run_command run_in_terminal execute_command'),
  family('WebFetch', 'domain', 'web_fetch fetch'),
];
