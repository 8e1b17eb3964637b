import type { Subscription, Terminal, TerminalSize } from '../../../../src/hosts/terminal/terminal';

/** A terminal whose person is the test. */
export class ScriptedTerminal implements Terminal {
  readonly #input = new Set<(chunk: string) => void>();
  readonly #resized = new Set<() => void>();
  readonly #closed = new Set<() => void>();
  readonly writes: string[] = [];
  size: TerminalSize | undefined;
  /** Thrown by the next write. */
  fault: Error | undefined;

  constructor(size: TerminalSize | undefined = { columns: 80, rows: 24 }) {
    this.size = size;
  }

  write(text: string): void {
    if (this.fault) throw this.fault;
    this.writes.push(text);
  }

  readonly onInput = (listener: (chunk: string) => void): Subscription => kept(this.#input, listener);
  readonly onResized = (listener: () => void): Subscription => kept(this.#resized, listener);
  readonly onClosed = (listener: () => void): Subscription => kept(this.#closed, listener);

  get listeners(): number {
    return this.#input.size + this.#resized.size + this.#closed.size;
  }

  /** The last screen as rows, without what moves the cursor or changes the looks. */
  get screen(): readonly string[] {
    const last = this.writes.findLast((text) => text.includes(clear)) ?? '';
    return last
      .slice(last.indexOf(clear) + clear.length)
      .replace(/\u001b\[\d+m/g, '')
      .split('\r\n');
  }

  sends(chunk: string): void {
    for (const listener of [...this.#input]) listener(chunk);
  }

  resizes(size: TerminalSize): void {
    this.size = size;
    for (const listener of [...this.#resized]) listener();
  }

  closes(): void {
    for (const listener of [...this.#closed]) listener();
  }
}

const clear = '\u001b[2J\u001b[H';

function kept<T>(listeners: Set<T>, listener: T): Subscription {
  listeners.add(listener);
  return { dispose: () => listeners.delete(listener) };
}
