import assert from 'node:assert/strict';
import { deciderKinds, firstDecider, type Decider, type DeciderKind } from '../../src/core/decider';
import type { ReviewerAnswer } from '../../src/core/reviewer';
import { aPlan } from '../session/support/platform';

const plan = aPlan();
const { signal } = new AbortController();
const unavailable: ReviewerAnswer = { kind: 'no-answer', reason: 'review-unavailable' };
const answerOf = (note: string): ReviewerAnswer => ({
  kind: 'answer',
  ...{ reviewId: plan.reviewId, planHash: plan.planHash, revision: plan.revision },
  decision: { kind: 'request-changes', note },
});

type Way = 'is absent' | 'is unable' | 'asks' | 'fails' | 'shows nothing' | 'aborted' | 'malformed';

/** What was asked, in order, and what came of it. */
async function ask(
  ways: Readonly<Partial<Record<DeciderKind, Way>>>,
  abort?: AbortController,
): Promise<{ readonly asked: string[]; readonly passedOver: string[]; readonly answer: unknown }> {
  const asked: string[] = [];
  const passedOver: string[] = [];
  const decider = (kind: DeciderKind, way: Way): Decider => ({
    isAvailable: () => way !== 'is unable',
    review: () => {
      asked.push(kind);
      abort?.abort();
      switch (way) {
        case 'fails':
          return Promise.reject(new Error(`${kind} fails`));
        case 'shows nothing':
          return Promise.resolve(unavailable);
        case 'aborted':
        case 'malformed':
          return Promise.resolve({ kind: 'no-answer', reason: way });
        case 'is absent':
        case 'is unable':
        case 'asks':
          return Promise.resolve(answerOf(kind));
      }
    },
  });
  const deciders = Object.fromEntries(
    deciderKinds.flatMap((kind) => {
      const way = ways[kind] ?? 'is absent';
      return way === 'is absent' ? [] : [[kind, decider(kind, way)]];
    }),
  );
  const reviewer = firstDecider(deciders, (kind) => passedOver.push(kind));
  const answer = await reviewer
    .review(plan, abort?.signal ?? signal)
    .catch((cause: unknown) => (cause instanceof Error ? cause.message : cause));
  return { asked, passedOver, answer };
}

describe('deciders', () => {
  it('W1 asks the native one first', async () => {
    const { asked } = await ask({ native: 'asks', structured: 'asks' });
    assert.deepEqual(asked, ['native']);
  });

  for (const way of ['is absent', 'is unable', 'fails', 'shows nothing'] as const) {
    it(`W1 asks the structured one where the native one ${way}`, async () => {
      const { asked, answer } = await ask({ native: way, structured: 'asks' });
      assert.deepEqual([asked.at(-1), answer], ['structured', answerOf('structured')]);
    });
  }

  for (const way of ['is absent', 'is unable', 'fails', 'shows nothing'] as const) {
    it(`W1 asks in the terminal where the native one fails and the structured one ${way}`, async () => {
      const { asked, answer } = await ask({ native: 'fails', structured: way, terminal: 'asks' });
      assert.deepEqual([asked.at(-1), answer], ['terminal', answerOf('terminal')]);
    });
  }

  it('W1 asks in the terminal where there is nothing else', async () => {
    const { asked } = await ask({ terminal: 'asks' });
    assert.deepEqual(asked, ['terminal']);
  });

  it('W1 does not ask in the terminal where something better asks', async () => {
    const { asked } = await ask({ native: 'is unable', structured: 'asks', terminal: 'asks' });
    assert.deepEqual(asked, ['structured']);
  });

  it('W1 is told which were passed over', async () => {
    const { passedOver } = await ask({ native: 'fails', structured: 'asks' });
    assert.deepEqual(passedOver, ['native']);
  });

  it('W1 asks nobody where none can ask, and the review is unavailable', async () => {
    const { asked, answer } = await ask({ native: 'is unable', structured: 'is unable', terminal: 'is unable' });
    assert.deepEqual([asked, answer], [[], unavailable]);
  });

  it('W4 rejects with what went wrong last where none could show it', async () => {
    const { answer } = await ask({ native: 'fails', structured: 'fails', terminal: 'fails' });
    assert.equal(answer, 'terminal fails');
  });

  for (const way of ['aborted', 'malformed'] as const) {
    it(`W2 asks nobody else after an answer that is ${way}`, async () => {
      const { asked } = await ask({ native: way, structured: 'asks' });
      assert.deepEqual(asked, ['native']);
    });
  }

  it('W2 asks nobody else after the review has ended', async () => {
    const { asked } = await ask({ native: 'fails', structured: 'asks' }, new AbortController());
    assert.deepEqual(asked, ['native']);
  });
});
