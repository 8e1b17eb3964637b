import { useEffect, useMemo } from 'preact/hooks';

// A pause in typing, not a key stroke, is worth a message.
const pauseMs = 400;

/** Keeps what the person has begun with the host: after a pause, and at once when the page may be about to go (H06). */
class DraftKeeper<Draft> {
  #draft: Draft;
  #kept: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    first: Draft,
    private readonly onKeep: (draft: Draft) => void,
  ) {
    this.#draft = first;
    this.#kept = JSON.stringify(first);
  }

  get draft(): Draft {
    return this.#draft;
  }

  change(draft: Draft): void {
    this.#draft = draft;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), pauseMs);
  }

  /** Hands to the host what it does not have yet. */
  keep(): void {
    clearTimeout(this.#timer);
    const draft = JSON.stringify(this.#draft);
    if (draft === this.#kept) return;
    this.#kept = draft;
    this.onKeep(this.#draft);
  }
}

/**
 * The keeper of one draft. It starts from the host's draft of the first render; later ones are echoes of what is on the
 * page, which is newer.
 */
export function useDraftKeeper<Draft>(first: Draft, onKeep: (draft: Draft) => void): DraftKeeper<Draft> {
  const keeper = useMemo(() => new DraftKeeper(first, onKeep), []);
  useEffect(() => {
    const ending = new AbortController();
    const keep = (): void => keeper.keep();
    window.addEventListener('blur', keep, { signal: ending.signal });
    window.addEventListener('pagehide', keep, { signal: ending.signal });
    document.addEventListener('visibilitychange', keep, { signal: ending.signal });
    return () => {
      ending.abort();
      keep();
    };
  }, [keeper]);
  return keeper;
}
