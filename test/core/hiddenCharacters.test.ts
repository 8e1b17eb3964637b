import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitHiddenCharacters } from '../../src/core/hiddenCharacters';

/** The text with each hidden character as `[U+…]`. */
function shown(text: string): string {
  return splitHiddenCharacters(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.label}]`))
    .join('');
}

describe('hidden characters', () => {
  const marked: readonly (readonly [what: string, text: string, shown: string])[] = [
    ['a zero-width space', 'a\u200bb', 'a[U+200B]b'],
    ['a change of direction', 'a\u202eb', 'a[U+202E]b'],
    ['a control', '\u0007', '[U+0007]'],
    ['a delete', 'a\u007f', 'a[U+007F]'],
    ['a line separator', '\u2028a', '[U+2028]a'],
    ['a tag', 'a\u{e0041}', 'a[U+E0041]'],
    ['half of a pair', 'a\ud800', 'a[U+D800]'],
    ['an empty Braille cell', '\u2800', '[U+2800]'],
    ['a joiner between letters', 'a\u200db', 'a[U+200D]b'],
    ['a non-joiner between letters', 'a\u200cb', 'a[U+200C]b'],
    ['a joiner after an emoji only', '👩\u200da', '👩[U+200D]a'],
    ['a joiner before an emoji only', 'a\u200d👩', 'a[U+200D]👩'],
    ['a joiner after a joined script only', 'क\u200da', 'क[U+200D]a'],
    ['a joiner before a joined script only', 'a\u200dक', 'a[U+200D]क'],
    ['a non-joiner after a joined script only', 'ن\u200ca', 'ن[U+200C]a'],
    ['a non-joiner before a joined script only', 'a\u200cن', 'a[U+200C]ن'],
    ['a non-joiner between emoji', '👩\u200c👩', '👩[U+200C]👩'],
    ['an emoji selector after a letter', 'a\ufe0f', 'a[U+FE0F]'],
    ['an emoji selector before an emoji', 'a\ufe0f👩', 'a[U+FE0F]👩'],
    ['two in a row', '\u200b\u200b', '[U+200B][U+200B]'],
  ];
  for (const [what, text, expected] of marked) {
    it(`J11 J13 ${what} is marked`, () => assert.equal(shown(text), expected));
  }

  const ordinary = [
    '',
    'plain',
    'a\n\tb\r',
    'é',
    '👩\u200d💻',
    '👍🏽\u200d👩',
    '❤\ufe0f',
    '1\ufe0f',
    '❤\ufe0f\u200d🔥',
    'क\u200dष',
    'می\u200cخواهم',
  ];
  for (const text of ordinary) {
    it(`J13 ${JSON.stringify(text)} is ordinary text`, () => {
      assert.deepEqual(splitHiddenCharacters(text), text === '' ? [] : [{ kind: 'text', text }]);
    });
  }

  it('J11 says which character it is', () => {
    assert.deepEqual(splitHiddenCharacters('a\u200bb'), [
      { kind: 'text', text: 'a' },
      { kind: 'hidden', codePoint: 0x200b, label: 'U+200B' },
      { kind: 'text', text: 'b' },
    ]);
  });

  it('J11 loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const pieces = splitHiddenCharacters(text);
        const whole = pieces.map((piece) =>
          piece.kind === 'text' ? piece.text : String.fromCodePoint(piece.codePoint),
        );
        assert.equal(whole.join(''), text);
        assert.ok(pieces.every((piece) => piece.kind === 'hidden' || piece.text !== ''));
      }),
    );
  });
});
