import type { Model } from '../model';

/** The name of the demo model, as the person is shown it. */
export const demoModelName = 'Demo model (offline, scripted)';

/** What a person (or the host for them) writes to be shown the current plan again after a review without a decision. */
export const askAgainPrompt = 'Ask for the plan again';

/** A model without a network and without intelligence: fixed rules over the messages and the tool results. */
export function demoModel(): Model {
  return {
    name: demoModelName,
    // eslint-disable-next-line @typescript-eslint/require-await
    async *respond() {
      yield { kind: 'end', reason: 'error', message: 'Not built yet.' } as const;
    },
  };
}
