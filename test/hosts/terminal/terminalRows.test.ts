import assert from 'node:assert/strict';
import fc from 'fast-check';
import { terminalRow, terminalRows } from '../../../src/hosts/terminal/terminalRows';

const shown = (text: string, columns = 20): readonly string[] => terminalRows(text, columns).map((row) => row.shown);
const withoutMarks = (row: string): string => row.replaceAll('\u001b[7m', '[').replaceAll('\u001b[27m', ']');

describe('text in a terminal', () => {
  const cases: Readonly<Record<string, readonly [text: string, rows: readonly string[]]>> = {
    'J07 every kind of line ending ends a line': ['a\nb\r\nc\rd', ['a', 'b', 'c', 'd']],
    'J07 a last line ending adds no line': ['a\n', ['a']],
    'an empty line is a row': ['a\n\nb', ['a', '', 'b']],
    'a long line goes on after a space': ['one two three four five', ['one two three four ', 'five']],
    'a long word is cut': ['a'.repeat(25), ['a'.repeat(20), 'a'.repeat(5)]],
    'a tab takes the blanks that it stands for': ['a\tb', ['a   b']],
    'wide characters take two columns': ['漢'.repeat(11), ['漢'.repeat(10), '漢']],
  };
  for (const [name, [text, rows]] of Object.entries(cases)) {
    it(`W4 ${name}`, () => assert.deepEqual(shown(text), rows));
  }

  const hostile: Readonly<Record<string, readonly [text: string, row: string]>> = {
    'an escape sequence that clears the screen': ['\u001b[2Jx', '[U+001B][2Jx'],
    'a title sequence with its bell': ['\u001b]0;x\u0007', '[U+001B]]0;x[U+0007]'],
    'an eight-bit control sequence': ['\u009b2J', '[U+009B]2J'],
    'a backspace': ['yes\b\b\bno', 'yes[U+0008][U+0008][U+0008]no'],
    'a change of direction': ['a\u202eb', 'a[U+202E]b'],
    'a byte order mark': ['\ufeffa', '[U+FEFF]a'],
    'a form feed': ['a\u000cb', 'a[U+000C]b'],
  };
  for (const [name, [text, row]] of Object.entries(hostile)) {
    it(`W4 J11 J13 shows ${name} and does not obey it`, () => {
      assert.deepEqual(shown(text, 60).map(withoutMarks), [row]);
    });
  }

  it('W4 cuts what has one row only, and says so', () => {
    assert.equal(terminalRow('a title\nthat is longer', 12), 'a title ...');
  });

  const anyText = fc.string({ unit: 'binary', maxLength: 200 });

  it('W4 D14 leaves nothing of any text out: its rows follow one another from its first character to its last', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 10, max: 80 }), (text, columns) => {
        let at = 0;
        for (const { from, to } of terminalRows(text, columns)) {
          assert.equal(from, at);
          at = to;
        }
        assert.equal(at, text.length);
      }),
    );
  });

  it('W4 J11 writes no control of any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const row of shown(text)) assert.doesNotMatch(withoutMarks(row), /[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
      }),
    );
  });

  it('W4 fills no row with more than it holds', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const row of shown(text)) assert.ok(Array.from(row.replace(/\u001b\[\d+m/g, '')).length <= 20);
      }),
    );
  });
});
