import assert from 'node:assert/strict';
import { TerminalInputReader, type TerminalInput } from '../../../src/hosts/terminal/terminalInput';

const read = (...chunks: readonly string[]): readonly TerminalInput[] => {
  const reader = new TerminalInputReader();
  return chunks.map((chunk) => reader.read(chunk));
};

describe('input of a terminal', () => {
  const cases: Readonly<Record<string, readonly [chunks: readonly string[], inputs: readonly TerminalInput[]]>> = {
    'a key that came alone': [['\r'], [{ kind: 'key', key: 'enter' }]],
    'a character that came alone': [['1'], [{ kind: 'character', character: '1' }]],
    'several at once for text': [['1\r'], [{ kind: 'text', text: '1\n' }]],
    'a pasted key for text': [['\u001b[200~1\u001b[201~'], [{ kind: 'text', text: '1' }]],
    'what comes within a paste for text, to its end': [
      ['\u001b[200~a', '\r', '1', 'b\u001b[201~', '1'],
      [
        { kind: 'text', text: 'a' },
        { kind: 'text', text: '\n' },
        { kind: 'text', text: '1' },
        { kind: 'text', text: 'b' },
        { kind: 'character', character: '1' },
      ],
    ],
    'a key after the end of a paste in the same chunk for text': [
      ['\u001b[200~a\u001b[201~\r'],
      [{ kind: 'text', text: 'a\n' }],
    ],
    'an unknown key for none': [['\u001b[15~'], [{ kind: 'other' }]],
    'several keys at once for none': [['\u001b[B\u001b[B'], [{ kind: 'other' }]],
    'a control that means nothing for none': [['\u0007'], [{ kind: 'other' }]],
    'hidden characters out of text': [['a\u202eb\u0007c'], [{ kind: 'text', text: 'abc' }]],
  };
  for (const [name, [chunks, inputs]] of Object.entries(cases)) {
    it(`W4 takes ${name}`, () => assert.deepEqual(read(...chunks), inputs));
  }
});
