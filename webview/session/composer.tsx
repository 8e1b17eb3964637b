import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActiveSession } from '../../src/protocol/sessionMessages';
import { isSubmitKey } from '../ui/keyboard';
import { useArmed } from './armed';
import { useDraft } from './draft';
import { Icon } from './icon';
import { activityIcon } from './sessionList';
import type { Post } from './sessionPage';
import { words } from './words';

const maxRows = 8;

/** A message on its way: it leaves the field only when the transcript shows that it arrived. */
interface SentMessage {
  readonly text: string;
  readonly userRows: number;
  readonly seen: ActiveSession;
}

/** Where the person writes to the agent. Closed, it says why, and keeps what was written. */
export function Composer({ session, post, onSend }: { session: ActiveSession; post: Post; onSend: () => void }) {
  const draft = useDraft(session.draft, (text) => post({ type: 'draft', sessionId: session.id, text }));
  const [sent, setSent] = useState<SentMessage | undefined>(undefined);
  const [isBlankRefused, setBlankRefused] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { isOpen } = session.composer;
  const userRows = session.rows.filter((row) => row.kind === 'user').length;
  const isBlank = draft.text.trim() === '';
  // One message is sent once: the next needs an answer of the host in between, or another text.
  const isOnItsWay = sent?.seen === session && sent.text === draft.text;

  useEffect(() => {
    if (sent === undefined || userRows <= sent.userRows) return;
    setSent(undefined);
    if (draft.text !== sent.text) return;
    draft.change('');
    draft.keep();
  }, [userRows]);

  const send = (): void => {
    field.current?.focus();
    if (!isOpen || isOnItsWay) return;
    setBlankRefused(isBlank);
    if (isBlank) return;
    setSent({ text: draft.text, userRows, seen: session });
    post({ type: 'prompt', sessionId: session.id, text: draft.text });
    onSend();
  };

  const hints = [
    ...(isOpen ? [] : ['composer-status']),
    'composer-keys',
    ...(isBlankRefused ? ['composer-problem'] : []),
  ];
  return (
    <form
      class={`composer${isOpen ? '' : ' closed'}`}
      aria-label={words.message}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Status session={session} />
      <div class="composer-field">
        <textarea
          ref={field}
          aria-label={words.message}
          aria-describedby={hints.join(' ')}
          aria-invalid={isBlankRefused}
          placeholder={session.composer.placeholder}
          // For engines that cannot size a field by its content.
          rows={Math.min(draft.text.split('\n').length, maxRows)}
          readOnly={!isOpen}
          value={draft.text}
          onInput={(event) => {
            setBlankRefused(false);
            draft.change(event.currentTarget.value);
          }}
          onBlur={draft.keep}
          onKeyDown={(event) => {
            if (!isSubmitKey(event)) return;
            event.preventDefault();
            send();
          }}
        />
        <div class="composer-actions">
          {session.activity !== 'idle' && <StopButton onStop={() => post({ type: 'stop', sessionId: session.id })} />}
          {(isOpen || session.activity === 'idle') && (
            <button
              key="send"
              type="submit"
              class="icon-button send"
              aria-label={words.send}
              title={words.send}
              disabled={!isOpen || isBlank}
            >
              <Icon name="send" />
            </button>
          )}
        </div>
      </div>
      <p id="composer-keys" class="spoken">
        {words.keys}
      </p>
      <p id="composer-problem" class={isBlankRefused ? 'composer-problem' : 'spoken'} role="status">
        {isBlankRefused ? words.blank : ''}
      </p>
    </form>
  );
}

/** What goes on, and why nothing can be sent; empty where the agent only waits for the next message. */
function Status({ session }: { session: ActiveSession }) {
  const isIdle = session.activity === 'idle';
  const reason = session.composer.isOpen ? '' : session.composer.closedBecause;
  return (
    <p id="composer-status" class="composer-status" role="status">
      {!isIdle && <Icon name={activityIcon(session.activity)} tone={session.activity} />}
      {isIdle && reason !== '' && <Icon name="lock" />}
      {!isIdle && <span class="composer-activity">{session.activityName}</span>}
      {reason !== '' && <span class="composer-reason">{reason}</span>}
    </p>
  );
}

/** Stands where Send was a moment ago, so the second click of a double click must not reach it. */
function StopButton({ onStop }: { onStop: () => void }) {
  const isArmed = useArmed();
  return (
    <button
      type="button"
      class="icon-button stop"
      aria-label={words.stop}
      title={words.stop}
      disabled={!isArmed}
      onClick={onStop}
    >
      <Icon name="stop" />
    </button>
  );
}
