import { useMemo, useState } from 'preact/hooks';
import type { ReviewView } from '../../src/protocol/reviewMessages';
import { MarkedText } from '../ui/markedText';
import { words } from './words';

type Changes = ReviewView['changes'];

/** What is new against the version that was reviewed before: as it reads, or line by line. */
export function ChangesTab({ view }: { view: ReviewView }) {
  const [isBySource, setBySource] = useState(false);
  const { changes } = view;
  const { added, removed, changed } = changes.counts;
  return (
    <div class="changes">
      <div class="changes-head">
        <p>
          {changes.base === null
            ? words.firstVersion
            : words.comparedWith(changes.base.version, changes.base.shortHash)}
        </p>
        <div class="segments" role="group" aria-label={words.changesView}>
          <Segment label={words.rendered} isOn={!isBySource} onPress={() => setBySource(false)} />
          <Segment label={words.bySource} isOn={isBySource} onPress={() => setBySource(true)} />
        </div>
      </div>
      {changes.isLineEndingsOnly && <p class="notice">{words.lineEndingsOnly}</p>}
      {changes.base !== null && !changes.isLineEndingsOnly && (
        <p class="count">
          {added + removed + changed === 0 ? words.noChanges : words.changeCount(added, removed, changed)}
        </p>
      )}
      {isBySource ? (
        <LineChanges lines={changes.lines} planHash={view.key.planHash} />
      ) : (
        <BlockChanges changes={changes} planHash={view.key.planHash} />
      )}
    </div>
  );
}

function Segment({ label, isOn, onPress }: { label: string; isOn: boolean; onPress: () => void }) {
  return (
    <button type="button" class="segment" aria-pressed={isOn} onClick={onPress}>
      {label}
    </button>
  );
}

function BlockChanges({ changes: { base, blocks }, planHash }: { changes: Changes; planHash: string }) {
  return useMemo(
    () => (
      <div class={`prose compared${base === null ? ' all-new' : ''}`}>
        {blocks.map((block, index) => {
          const isMarkupOnly =
            block.kind === 'changed' && !block.html.includes('<ins>') && !block.html.includes('<del>');
          // One band, one label: what was added or removed together reads as one change.
          const isContinued =
            (block.kind === 'added' || block.kind === 'removed') && blocks[index - 1]?.kind === block.kind;
          return (
            <div
              class={`block ${block.kind}${isContinued ? ' continued' : ''}`}
              key={block.id}
              data-change={block.kind === 'same' || isContinued ? undefined : block.kind}
            >
              {block.kind !== 'same' && (
                <p class={isContinued ? 'spoken' : 'kind'}>
                  <span aria-hidden="true">{words.signs[block.kind]}</span> <span>{words.kinds[block.kind]}</span>
                </p>
              )}
              {isMarkupOnly && <p class="markup-only">{words.markupOnly}</p>}
              <div class="body" dir="auto" dangerouslySetInnerHTML={{ __html: block.html }} />
            </div>
          );
        })}
      </div>
    ),
    [planHash],
  );
}

function LineChanges({ lines, planHash }: { lines: Changes['lines']; planHash: string }) {
  return useMemo(
    () => (
      <div class="lines compared-lines">
        {lines.map((line, index) => {
          const isStart = line.kind !== 'same' && lines[index - 1]?.kind !== line.kind;
          return (
            <div class={`line ${line.kind}`} key={index} data-change={isStart ? line.kind : undefined}>
              <span class="number" data-number={line.before ?? ''} />
              <span class="number" data-number={line.after ?? ''} />
              <span class="sign" data-sign={words.signs[line.kind]} />
              <span class="code">
                {line.kind !== 'same' && <span class="spoken">{words.kinds[line.kind]}: </span>}
                <MarkedText text={line.text} />
              </span>
            </div>
          );
        })}
      </div>
    ),
    [planHash],
  );
}
