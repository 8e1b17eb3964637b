/**
 * Whether a path is one that a glob means, or lies in a folder that it means. `*` and `?` stay within one name, `**` spans
 * folders. Both have forward slashes; a relative one is relative to the workspace folder.
 */
export function isUnderGlob(path: string, glob: string, isCaseSensitive: boolean): boolean {
  const parts = glob
    .split('/')
    .map((part) => (part === '**' ? '**' : new RegExp(`^${nameSource(part)}$`, isCaseSensitive ? 'su' : 'sui')));
  return isMatch(path.split('/'), parts);
}

function isMatch(names: readonly string[], parts: readonly (RegExp | '**')[]): boolean {
  // Positions in the glob that the names so far can have reached; linear in names times parts, whatever stands in either.
  let reached = withoutNames(new Set([0]), parts);
  for (const name of names) {
    if (reached.has(parts.length)) return true;
    const next = new Set<number>();
    for (const at of reached) {
      const part = parts[at];
      if (part === '**') next.add(at);
      else if (part?.test(name) === true) next.add(at + 1);
    }
    reached = withoutNames(next, parts);
  }
  return reached.has(parts.length);
}

/** `**` may stand for no folder at all. */
function withoutNames(reached: ReadonlySet<number>, parts: readonly (RegExp | '**')[]): ReadonlySet<number> {
  const all = new Set(reached);
  for (const at of all) if (parts[at] === '**') all.add(at + 1);
  return all;
}

function nameSource(part: string): string {
  return part
    .replace(/\*+/g, '*')
    .replace(/[.+^$()|[\]{}\\/]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
}
