import { useEffect } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { ReviewView } from '../../src/protocol/reviewMessages';
import { rangeOf } from './planSelection';
import type { Comments } from './useComments';

/** Marks the commented text, without touching the text itself (CSS Custom Highlight API). */
export function useHighlights(
  scroller: RefObject<HTMLElement | null>,
  view: ReviewView,
  comments: Comments,
  tab: string,
): void {
  // What is written in a comment moves nothing; the place of one never changes.
  const places = comments.all.map(({ id }) => id).join(' ');
  useEffect(() => {
    const root = scroller.current;
    if (root === null) return;
    const draw = (name: string, places: readonly Parameters<typeof rangeOf>[1][]): void => {
      const ranges = places.flatMap((place) => rangeOf(root, place) ?? []);
      CSS.highlights.set(name, new Highlight(...ranges));
    };
    draw(
      'commented',
      comments.all.flatMap(({ on }) => on ?? []),
    );
    draw(
      'carried',
      view.carried.flatMap(({ at, state }) => (at !== null && state !== 'gone' ? at : [])),
    );
    return () => {
      CSS.highlights.delete('commented');
      CSS.highlights.delete('carried');
    };
  }, [places, view.key.planHash, tab]);
}
