import type { CancelSignal } from '../core/cancelSignal';
import type { PermissionRequest, PromptAnswer, Prompter } from '../core/prompter';

/**
 * Asks for permission by a card in the session's transcript. A question stays open until it is answered or the turn is
 * cancelled; each is answered once (S5).
 */
export class CardPrompter implements Prompter {
  readonly #open = new Map<
    string,
    { readonly request: PermissionRequest; readonly settle: (answer: PromptAnswer) => void }
  >();
  readonly #onDidChange: () => void;

  /** @param onDidChange called after a question was opened or closed */
  constructor(onDidChange: () => void) {
    this.#onDidChange = onDidChange;
  }

  /** The questions that wait, oldest first. */
  get open(): readonly PermissionRequest[] {
    return [...this.#open.values()].map(({ request }) => request);
  }

  ask(request: PermissionRequest, signal: CancelSignal): Promise<PromptAnswer> {
    if (signal.aborted) return Promise.resolve({ kind: 'cancelled' });
    return new Promise((resolve) => {
      const cancel = (): void => settle({ kind: 'cancelled' });
      const settle = (answer: PromptAnswer): void => {
        signal.removeEventListener('abort', cancel);
        this.#open.delete(request.call.id);
        resolve(answer);
        this.#onDidChange();
      };
      signal.addEventListener('abort', cancel);
      this.#open.set(request.call.id, { request, settle });
      this.#onDidChange();
    });
  }

  /** False when that question does not wait any more: the answer did nothing (S5, E02). */
  answer(callId: string, answer: PromptAnswer): boolean {
    const question = this.#open.get(callId);
    question?.settle(answer);
    return question !== undefined;
  }
}
