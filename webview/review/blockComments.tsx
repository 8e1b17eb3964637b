import type { ReviewView } from '../../src/protocol/reviewMessages';
import { Button } from '../ui/button';
import { CarriedCard } from './carriedCard';
import { CommentCard } from './commentCard';
import type { Comments } from './useComments';
import { words } from './words';

/** All that was said about one block, below it; with null, what is about the whole plan or has no place any more. */
export function BlockComments({ blockId, view, comments }: BlockCommentsProps) {
  const canEdit = view.status.state === 'pending';
  const own = comments.all.filter(({ on }) => (on?.blockId ?? null) === blockId);
  const carried = view.carried.filter(({ at }) => (at?.blockId ?? null) === blockId);
  const { deleted } = comments;
  const isDeletedHere = deleted !== undefined && (deleted.on?.blockId ?? null) === blockId;
  if (own.length + carried.length === 0 && !isDeletedHere) return null;
  return (
    <div class="comments">
      {carried.map((each) => (
        <CarriedCard key={each.id} carried={each} comments={comments} canEdit={canEdit} />
      ))}
      {own.map((comment) => (
        <CommentCard key={comment.id} comment={comment} comments={comments} canEdit={canEdit} />
      ))}
      {isDeletedHere && (
        <p class="comment-deleted" role="status">
          <span>{words.commentDeleted}</span>
          <Button look="plain" name="undo-delete" onPress={comments.undo}>
            {words.undo}
          </Button>
        </p>
      )}
    </div>
  );
}

interface BlockCommentsProps {
  readonly blockId: string | null;
  readonly view: ReviewView;
  readonly comments: Comments;
}
