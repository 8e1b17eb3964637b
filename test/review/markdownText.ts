import fc from 'fast-check';
import { hostileStrings } from './hostileStrings';

const pieces = [
  '# ',
  '## ',
  '- ',
  '* ',
  '1. ',
  '> ',
  '    ',
  '```',
  '~~~',
  '`',
  '**',
  '_',
  '~~',
  '[',
  ']',
  '](',
  ')',
  '![',
  '[^1]',
  '[^1]: ',
  '[a]: b',
  '|',
  '|---|---|',
  '<!--',
  '-->',
  '<b>',
  '</b>',
  '- [ ] ',
  '- [x] ',
  '---',
  '===',
  '\\',
  '&amp;',
  '&#10;',
  'word',
  'Wörter',
  'שלום',
  '👩‍💻',
  '\t',
  ' ',
  '\u200B',
  '\u202E',
  '\uFEFF',
  '\u0000',
  '\uD800',
  'https://a.example',
  'www.a.example',
  'a@b.example',
];
const lineEnds = ['\n', '\n\n', '\r\n', '\r', '\n\n\n', '\n  '];

/** Text that looks like Markdown, with every kind of line end and a good share of what should not be there. */
export const markdownText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...pieces) },
      { weight: 4, arbitrary: fc.constantFrom(...lineEnds) },
      { weight: 1, arbitrary: fc.constantFrom(...hostileStrings) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));
