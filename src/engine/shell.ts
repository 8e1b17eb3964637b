import type { CancelSignal } from '../core/cancelSignal';
import type { ShellKind } from '../core/shellPolicy';

/**
 * Port: runs a line in the person's shell. Nobody else decides whether it may run.
 *
 * Resolves when the command is gone with all that it started: it has ended, its time was up, or `signal` aborted. Never
 * rejects.
 */
export interface Shell {
  /** How it reads a line, so that what it would do can be told before. */
  readonly kind: ShellKind;
  run(line: string, options: ShellOptions): Promise<ShellEnd>;
}

export interface ShellOptions {
  /** The call that it is a part of: where there is a terminal, a person can ask for it by that. */
  readonly callId: string;
  /** Absolute. */
  readonly cwd: string;
  readonly signal: CancelSignal;
  readonly timeoutMs: number;
  /** Each piece of output, as it comes; both streams in one. */
  readonly onOutput: (text: string) => void;
}

export type ShellEnd =
  /** `signal`: one ended it. `unknown`: it is gone, and nobody saw how. */
  | { readonly state: 'exited'; readonly code: number | 'signal' | 'unknown'; readonly output: string }
  | { readonly state: 'timed-out'; readonly output: string }
  /** `because` is left out where the turn was stopped. */
  | { readonly state: 'cancelled'; readonly output: string; readonly because?: 'terminal-closed' }
  | { readonly state: 'not-started'; readonly why: string };
