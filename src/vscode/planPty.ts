import * as vscode from 'vscode';
import type { Terminal, TerminalSize } from '../hosts/terminal/terminal';

/** A terminal of VS Code as the plan dialog wants it. It has a size once VS Code has opened it on a screen. */
export class PlanPty implements vscode.Pseudoterminal, Terminal, vscode.Disposable {
  readonly #writes = new vscode.EventEmitter<string>();
  readonly #input = new vscode.EventEmitter<string>();
  readonly #resized = new vscode.EventEmitter<void>();
  readonly #closed = new vscode.EventEmitter<void>();
  readonly onDidWrite = this.#writes.event;
  readonly onInput = this.#input.event;
  readonly onResized = this.#resized.event;
  readonly onClosed = this.#closed.event;
  #size: TerminalSize | undefined;

  get size(): TerminalSize | undefined {
    return this.#size;
  }

  write(text: string): void {
    this.#writes.fire(text);
  }

  open(size: vscode.TerminalDimensions | undefined): void {
    if (size) this.setDimensions(size);
  }

  setDimensions({ columns, rows }: vscode.TerminalDimensions): void {
    this.#size = { columns, rows };
    this.#resized.fire();
  }

  handleInput(chunk: string): void {
    this.#input.fire(chunk);
  }

  /** VS Code calls this also when the window goes away, so it says nothing; `closedByPerson` does. */
  close(): void {}

  closedByPerson(): void {
    this.#closed.fire();
  }

  dispose(): void {
    for (const emitter of [this.#writes, this.#input, this.#resized, this.#closed]) emitter.dispose();
  }
}
