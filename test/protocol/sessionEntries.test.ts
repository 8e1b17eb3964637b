import assert from 'node:assert/strict';
import { isKnownEntryType, sessionEntrySchema, sessionHeaderSchema } from '../../src/protocol/sessionEntries';
import { aHeader, aPlan } from '../session/support/platform';

const frame = { id: 'e1', parentId: null, ts: 1 };

describe('session entries', () => {
  it('V8 knows the types of core and no other', () => {
    const types = ['user-message', 'title', 'agent-message', 'tool-result', 'permission', 'mode', 'review-pending'];
    const known = [...types, 'review-ended', 'turn-ended'].map(isKnownEntryType);
    assert.deepEqual(
      [...known, isKnownEntryType('unknown'), isKnownEntryType('damaged-review')],
      [...Array<boolean>(9).fill(true), false, false],
    );
  });

  it('reads a header back as it was', () => {
    assert.deepEqual(sessionHeaderSchema.parse(JSON.parse(JSON.stringify(aHeader))), aHeader);
  });

  const refused: readonly (readonly [string, object])[] = [
    ['a plan with a field that nobody knows', { type: 'review-pending', plan: { ...aPlan(), approved: true } }],
    ['a plan whose pre-plan mode is plan (I13)', { type: 'review-pending', plan: { ...aPlan(), prePlanMode: 'plan' } }],
    ['a plan without a whole hash', { type: 'review-pending', plan: { ...aPlan(), planHash: 'abc' } }],
    ['a mode that is none', { type: 'mode', mode: 'turbo', revision: 1, cause: 'person' }],
    ['a revision below 0', { type: 'mode', mode: 'default', revision: -1, cause: 'person' }],
    [
      'an approval without a target (B07)',
      { type: 'review-ended', reviewId: 'r', endedAt: 1, outcome: { state: 'approved' } },
    ],
    [
      'an approval with more than a target',
      {
        type: 'review-ended',
        reviewId: 'r',
        endedAt: 1,
        outcome: { state: 'approved', target: 'default', lasting: true },
      },
    ],
    ['an entry without an id', { type: 'user-message', text: 'x', id: '' }],
  ];
  for (const [name, value] of refused) {
    it(`V8 refuses ${name}`, () => {
      assert.equal(sessionEntrySchema.safeParse({ ...frame, ...value }).success, false);
    });
  }
});
