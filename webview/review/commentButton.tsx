import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../ui/icon';
import * as shapes from '../ui/shapes';
import { selectedPlace, wholeBlock, type CommentPlace } from './planSelection';
import { words } from './words';

/** The way to a comment by pointer: beside what is selected, else in the margin of the block under the pointer. */
export function CommentButton({ scroller, onComment }: CommentButtonProps) {
  const [offer, setOffer] = useState<Offer | undefined>(undefined);
  useEffect(() => {
    const root = scroller.current;
    if (root === null) return;
    const ending = new AbortController();
    const { signal } = ending;
    const onSelection = (): void => {
      const place = selectedPlace();
      const box = place && document.getSelection()?.getRangeAt(0).getBoundingClientRect();
      if (place && box && isWithin(box, root.getBoundingClientRect()))
        setOffer({ kind: 'selection', place, top: box.bottom + gap, left: box.left });
      else setOffer((now) => (now?.kind === 'selection' ? undefined : now));
    };
    const onOver = ({ target }: Event): void => {
      const block = target instanceof Element ? target.closest<HTMLElement>('[data-block]') : null;
      const place = block === null ? undefined : wholeBlock(block);
      if (block === null || place === undefined) return;
      const box = block.getBoundingClientRect();
      setOffer((now) =>
        now?.kind === 'selection' ? now : { kind: 'block', place, top: box.top, left: box.left - marginWidth },
      );
    };
    document.addEventListener('selectionchange', onSelection, { signal });
    root.addEventListener('pointerover', onOver, { signal });
    // What is selected stays selected, and its button goes with it.
    const onScroll = (): void => {
      setOffer(undefined);
      onSelection();
    };
    root.addEventListener('scroll', onScroll, { signal });
    return () => ending.abort();
  }, [scroller]);
  if (offer === undefined) return null;
  return (
    <button
      type="button"
      class={`comment-button ${offer.kind}`}
      data-name="comment"
      style={{ top: `${offer.top}px`, left: `${Math.max(2, offer.left)}px` }}
      // The way by key is `c`; in the order of Tab it would come from nowhere.
      tabIndex={-1}
      title={words.commentHint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        setOffer(undefined);
        onComment(offer.place);
      }}
    >
      <Icon shape={shapes.comment} />
      <span class={offer.kind === 'block' ? 'spoken' : ''}>{words.comment}</span>
    </button>
  );
}

function isWithin(box: DOMRect, view: DOMRect): boolean {
  return box.bottom > view.top && box.bottom < view.bottom;
}

const gap = 6;
const marginWidth = 32;

interface Offer {
  readonly kind: 'selection' | 'block';
  readonly place: CommentPlace;
  readonly top: number;
  readonly left: number;
}

interface CommentButtonProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly onComment: (place: CommentPlace) => void;
}
