import type { SessionActivity, SessionsView } from '../../src/protocol/sessionMessages';
import { Icon } from '../ui/icon';
import * as shapes from '../ui/shapes';
import type { Post } from './sessionPage';
import { activityName, words } from './words';

/** All sessions, one line each, and a way to start another. Up, Down, Home and End move between them. */
export function SessionList({ view, post, onChoose }: { view: SessionsView; post: Post; onChoose?: () => void }) {
  return (
    <ul class="session-list" aria-label={words.sessions} onKeyDown={moveInList}>
      {view.sessions.map((session) => (
        <li key={session.id}>
          <button
            type="button"
            class="session-item"
            aria-current={session.id === view.active?.id ? 'true' : undefined}
            onClick={() => {
              post({ type: 'open-session', sessionId: session.id });
              onChoose?.();
            }}
          >
            <Icon shape={activityIcon(session.activity)} tone={session.activity} />
            <span class="session-item-title">{session.title}</span>
            <span class="session-item-detail">
              {activityName(session.activity)} · {session.modeName}
            </span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          class="session-item session-item-new"
          disabled={view.blockedBecause !== null}
          title={view.blockedBecause ?? undefined}
          onClick={() => {
            post({ type: 'new-session' });
            onChoose?.();
          }}
        >
          <Icon shape={shapes.add} />
          <span class="session-item-title">{words.newSession}</span>
        </button>
      </li>
    </ul>
  );
}

function moveInList(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons[Math.min(Math.max(next, 0), buttons.length - 1)]?.focus();
}

/** The shape that stands for what a session is doing; the word is beside it. */
export function activityIcon(activity: SessionActivity): shapes.Shape {
  switch (activity) {
    case 'idle':
      return shapes.idle;
    case 'running':
      return shapes.spinner;
    case 'waiting-for-review':
      return shapes.bell;
    case 'waiting-for-permission':
    case 'waiting-for-answer':
      return shapes.question;
  }
}
