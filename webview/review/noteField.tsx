import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DraftComment } from '../../src/protocol/reviewMessages';
import { Button } from '../ui/button';
import { isComposing, isSendChord } from '../ui/keyboard';
import { sendChord } from './sendChord';
import { words } from './words';

/** Where the person says what the plan should be instead. An empty note is refused: it would tell the agent nothing. */
export function NoteField({
  text,
  comments,
  preview,
  isDisabled,
  countsClick,
  countsKey,
  onText,
  onLeave,
  onPreview,
  onSend,
  onBack,
}: NoteFieldProps) {
  const [isRefused, setRefused] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // Once, when the field opens and before the next key can come: the end of what was begun is where writing goes on.
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, []);
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  useEffect(() => {
    if (isPreviewOpen) onPreview();
  }, [isPreviewOpen, text, comments.length]);
  const send = (): void => {
    if (text.trim() === '' && comments.length === 0) {
      setRefused(true);
      field.current?.focus();
      return;
    }
    onSend(text);
  };
  return (
    <div class="note">
      {comments.length > 0 && <p class="note-hint">{words.withComments(comments.length)}</p>}
      <label for="note">{words.noteLabel}</label>
      <textarea
        id="note"
        ref={field}
        rows={3}
        value={text}
        readOnly={isDisabled}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? 'note-problem' : 'note-hint'}
        onInput={(event) => {
          setRefused(false);
          onText(event.currentTarget.value);
        }}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (isComposing(event)) {
            // What belongs to the input method is not for the workbench either.
            event.stopPropagation();
          } else if (event.key === 'Escape') {
            // I17: closes the field only. The workbench would close the review.
            event.stopPropagation();
            event.preventDefault();
            onBack();
          } else if (isSendChord(event)) {
            event.stopPropagation();
            event.preventDefault();
            if (isDisabled) return;
            if (countsKey()) send();
          }
        }}
      />
      {isRefused ? (
        <p class="note-problem" id="note-problem" role="alert">
          {words.emptyNote}
        </p>
      ) : (
        <p class="note-hint" id="note-hint">
          {words.noteHint(sendChord)}
        </p>
      )}
      <details class="preview" onToggle={({ currentTarget }) => setPreviewOpen(currentTarget.open)}>
        <summary>{words.previewLabel}</summary>
        <pre tabIndex={0}>{preview}</pre>
      </details>
      <div class="note-acts">
        <Button name="back" look="plain" onPress={onBack}>
          {words.back}
        </Button>
        <Button
          name="send-note"
          look="primary"
          isDisabled={isDisabled}
          onPress={(click) => {
            if (countsClick(click)) send();
          }}
        >
          {words.sendNote}
        </Button>
      </div>
    </div>
  );
}

interface NoteFieldProps {
  readonly text: string;
  readonly comments: readonly DraftComment[];
  /** What the agent would be told, as the host last said. */
  readonly preview: string;
  readonly isDisabled: boolean;
  /** Whether a click, or the chord, was meant; the bar says so where it was not (I15). */
  readonly countsClick: (click: MouseEvent) => boolean;
  readonly countsKey: () => boolean;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
  readonly onPreview: () => void;
  readonly onSend: (text: string) => void;
  readonly onBack: () => void;
}
