import { commandParts } from './commandParts';
import type { Permission } from './permission';
import type { PermissionRule, RuleMatcher, RuleSource } from './permissionRules';
import { foldToolName, patternKind } from './toolFamilies';

/**
 * Reads one rule: `Tool`, `Tool(pattern)` or `*`. For commands a pattern is the words of one command, `:*` at its end
 * meaning "and anything after them"; for files a glob relative to the workspace folder; for the web `domain:example.org`.
 *
 * A rule that cannot be read is a fault that names it, and never a rule that silently matches nothing.
 */
export function parseRule(text: string, effect: Permission, source: RuleSource, home?: string): ParsedRule {
  const fault = (code: RuleFaultCode): ParsedRule => ({
    state: 'invalid',
    fault: {
      code,
      text,
      effect,
      source,
      message: `The ${effect} rule "${text}" does not count: ${faultTexts[code]}${consequences[effect]}`,
    },
  });
  const written = /^([A-Za-z][\w./:-]*|\*)(?:\((.*)\))?$/s.exec(text.trim());
  if (!written) return fault('malformed');
  const [, name = '', inBrackets] = written;
  const tool = name === '*' ? '*' : foldToolName(name);
  if (tool === '') return fault('malformed');
  const parsed = (matcher: RuleMatcher): ParsedRule => ({
    state: 'parsed',
    rule: { effect, text: text.trim(), source, tool, matcher },
  });
  if (inBrackets === undefined) return parsed({ kind: 'all' });
  const pattern = inBrackets.trim();
  if (pattern === '') return fault('empty-pattern');
  if (/^:?\*+$/.test(pattern)) return parsed({ kind: 'all' });
  const matcher = readPattern(tool === '*' ? undefined : patternKind(name), pattern, home);
  return typeof matcher === 'string' ? fault(matcher) : parsed(matcher);
}

/** Reads the rules of one source; `faults` is for the person. */
export function parseRules(
  settings: Readonly<Partial<Record<Permission, readonly string[]>>>,
  source: RuleSource,
  home?: string,
): { readonly rules: readonly PermissionRule[]; readonly faults: readonly RuleFault[] } {
  const parsed = (['deny', 'ask', 'allow'] as const).flatMap((effect) =>
    (settings[effect] ?? []).map((text) => parseRule(text, effect, source, home)),
  );
  return {
    rules: parsed.flatMap((each) => (each.state === 'parsed' ? [each.rule] : [])),
    faults: parsed.flatMap((each) => (each.state === 'invalid' ? [each.fault] : [])),
  };
}

export type ParsedRule =
  | { readonly state: 'parsed'; readonly rule: PermissionRule }
  | { readonly state: 'invalid'; readonly fault: RuleFault };

export interface RuleFault {
  readonly code: RuleFaultCode;
  /** The rule as it was written. */
  readonly text: string;
  readonly effect: Permission;
  readonly source: RuleSource;
  /** A sentence for the person. */
  readonly message: string;
}

/** What it means that a rule does not count, where that leaves more allowed than the person thinks. */
const consequences: Readonly<Record<Permission, string>> = {
  allow: '',
  ask: ' Until it is put right, nobody is asked because of it.',
  deny: ' Until it is put right, it forbids nothing.',
};

export type RuleFaultCode = keyof typeof faultTexts;

const faultTexts = {
  malformed: 'a rule is the name of a tool, or a name and a pattern in brackets, as in Bash(git status:*).',
  'empty-pattern': 'there is nothing in its brackets. To mean the whole tool, leave the brackets out.',
  'no-pattern': 'this tool takes no pattern. Name the tool alone.',
  'several-commands': 'a pattern is one command, without variables, redirections and the signs that join commands.',
  'star-inside': 'in a command, "*" can only stand at the end, as in Bash(git log:*).',
  'unknown-sign': 'the signs { } [ ] and ! at the beginning have no meaning in it. Write one rule for each case.',
  'leads-up': 'a path cannot lead up with "..". Name the folder as an absolute path.',
  'no-home': 'it is not known here what "~" is. Name the folder as an absolute path.',
  'no-domain': 'for the web a pattern is a domain, as in WebFetch(domain:example.org).',
} as const;

function readPattern(
  kind: ReturnType<typeof patternKind>,
  pattern: string,
  home: string | undefined,
): RuleMatcher | RuleFaultCode {
  switch (kind) {
    case undefined:
      return 'no-pattern';
    case 'command':
      return readCommand(pattern);
    case 'path':
      return readGlob(pattern.replaceAll('\\', '/'), home?.replaceAll('\\', '/'));
    case 'domain': {
      const domain = /^domain:(?:\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*)$/i.exec(pattern)?.[1];
      return domain === undefined ? 'no-domain' : { kind: 'domain', domain: domain.toLowerCase() };
    }
  }
}

function readCommand(pattern: string): RuleMatcher | RuleFaultCode {
  const prefix = /^(.*?)(?::| )\*$/s.exec(pattern)?.[1];
  const { parts, isPlain } = commandParts(prefix ?? pattern);
  const [words] = parts;
  if (!words || parts.length > 1 || !isPlain) return 'several-commands';
  if (words.some((word) => word.includes('*'))) return 'star-inside';
  return { kind: 'command', words, isPrefix: prefix !== undefined };
}

function readGlob(pattern: string, home: string | undefined): RuleMatcher | RuleFaultCode {
  if (/[{}[\]]|^!/.test(pattern)) return 'unknown-sign';
  let glob = pattern;
  if (glob.startsWith('~')) {
    if (home === undefined || !/^~(?:\/|$)/.test(glob)) return 'no-home';
    glob = home + glob.slice(1);
  }
  const names = glob.split('/');
  if (names.includes('..')) return 'leads-up';
  const isAbsolute = glob.startsWith('/');
  const clean = names.filter((name) => name !== '' && name !== '.').join('/');
  if (clean === '' && !isAbsolute) return { kind: 'all' };
  return { kind: 'path', glob: isAbsolute ? `/${clean === '' ? '**' : clean}` : clean };
}
