import { useEffect, useState } from 'preact/hooks';
import type { ReviewView } from '../../src/protocol/reviewMessages';
import { Icon } from '../ui/icon';
import * as shapes from '../ui/shapes';
import { words } from './words';

/** Which plan this is: whose, which version, which bytes, and how long it has been waiting. */
export function ReviewHeader({ view, onCopyHash }: { view: ReviewView; onCopyHash: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const waited = useWaited(view.submittedAt, view.status.state === 'pending');
  const shortHash = view.key.planHash.slice(0, hashLength);
  return (
    <header class="head">
      <h1>{view.title}</h1>
      <ul class="facts">
        <li>{words.agent(view.agentName, view.modelName)}</li>
        {view.sessionTitle !== view.title && <li>{view.sessionTitle}</li>}
        <li>
          <span aria-hidden="true">{words.version(view.version)}</span>
          <span class="spoken">{words.versionLabel(view.version)}</span>
        </li>
        <li>
          <button
            type="button"
            class="hash"
            title={words.hashHint(view.key.planHash)}
            aria-label={words.hashLabel(shortHash)}
            onClick={() => {
              onCopyHash();
              setCopied(true);
            }}
          >
            {shortHash}
            <Icon shape={isCopied ? shapes.check : shapes.copy} />
          </button>
          <span class="spoken" role="status">
            {isCopied ? words.hashCopied : ''}
          </span>
        </li>
        <li>{words.modes(view.modeName, view.prePlanModeName)}</li>
        <li>{words.size(view.size.lines, view.size.bytes)}</li>
        {waited !== undefined && <li>{words.waiting(waited)}</li>}
      </ul>
    </header>
  );
}

const hashLength = 8;
const tickMs = 20_000;

/** Milliseconds since `submittedAt` while the review waits. */
function useWaited(submittedAt: number, isWaiting: boolean): number | undefined {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return isWaiting ? Math.max(0, now - submittedAt) : undefined;
}
