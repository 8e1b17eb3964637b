import type { VNode } from 'preact';
import type { CarriedComment } from '../../src/protocol/reviewMessages';
import { Button } from '../ui/button';
import { CarriedCard } from './carriedCard';
import { CommentCard } from './commentCard';
import type { Comments } from './useComments';
import { words } from './words';

/**
 * Blocks of a plan, each with what was said about it below. While a comment is written only the comments are drawn again:
 * pass the same nodes as long as the plan is the same.
 */
export function CommentedBlocks({ blocks, ...said }: Said & { readonly blocks: readonly DrawnBlock[] }) {
  const commented = new Set(blockIdsOf(said));
  return (
    <>
      {blocks.flatMap(({ blockId, node }) =>
        blockId !== null && commented.has(blockId)
          ? [node, <BlockComments key={`on ${blockId}`} blockId={blockId} {...said} />]
          : [node],
      )}
    </>
  );
}

/** All that was said about one block; with null, what is about the whole plan or has no place any more. */
export function BlockComments({ blockId, carried, comments, canEdit }: Said & { readonly blockId: string | null }) {
  const { deleted } = comments;
  const own = comments.all.filter(({ on }) => blockIdOf(on) === blockId);
  const earlier = carried.filter(({ at }) => blockIdOf(at) === blockId);
  const isDeletedHere = deleted !== undefined && blockIdOf(deleted.on) === blockId;
  if (own.length + earlier.length === 0 && !isDeletedHere) return null;
  return (
    <div class="comments">
      {earlier.map((each) => (
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

/** A block as it is drawn; `blockId` is null for one that this version does not have. */
export interface DrawnBlock {
  readonly blockId: string | null;
  readonly node: VNode;
}

interface Said {
  /** Of the version before, as far as they are shown here. */
  readonly carried: readonly CarriedComment[];
  readonly comments: Comments;
  readonly canEdit: boolean;
}

function blockIdsOf({ carried, comments: { all, deleted } }: Said): readonly (string | null)[] {
  return [
    ...all.map(({ on }) => blockIdOf(on)),
    ...carried.map(({ at }) => blockIdOf(at)),
    ...(deleted === undefined ? [] : [blockIdOf(deleted.on)]),
  ];
}

function blockIdOf(place: { readonly blockId: string } | null): string | null {
  return place?.blockId ?? null;
}
