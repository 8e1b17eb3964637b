import { Icon } from '../ui/icon';
import * as shapes from '../ui/shapes';
import type { Post } from './sessionPage';
import { words } from './words';

/** What is shown before there is any session: the promise, and the one thing to do. */
export function EmptyState({ blockedBecause, post }: { blockedBecause: string | null; post: Post }) {
  return (
    <div class="empty">
      <h1 class="promise">{words.promise}</h1>
      <button
        type="button"
        class="button primary wide"
        disabled={blockedBecause !== null}
        onClick={() => post({ type: 'new-session' })}
      >
        {words.newSession}
      </button>
      {blockedBecause === null ? (
        <p class="aside">{words.demo}</p>
      ) : (
        <p class="blocked" role="status">
          <Icon shape={shapes.info} tone="info" />
          <span>{blockedBecause}</span>
        </p>
      )}
    </div>
  );
}
