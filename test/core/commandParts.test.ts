import assert from 'node:assert/strict';
import { commandParts, innermostCommand, possibleCommands } from '../../src/core/commandParts';

/** A line, its parts as words joined by `·`, and whether it does nothing else. */
type Case = readonly [line: string, parts: readonly string[], isPlain: boolean];

const cases: readonly Case[] = [
  ['', [], true],
  ['  \t ', [], true],
  ['a b', ['a·b'], true],
  ['a\tb', ['a·b'], true],
  ['a;b&c|d\ne\rf', ['a', 'b', 'c', 'd', 'e', 'f'], true],
  ['a && b || c', ['a', 'b', 'c'], true],
  ["a 'b c' d", ['a·b c·d'], true],
  ["a'b'c", ['abc'], true],
  ["'' a", ['·a'], true],
  ['a "b c" d', ['a·b c·d'], true],
  ['a "b\\"c"', ['a·b"c'], true],
  ['a ""', ['a·'], true],
  ['a\\ b', ['a b'], true],
  ['a\\\nb', ['ab'], true],
  ['a\\;b', ['a;b'], true],
  ['a {b}', ['a·{b}'], false],
  ['a }', ['a·}'], false],
  ['(a)', ['a'], false],
  ['a(b', ['a', 'b'], false],
  ['a > b', ['a·b'], false],
  ['a>b', ['a·b'], false],
  ['a < b', ['a·b'], false],
  ['a 2>&1', ['a'], true],
  ['a 12>&1', ['a'], true],
  ['a x2>&1', ['a·x2'], true],
  ['a 2x>&1', ['a·2x'], true],
  ['a >&2', ['a'], true],
  ['a >/dev/null', ['a'], true],
  ['a >> /dev/null', ['a'], true],
  ['a > /dev/null; b', ['a', 'b'], true],
  ['a >/dev/nullx', ['a·/dev/nullx'], false],
  ['a $b', ['a·$b'], false],
  ["a $'b'", ['a·b'], false],
  ['a $"b"', ['a·b'], false],
  ['a $(b c) d', ['b·c', 'a··d'], false],
  ['a $(b (c) d) e', ['b', 'c', 'd', 'a··e'], false],
  ['a $(b', ['b', 'a·'], false],
  ['a `b c` d', ['b·c', 'a··d'], false],
  ['a `b', ['b', 'a·'], false],
  ['a "$(b)" c', ['b', 'a··c'], false],
  ['a "x`b`y"', ['b', 'a·xy'], false],
  ['a "$b"', ['a·$b'], false],
  ["a 'b; c", ['a·b', 'c', 'a·b; c'], false],
  ['a "b; c', ['a·b', 'c', 'a·b; c'], false],
  ['a # b; c', ['a·#·b', 'c', 'a·#·b', 'c'], false],
  ['a#b', ['a#b'], true],
  ["x # 'y z' | w", ['x·#·y·z', 'w', 'x·#·y z', 'w'], false],
  ['eval "a b"', ['eval·a b', 'a·b'], false],
  ['eval a b', ['eval·a·b', 'a·b'], false],
  ["sh -c 'a; b'", ['sh·-c·a; b', 'a', 'b'], false],
  ["bash -xec 'a' b", ['bash·-xec·a·b', 'a'], false],
  ['zsh -c a', ['zsh·-c·a', 'a'], false],
  ['dash -c a', ['dash·-c·a', 'a'], false],
  ['ksh -c a', ['ksh·-c·a', 'a'], false],
  ['fish -c a', ['fish·-c·a', 'a'], false],
  ['/bin/bash -c a', ['/bin/bash·-c·a', 'a'], false],
  ['sudo bash -c a', ['sudo·bash·-c·a', 'a'], false],
  ['bash -c', ['bash·-c'], false],
  ['bash x-c a', ['bash·x-c·a'], true],
  ['bash -c1 a', ['bash·-c1·a'], true],
  ['bash -1c a', ['bash·-1c·a'], true],
  ['bash a', ['bash·a'], true],
  ['python -c a', ['python·-c·a'], true],
];

/** A command, and what it comes down to. */
const innermost: readonly (readonly [command: string, inner: string])[] = [
  ['a b', 'a b'],
  ['A=1 a', 'a'],
  ['A_b2+=1 a', 'a'],
  ['1A=1 a', '1A=1 a'],
  ['-A=1 a', '-A=1 a'],
  ['sudo a', 'a'],
  ['sudo -n a', 'a'],
  ['/usr/bin/sudo a', 'a'],
  ['sudo', ''],
  ['sudo -n', ''],
  ['env A=1 a', 'a'],
  ['timeout 5 a', 'a'],
  ['timeout 15s a', 'a'],
  ['timeout 1.25h a', 'a'],
  ['timeout 5x a', '5x a'],
  ['timeout a-b c', 'a-b c'],
  ['timeout x5 c', 'x5 c'],
  ['nice nohup a', 'a'],
  ['if a', 'a'],
  ['! a', 'a'],
  ['/usr/bin/a b', 'a b'],
  ['C:\\bin\\a.exe b', 'a b'],
  ['a.EXE', 'a'],
  ['a.exec', 'a.exec'],
];

const deepest = `${'$('.repeat(5)}a${')'.repeat(5)}`;

describe('parts of a line', () => {
  for (const [line, parts, isPlain] of cases) {
    it(`S3 ${JSON.stringify(line)} is ${parts.join(' and ') || 'nothing'}${isPlain ? '' : ', and perhaps more'}`, () => {
      const found = commandParts(line);
      assert.deepEqual(
        found.parts.map((words) => words.join('·')),
        parts,
      );
      assert.equal(found.isPlain, isPlain);
    });
  }

  it('S3 looks five deep, and no deeper', () => {
    const has = (line: string): boolean => commandParts(line).parts.some(([word]) => word === 'a');
    assert.deepEqual([has(deepest), has(`$(${deepest})`)], [true, false]);
  });
});

describe('what a command comes down to', () => {
  for (const [command, inner] of innermost) {
    it(`S3 ${command}: ${inner || 'nothing'}`, () => {
      assert.equal(innermostCommand(command.split(' ')).join(' '), inner);
    });
  }

  const several: readonly (readonly [command: string, possible: readonly string[]])[] = [
    ['a b', ['a b', 'a b']],
    ['sudo -u me a', ['sudo -u me a', 'me a', 'sudo -u me a', '-u me a', 'me a', 'a']],
    ['find -exec a', ['find -exec a', 'find -exec a', 'find -exec a', '-exec a', 'a']],
    ['find -execdir a', ['find -execdir a', 'find -execdir a', 'find -execdir a', '-execdir a', 'a']],
    ['find -ok a', ['find -ok a', 'find -ok a', 'find -ok a', '-ok a', 'a']],
    ['find x-exec a', ['find x-exec a', 'find x-exec a']],
    ['find -executable a', ['find -executable a', 'find -executable a']],
  ];
  for (const [command, possible] of several) {
    it(`S3 I4 ${command} may be ${String(possible.length)} commands`, () => {
      assert.deepEqual(
        possibleCommands(command.split(' ')).map((words) => words.join(' ')),
        possible,
      );
    });
  }
});
