import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TerminalText } from '../../src/engine/terminalText';

function textOf(pieces: readonly string[]): string {
  const text = new TerminalText();
  return pieces.map((piece) => text.add(piece)).join('') + text.end();
}

describe('terminal text', () => {
  const cases: Readonly<Record<string, readonly [raw: string, text: string]>> = {
    'text as it is': ['a [b] ]c\tüñ 😀\n', 'a [b] ]c\tüñ 😀\n'],
    colours: ['\x1b[1;31mred\x1b[0m \x1b[38:2::1:2:3mx\x1b[m', 'red x'],
    'movements of the cursor': ['a\x1b[2K\x1b[1Gb\x1b[?25l\x1b7c\x1b8\x1bM', 'abc'],
    'a title that ends with a bell': ['\x1b]0;my title\x07a', 'a'],
    'a link that ends with ST': ['\x1b]8;;http://a.example/\x1b\\a\x1b]8;;\x1b\\', 'a'],
    'a device string': ['\x1bP1$r0m\x1b\\a\x1b_apc\x1b\\b\x1b^pm\x1b\\c', 'abc'],
    'marks of the shell integration': ['\x1b]633;C\x07a\r\n\x1b]633;D;0\x07', 'a\n'],
    'character sets and key pads': ['\x1b(Ba\x1b=b\x1b>c', 'abc'],
    'line ends of a terminal': ['a\r\nb\r\r\nc\n', 'a\nb\nc\n'],
    'a line that is written over': ['10 %\r20 %\rdone\r\n', '10 %\n20 %\ndone\n'],
    'a line end with a sequence in it': ['a\r\x1b[K\nb', 'a\nb'],
    'bells, backspaces and other control characters': ['a\x07\bb\x00\x7f\x9bc', 'abc'],
    'a sequence that is not one': ['a\x1b[\nb', 'a[\nb'],
    'a sequence that was given up': ['\x1b]0;title\x18a', 'a'],
  };
  for (const [name, [raw, text]] of Object.entries(cases)) {
    it(`gives the text of ${name}`, () => assert.equal(textOf([raw]), text));

    it(`gives the text of ${name} in pieces of one letter`, () => assert.equal(textOf(raw.split('')), text));
  }

  it('gives a letter as soon as it is there', () => {
    const text = new TerminalText();
    assert.equal(text.add('a\x1b[3'), 'a');
    assert.equal(text.add('1mb'), 'b');
  });

  it('is not kept waiting by a string without an end', () => {
    const text = new TerminalText();
    text.add('\x1b]0;');
    text.add('x'.repeat(100_000));
    assert.match(text.add('y'), /y$/);
  });

  it('reads the same however the pieces were cut', () => {
    const atom = fc.constantFrom('\x1b', '[', ']', 'P', '\\', '\x07', '\r', '\n', '3', ';', 'm', 'a', '\x18', '(', ' ');
    fc.assert(
      fc.property(fc.array(atom, { maxLength: 24 }), fc.nat(24), (atoms, at) => {
        const raw = atoms.join('');
        assert.equal(textOf([raw.slice(0, at), raw.slice(at)]), textOf([raw]));
      }),
      { numRuns: 5_000 },
    );
  });

  it('leaves no control character but tab and line feed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (raw) => {
        assert.doesNotMatch(textOf([raw]), /[\x00-\x08\x0b-\x1f\x7f]/);
      }),
    );
  });
});
