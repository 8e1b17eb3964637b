import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeEntry, decodeHeader, encodeEntry, encodeHeader } from '../../src/session/sessionCodec';
import { arbitraryFact } from './support/arbitraryFact';
import { aHeader, aPlan, digest } from './support/platform';
import { traceOf } from './support/trace';

const frame = { id: 'e1', parentId: null, ts: 1 };

function decoded(value: object) {
  return decodeEntry(JSON.stringify({ ...frame, ...value }), digest);
}

describe('session codec', () => {
  it('gives any list of facts back as it was, each on one line', () => {
    fc.assert(
      fc.property(fc.array(arbitraryFact, { maxLength: 8 }), (facts) => {
        const entries = traceOf(...facts);
        const lines = entries.map(encodeEntry);
        assert.ok(lines.every((line) => !line.includes('\n')));
        assert.deepEqual(
          lines.map((line) => decodeEntry(line, digest)),
          entries.map((entry) => ({ state: 'entry', entry })),
        );
      }),
    );
  });

  it('gives a header back as it was', () => {
    assert.deepEqual(decodeHeader(encodeHeader(aHeader)), { state: 'header', header: aHeader });
  });

  it('V8 keeps an entry of an unknown type as the line that it was', () => {
    const line = JSON.stringify({ ...frame, type: 'summary', text: 'x', deep: { a: [1] } });
    const result = decodeEntry(line, digest);
    assert.equal(result.state === 'entry' && encodeEntry(result.entry), line);
  });

  it('V8 says that it does not know the type', () => {
    const result = decoded({ type: 'summary' });
    assert.deepEqual(result.state === 'entry' && result.remark, {
      kind: 'unknown-type',
      entryId: 'e1',
      entryType: 'summary',
    });
  });

  const unknownOutcomes: readonly (readonly [string, unknown])[] = [
    ['an outcome that nobody knows', { state: 'accepted' }],
    ['an approval without a target', { state: 'approved' }],
    ['an approval of an unknown target', { state: 'approved', target: 'yolo' }],
    ['an approval with something more', { state: 'approved', target: 'default', unless: 'x' }],
    ['no outcome', undefined],
    ['a word for an outcome', 'approved'],
  ];
  for (const [name, outcome] of unknownOutcomes) {
    it(`V8 takes ${name} for unanswered`, () => {
      const result = decoded({ type: 'review-ended', reviewId: 'r1', endedAt: 5, outcome });
      assert.deepEqual(result, {
        state: 'entry',
        entry: {
          ...frame,
          type: 'review-ended',
          reviewId: 'r1',
          endedAt: 5,
          outcome: { state: 'unanswered', reason: 'malformed' },
        },
        remark: { kind: 'unknown-outcome', entryId: 'e1', reviewId: 'r1' },
      });
    });
  }

  it('V8 does not mend an ending that is bad in more than its outcome', () => {
    assert.deepEqual(decoded({ type: 'review-ended', endedAt: 5, outcome: { state: 'x' } }).state, 'bad');
  });

  it('V6 takes a review whose text does not have its hash for damaged', () => {
    const plan = { ...aPlan(), text: 'rm -rf' };
    const result = decoded({ type: 'review-pending', plan });
    assert.deepEqual(result.state === 'entry' && [result.entry.type, result.remark?.kind], [
      'damaged-review',
      'plan-hash-mismatch',
    ]);
  });

  const bad: readonly (readonly [string, string, string])[] = [
    ['no JSON', 'hello', 'line'],
    ['an array', '[]', 'line'],
    ['no id', '{"type":"user-message","parentId":null,"ts":1,"text":"x"}', 'id'],
    ['a field of another type', '{"type":"user-message","id":"a","parentId":null,"ts":1,"text":7}', 'text'],
  ];
  for (const [name, line, field] of bad) {
    it(`refuses ${name} and names the field only`, () => {
      assert.deepEqual(decodeEntry(line, digest), { state: 'bad', field });
    });
  }

  it('tells a later version from what is no session', () => {
    const later = decodeHeader(JSON.stringify({ ...aHeader, version: 2 }));
    assert.deepEqual(
      [later, decodeHeader('{"a":1}')],
      [
        { state: 'bad', code: 'unsupported-version' },
        { state: 'bad', code: 'no-header' },
      ],
    );
  });
});
