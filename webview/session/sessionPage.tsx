import { useRef } from 'preact/hooks';
import type { ActiveSession, SessionAct, SessionRow, SessionsView } from '../../src/protocol/sessionMessages';
import { Composer } from './composer';
import { EmptyState } from './emptyState';
import { SessionHeader } from './sessionHeader';
import { SessionList } from './sessionList';
import { Transcript } from './transcript';
import { words } from './words';

/** Takes what a person did to the host. */
export type Post = (act: SessionAct) => void;

/** The session view. It shows what the host says and nothing else; what a person does is posted, never assumed done. */
export function SessionPage({ view, post }: { view: SessionsView; post: Post }) {
  if (!view.isLoaded) return <p class="loading">{words.loading}</p>;
  if (view.active !== null) return <OpenSession key={view.active.id} view={view} session={view.active} post={post} />;
  if (view.sessions.length === 0) return <EmptyState blockedBecause={view.blockedBecause} post={post} />;
  return (
    <div class="chooser">
      <h1 class="chooser-title">{words.chooseSession}</h1>
      <SessionList view={view} post={post} />
    </div>
  );
}

function OpenSession({ view, session, post }: { view: SessionsView; session: ActiveSession; post: Post }) {
  const toEnd = useRef<() => void>(() => undefined);
  return (
    <div class="session">
      <SessionHeader view={view} session={session} post={post} />
      <Transcript session={session} post={post} toEnd={toEnd} />
      <Composer key={session.draftsGiven} session={session} post={post} onSend={() => toEnd.current()} />
      <Announcements session={session} />
    </div>
  );
}

/** Said once, when it changes: the mode, and how the last plan stands. What is being written is never read out in pieces. */
function Announcements({ session }: { session: ActiveSession }) {
  const plan = session.rows.findLast((row): row is Extract<SessionRow, { kind: 'plan' }> => row.kind === 'plan');
  return (
    <div class="spoken" role="status" aria-atomic="false">
      <p>{session.changing === null ? words.modeIsOn(session.mode.name) : words.changing(session.changing)}</p>
      <p>{plan === undefined ? '' : words.planState(plan.version, plan.stateName)}</p>
    </div>
  );
}
