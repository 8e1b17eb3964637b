import assert from 'node:assert/strict';
import { shellWords, type ShellLine } from '../../src/core/shellWords';
import { windowsShellWords } from '../../src/core/windowsShellWords';

/** Words joined by `·`, those that are expanded with `~` behind them; ` >` where a file is written. */
function told(line: ShellLine): readonly string[] | 'not understood' {
  if (line.state === 'not-understood') return 'not understood';
  return line.commands.map(({ words, writesFile }) => {
    const all = words.map(({ text, isExpanded }) => `${text}${isExpanded ? '~' : ''}`).join('·');
    return `${all}${writesFile ? ' >' : ''}`;
  });
}

const understood: readonly (readonly [line: string, commands: readonly string[]])[] = [
  ['', []],
  [' \t ', []],
  ['a b', ['a·b']],
  ['a\tb', ['a·b']],
  ['a;b&c|d\ne', ['a', 'b', 'c', 'd', 'e']],
  ['a\\\nb', ['ab']],
  ['a \\\nb', ['a·b']],
  ['\\\na', ['a']],
  ['a\\b', ['ab']],
  ['\\a', ['a']],
  ["a 'b ; c'", ['a·b ; c']],
  ["a''", ['a']],
  ["''", ['']],
  ['a "b ; c"', ['a·b ; c']],
  ['a "b\\"c\\\\d\\$e\\`f\\g"', ['a·b"c\\d$e`f\\g']],
  ['"a\\\nb"', ['a\nb']],
  ['a "$b"', ['a·~']],
  ['a $b_1c', ['a·~']],
  ['a $b-c', ['a·-c~']],
  ['a ${b}c', ['a·c~']],
  ['a $1 $? $# $@ $* $! $-', ['a·~·~·~·~·~·~·~']],
  ['a $', ['a·$']],
  ['a $.', ['a·$.']],
  ['a $b', ['a·~']],
  ['a x$b', ['a·x~']],
  ['a $(b c) d', ['b·c', 'a·~·d']],
  ['a $(b d)', ['b·d', 'a·~']],
  ['a $(b $(c)) d', ['c', 'b·~', 'a·~·d']],
  ["a $(b 'c')", ['b·c', 'a·~']],
  ['a $(b "c")', ['b·c', 'a·~']],
  ['a "$(b)"', ['b', 'a·~']],
  ['a `b c` d', ['b·c', 'a·~·d']],
  ['a "`b`"', ['b', 'a·~']],
  ['!', ['!']],
  ['! a', ['!·a']],
  ['a != b', ['a·!=·b']],
  ['a b/*.c', ['a·b/*.c']],
  ['a *.c', ['a·*.c~']],
  ['a ?', ['a·?~']],
  ['a -x*', ['a·-x*~']],
  ['a x-*', ['a·x-*']],
  ['a x{b,c}', ['a·x{b,c}~']],
  ['[ a ]', ['[·a·]']],
  ['[a]', ['[a]~']],
  ['a x[b]', ['a·x[b]']],
  ['a x[ b', ['a·x[·b']],
  ['a < b', ['a']],
  ['a<b', ['a']],
  ['a <<< b', ['a']],
  ['a > b', ['a >']],
  ['a>b c', ['a·c >']],
  ['a >> b', ['a >']],
  ['a >| b', ['a >']],
  ['a <> b', ['a >']],
  ['a > /dev/null', ['a']],
  ['a > /dev/nullx', ['a >']],
  ['a > /dev/null; b', ['a', 'b']],
  ['a > b; c', ['a >', 'c']],
  ['> b', [' >']],
  ['> /dev/null', ['']],
  ['a > /dev/$b', ['a >']],
  ['a 2>&1', ['a']],
  ['a 2>&-', ['a']],
  ['a 12>&1', ['a']],
  ['a 2>&11', ['a']],
  ['a 2>&1x', ['a >']],
  ['a 2>&x1', ['a >']],
  ["a 2>&'1'", ['a >']],
  ['a "b" 2>&1', ['a·b']],
  ['a >&b', ['a >']],
  ['a <&3', ['a']],
  ['a <&b', ['a >']],
  ['a 2> b', ['a >']],
  ['a x2> b', ['a·x2 >']],
  ['a 2x> b', ['a·2x >']],
  ['a << E\nb\nE', ['a']],
  ['a << E\nb\nE\nc', ['a', 'c']],
  ["a << 'E'\n$b `c`\nE", ['a']],
  ['a << "E"\n$b\nE', ['a']],
  ['a << \\E\n$b\nE', ['a']],
  ['a <<- E\n\tb\n\t\tE\nc', ['a', 'c']],
  ["a <<- 'E'\n\tb\n\t\tE\nc", ['a', 'c']],
  ['a << E << F\nb\nE\nc\nF\nd', ['a', 'd']],
];

const notUnderstood: readonly string[] = [
  "a 'b",
  'a "b',
  'a \\',
  'a `b',
  'a `b\\`c`',
  'a $(b',
  'a $((b))',
  'a $(b #c)',
  'a $(b \\c)',
  'a $(b `c`)',
  "a $(b '(')",
  "a $(b ')')",
  'a $(b "\\x")',
  "a $(b 'c\\d')",
  "a $'b'",
  'a $"b"',
  'a "x$"',
  'a ${b:-c}',
  'a ${',
  'a $[b]',
  '(a)',
  'a (b)',
  'a)',
  'a #b',
  '# a',
  'a !b',
  'a "b!"',
  'a <',
  'a >',
  'a > ;',
  'a > > b',
  'a > < b',
  'a > # b',
  'a >\nb',
  'a << E\nb',
  'a << E',
  'a << $E\nb\n',
  'a << E\n$b\nE',
  'a << E\n`b`\nE',
  'a << E\nb\\\nE',
  'a << E\n\tE',
  "a << 'E'\n\tE",
  'a <<- E\nx\tE',
  'a\0',
  'a\x07',
  'a\rb',
  'a\x7f',
];

const nested = (depth: number): string => `${'$('.repeat(depth)}a${')'.repeat(depth)}`;

describe('words of a POSIX line', () => {
  for (const [line, commands] of understood) {
    it(`1.12 ${JSON.stringify(line)}`, () => assert.deepEqual(told(shellWords(line)), commands));
  }
  for (const line of notUnderstood) {
    it(`1.12 ${JSON.stringify(line)} is not understood`, () => assert.equal(told(shellWords(line)), 'not understood'));
  }
  it('1.12 five substitutions within each other are understood, and no more', () => {
    assert.notEqual(told(shellWords(nested(5))), 'not understood');
    assert.equal(told(shellWords(nested(6))), 'not understood');
  });
});

const windows: readonly (readonly [line: string, commands: readonly string[] | 'not understood'])[] = [
  ['', []],
  [' a  b ', ['a·b']],
  ['a;b&c|d\ne', ['a', 'b', 'c', 'd', 'e']],
  ['a && b || c', ['a', 'b', 'c']],
  ['a "b ; c"', ['a·b ; c']],
  ["a 'b c'", ['a·b c']],
  ['a x\'b\'"c"', ['a·xbc']],
  ['a ""', ['a·']],
  ['a *', ['a·*~']],
  ['a ?x', ['a·?x~']],
  ['a x*', ['a·x*']],
  ['a > b', ['a·b >']],
  ['a >> b', ['a·b >']],
  ['a 2> b', ['a·b >']],
  ['a *> b', ['a·b >']],
  ['> b', ['b >']],
  ['>', [' >']],
  ['a > b; c', ['a·b >', 'c']],
  ['a 2>&1', ['a']],
  ['a >nul', ['a']],
  ['a > NUL', ['a']],
  ['a >nulx', ['a·nulx >']],
  ['a > $null', ['a']],
  ['a >$NULL; b', ['a', 'b']],
  ['a > $nullx', 'not understood'],
  ['a < b', 'not understood'],
  ["a 'b;c'", 'not understood'],
  ["a 'b", 'not understood'],
  ['a "b', 'not understood'],
  ...['$b', '`b', '%b%', '^b', '!b', '(b)', '{b}', '@b', '[b]', '#b', '\tb'].map(
    (word): readonly [string, 'not understood'] => [`a ${word}`, 'not understood'],
  ),
];

describe('words of a Windows line', () => {
  for (const [line, commands] of windows) {
    it(`1.12 ${JSON.stringify(line)}`, () => assert.deepEqual(told(windowsShellWords(line)), commands));
  }
});
