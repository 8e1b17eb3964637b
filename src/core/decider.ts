import type { Reviewer } from './reviewer';

/** W1: the ways in which a person can be asked about a plan, the best one first. */
export const deciderKinds = ['native', 'structured', 'terminal'] as const;
export type DeciderKind = (typeof deciderKinds)[number];

/** A reviewer that says whether it can ask anybody here and now. */
export interface Decider extends Reviewer {
  readonly isAvailable: () => boolean;
}

export type Deciders = Readonly<Partial<Record<DeciderKind, Decider>>>;

/**
 * W1: the first decider that can ask, chosen by what it can do and not by what the host is called. One that cannot show
 * the plan is passed over for the next. Where none is left the review is unavailable, so Plan stays on (section 0); when
 * the last one failed, its failure is what this rejects with.
 *
 * @param onPassedOver one could not show a plan, and another one is asked
 */
export function firstDecider(deciders: Deciders, onPassedOver: (kind: DeciderKind, cause: unknown) => void): Reviewer {
  return {
    review: async (plan, signal, problem) => {
      const able = deciderKinds.flatMap((kind) => {
        const decider = deciders[kind];
        return decider?.isAvailable() === true ? [{ kind, decider }] : [];
      });
      for (const [index, { kind, decider }] of able.entries()) {
        const isLast = index === able.length - 1;
        try {
          const answer = await decider.review(plan, signal, problem);
          const isShown = answer.kind === 'answer' || answer.reason !== 'review-unavailable';
          if (isShown || isLast || signal.aborted) return answer;
          onPassedOver(kind, answer.reason);
        } catch (cause) {
          if (isLast || signal.aborted) throw cause;
          onPassedOver(kind, cause);
        }
      }
      return { kind: 'no-answer', reason: 'review-unavailable' };
    },
  };
}
