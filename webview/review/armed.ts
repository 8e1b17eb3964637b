import { useEffect, useMemo } from 'preact/hooks';
import { armMs } from '../ui/armMs';

/** Says whether a key or click of now was meant for this page. */
export interface Armed {
  /** The page has been visible and in focus for the arm time. */
  isArmed(): boolean;
  /** The same for a click: what counts is where the pointer went down, because that may itself have brought the focus. */
  isArmedFor(click: MouseEvent): boolean;
}

/** Watches visibility and focus of the page. */
export function useArmed(): Armed {
  const watch = useMemo(() => new ArmedWatch(), []);
  useEffect(() => watch.start(), [watch]);
  return watch;
}

class ArmedWatch implements Armed {
  #since: number | undefined;
  #pressedArmed = false;

  start(): () => void {
    const ending = new AbortController();
    const { signal } = ending;
    const look = (): void => {
      const isThere = document.visibilityState === 'visible' && document.hasFocus();
      this.#since = isThere ? (this.#since ?? performance.now()) : undefined;
    };
    look();
    window.addEventListener('focus', look, { signal });
    window.addEventListener('blur', () => (this.#since = undefined), { signal });
    document.addEventListener('visibilitychange', look, { signal });
    window.addEventListener('pointerdown', () => (this.#pressedArmed = this.isArmed()), { signal, capture: true });
    return () => ending.abort();
  }

  isArmed(): boolean {
    return this.#since !== undefined && document.hasFocus() && performance.now() - this.#since >= armMs;
  }

  isArmedFor(click: MouseEvent): boolean {
    // A click without a pointer (detail 0) comes from a key or a screen reader.
    return this.isArmed() && (click.detail === 0 || this.#pressedArmed);
  }
}
