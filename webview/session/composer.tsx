import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActiveSession } from '../../src/protocol/sessionMessages';
import { useDraftKeeper } from '../ui/draftKeeper';
import { Icon } from '../ui/icon';
import { isSubmitKey } from '../ui/keyboard';
import * as shapes from '../ui/shapes';
import { useArmed } from './armed';
import { activityIcon } from './sessionList';
import type { Post } from './sessionPage';
import { SuggestionList, suggestionProps, useSuggestions } from './suggestions';
import { words } from './words';

const maxRows = 8;

/** A message on its way: it leaves the field only when the transcript shows that it arrived. */
interface SentMessage {
  readonly text: string;
  readonly userRows: number;
  readonly seen: ActiveSession;
}

/**
 * Where the person writes to the agent. Closed, it says why, keeps what is written, and sends nothing but what begins with a
 * slash: a command is for the host and not for the agent, and the host says where it has to wait.
 */
export function Composer({ session, post, onSend }: { session: ActiveSession; post: Post; onSend: () => void }) {
  const [text, setText] = useState(session.draft);
  const keeper = useDraftKeeper(session.draft, (kept) => post({ type: 'draft', sessionId: session.id, text: kept }));
  const [sent, setSent] = useState<SentMessage | undefined>(undefined);
  const [isBlankRefused, setBlankRefused] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { isOpen } = session.composer;
  const userRows = session.rows.filter((row) => row.kind === 'user').length;
  const isBlank = text.trim() === '';
  const isSendable = isOpen || text.trimStart().startsWith('/');
  // One message is sent once: the next needs an answer of the host in between, or another text.
  const isOnItsWay = sent?.seen === session && sent.text === text;

  useEffect(() => {
    if (sent === undefined || userRows <= sent.userRows) return;
    setSent(undefined);
    if (text !== sent.text) return;
    change('');
    keeper.keep();
  }, [userRows]);

  const change = (next: string): void => {
    setText(next);
    keeper.change(next);
  };
  const send = (): void => {
    field.current?.focus();
    if (!isSendable || isOnItsWay) return;
    setBlankRefused(isBlank);
    if (isBlank) return;
    setSent({ text, userRows, seen: session });
    post({ type: 'prompt', sessionId: session.id, text });
    onSend();
  };

  const suggestions = useSuggestions(session.composer.suggestions, text, ({ name }) => {
    change(`${name} `);
    field.current?.focus();
  });
  const hasSlash = text.startsWith('/');
  useEffect(() => {
    if (hasSlash) post({ type: 'list-prompts', sessionId: session.id });
  }, [hasSlash]);

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
      <SuggestionList suggestions={suggestions} />
      <Status session={session} />
      <div class="composer-field">
        <textarea
          {...suggestionProps(suggestions)}
          ref={field}
          aria-label={words.message}
          aria-describedby={hints.join(' ')}
          aria-invalid={isBlankRefused}
          placeholder={session.composer.placeholder}
          // For engines that cannot size a field by its content.
          rows={Math.min(text.split('\n').length, maxRows)}
          value={text}
          onInput={(event) => {
            setBlankRefused(false);
            change(event.currentTarget.value);
          }}
          onBlur={() => {
            suggestions.close();
            keeper.keep();
          }}
          onKeyDown={(event) => {
            if (suggestions.takesKey(event) || !isSubmitKey(event)) return;
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
              disabled={!isSendable || isBlank}
            >
              <Icon shape={shapes.send} />
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
      {!isIdle && <Icon shape={activityIcon(session.activity)} tone={session.activity} />}
      {isIdle && reason !== '' && <Icon shape={shapes.lock} />}
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
      <Icon shape={shapes.stop} />
    </button>
  );
}
