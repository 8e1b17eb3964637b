/**
 * The part of the platform's AbortSignal that the core reads. The core knows no platform, so it names the shape only;
 * every AbortSignal is one.
 */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Something that can be cancelled once. */
export interface CancelSource {
  readonly signal: CancelSignal;
  abort(reason?: unknown): void;
}

/** Port: makes cancel sources (`() => new AbortController()` everywhere but in tests that count them). */
export type NewCancelSource = () => CancelSource;
