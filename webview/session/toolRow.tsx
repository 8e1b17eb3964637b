import type { SessionRow, ToolState } from '../../src/protocol/sessionMessages';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { MarkedText } from '../ui/markedText';
import * as shapes from '../ui/shapes';
import type { Post } from './sessionPage';
import { todoStateName, toolStateName, words } from './words';

type Row = Extract<SessionRow, { kind: 'tool' }>;

/** One tool call on one line; where there is more to see, the line opens to it. */
export function ToolRow({ row, sessionId, post }: { row: Row; sessionId: string; post: Post }) {
  if (
    row.output === '' &&
    row.note === '' &&
    row.classified === '' &&
    row.terminalCallId === '' &&
    row.todos.length === 0
  ) {
    return (
      <div class={`row tool ${row.state}`}>
        <div class="tool-line">
          <ToolLine row={row} />
        </div>
      </div>
    );
  }
  return (
    <details class={`row tool ${row.state}`} open={row.isOpen}>
      <summary class="tool-line">
        <ToolLine row={row} />
        <Icon shape={shapes.chevronRight} />
      </summary>
      {row.note !== '' && (
        <p class="tool-note">
          <MarkedText text={row.note} />
        </p>
      )}
      {row.classified !== '' && (
        <p class="tool-note">
          <MarkedText text={row.classified} />
        </p>
      )}
      {row.todos.length > 0 && <TodoList todos={row.todos} />}
      {row.output !== '' && (
        <pre class="tool-output" tabIndex={0} role="group" aria-label={words.output(row.title)}>
          <MarkedText text={row.output} />
        </pre>
      )}
      {row.terminalCallId !== '' && (
        <div class="tool-acts">
          <Button look="plain" onPress={() => post({ type: 'show-terminal', sessionId, callId: row.terminalCallId })}>
            {words.showTerminal}
          </Button>
        </div>
      )}
    </details>
  );
}

const todoShapes = { open: shapes.todoOpen, doing: shapes.idle, done: shapes.check };

function TodoList({ todos }: { todos: Row['todos'] }) {
  return (
    <ul class="todos">
      {todos.map(({ text, state }, at) => (
        <li key={at} class={state}>
          <Icon shape={todoShapes[state]} />
          <span class="spoken">{todoStateName(state)}: </span>
          <span class="todo-text">
            <MarkedText text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function ToolLine({ row }: { row: Row }) {
  // Most calls end well: there the tick alone is seen, and the word is for those who hear the page.
  const isUsual = row.state === 'ok';
  return (
    <>
      <Icon shape={toolIcon(row.state)} tone={row.state} />
      <span class="tool-title" title={row.title}>
        <MarkedText text={row.title} />
      </span>
      {row.note !== '' && <span class="tool-state">{words.changedByHook}</span>}
      <span class={isUsual ? 'spoken' : 'tool-state'}>{toolStateName(row.state)}</span>
    </>
  );
}

function toolIcon(state: ToolState): shapes.Shape {
  switch (state) {
    case 'running':
      return shapes.spinner;
    case 'ok':
      return shapes.check;
    case 'error':
      return shapes.error;
    case 'refused':
      return shapes.circleSlash;
    case 'cancelled':
      return shapes.minus;
    case 'skipped':
      return shapes.skipped;
  }
}
