import * as vscode from 'vscode';
import type { ContextKey } from './contributions';

/** The context keys for `when` clauses; each is set only when its value changes. */
export class ContextKeys {
  readonly #values = new Map<ContextKey, string | boolean>();

  set(key: ContextKey, value: string | boolean): void {
    if (this.#values.get(key) === value) return;
    this.#values.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}
