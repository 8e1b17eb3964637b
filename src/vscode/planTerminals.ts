import * as vscode from 'vscode';

/** The terminals in which plans wait for a decision, by review. */
export class PlanTerminals {
  readonly #open = new Map<string, vscode.Terminal>();

  /** @returns ends it, with its terminal */
  add(reviewId: string, terminal: vscode.Terminal): vscode.Disposable {
    this.#open.set(reviewId, terminal);
    return new vscode.Disposable(() => {
      this.#open.delete(reviewId);
      terminal.dispose();
    });
  }

  /** Brings the one of a review to the front. False where there is none. */
  open(reviewId: string): boolean {
    const terminal = this.#open.get(reviewId);
    terminal?.show();
    return terminal !== undefined;
  }
}
