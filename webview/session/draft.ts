import { useEffect, useRef, useState } from 'preact/hooks';

/** What is being written: the text, and ways to change it and to have it kept now. */
export interface Draft {
  readonly text: string;
  readonly change: (text: string) => void;
  /** Hands what is not kept yet to the host. */
  readonly keep: () => void;
}

const pauseMs = 400;

/**
 * The half-written message of one session. The host keeps it at every pause, on leaving the field and when the page
 * goes away, and gives it back to the next page. After the start the page's own text wins: an echo of an older draft
 * must never overwrite what was typed since.
 */
export function useDraft(stored: string, onKeep: (text: string) => void): Draft {
  const [text, setText] = useState(stored);
  const unkept = useRef<string | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latestOnKeep = useRef(onKeep);
  latestOnKeep.current = onKeep;

  const keep = (): void => {
    clearTimeout(timer.current);
    if (unkept.current === undefined) return;
    latestOnKeep.current(unkept.current);
    unkept.current = undefined;
  };
  const change = (next: string): void => {
    setText(next);
    unkept.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(keep, pauseMs);
  };

  useEffect(() => {
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
      keep();
    };
  }, []);

  return { text, change, keep };
}
