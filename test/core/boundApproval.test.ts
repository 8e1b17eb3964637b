import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { BoundApproval, isDeepEqual } from '../../src/core/boundApproval';

interface Snapshot {
  readonly args: unknown;
  readonly cwd: string;
  readonly revision: number;
}

const seen: Snapshot = { args: { command: 'node build.js' }, cwd: '/work', revision: 3 };
const anApproval = (): BoundApproval<Snapshot> => new BoundApproval(seen, isDeepEqual);
const approved = (): BoundApproval<Snapshot> => {
  const approval = anApproval();
  approval.claim('approved');
  return approval;
};

describe('bound approval', () => {
  it('1.12 is consumed where everything is as the person saw it', () => {
    assert.equal(approved().consume({ ...seen, args: { command: 'node build.js' } }), 'approved');
  });

  it('I11 is consumed once', () => {
    const approval = approved();
    approval.consume(seen);
    assert.equal(approval.consume(seen), 'consumed');
  });

  it('S5 takes the first answer only', () => {
    const approval = anApproval();
    assert.deepEqual([approval.claim('refused'), approval.claim('approved')], [true, false]);
    assert.equal(approval.consume(seen), 'refused');
  });

  it('I1 unlocks nothing without an answer', () => {
    assert.equal(anApproval().consume(seen), 'open');
  });

  const changes: readonly (readonly [string, Snapshot])[] = [
    ['the arguments', { ...seen, args: { command: 'node build.js --x' } }],
    ['an argument more', { ...seen, args: { command: 'node build.js', timeout_s: 1 } }],
    ['the folder', { ...seen, cwd: '/work/src' }],
    ['the revision', { ...seen, revision: 4 }],
  ];
  for (const [what, now] of changes) {
    it(`1.12 is stale where ${what} changed before it was shown`, () => {
      assert.equal(anApproval().check(now), 'stale');
    });
    it(`1.12 is stale where ${what} changed before it was used`, () => {
      assert.equal(approved().consume(now), 'stale');
    });
  }

  it('1.12 is current while everything is as the person saw it', () => {
    assert.equal(approved().check({ ...seen }), 'current');
  });

  for (const [what, over] of [
    ['refused', (approval: BoundApproval<Snapshot>) => approval.claim('refused')],
    ['consumed', (approval: BoundApproval<Snapshot>) => approval.claim('approved') && approval.consume(seen)],
  ] as const) {
    it(`S5 stays ${what} when things change afterwards`, () => {
      const approval = anApproval();
      over(approval);
      assert.equal(approval.check({ ...seen, revision: 4 }), 'stale');
      assert.equal(approval.state, what);
    });
  }

  it('1.12 is stale where the two cannot be compared', () => {
    const approval = new BoundApproval(seen, () => {
      throw new Error('no');
    });
    assert.equal(approval.check(seen), 'stale');
  });

  const different: readonly (readonly [unknown, unknown])[] = [
    [{}, 'a'],
    ['a', {}],
    [{}, null],
    [null, {}],
    [[], {}],
    [{ a: 1 }, { b: 1 }],
    [1, '1'],
    ['', []],
    [{}, undefined],
    [0, {}],
  ];
  for (const [a, b] of different) {
    it(`1.12 ${inspect(a)} and ${inspect(b)} are not the same`, () => assert.ok(!isDeepEqual(a, b)));
  }

  it('I12 stays stale where things went back to what they were', () => {
    const approval = approved();
    approval.check({ ...seen, revision: 4 });
    assert.deepEqual([approval.check(seen), approval.consume(seen)], ['stale', 'stale']);
  });

  it('S5 a stale one takes no answer', () => {
    const approval = anApproval();
    approval.check({ ...seen, revision: 4 });
    assert.equal(approval.claim('approved'), false);
  });

  it('S4 a withdrawn one unlocks nothing', () => {
    const approval = approved();
    approval.withdraw();
    assert.equal(approval.consume(seen), 'refused');
  });

  it('E10 what was used stays used when it is withdrawn', () => {
    const approval = approved();
    approval.consume(seen);
    approval.withdraw();
    assert.equal(approval.state, 'consumed');
  });

  it('1.12 a comparison that throws counts as stale', () => {
    const approval = new BoundApproval(seen, () => {
      throw new Error('no comparison');
    });
    approval.claim('approved');
    assert.equal(approval.consume(seen), 'stale');
  });

  type Step = 'approve' | 'refuse' | 'change' | 'same' | 'withdraw' | 'consume';
  const steps = fc.array(fc.constantFrom<Step>('approve', 'refuse', 'change', 'same', 'withdraw', 'consume'), {
    maxLength: 12,
  });

  it('I1 I11 unlocks at most once, and only after an approval with nothing against it before', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const approval = anApproval();
        const unlocked: number[] = [];
        for (const [at, step] of taken.entries()) {
          if (step === 'approve') approval.claim('approved');
          else if (step === 'refuse') approval.claim('refused');
          else if (step === 'change') approval.check({ ...seen, revision: 4 });
          else if (step === 'same') approval.check(seen);
          else if (step === 'withdraw') approval.withdraw();
          else if (approval.consume(seen) === 'approved') unlocked.push(at);
        }
        const [first] = unlocked;
        if (first === undefined) return;
        const before = taken.slice(0, first);
        assert.equal(unlocked.length, 1);
        assert.ok(before.includes('approve'));
        assert.ok(!before.includes('change') && !before.includes('withdraw'));
        assert.ok(!before.slice(0, before.indexOf('approve')).includes('refuse'));
      }),
    );
  });

  describe('equality of arguments', () => {
    const cases: readonly (readonly [unknown, unknown, boolean])[] = [
      [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
      [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
      [{ a: 1 }, { a: 1, b: undefined }, false],
      [{ a: undefined }, { b: undefined }, false],
      [[1], { 0: 1 }, false],
      [null, {}, false],
      [{}, null, false],
      ['1', 1, false],
      [Number.NaN, Number.NaN, true],
    ];
    for (const [a, b, isSame] of cases) {
      it(`1.12 ${JSON.stringify(a)} and ${JSON.stringify(b)} are ${isSame ? 'equal' : 'different'}`, () => {
        assert.equal(isDeepEqual(a, b), isSame);
      });
    }
  });
});
