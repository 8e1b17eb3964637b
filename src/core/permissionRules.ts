import type { ApprovalMode } from './approvalMode';
import { commandParts, innermostCommand, possibleCommands } from './commandParts';
import { isUnderGlob } from './pathGlob';
import type { Permission } from './permission';
import { foldToolName, ruleNames } from './toolFamilies';

/**
 * What a person's rules say about a call. Pure.
 *
 * Invariants: a deny wins over an ask and an ask over an allow, wherever they come from. What is denied or asked about is
 * taken widely (any part of a command, any of several files, in any case of letters); what is allowed is taken narrowly
 * (every part, every file, to the letter).
 */
export function judgeByRules(rules: readonly PermissionRule[], subject: PermissionSubject): RuleVerdict {
  const names = ruleNames(subject.names);
  const about = rules.filter(({ tool }) => tool === '*' || names.has(tool));
  const denials = about.filter((rule) => rule.effect === 'deny' && touches(rule, subject.value));
  const [first, ...others] = denials;
  if (first) {
    const rule = others.reduce((best, next) => (specificity(next) > specificity(best) ? next : best), first);
    return { kind: 'deny', rule, isWhole: denials.some(({ matcher }) => matcher.kind === 'all') };
  }
  const ask = about.find((rule) => rule.effect === 'ask' && touches(rule, subject.value));
  if (ask) return { kind: 'ask', rule: ask };
  return covers(
    about.filter(({ effect }) => effect === 'allow'),
    subject.value,
  )
    ? { kind: 'allow' }
    : { kind: 'none' };
}

export type RuleVerdict =
  | { readonly kind: 'none' | 'allow' }
  | { readonly kind: 'ask'; readonly rule: PermissionRule }
  /** `rule`: the most specific one that matches. `isWhole`: one of them denies the tool altogether. */
  | { readonly kind: 'deny'; readonly rule: PermissionRule; readonly isWhole: boolean };

/** R3: names the rule and, where only some uses are denied, says that the others are not. */
export function ruleDenialText(toolName: string, verdict: Extract<RuleVerdict, { kind: 'deny' }>): string {
  const { rule, isWhole } = verdict;
  const denied = `${toolName} is denied for this call by the rule "${rule.text}" (${sourceNames[rule.source]}). Nobody was asked and nothing was done.`;
  return isWhole
    ? `${denied} Do not try it again or in another way.`
    : `${denied} Do not try the same in another way. Other uses of ${toolName} stay permitted.`;
}

/** What a call is about, as far as rules are concerned. */
export interface PermissionSubject {
  /** The tool's name and its other names; families (`Edit`, `Bash`…) are found from them. */
  readonly names: readonly string[];
  readonly value: SubjectValue;
}

export type SubjectValue =
  /** Nothing that a pattern could be about, or not known: only a whole tool can be allowed, and every pattern may be meant. */
  | { readonly kind: 'none' }
  /** A line for a shell. */
  | { readonly kind: 'command'; readonly line: string }
  /**
   * Files or folders, each with all its names: first relative to the workspace folder where it lies inside, and absolute,
   * with forward slashes. A link and what it leads to are two.
   */
  | { readonly kind: 'paths'; readonly paths: readonly (readonly string[])[] }
  | { readonly kind: 'url'; readonly url: string };

export interface PermissionRule {
  readonly effect: Permission;
  /** As it was written: `Bash(git status:*)`. */
  readonly text: string;
  readonly source: RuleSource;
  /** Folded; `*` is every tool. */
  readonly tool: string;
  readonly matcher: RuleMatcher;
}

/** `session`: a person's "always allow", until the session is closed. */
export type RuleSource = 'user' | 'workspace' | 'session';

export type RuleMatcher =
  | { readonly kind: 'all' }
  | { readonly kind: 'command'; readonly words: readonly string[]; readonly isPrefix: boolean }
  | { readonly kind: 'path'; readonly glob: string }
  /** The domain and everything below it. */
  | { readonly kind: 'domain'; readonly domain: string };

/** What the person's rules are now. */
export interface PermissionRuleSet {
  readonly rules: readonly PermissionRule[];
}

/** One set from all sources. Rules of a workspace that is not trusted do not count, not even where they forbid. */
export function mergeRules(
  rules: Readonly<Record<RuleSource, readonly PermissionRule[]>>,
  isTrusted: boolean,
): PermissionRuleSet {
  return { rules: [...rules.user, ...(isTrusted ? rules.workspace : []), ...rules.session] };
}

/** M2: the rules that count in a mode. `auto` judges each call, so an allow that would let everything through is left out. */
export function rulesInMode(rules: readonly PermissionRule[], mode: ApprovalMode): readonly PermissionRule[] {
  return mode === 'auto' ? rules.filter((rule) => !isDangerousAllow(rule)) : rules;
}

/** Whether a rule allows so much that nothing is left to judge: all commands, all edits, or any program text. */
function isDangerousAllow({ effect, tool, matcher }: PermissionRule): boolean {
  if (effect !== 'allow') return false;
  switch (matcher.kind) {
    case 'all':
      return tool === '*' || [...ruleNames([tool])].some((name) => dangerousWhole.has(name));
    case 'path':
      return (
        /^(?:\/|[a-z]:\/)?(?:\*+\/?)*$/i.test(matcher.glob) &&
        [...ruleNames([tool])].some((name) => dangerousWhole.has(name))
      );
    case 'command': {
      if (!matcher.isPrefix) return false;
      const [program, ...args] = innermostCommand(matcher.words);
      // A wrapper alone (`sudo:*`) comes down to nothing, which is anything.
      if (program === undefined) return true;
      return interpreters.test(program) && args.every((word) => /^-|^run$|^exec$|^x$|^dlx$/.test(word));
    }
    case 'domain':
      return false;
  }
}

/**
 * The rules of the session that "always allow" makes for a call: for this very command, these files or this domain.
 * Undefined where none can be made that means no more than what was asked.
 */
export function alwaysAllowRules(subject: PermissionSubject): readonly PermissionRule[] | undefined {
  const [name] = subject.names;
  if (name === undefined) return undefined;
  const { value } = subject;
  const rule = (inBrackets: string | undefined, matcher: RuleMatcher): PermissionRule => ({
    effect: 'allow',
    text: inBrackets === undefined ? name : `${name}(${inBrackets})`,
    source: 'session',
    tool: foldToolName(name),
    matcher,
  });
  switch (value.kind) {
    case 'none':
      return [rule(undefined, { kind: 'all' })];
    case 'command': {
      const { parts, isPlain } = commandParts(value.line);
      if (!isPlain || parts.length === 0) return undefined;
      return parts.map((words) => rule(words.map(quoted).join(' '), { kind: 'command', words, isPrefix: false }));
    }
    case 'paths': {
      const all = value.paths.flatMap((names) => names.slice(0, 1));
      // Signs that a glob reads in its own way would make it mean other files too.
      if (all.length === 0 || all.some((path) => /[*?]/.test(path))) return undefined;
      return [...new Set(all)].map((path) => rule(path, { kind: 'path', glob: path }));
    }
    case 'url': {
      const domain = domainOf(value.url);
      return domain === undefined ? undefined : [rule(`domain:${domain}`, { kind: 'domain', domain })];
    }
  }
}

/** A word as a shell reads it again. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Deny and ask: does the rule concern any part of it? */
function touches({ matcher }: PermissionRule, value: SubjectValue): boolean {
  // It cannot be told what the call is about, so it may be just that.
  if (value.kind === 'none') return true;
  switch (matcher.kind) {
    case 'all':
      return true;
    case 'command':
      return (
        value.kind === 'command' &&
        commandParts(value.line)
          .parts.flatMap(possibleCommands)
          .some((words) => isCommand(words, matcher))
      );
    case 'path': {
      if (value.kind !== 'paths') return false;
      const globs = [matcher.glob];
      // `.env` without a folder is meant wherever it lies; only where that makes it stricter.
      if (!matcher.glob.includes('/')) globs.push(`**/${matcher.glob}`);
      return value.paths.flat().some((path) => globs.some((glob) => isUnderGlob(path, glob, false)));
    }
    case 'domain':
      return value.kind === 'url' && isInDomain(value.url, matcher.domain, looseDomainOf);
  }
}

/** Allow: is every part of it concerned by some rule? */
function covers(rules: readonly PermissionRule[], value: SubjectValue): boolean {
  const matchers = rules.map(({ matcher }) => matcher);
  if (matchers.some(({ kind }) => kind === 'all')) return true;
  switch (value.kind) {
    case 'none':
      return false;
    case 'command': {
      const { parts, isPlain } = commandParts(value.line);
      return (
        isPlain &&
        parts.length > 0 &&
        parts.every((words) => matchers.some((matcher) => matcher.kind === 'command' && isCommand(words, matcher)))
      );
    }
    case 'paths':
      return (
        value.paths.length > 0 &&
        value.paths.every((names) =>
          names.some((path) =>
            matchers.some((matcher) => matcher.kind === 'path' && isUnderGlob(path, matcher.glob, true)),
          ),
        )
      );
    case 'url':
      return matchers.some((matcher) => matcher.kind === 'domain' && isInDomain(value.url, matcher.domain, domainOf));
  }
}

function isCommand(words: readonly string[], rule: Extract<RuleMatcher, { kind: 'command' }>): boolean {
  if (rule.isPrefix ? words.length < rule.words.length : words.length !== rule.words.length) return false;
  return rule.words.every((word, index) => word === words[index]);
}

function isInDomain(url: string, domain: string, read: (url: string) => string | undefined): boolean {
  const host = read(url);
  return host !== undefined && (host === domain || host.endsWith(`.${domain}`));
}

/** The host of an ordinary web address; undefined where an address is not quite ordinary. */
function domainOf(url: string): string | undefined {
  return /^https?:\/\/([a-z0-9.-]+)(?::\d+)?(?:[/?#][^\\]*)?$/i.exec(url)?.[1]?.toLowerCase();
}

/** The host that an address may lead to, however it is written. */
function looseDomainOf(url: string): string | undefined {
  const authority = /^\s*[a-z]+:[\\/]*([^\\/?#]*)/i.exec(url)?.[1];
  return authority
    ?.slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/** How narrow a rule is; the narrowest is the one that explains most. */
function specificity({ tool, matcher }: PermissionRule): number {
  switch (matcher.kind) {
    case 'all':
      return tool === '*' ? 0 : 1;
    case 'command':
      return 2 + matcher.words.join(' ').length * 2 + (matcher.isPrefix ? 0 : 1);
    case 'path':
      return 2 + matcher.glob.replace(/[*?]/g, '').length * 2 + (/[*?]/.test(matcher.glob) ? 0 : 1);
    case 'domain':
      return 2 + matcher.domain.length * 2;
  }
}

const sourceNames: Readonly<Record<RuleSource, string>> = {
  user: 'user settings',
  workspace: 'workspace settings',
  session: 'this session',
};

const dangerousWhole = new Set(['bash', 'edit', 'write', 'task', 'agent'].map(foldToolName));

/** Programs that run what they are given, or fetch something and run it. */
const interpreters =
  /^(?:python[\d.]*|node|nodejs|deno|bun|bunx|tsx|ts-node|ruby|perl|php|lua|osascript|sh|bash|zsh|dash|ksh|fish|pwsh|powershell|cmd|eval|source|\.|ssh|awk|gawk|npx|pnpx|npm|pnpm|yarn|uv|uvx|pipx|make|docker)$/i;
