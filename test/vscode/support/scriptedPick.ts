import * as vscode from 'vscode';

/** A quick pick whose person is the test. */
export class ScriptedPick<T extends vscode.QuickPickItem> implements vscode.QuickPick<T> {
  readonly #values = new vscode.EventEmitter<string>();
  readonly #accepts = new vscode.EventEmitter<void>();
  readonly #buttons = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly #hides = new vscode.EventEmitter<void>();
  readonly onDidChangeValue = this.#values.event;
  readonly onDidAccept = this.#accepts.event;
  readonly onDidTriggerButton = this.#buttons.event;
  readonly onDidHide = this.#hides.event;
  readonly onDidTriggerItemButton = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<T>>().event;
  readonly onDidChangeActive = new vscode.EventEmitter<readonly T[]>().event;
  readonly onDidChangeSelection = new vscode.EventEmitter<readonly T[]>().event;
  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  value = '';
  placeholder: string | undefined;
  prompt: string | undefined;
  buttons: readonly vscode.QuickInputButton[] = [];
  items: readonly T[] = [];
  activeItems: readonly T[] = [];
  selectedItems: readonly T[] = [];
  enabled = true;
  busy = false;
  ignoreFocusOut = false;
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  keepScrollPosition = false;
  isShown = false;
  isDisposed = false;

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    if (!this.isShown) return;
    this.isShown = false;
    this.#hides.fire();
  }

  dispose(): void {
    this.hide();
    this.isDisposed = true;
  }

  get labels(): readonly string[] {
    return this.items.map(({ label }) => label);
  }

  /** The person types, in place of what was there. */
  types(text: string): void {
    this.value = text;
    this.#values.fire(text);
  }

  /** The person presses Enter on the row that is marked. */
  accepts(): void {
    this.selectedItems = this.activeItems;
    this.#accepts.fire();
  }

  /** The person clicks a row. */
  chooses(label: string): void {
    const row = this.items.find((item) => item.label === label);
    if (!row) throw new Error(`There is no row "${label}": ${this.labels.join(', ')}`);
    this.activeItems = [row];
    this.accepts();
  }

  presses(button: vscode.QuickInputButton | undefined): void {
    if (!button) throw new Error('There is no such button.');
    this.#buttons.fire(button);
  }
}
