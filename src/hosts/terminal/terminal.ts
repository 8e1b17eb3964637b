/**
 * Port: a terminal that a person looks at and types into.
 *
 * Nothing is written to it before it has a size. `onInput` is called with each chunk exactly as it came, because how keys
 * come together tells a paste from a person. After `onClosed` nothing is called any more.
 */
export interface Terminal {
  /** Undefined while it is not on a screen. */
  readonly size: TerminalSize | undefined;
  write(text: string): void;
  readonly onInput: (listener: (chunk: string) => void) => Subscription;
  readonly onResized: (listener: () => void) => Subscription;
  /** A person has closed it. */
  readonly onClosed: (listener: () => void) => Subscription;
}

/** In character cells. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export interface Subscription {
  dispose(): unknown;
}
