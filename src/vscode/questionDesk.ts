import type * as vscode from 'vscode';
import type { CancelSignal } from '../core/cancelSignal';
import { PickForm, type CreateQuickPick, type PickStep } from './pickForm';

/**
 * Where a person is asked things in a quick pick: one at a time, in the order in which they were asked.
 *
 * Invariants: a question ends once, by its answers, by being dismissed, or with its signal; that it is hidden ends nothing,
 * and it can be opened again. Nothing is shown over a plan review that is open in an editor; it is shown afterwards.
 */
export class QuestionDesk implements vscode.Disposable {
  readonly #ports: QuestionDeskPorts;
  readonly #waiting: Waiting[] = [];

  constructor(ports: QuestionDeskPorts) {
    this.#ports = ports;
  }

  /**
   * Asks; resolves with an answer for each step. Rejects only when it cannot be shown.
   *
   * @param key by which it can be opened again
   */
  ask<T>(key: string, steps: readonly PickStep<T>[], signal: CancelSignal): Promise<QuestionEnd<T>> {
    if (signal.aborted) return Promise.resolve({ state: 'aborted' });
    return new Promise((resolve, reject) => {
      const onAbort = (): void => settle({ state: 'aborted' });
      const settle = (end: QuestionEnd<T>): void => {
        this.#forget(waiting, onAbort, signal);
        resolve(end);
        this.refresh();
      };
      const waiting: Waiting = {
        key,
        isSetAside: false,
        form: new PickForm(steps, {
          createQuickPick: this.#ports.createQuickPick,
          onEnd: (end) => settle(end === 'dismissed' ? { state: 'dismissed' } : { state: 'answered', answers: end }),
          onHidden: () => {
            waiting.isSetAside = true;
            this.refresh();
          },
        }),
        dismiss: () => settle({ state: 'dismissed' }),
      };
      signal.addEventListener('abort', onAbort);
      this.#waiting.push(waiting);
      try {
        this.refresh();
      } catch (cause) {
        this.#forget(waiting, onAbort, signal);
        reject(cause instanceof Error ? cause : new Error(String(cause)));
      }
    });
  }

  /** Shows a question that waits, or the first one, in place of the one that is shown. False where none waits. */
  open(key?: string): boolean {
    const wanted = this.#waiting.find((waiting) => key === undefined || waiting.key === key);
    if (!wanted) return false;
    const shown = this.#shown;
    if (shown !== wanted) shown?.form.hide();
    wanted.isSetAside = false;
    wanted.form.show();
    this.#tell();
    return true;
  }

  /** The person closes the question that is shown. */
  dismiss(): void {
    this.#shown?.dismiss();
  }

  /** Shows what is to be shown now, and hides what would stand over a review. */
  refresh(): void {
    if (this.#ports.isReviewOpen()) this.#shown?.form.hide();
    else if (!this.#shown) this.#waiting.find(({ isSetAside }) => !isSetAside)?.form.show();
    this.#tell();
  }

  dispose(): void {
    for (const { form } of this.#waiting.splice(0)) form.dispose();
  }

  get #shown(): Waiting | undefined {
    return this.#waiting.find(({ form }) => form.isShown);
  }

  #forget(waiting: Waiting, onAbort: () => void, signal: CancelSignal): void {
    signal.removeEventListener('abort', onAbort);
    const at = this.#waiting.indexOf(waiting);
    if (at !== -1) this.#waiting.splice(at, 1);
    waiting.form.dispose();
  }

  #tell(): void {
    this.#ports.onDidChangeShown(this.#shown !== undefined);
  }
}

export interface QuestionDeskPorts {
  readonly createQuickPick: CreateQuickPick;
  /** Whether a plan waits in an editor that stands over the window. */
  readonly isReviewOpen: () => boolean;
  readonly onDidChangeShown: (isShown: boolean) => void;
}

export type QuestionEnd<T> =
  { readonly state: 'answered'; readonly answers: readonly T[] } | { readonly state: 'dismissed' | 'aborted' };

interface Waiting {
  readonly key: string;
  /** Whether VS Code hid it, so that the person opens it when they want it. */
  isSetAside: boolean;
  readonly form: Pick<PickForm<unknown>, 'isShown' | 'show' | 'hide' | 'dispose'>;
  readonly dismiss: () => void;
}
