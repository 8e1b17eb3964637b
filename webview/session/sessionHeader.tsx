import { useRef, useState } from 'preact/hooks';
import type { ActiveSession, SessionsView } from '../../src/protocol/sessionMessages';
import { Icon } from '../ui/icon';
import * as shapes from '../ui/shapes';
import { SessionList } from './sessionList';
import type { Post } from './sessionPage';
import { words } from './words';

/** Which session this is, with whom, in which mode; the title opens the list of sessions. */
export function SessionHeader({ view, session, post }: { view: SessionsView; session: ActiveSession; post: Post }) {
  const [isOpen, setOpen] = useState(false);
  const title = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    title.current?.focus();
  };
  return (
    <div
      class="session-header"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        close();
      }}
    >
      <h1 class="session-title">
        <button
          ref={title}
          type="button"
          aria-expanded={isOpen}
          aria-controls="sessions"
          title={session.title}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon shape={isOpen ? shapes.chevronDown : shapes.chevronRight} />
          <span>{session.title}</span>
        </button>
      </h1>
      <div class="session-facts">
        <span class="session-agent">
          {[session.agentName, session.modelName].filter((name) => name !== '').join(' · ')}
        </span>
        <ModeChip session={session} post={post} />
      </div>
      <div id="sessions" hidden={!isOpen}>
        {isOpen && <SessionList view={view} post={post} onChoose={close} />}
      </div>
    </div>
  );
}

/** The shapes that the host may name for a mode. */
const modeShapes = [shapes.checklist, shapes.shield, shapes.edit, shapes.wand, shapes.zap];

/** The mode that the register has confirmed; while a change is under way, that change, and nothing to press. */
function ModeChip({ session, post }: { session: ActiveSession; post: Post }) {
  const isChanging = session.changing !== null;
  const shape = isChanging ? shapes.spinner : modeShapes.find(([name]) => name === session.mode.icon);
  return (
    <button
      type="button"
      class={`mode-chip mode-${session.mode.id}`}
      aria-label={session.changing === null ? words.mode(session.mode.name) : words.changing(session.changing)}
      aria-disabled={isChanging}
      onClick={() => {
        if (!isChanging) post({ type: 'choose-mode', sessionId: session.id });
      }}
    >
      {shape !== undefined && <Icon shape={shape} />}
      <span>{session.changing === null ? session.mode.name : words.changing(session.changing)}</span>
    </button>
  );
}
