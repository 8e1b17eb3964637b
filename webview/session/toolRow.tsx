import type { SessionRow, ToolState } from '../../src/protocol/sessionMessages';
import { Icon } from '../ui/icon';
import { MarkedText } from '../ui/markedText';
import * as shapes from '../ui/shapes';
import { toolStateName, words } from './words';

/** One tool call on one line; where it has output, the line opens to it. */
export function ToolRow({ row }: { row: Extract<SessionRow, { kind: 'tool' }> }) {
  if (row.output === '') {
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
      <pre class="tool-output" tabIndex={0} role="group" aria-label={words.output(row.title)}>
        <MarkedText text={row.output} />
      </pre>
    </details>
  );
}

function ToolLine({ row }: { row: Extract<SessionRow, { kind: 'tool' }> }) {
  // Most calls end well: there the tick alone is seen, and the word is for those who hear the page.
  const isUsual = row.state === 'ok';
  return (
    <>
      <Icon shape={toolIcon(row.state)} tone={row.state} />
      <span class="tool-title" title={row.title}>
        <MarkedText text={row.title} />
      </span>
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
