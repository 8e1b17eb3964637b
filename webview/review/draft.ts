import { useEffect, useMemo } from 'preact/hooks';
import type { ReviewAct, ReviewDraft } from '../../src/protocol/reviewMessages';

// A pause in typing, not a key stroke, is worth a message.
const pauseMs = 400;

/** Keeps what the person has begun with the host: after a pause, and at once when the page may be about to go. */
class DraftKeeper {
  #draft: ReviewDraft;
  #kept: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    draft: ReviewDraft,
    private readonly post: (act: ReviewAct) => void,
  ) {
    this.#draft = draft;
    this.#kept = JSON.stringify(draft);
  }

  change(part: Partial<ReviewDraft>): void {
    this.#draft = { ...this.#draft, ...part };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), pauseMs);
  }

  keep(): void {
    clearTimeout(this.#timer);
    const draft = JSON.stringify(this.#draft);
    if (draft === this.#kept) return;
    this.#kept = draft;
    this.post({ type: 'draft', draft: this.#draft });
  }
}

/** The keeper of one review's draft; the draft of the first view is where it starts. */
export function useDraftKeeper(first: ReviewDraft, post: (act: ReviewAct) => void): DraftKeeper {
  // Later views repeat an older draft; what is on the page is newer.
  const keeper = useMemo(() => new DraftKeeper(first, post), []);
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
