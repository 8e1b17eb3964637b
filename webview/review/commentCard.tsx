import { useLayoutEffect, useRef } from 'preact/hooks';
import { commentKinds, type CommentKind } from '../../src/protocol/planComment';
import type { DraftComment } from '../../src/protocol/reviewMessages';
import { Button } from '../ui/button';
import { isComposing, isSendChord } from '../ui/keyboard';
import type { Comments } from './useComments';
import { words } from './words';

/** One comment of this review: as it will be sent, or open for writing. */
export function CommentCard({ comment, comments, canEdit }: CommentCardProps) {
  return (
    <div role="group" class="comment" data-comment={comment.id} aria-label={words.commentOn(comment.on?.quote)}>
      {canEdit && comments.openId === comment.id ? (
        <CommentForm comment={comment} comments={comments} />
      ) : (
        <>
          <p class="comment-head">
            <span class="chip">{words.commentKinds[comment.kind]}</span>
            {comment.on === null && <span class="comment-place">{words.wholePlan}</span>}
          </p>
          {comment.text !== '' && <p class="comment-text">{comment.text}</p>}
          {comment.suggestion !== null && <pre class="plain">{comment.suggestion}</pre>}
          {canEdit && (
            <div class="comment-acts">
              <Button look="plain" name="edit-comment" onPress={() => comments.open(comment.id)}>
                {words.editComment}
              </Button>
              <Button look="plain" name="delete-comment" onPress={() => comments.remove(comment.id)}>
                {words.deleteComment}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

function CommentForm({ comment, comments }: Omit<CommentCardProps, 'canEdit'>) {
  const field = useRef<HTMLTextAreaElement>(null);
  // Before the next key can come.
  useLayoutEffect(() => field.current?.focus(), []);
  const textId = `text-${comment.id}`;
  const insteadId = `instead-${comment.id}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) {
      event.stopPropagation();
    } else if (event.key === 'Escape' || isSendChord(event)) {
      // I17: both end the writing and nothing else; what was written is kept.
      event.stopPropagation();
      event.preventDefault();
      comments.close(comment.id);
    }
  };
  return (
    <div class="comment-form" onKeyDown={onKeyDown}>
      <div class="comment-head">
        <label>
          <span class="spoken">{words.commentKind}</span>
          <select
            value={comment.kind}
            onChange={({ currentTarget }) => comments.change(comment.id, { kind: kindNamed(currentTarget.value) })}
          >
            {commentKinds.map((kind) => (
              <option key={kind} value={kind}>
                {words.commentKinds[kind]}
              </option>
            ))}
          </select>
        </label>
        {comment.on === null && <span class="comment-place">{words.wholePlan}</span>}
      </div>
      <label class="spoken" for={textId}>
        {words.commentText}
      </label>
      <textarea
        id={textId}
        ref={field}
        rows={3}
        placeholder={words.commentPlaceholder[comment.kind]}
        value={comment.text}
        onInput={({ currentTarget }) => comments.change(comment.id, { text: currentTarget.value })}
      />
      {comment.suggestion !== null && (
        <>
          <label for={insteadId}>{words.suggestion}</label>
          <textarea
            id={insteadId}
            class="suggestion"
            rows={3}
            value={comment.suggestion}
            onInput={({ currentTarget }) => comments.change(comment.id, { suggestion: currentTarget.value })}
          />
        </>
      )}
      <div class="comment-acts">
        {comment.on !== null && (
          <Button
            look="plain"
            name="suggest"
            isPressed={comment.suggestion !== null}
            onPress={() =>
              comments.change(comment.id, {
                suggestion: comment.suggestion === null ? (comment.on?.quote ?? '') : null,
              })
            }
          >
            {words.suggest}
          </Button>
        )}
        <Button look="plain" name="delete-comment" onPress={() => comments.remove(comment.id)}>
          {words.deleteComment}
        </Button>
        <Button name="done-comment" onPress={() => comments.close(comment.id)}>
          {words.doneComment}
        </Button>
      </div>
    </div>
  );
}

function kindNamed(name: string): CommentKind {
  return commentKinds.find((kind) => kind === name) ?? 'change';
}

interface CommentCardProps {
  readonly comment: DraftComment;
  readonly comments: Comments;
  readonly canEdit: boolean;
}
