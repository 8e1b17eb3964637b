import assert from 'node:assert/strict';
import fc from 'fast-check';
import { verdicts } from '../../src/core/classification';
import { readClassifierAnswer } from '../../src/protocol/classifierAnswer';

describe('answer of a classifier', () => {
  for (const verdict of verdicts) {
    it(`M2 is read where it is exactly one object: ${verdict}`, () => {
      const text = JSON.stringify({ verdict, reason: 'Because.' });
      const read = { state: 'read', verdict, reason: 'Because.' };
      assert.deepEqual(
        [
          readClassifierAnswer(text),
          readClassifierAnswer(`\n${text} `),
          readClassifierAnswer(`\`\`\`json\n${text}\n\`\`\``),
        ],
        [read, read, read],
      );
    });
  }

  const refused: Readonly<Record<string, string>> = {
    nothing: '',
    'a word': 'allow',
    'another verdict': '{"verdict":"yes","reason":"x"}',
    'the verdict in capitals': '{"verdict":"ALLOW","reason":"x"}',
    'a list of verdicts': '{"verdict":["allow"],"reason":"x"}',
    'true for a verdict': '{"verdict":true,"reason":"x"}',
    'no verdict': '{"reason":"x"}',
    'no reason': '{"verdict":"allow"}',
    'an empty reason': '{"verdict":"allow","reason":" \\n"}',
    'another key': '{"verdict":"allow","reason":"x","scope":"always"}',
    'a list': '[{"verdict":"allow","reason":"x"}]',
    'text before': 'Sure: {"verdict":"allow","reason":"x"}',
    'text behind': '{"verdict":"allow","reason":"x"} I think.',
    'two objects': '{"verdict":"deny","reason":"x"}{"verdict":"allow","reason":"x"}',
    'half an object': '{"verdict":"allow","reason":"x',
    'text around a fence': 'So:\n```json\n{"verdict":"allow","reason":"x"}\n```',
  };
  for (const [what, text] of Object.entries(refused)) {
    it(`M2 I6 is no verdict where it is ${what}`, () => {
      assert.deepEqual(readClassifierAnswer(text), { state: 'invalid' });
    });
  }

  it('M2 has a reason of one short line, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (reason) => {
        const answer = readClassifierAnswer(JSON.stringify({ verdict: 'ask', reason }));
        assert.ok(answer.state === 'invalid' || (/^[^\p{C}\n]+$/u.test(answer.reason) && answer.reason.length <= 240));
      }),
    );
  });
});
