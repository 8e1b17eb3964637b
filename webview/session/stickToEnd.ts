import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Whether a scroller follows its end, and a way back to it. */
export interface EndOfScroll {
  readonly isAway: boolean;
  readonly toEnd: () => void;
}

/** How many pixels from the end still count as the end. */
const nearPx = 24;

/**
 * Keeps a scroller at its end while it grows, until the person scrolls up or opens something in it; then it stays where
 * it is until the person comes back to the end.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>): EndOfScroll {
  const sticks = useRef(true);
  const [isAway, setAway] = useState(false);

  const look = (): void => {
    const element = scroller.current;
    if (element === null) return;
    sticks.current = element.scrollHeight - element.scrollTop - element.clientHeight <= nearPx;
    setAway(!sticks.current);
  };
  const follow = (): void => {
    const element = scroller.current;
    if (element !== null && sticks.current) element.scrollTop = element.scrollHeight;
  };
  const toEnd = (): void => {
    sticks.current = true;
    follow();
    setAway(false);
  };

  // After every render: the state is whole each time, so anything may have grown.
  useLayoutEffect(follow);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    // The composer below grows and shrinks, and so does the window.
    const resized = new ResizeObserver(follow);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    // `toggle` does not bubble, but it can be caught on the way down.
    element.addEventListener('toggle', look, { capture: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
      element.removeEventListener('toggle', look, { capture: true });
    };
  }, []);

  return { isAway, toEnd };
}
