import type { SessionRow } from '../../src/protocol/sessionMessages';
import { Icon } from '../ui/icon';
import { MarkedText } from '../ui/markedText';
import * as shapes from '../ui/shapes';
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
          <Icon shape={planIcon(row.state)} tone={row.state} />
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

function planIcon(state: PlanRow['state']): shapes.Shape {
  switch (state) {
    case 'pending':
      return shapes.bell;
    case 'applying':
      return shapes.spinner;
    case 'approved':
      return shapes.check;
    case 'not-applied':
      return shapes.warning;
    case 'changes-requested':
      return shapes.comment;
    case 'dismissed':
      return shapes.close;
    case 'unanswered':
      return shapes.history;
    case 'invalidated':
      return shapes.circleSlash;
  }
}
