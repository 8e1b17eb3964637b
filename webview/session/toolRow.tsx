import type { SessionRow, ToolState } from '../../src/protocol/sessionMessages';
import { MarkedText } from '../ui/markedText';
import { Icon, type IconName } from './icon';
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
        <Icon name="chevron-right" />
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
      <Icon name={toolIcon(row.state)} tone={row.state} />
      <span class="tool-title" title={row.title}>
        <MarkedText text={row.title} />
      </span>
      <span class={isUsual ? 'spoken' : 'tool-state'}>{toolStateName(row.state)}</span>
    </>
  );
}

function toolIcon(state: ToolState): IconName {
  switch (state) {
    case 'running':
      return 'spinner';
    case 'ok':
      return 'check';
    case 'error':
      return 'error';
    case 'refused':
      return 'circle-slash';
    case 'cancelled':
      return 'minus';
    case 'skipped':
      return 'skipped';
  }
}
