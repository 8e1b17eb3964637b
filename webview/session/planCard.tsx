import type { SessionRow } from '../../src/protocol/sessionMessages';
import { MarkedText } from '../ui/markedText';
import { Icon, type IconName } from './icon';
import type { Post } from './sessionPage';
import { words } from './words';

type PlanRow = Extract<SessionRow, { kind: 'plan' }>;

/** One frozen version of the plan and how its review stands. */
export function PlanCard({ row, sessionId, post }: { row: PlanRow; sessionId: string; post: Post }) {
  const isPending = row.state === 'pending';
  return (
    <div role="group" class={`row card plan ${row.state}`} aria-label={words.planVersion(row.version)} tabIndex={-1}>
      <h2 class="card-title">
        <span>
          <MarkedText text={row.title} />
        </span>
      </h2>
      <p class="card-facts">
        <span>{words.version(row.version)}</span>
        <code title={words.planHash(row.shortHash)}>{row.shortHash}</code>
        <span class="card-state">
          <Icon name={planIcon(row.state)} tone={row.state} />
          {row.stateName}
        </span>
      </p>
      {row.message !== '' && <p class="card-message">{row.message}</p>}
      <div class="card-actions">
        <button
          type="button"
          class={isPending ? 'button primary' : 'button secondary'}
          onClick={() => post({ type: 'open-review', sessionId, reviewId: row.reviewId })}
        >
          {isPending ? words.openReview : words.openVersion}
        </button>
        {row.canAskAgain && (
          <button
            type="button"
            class="button secondary"
            onClick={() => post({ type: 'ask-again', sessionId, reviewId: row.reviewId })}
          >
            {words.askAgain}
          </button>
        )}
      </div>
    </div>
  );
}

function planIcon(state: PlanRow['state']): IconName {
  switch (state) {
    case 'pending':
      return 'bell';
    case 'applying':
      return 'spinner';
    case 'approved':
      return 'check';
    case 'not-applied':
      return 'warning';
    case 'changes-requested':
      return 'comment';
    case 'dismissed':
      return 'close';
    case 'unanswered':
      return 'history';
    case 'invalidated':
      return 'circle-slash';
  }
}
