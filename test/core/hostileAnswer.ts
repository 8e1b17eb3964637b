import type { ReviewAnswer } from '../../src/core/planGate';

/** An answer of any shape, as another program may send it. The one lie of these tests to the compiler. */
export function hostileAnswer(answer: unknown): ReviewAnswer {
  if (!isTakenForAnswer(answer)) throw new Error('unreachable');
  return answer;
}

function isTakenForAnswer(answer: unknown): answer is ReviewAnswer {
  return answer !== isTakenForAnswer;
}
