import assert from 'node:assert/strict';
import fc from 'fast-check';
import { approvalModes } from '../../src/core/approvalMode';
import { effectivePermission, type Permission } from '../../src/core/permission';
import {
  alwaysAllowRules,
  judgeByRules,
  mergeRules,
  ruleDenialText,
  rulesInMode,
  type PermissionRule,
  type PermissionSubject,
} from '../../src/core/permissionRules';
import { parseRule, parseRules, type RuleFaultCode } from '../../src/core/parseRule';

function rules(settings: Partial<Record<Permission, readonly string[]>>): readonly PermissionRule[] {
  const parsed = parseRules(settings, 'user', '/home/me');
  assert.deepEqual(parsed.faults, []);
  return parsed.rules;
}
const shell = (line: string): PermissionSubject => ({ names: ['run_shell_command'], value: { kind: 'command', line } });
const edit = (...paths: readonly string[]): PermissionSubject => ({
  names: ['edit_file'],
  value: { kind: 'paths', paths: paths.map((path) => (path.startsWith('/') ? [path] : [path, `/work/${path}`])) },
});
const web = (url: string): PermissionSubject => ({ names: ['web_fetch'], value: { kind: 'url', url } });
const kindOf = (settings: Partial<Record<Permission, readonly string[]>>, subject: PermissionSubject): string =>
  judgeByRules(rules(settings), subject).kind;

describe('permission rules', () => {
  const faults: Readonly<Record<string, RuleFaultCode>> = {
    '': 'malformed',
    'Bash(': 'malformed',
    'Bash(ls))x': 'malformed',
    'Bаsh(ls)': 'malformed',
    'mcp__git__*': 'malformed',
    'Bash()': 'empty-pattern',
    'todo(x)': 'no-pattern',
    '*(x)': 'no-pattern',
    'Bash(a; b)': 'several-commands',
    'Bash(a && b:*)': 'several-commands',
    'Bash(echo $X)': 'several-commands',
    'Bash(a > b)': 'several-commands',
    'Bash(git * main)': 'star-inside',
    'Edit({a,b})': 'unknown-sign',
    'Edit(!a)': 'unknown-sign',
    'Edit(../a)': 'leads-up',
    'Edit(~you/a)': 'no-home',
    'Edit(~you/~/a)': 'no-home',
    'Bash(*x)': 'star-inside',
    'WebFetch(xdomain:example.org)': 'no-domain',
    'WebFetch(domain:example.org/a)': 'no-domain',
    'WebFetch(https://example.org)': 'no-domain',
  };
  for (const [text, code] of Object.entries(faults)) {
    it(`S3 names the rule "${text}" as one that cannot be read: ${code}`, () => {
      const parsed = parseRule(text, 'deny', 'user', '/home/me');
      assert.ok(parsed.state === 'invalid');
      assert.equal(parsed.fault.code, code);
      assert.ok(parsed.fault.message.includes(`"${text}"`));
    });
  }

  it('keeps the good rules beside a bad one', () => {
    const parsed = parseRules({ deny: ['Bash(', 'Bash'] }, 'user');
    assert.deepEqual([parsed.rules.length, parsed.faults.length], [1, 1]);
  });

  const commands: readonly (readonly [rule: string, line: string, allowed: boolean, denied: boolean])[] = [
    ['Bash(git status:*)', 'git status', true, true],
    ['Bash(git status:*)', 'git status -s', true, true],
    ['Bash(git status *)', 'git status -s', true, true],
    ['Bash(git status:*)', 'git statusx', false, false],
    ['Bash(git status:*)', 'git', false, false],
    ['Bash(git status)', 'git status -s', false, false],
    ['Bash(git status:*)', `git 'status' "-s"`, true, true],
    ['Bash(git status:*)', 'git status; rm -rf .', false, true],
    ['Bash(git status:*)', 'git status && rm a', false, true],
    ['Bash(git status:*)', 'rm a || git status', false, true],
    ['Bash(git status:*)', 'git status | sh', false, true],
    ['Bash(git status:*)', 'git status & rm a', false, true],
    ['Bash(git status:*)', 'git status\nrm a', false, true],
    ['Bash(git status:*)', 'git status $(rm a)', false, true],
    ['Bash(git status:*)', 'git status `rm a`', false, true],
    ['Bash(git status:*)', 'git status "$(rm a)"', false, true],
    ['Bash(git status:*)', "git status '$(rm a)'", true, true],
    ['Bash(git status:*)', 'git status > a', false, true],
    ['Bash(git status:*)', 'git status >> a', false, true],
    ['Bash(git status:*)', 'git status < a', false, true],
    ['Bash(git status:*)', 'git status 2>&1', true, true],
    ['Bash(git status:*)', 'git status >/dev/null', true, true],
    ['Bash(git status:*)', 'git status >/dev/null/../a', false, true],
    ['Bash(git status:*)', 'git status $X', false, true],
    ['Bash(git status:*)', 'git status <(rm a)', false, true],
    ['Bash(git status:*)', '(git status)', false, true],
    ['Bash(git status:*)', 'git status; git status -s', true, true],
    ['Bash(git status:*)', 'LD_PRELOAD=x git status', false, true],
    ['Bash(rm:*)', 'echo $(rm a)', false, true],
    ['Bash(rm:*)', 'echo "`rm a`"', false, true],
    ['Bash(rm:*)', 'sudo -u root rm a', false, true],
    ['Bash(rm:*)', 'env A=b rm a', false, true],
    ['Bash(rm:*)', '/bin/rm a', false, true],
    ['Bash(rm:*)', 'r\\m a', true, true],
    ['Bash(rm:*)', `$'rm' a`, false, true],
    ['Bash(rm:*)', `bash -c 'ls; rm a'`, false, true],
    ['Bash(rm:*)', 'eval "rm a"', false, true],
    ['Bash(rm:*)', 'find . -exec rm a', false, true],
    ['Bash(rm:*)', 'if true; then rm a; fi', false, true],
    ['Bash(rm:*)', "echo # don't\nrm a", false, true],
    ['Bash(rm:*)', 'echo "rm a', false, false],
    ['Bash(rm:*)', 'echo rm', false, false],
    ['Bash', 'anything $(at) > all', true, true],
    ['Shell', 'ls', false, false],
    ['Bash(ls)', '', false, false],
    [' Bash( ls ) ', 'ls', true, true],
    ['run_shell_command(ls)', 'ls', true, true],
  ];
  for (const [rule, line, allowed, denied] of commands) {
    const named = JSON.stringify(line);
    it(`S3 allow ${rule} ${allowed ? 'allows' : 'does not allow'} ${named}`, () => {
      assert.equal(kindOf({ allow: [rule] }, shell(line)), allowed ? 'allow' : 'none');
    });
    it(`S3 I4 deny ${rule} ${denied ? 'denies' : 'does not concern'} ${named}`, () => {
      assert.equal(kindOf({ deny: [rule] }, shell(line)), denied ? 'deny' : 'none');
    });
  }

  it('S3 allows a compound command whose parts are allowed by different rules', () => {
    assert.equal(kindOf({ allow: ['Bash(npm test)', 'Bash(git status:*)'] }, shell('npm test && git status')), 'allow');
  });

  const paths: readonly (readonly [rule: string, paths: readonly string[], allowed: boolean, denied: boolean])[] = [
    ['Edit(src/**)', ['src/a.ts'], true, true],
    ['Edit(src/**)', ['src/a/b/c.ts'], true, true],
    ['Edit(src/**)', ['srcx/a.ts'], false, false],
    ['Edit(./src)', ['src/a.ts'], true, true],
    ['Edit(/work/src/**)', ['src/a.ts'], true, true],
    ['Edit(src/*.ts)', ['src/a.ts'], true, true],
    ['Edit(src/*.ts)', ['src/a/b.ts'], false, false],
    ['Edit(src/?.ts)', ['src/ab.ts'], false, false],
    ['Edit(**/a.ts)', ['a.ts'], true, true],
    ['Edit(**/a.ts)', ['x/y/a.ts'], true, true],
    ['Edit(.env)', ['sub/.env'], false, true],
    ['Edit(SRC/**)', ['src/a.ts'], false, true],
    ['Edit(src/**)', ['src/a.ts', 'b.ts'], false, true],
    ['Edit(~/.ssh/**)', ['/home/me/.ssh/id'], true, true],
    ['Edit(/**)', ['/etc/passwd'], true, true],
    ['Edit(a.c)', ['abc'], false, false],
    ['Write(src/**)', ['src/a.ts'], false, false],
    ['Edit', ['src/a.ts'], true, true],
    ['*', ['src/a.ts'], true, true],
    ['edit-file(src/**)', ['src/a.ts'], true, true],
    ['Read(src/**)', ['src/a.ts'], false, false],
    ['Edit(src/**)', [], false, false],
    ['Edit(src/a.ts)', ['x/src/a.ts'], false, false],
    ['Edit(src\\a.ts)', ['src/a.ts'], true, true],
    ['Edit(.)', ['src/a.ts'], true, true],
    ['Edit(/)', ['/etc/passwd'], true, true],
    ['Edit(~)', ['/home/me/a'], true, true],
    ['Edit(a!b)', ['a!b'], true, true],
  ];
  for (const [rule, files, allowed, denied] of paths) {
    const named = files.join(' and ') || 'no file';
    it(`S3 allow ${rule} ${allowed ? 'allows' : 'does not allow'} an edit of ${named}`, () => {
      assert.equal(kindOf({ allow: [rule] }, edit(...files)), allowed ? 'allow' : 'none');
    });
    it(`S3 I4 deny ${rule} ${denied ? 'denies' : 'does not concern'} an edit of ${named}`, () => {
      assert.equal(kindOf({ deny: [rule] }, edit(...files)), denied ? 'deny' : 'none');
    });
  }

  const urls: readonly (readonly [url: string, allowed: boolean, denied: boolean])[] = [
    ['https://example.org/a', true, true],
    ['https://docs.example.org:8443/a?b#c', true, true],
    ['https://EXAMPLE.org', true, true],
    ['https://badexample.org', false, false],
    ['https://example.org.bad.net', false, false],
    ['https://example.org@bad.net', false, false],
    ['https://bad.net\\@example.org', false, false],
    ['https://me@example.org', false, true],
    ['https:\\\\example.org', false, true],
    ['https://example.org.', false, true],
    ['http://example.org', true, true],
    ['see https://example.org', false, false],
    ['https://', false, false],
    ['nonsense', false, false],
  ];
  for (const [url, allowed, denied] of urls) {
    it(`S3 a domain rule ${allowed ? 'allows' : 'does not allow'} and ${denied ? 'denies' : 'does not deny'} ${url}`, () => {
      const rule = ['WebFetch(domain:example.org)'];
      assert.deepEqual(
        [kindOf({ allow: rule }, web(url)), kindOf({ deny: rule }, web(url))],
        [allowed ? 'allow' : 'none', denied ? 'deny' : 'none'],
      );
    });
  }

  it('R3 I4 deny wins over ask and ask over allow, from whatever source and in whatever order', () => {
    const sources = ['user', 'workspace', 'session'] as const;
    const effects = ['allow', 'ask', 'deny'] as const;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...effects), fc.constantFrom(...sources)), { minLength: 1 }),
        (written) => {
          const all = written.flatMap(([effect, source]) => {
            const parsed = parseRule('Edit(src/**)', effect, source);
            return parsed.state === 'parsed' ? [parsed.rule] : [];
          });
          const strictest = (['deny', 'ask', 'allow'] as const).find((effect) =>
            written.some(([own]) => own === effect),
          );
          assert.equal(judgeByRules(all, edit('src/a.ts')).kind, strictest);
        },
      ),
    );
  });

  const denied = (deny: readonly string[], path: string): string => {
    const verdict = judgeByRules(rules({ deny }), edit(path));
    return verdict.kind === 'deny' ? ruleDenialText('edit_file', verdict) : verdict.kind;
  };
  const table: readonly (readonly [deny: readonly string[], named: string, othersPermitted: boolean])[] = [
    [['Edit'], 'Edit', false],
    [['*'], '*', false],
    [['*', 'Edit'], 'Edit', false],
    [['Edit(src/**)'], 'Edit(src/**)', true],
    [['Edit(src/**)', 'Edit(src/core/**)'], 'Edit(src/core/**)', true],
    [['Edit(src/core/*.ts)', 'Edit(src/core/a.ts)', 'Edit(**)'], 'Edit(src/core/a.ts)', false],
    [['Edit(src/**)', 'Edit'], 'Edit(src/**)', false],
  ];
  for (const [deny, named, othersPermitted] of table) {
    it(`R3 names ${named} of ${deny.join(', ')}, and ${othersPermitted ? 'says' : 'does not say'} that other uses stay permitted`, () => {
      const text = denied(deny, 'src/core/a.ts');
      assert.ok(text.includes(`the rule "${named}" (user settings)`), text);
      assert.equal(text.includes('Other uses of edit_file stay permitted.'), othersPermitted);
    });
  }

  const narrowest: readonly (readonly [deny: readonly string[], subject: PermissionSubject, named: string])[] = [
    [['Bash(git:*)', 'Bash(git push:*)', 'Bash(git push)'], shell('git push'), 'Bash(git push)'],
    [['Bash(git push)', 'Bash(git push:*)', 'Bash(git:*)'], shell('git push'), 'Bash(git push)'],
    [['Bash', 'Bash(a:*)'], shell('a'), 'Bash(a:*)'],
    [['Bash(git push:*)', 'Bash(git push origin:*)'], shell('git push origin'), 'Bash(git push origin:*)'],
    [['WebFetch', 'WebFetch(domain:a.b)'], web('https://a.b'), 'WebFetch(domain:a.b)'],
    [['WebFetch(domain:a.b)', 'WebFetch(domain:c.a.b)'], web('https://c.a.b'), 'WebFetch(domain:c.a.b)'],
    [['WebFetch(domain:c.a.b)', 'WebFetch(domain:a.b)'], web('https://c.a.b'), 'WebFetch(domain:c.a.b)'],
    [['Edit(src/*)', 'Edit(src/a)'], edit('src/a'), 'Edit(src/a)'],
    [['Edit(src/a)', 'Edit(./src/a)'], edit('src/a'), 'Edit(src/a)'],
  ];
  for (const [deny, subject, named] of narrowest) {
    it(`R3 of ${deny.join(', ')} it is ${named} that is named`, () => {
      const verdict = judgeByRules(rules({ deny }), subject);
      assert.equal(verdict.kind === 'deny' && verdict.rule.text, named);
    });
  }

  for (const [source, name] of [
    ['workspace', 'workspace settings'],
    ['session', 'this session'],
  ] as const) {
    it(`R3 says that a rule is of ${name}`, () => {
      const verdict = judgeByRules(parseRules({ deny: ['Edit'] }, source).rules, edit('a'));
      assert.ok(verdict.kind === 'deny' && ruleDenialText('edit_file', verdict).includes(`(${name})`));
    });
  }

  for (const [effect, consequence] of [
    ['allow', ''],
    ['ask', ' Until it is put right, nobody is asked because of it.'],
    ['deny', ' Until it is put right, it forbids nothing.'],
  ] as const) {
    it(`S3 says what it means that an ${effect} rule cannot be read`, () => {
      const parsed = parseRule('Bash()', effect, 'user');
      assert.equal(
        parsed.state === 'invalid' && parsed.fault.message,
        `The ${effect} rule "Bash()" does not count: there is nothing in its brackets. To mean the whole tool, leave the brackets out.${consequence}`,
      );
    });
  }

  describe('about a call of which it is not known what it is about', () => {
    const unknown: PermissionSubject = { names: ['edit_file'], value: { kind: 'none' } };
    it('S3 I4 every pattern that denies may be meant', () =>
      assert.equal(kindOf({ deny: ['Edit(src/**)'] }, unknown), 'deny'));
    it('S3 no pattern allows it', () => assert.equal(kindOf({ allow: ['Edit(src/**)'] }, unknown), 'none'));
    it('S3 the whole tool can be allowed', () => assert.equal(kindOf({ allow: ['Edit'] }, unknown), 'allow'));
  });

  const crossed: readonly (readonly [rule: string, subject: PermissionSubject])[] = [
    ['Edit(src/**)', { names: ['edit_file'], value: { kind: 'command', line: 'src/a' } }],
    ['Edit(src/**)', { names: ['edit_file'], value: { kind: 'url', url: 'https://src/a' } }],
    ['Bash(ls)', { names: ['run_shell_command'], value: { kind: 'paths', paths: [['ls']] } }],
    ['WebFetch(domain:a.b)', { names: ['web_fetch'], value: { kind: 'paths', paths: [['a.b']] } }],
  ];
  for (const [rule, subject] of crossed) {
    it(`S3 ${rule} says nothing about ${subject.value.kind}`, () => {
      assert.deepEqual([kindOf({ allow: [rule] }, subject), kindOf({ deny: [rule] }, subject)], ['none', 'none']);
    });
  }

  const permissions: readonly Permission[] = ['allow', 'ask', 'deny'];
  for (const own of permissions) {
    for (const effect of [...permissions, undefined]) {
      for (const isRequired of [true, false]) {
        it(`R3 default ${own}, ${effect ?? 'no'} rule, interaction ${isRequired ? '' : 'not '}required`, () => {
          const verdict = judgeByRules(
            rules(effect === undefined ? {} : { [effect]: ['Edit(src/**)'] }),
            edit('src/a.ts'),
          );
          const ruled = verdict.kind === 'none' ? undefined : verdict.kind;
          const expected = own === 'deny' || effect === 'deny' ? 'deny' : isRequired ? 'ask' : (effect ?? own);
          assert.equal(effectivePermission(own, ruled, isRequired), expected);
        });
      }
    }
  }

  it('leaves the rules of a workspace out that is not trusted', () => {
    const of = (source: 'user' | 'workspace' | 'session'): readonly PermissionRule[] =>
      parseRules({ allow: ['Read'] }, source).rules;
    const all = { user: of('user'), workspace: of('workspace'), session: of('session') };
    const sources = (isTrusted: boolean): readonly string[] =>
      mergeRules(all, isTrusted).rules.map(({ source }) => source);
    assert.deepEqual(
      [sources(true), sources(false)],
      [
        ['user', 'workspace', 'session'],
        ['user', 'session'],
      ],
    );
  });

  const dangerous = [
    '*',
    'Bash',
    'Bash(*)',
    'Bash(:*)',
    'run_shell_command',
    'Edit',
    'Edit(*)',
    'Edit(**)',
    'Edit(**/*)',
    'Edit(/**)',
    'Write',
    'Task',
    'write_file',
    'Bash(python:*)',
    'Bash(python3 -m:*)',
    'Bash(node -e:*)',
    'Bash(bash:*)',
    'Bash(sudo:*)',
    'Bash(env python:*)',
    'Bash(npm run:*)',
    'Bash(npm exec:*)',
    'Bash(npm x:*)',
    'Bash(pnpm dlx:*)',
    'Agent',
    'Edit(C:/**)',
    'Bash(/usr/bin/perl:*)',
  ];
  for (const text of dangerous) {
    it(`M2 auto leaves out the allow rule ${text}, and no other mode does`, () => {
      assert.deepEqual(
        approvalModes.filter((mode) => rulesInMode(rules({ allow: [text] }), mode).length === 0),
        ['auto'],
      );
    });
  }

  const harmless = [
    'Read',
    'Bash(git status:*)',
    'Bash(npm test)',
    'Bash(npm test:*)',
    'Bash(npm run-script:*)',
    'Bash(npm prerun:*)',
    'Bash(npm execute:*)',
    'Bash(npm myexec:*)',
    'Bash(npm xx:*)',
    'Bash(npm ax:*)',
    'Bash(npm dlxx:*)',
    'Bash(npm adlx:*)',
    'Bash(npm a-b:*)',
    'Bash(python)',
    'Bash(mypython:*)',
    'Bash(pythonista:*)',
    'Edit(*.ts)',
    'Edit(1:/**)',
    'Read(**)',
    'Bash(python a.py)',
    'Edit(src/**)',
    'WebFetch',
  ];
  for (const text of harmless) {
    it(`M2 auto keeps the allow rule ${text}`, () => {
      assert.equal(rulesInMode(rules({ allow: [text] }), 'auto').length, 1);
    });
  }

  it('M2 auto keeps deny and ask rules about everything', () => {
    assert.equal(rulesInMode(rules({ ask: ['Bash'], deny: ['*'] }), 'auto').length, 2);
  });

  const subjects: readonly PermissionSubject[] = [
    shell('npm test'),
    shell(`git commit -m 'a b' --author "O'Hara" ''`),
    shell('npm test && git status'),
    edit('src/a.ts'),
    edit('a.ts', '/etc/b'),
    web('https://example.org/a'),
    { names: ['todo'], value: { kind: 'none' } },
  ];
  for (const subject of subjects) {
    it(`S8 "always allow" of ${JSON.stringify(subject.value)} allows just that again`, () => {
      const made = alwaysAllowRules(subject);
      assert.ok(made);
      assert.equal(judgeByRules(made, subject).kind, 'allow');
      assert.deepEqual(
        [shell('npm test --watch'), shell('rm a'), edit('src/b.ts'), edit('b'), web('https://bad.net')].filter(
          (other) => judgeByRules(made, other).kind !== 'none',
        ),
        [],
      );
    });

    it(`S8 "always allow" of ${JSON.stringify(subject.value)} is written so that it is read as the same rule`, () => {
      const made = alwaysAllowRules(subject) ?? [];
      assert.deepEqual(
        made.map(({ text }) => parseRule(text, 'allow', 'session')),
        made.map((rule) => ({ state: 'parsed', rule })),
      );
    });
  }

  for (const subject of [shell('echo $X'), shell('a > b'), shell(''), edit('a*.ts'), edit(), web('file:///a')]) {
    it(`R7 there is no "always allow" for ${JSON.stringify(subject.value)}`, () => {
      assert.equal(alwaysAllowRules(subject), undefined);
    });
  }
});
