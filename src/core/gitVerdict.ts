import type { ShellVerdict } from './worstVerdict';

/** What a call of git does. A subcommand that is not known may be an alias, which can be anything. */
export function gitVerdict(args: readonly string[]): ShellVerdict {
  let rest = args;
  while (/^(?:--no-pager|-P|--no-optional-locks|--literal-pathspecs)$/.test(rest[0] ?? '')) rest = rest.slice(1);
  const [command = '', ...words] = rest;
  if (/^(?:--version|-v|version|help)$/.test(command)) return words.length === 0 ? 'read-only' : 'unknown';
  // `-c` and its like choose programs that git runs; a folder chosen by `-C` brings its own choices.
  if (command.startsWith('-')) return 'unknown';
  if (writing.has(command)) return 'writes';
  if (reading.has(command)) return readingVerdict(command, words);
  return limited[command]?.(words) ?? 'unknown';
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

const reading = names(`
  status log diff show blame annotate shortlog describe rev-parse rev-list ls-files ls-tree cat-file name-rev merge-base
  for-each-ref show-ref show-branch grep whatchanged cherry count-objects diff-tree diff-index diff-files check-ignore
  check-attr range-diff`);

const writing = names(`
  add commit push pull fetch merge rebase checkout switch restore reset rm mv clean cherry-pick revert init clone apply
  am gc prune repack fast-import filter-branch update-ref update-index write-tree commit-tree symbolic-ref pack-refs
  format-patch maintenance lfs`);

/** Options that write a file or run a program, in every shortened form that git takes. */
function readingVerdict(command: string, words: readonly string[]): ShellVerdict {
  if (words.some((word) => word.startsWith('--ou') && !word.startsWith('--output-indicator-'))) return 'writes';
  const runs = words.some(
    (word) =>
      /^--(?:ext|textc|op|exec)/.test(word) ||
      (command === 'grep' && /^-[A-Za-z]*O/.test(word)) ||
      (command === 'cat-file' && /^--(?:t|f|b)/.test(word)),
  );
  return runs ? 'unknown' : 'read-only';
}

type Judge = (words: readonly string[]) => ShellVerdict;

/** Subcommands that list or change, as their words say. */
const limited: Readonly<Partial<Record<string, Judge>>> = {
  branch: listing(
    /^(?:-a|-r|-v|-vv|-l|--list|--all|--remotes|--show-current|--no-color|--(?:contains|merged|no-merged|sort|format)=.*)$/,
    '--list',
  ),
  tag: listing(/^(?:-l|--list|-n\d*|--(?:contains|merged|sort|format|points-at)=.*)$/, '--list'),
  remote: (words) => {
    if (words.length === 0 || (words.length === 1 && /^(?:-v|--verbose)$/.test(words[0] ?? ''))) return 'read-only';
    if (words[0] === 'get-url') return 'read-only';
    return /^(?:add|remove|rm|rename|set-url|set-head|prune|update)$/.test(words[0] ?? '') ? 'writes' : 'unknown';
  },
  stash: (words) =>
    words[0] === 'list' && words.length === 1
      ? 'read-only'
      : words[0] === 'show'
        ? readingVerdict('show', words)
        : 'writes',
  reflog: (words) => (/^(?:expire|delete|drop|write)$/.test(words[0] ?? '') ? 'writes' : readingVerdict('log', words)),
  worktree: (words) => (words[0] === 'list' ? 'read-only' : 'writes'),
  config: (words) => {
    const [first = '', ...rest] = words;
    const isReading = /^(?:--get|--get-all|--get-regexp|--list|-l|get|list)$/.test(first);
    return isReading && rest.every((word) => !word.startsWith('-') || /^--(?:show-origin|show-scope|all)$/.test(word))
      ? 'read-only'
      : 'unknown';
  },
  notes: (words) => (words[0] === 'list' || words[0] === 'show' ? 'read-only' : 'writes'),
};

/** Lists where each option is one that lists, and names are a pattern only after the option that says so. */
function listing(options: RegExp, pattern: string): Judge {
  return (words) => {
    const given = words.filter((word) => word.startsWith('-'));
    if (!given.every((word) => options.test(word))) return 'writes';
    const isPattern = given.includes(pattern) || given.includes('-l');
    return given.length === words.length || isPattern ? 'read-only' : 'writes';
  };
}
