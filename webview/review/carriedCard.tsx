import type { CarriedComment } from '../../src/protocol/reviewMessages';
import { Button } from '../ui/button';
import type { Comments } from './useComments';
import { words } from './words';

/** A comment on the version before, with what became of it. Promise 1: it is never dropped, and its state is always said. */
export function CarriedCard({ carried, comments, canEdit, onShow }: CarriedCardProps) {
  const { at, change } = carried;
  const againId = `again-${carried.id}`;
  const isAgain = comments.all.some(({ id }) => id === againId);
  return (
    <div role="group" class="comment carried" data-carried={carried.id} aria-label={words.carriedOn(carried.version)}>
      <p class="comment-head">
        <span class={`chip ${carried.state}`}>{words.carriedStates[carried.state]}</span>
        <span class="comment-place">
          {words.commentKinds[carried.kind]} ·{' '}
          {carried.wasSent ? words.carriedFrom(carried.version) : words.notSent(carried.version)}
        </span>
      </p>
      {carried.quote !== '' && <blockquote class="comment-quote">{carried.quote}</blockquote>}
      {carried.text !== '' && <p class="comment-text">{carried.text}</p>}
      {change !== null && (
        <details class="comment-change" open={carried.state !== 'untouched'}>
          <summary>{words.carriedChange[change.kind]}</summary>
          <div class={`prose body ${change.kind}`} dir="auto" dangerouslySetInnerHTML={{ __html: change.html }} />
        </details>
      )}
      <div class="comment-acts">
        {onShow !== undefined && at !== null && (
          <Button look="plain" name="show-carried" onPress={() => onShow(at.blockId)}>
            {words.showInPlan}
          </Button>
        )}
        {canEdit && (
          <Button
            look="plain"
            name="raise-again"
            isDisabled={isAgain}
            onPress={() =>
              comments.add(at && carried.state !== 'gone' ? { ...at, quote: carried.quote } : null, {
                id: againId,
                kind: carried.kind,
                text: carried.text,
              })
            }
          >
            {isAgain ? words.raised : carried.wasSent ? words.raiseAgain : words.takeOver}
          </Button>
        )}
      </div>
    </div>
  );
}

interface CarriedCardProps {
  readonly carried: CarriedComment;
  readonly comments: Comments;
  readonly canEdit: boolean;
  /** Left out where the card stands at its place already. */
  readonly onShow?: (blockId: string) => void;
}
