import assert from 'node:assert/strict';
import fc from 'fast-check';
import { auditTrail, linkHash, trailText } from '../../src/session/auditTrail';
import { canonicalJson } from '../../src/session/canonicalJson';
import { verifyAuditTrail, type TrailVerdict } from '../../src/session/verifyAuditTrail';
import { arbitraryFact } from './support/arbitraryFact';
import { aHeader, aPlan, digest } from './support/platform';
import { traceOf } from './support/trace';

const facts = traceOf(
  { type: 'user-message', text: 'a secret prompt' },
  { type: 'review-pending', plan: aPlan('# Plan “ü”\r\n') },
  {
    type: 'comments',
    reviewId: 'review-1',
    comments: [{ id: 'c1', kind: 'must', text: 'Test it.', anchor: { on: 'plan' } }],
  },
  { type: 'review-ended', reviewId: 'review-1', endedAt: 5, outcome: { state: 'approved', target: 'default' } },
  { type: 'mode', mode: 'default', revision: 1, cause: 'plan-exit', reviewId: 'review-1' },
  {
    ...{ type: 'tool-result', callId: 'c', toolName: 'exit_plan_mode', outcome: 'ok' },
    ...{ text: 'Approved.', stopTurn: false },
  },
);
const trail = auditTrail(aHeader, facts, digest);
const text = trailText(trail);
const bytes = Buffer.from(text, 'utf8');

function verdictOn(changed: string): TrailVerdict {
  return verifyAuditTrail(Buffer.from(changed, 'utf8'), digest);
}

/** The verdict in one line. */
function found(verdict: TrailVerdict): string {
  switch (verdict.state) {
    case 'whole':
    case 'reformatted':
      return verdict.state;
    case 'unreadable':
      return `unreadable: ${verdict.code}`;
    case 'changed':
      return verdict.fault.at === 'entry'
        ? `entry ${verdict.fault.seq}: ${verdict.fault.code}, ${verdict.wholeEntries} of ${verdict.entryCount} whole`
        : `${verdict.fault.at}, ${verdict.wholeEntries} of ${verdict.entryCount} whole`;
  }
}

function withLines(change: (lines: string[]) => readonly string[]): string {
  return change(text.split('\n')).join('\n');
}

describe('audit trail (issue 4, point 8)', () => {
  it('is whole as it was written, for whatever a session holds', () => {
    fc.assert(
      fc.property(fc.array(arbitraryFact, { maxLength: 12 }), (some) => {
        const written = trailText(auditTrail(aHeader, traceOf(...some), digest));
        assert.equal(verdictOn(written).state, 'whole');
      }),
    );
  });

  it('finds any one byte that was changed, at that place or in the entry that it belongs to', () => {
    const starts = [0, ...[...bytes.entries()].flatMap(([at, byte]) => (byte === 0x0a ? [at + 1] : []))];
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Uint8Array.from(bytes);
        changed[at] = ((bytes[at] ?? 0) + by) % 256;
        const verdict = verifyAuditTrail(changed, digest);
        assert.notEqual(verdict.state, 'whole');
        // What it calls whole is: nothing before the entry of that line is accused.
        if (verdict.state !== 'changed' || verdict.fault.at !== 'entry') return;
        const line = starts.findLastIndex((start) => start <= at);
        assert.ok(verdict.fault.seq >= Math.min(line, trail.links.length));
      }),
      { numRuns: 3000 },
    );
  });

  it('finds any one byte that was removed or put in', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.option(fc.nat(255)), (at, added) => {
        const changed =
          added === null
            ? Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
            : Buffer.concat([bytes.subarray(0, at), Buffer.from([added]), bytes.subarray(at)]);
        assert.notEqual(verifyAuditTrail(changed, digest).state, 'whole');
      }),
      { numRuns: 1500 },
    );
  });

  const cases: readonly (readonly [name: string, changed: string, found: string])[] = [
    ['nothing', text, 'whole'],
    ['another decision', text.replace('"target":"default"', '"target":"restore"'), 'entry 3: content, 2 of 5 whole'],
    ['another comment', text.replace('Test it.', 'Skip it.'), 'entry 2: content, 1 of 5 whole'],
    ['a line that is no JSON', text.replace('"kind":"must"', '"kind":must'), 'entry 2: unreadable, 1 of 5 whole'],
    ['an entry removed', withLines((lines) => lines.toSpliced(2, 1)), 'entry 2: order, 1 of 4 whole'],
    ['the first entry removed', withLines((lines) => lines.toSpliced(1, 1)), 'header, 0 of 4 whole'],
    [
      'two entries in another order',
      withLines(([head = '', a = '', b = '', c = '', ...rest]) => [head, a, c, b, ...rest]),
      'entry 2: order, 1 of 5 whole',
    ],
    [
      'the last entry cut off',
      withLines((lines) => lines.toSpliced(5, 1).map((line, at) => (at === 4 ? line.slice(0, -1) : line))),
      'head, 4 of 4 whole',
    ],
    [
      'another head',
      text.replace(/"head":"./, (found) => (found.endsWith('0') ? '"head":"1' : '"head":"0')),
      'head, 5 of 5 whole',
    ],
    ['another agent', text.replace('Built-in', 'Built-up'), 'header, 0 of 5 whole'],
    ['a header that is no JSON', text.replace('"Built-in"', 'Built-in'), 'header, 0 of 5 whole'],
    ['other spaces', JSON.stringify(JSON.parse(text), null, 2), 'reformatted'],
    ['the file cut in two', text.slice(0, 900), 'entry 2: unreadable, 1 of 2 whole'],
    ['a later version', text.replace('"version":1}', '"version":2}'), 'unreadable: unsupported-version'],
    ['something else', '# Plan', 'unreadable: no-trail'],
    ['nothing in it', '', 'unreadable: no-trail'],
  ];
  for (const [name, changed, expected] of cases) {
    it(`says what is whole after: ${name}`, () => {
      if (name !== 'nothing') assert.notEqual(changed, text);
      assert.equal(found(verdictOn(changed)), expected);
    });
  }

  it('V6 finds a plan whose text is not what it was recorded with, also in a chain that was made anew', () => {
    const [link] = trail.links;
    assert.ok(link);
    const entry = { ...link.entry, plan: { ...aPlan('# Plan “ü”\r\n'), text: 'rm -rf' } };
    const forged = { seq: 1, previous: link.previous, entry };
    const hash = linkHash(forged, digest);
    const changed = trailText({ header: trail.header, links: [{ ...forged, hash }], head: hash });
    assert.equal(found(verdictOn(changed)), 'entry 1: plan, 0 of 1 whole');
  });

  it('holds plans, decisions, comments, modes and what the agent was told, and no prompt', () => {
    assert.deepEqual(
      [trail.links.map(({ entry }) => entry['type']), text.includes('secret')],
      [['review-pending', 'comments', 'review-ended', 'mode', 'tool-result'], false],
    );
  });

  it('is gone on with by a later export of the same session', () => {
    const earlier = auditTrail(aHeader, facts.slice(0, 4), digest);
    assert.equal(trail.links[earlier.links.length - 1]?.hash, earlier.head);
  });

  it('writes a value in one way, whatever the order of its keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => {
        const members = Object.entries(value);
        assert.equal(canonicalJson(Object.fromEntries(members.toReversed())), canonicalJson(value));
        assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
