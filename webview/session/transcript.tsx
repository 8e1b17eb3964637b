import type { RefObject } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { ActiveSession, SessionRow } from '../../src/protocol/sessionMessages';
import { Icon } from '../ui/icon';
import * as shapes from '../ui/shapes';
import { AgentMessage } from './agentMessage';
import { PermissionPrompt } from './permissionPrompt';
import { PlanCard } from './planCard';
import { saysTheSame } from './saysTheSame';
import type { Post } from './sessionPage';
import { useStickToEnd } from './stickToEnd';
import { ToolRow } from './toolRow';
import { words } from './words';

/** What was said and done, oldest first. It follows its end until the person scrolls up. */
export function Transcript({
  session,
  post,
  toEnd,
}: {
  session: ActiveSession;
  post: Post;
  toEnd: RefObject<() => void>;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const end = useStickToEnd(scroller);
  toEnd.current = end.toEnd;
  const isEmpty = session.rows.length === 0 && session.streaming === '';
  return (
    <div class="transcript">
      <div class="scroller" ref={scroller} tabIndex={0} role="group" aria-label={words.transcript}>
        {/* A row is read out once, when it is added. What is being written stands outside, so that it is not. */}
        <div class="rows" role="log" aria-label={words.transcript} aria-relevant="additions">
          {session.rows.map((row) => (
            <Row key={row.id} row={row} agentName={session.agentName} sessionId={session.id} post={post} />
          ))}
        </div>
        {session.streaming !== '' && (
          <div class="row agent streaming" aria-busy="true">
            {session.streaming}
          </div>
        )}
        {isEmpty && <p class="aside">{words.emptyTranscript}</p>}
      </div>
      {end.isAway && (
        <button
          type="button"
          class="to-end"
          aria-label={words.toEndLabel}
          onClick={() => {
            end.toEnd();
            scroller.current?.focus();
          }}
        >
          <Icon shape={shapes.down} />
          <span>{words.toEnd}</span>
        </button>
      )}
    </div>
  );
}

const noticeShapes = { info: shapes.info, warning: shapes.warning, error: shapes.error };

/** One row. The host sends the whole state each time; a row that says the same as before is not drawn again. */
function Row({ row, agentName, sessionId, post }: RowProps) {
  const drawn = useRef(row);
  if (!saysTheSame(drawn.current, row)) drawn.current = row;
  return useMemo(() => draw({ row, agentName, sessionId, post }), [drawn.current, agentName, sessionId, post]);
}

function draw({ row, agentName, sessionId, post }: RowProps) {
  switch (row.kind) {
    case 'user':
      return (
        <div class="row user">
          <span class="spoken">{words.you} </span>
          {row.text}
        </div>
      );
    case 'agent':
      return <AgentMessage html={row.html} agentName={agentName} post={post} />;
    case 'tool':
      return <ToolRow row={row} sessionId={sessionId} post={post} />;
    case 'plan':
      return <PlanCard row={row} sessionId={sessionId} post={post} />;
    case 'permission':
      return <PermissionPrompt row={row} sessionId={sessionId} post={post} />;
    case 'notice':
      return (
        <div class={`row notice ${row.tone}`}>
          <Icon shape={noticeShapes[row.tone]} tone={row.tone} />
          <span>{row.text}</span>
        </div>
      );
  }
}

interface RowProps {
  readonly row: SessionRow;
  readonly agentName: string;
  readonly sessionId: string;
  readonly post: Post;
}
