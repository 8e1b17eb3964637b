import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { ReviewView } from '../../src/protocol/reviewMessages';
import { MarkedText } from '../ui/markedText';
import { BlockComments, CommentedBlocks } from './blockComments';
import { CarriedCard } from './carriedCard';
import type { Comments } from './useComments';
import { words } from './words';

type Changes = ReviewView['changes'];
type BlockChange = Changes['blocks'][number];

/** What is new against the version that was reviewed before: as it reads, or line by line. */
export function ChangesTab({ view, comments, onShow }: ChangesTabProps) {
  const [isBySource, setBySource] = useState(false);
  const { changes } = view;
  const { added, removed, changed, moved } = changes.counts;
  const isPending = view.status.state === 'pending';
  return (
    <div class="changes">
      {view.carried.length > 0 && (
        <section class="carried-list" aria-label={words.carriedList}>
          <h2>{words.carriedSummary(view.carried)}</h2>
          {view.carried.map((carried) => (
            <CarriedCard key={carried.id} carried={carried} comments={comments} canEdit={isPending} onShow={onShow} />
          ))}
        </section>
      )}
      <BlockComments blockId={null} carried={[]} comments={comments} canEdit={isPending} />
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
          {added + removed + changed + moved === 0
            ? words.noChanges
            : words.changeCount(added, removed, changed, moved)}
        </p>
      )}
      {isBySource ? (
        <LineChanges lines={changes.lines} planHash={view.key.planHash} />
      ) : (
        <BlockChanges view={view} comments={comments} />
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

function BlockChanges({ view, comments }: Omit<ChangesTabProps, 'onShow'>) {
  const { base, blocks } = view.changes;
  const drawn = useMemo(
    () => blocks.map((block, index) => ({ blockId: block.blockId, node: changedBlock(block, blocks[index - 1]) })),
    [view.key.planHash],
  );
  return (
    <div class={`prose compared${base === null ? ' all-new' : ''}`}>
      <CommentedBlocks blocks={drawn} carried={[]} comments={comments} canEdit={view.status.state === 'pending'} />
    </div>
  );
}

function changedBlock(block: BlockChange, before: BlockChange | undefined): VNode {
  const isMarkupOnly = block.kind === 'changed' && !block.html.includes('<ins>') && !block.html.includes('<del>');
  // One band, one label: what was added or removed together reads as one change.
  const isContinued = (block.kind === 'added' || block.kind === 'removed') && before?.kind === block.kind;
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
      <div
        class="body"
        data-block={block.blockId ?? undefined}
        tabIndex={-1}
        dir="auto"
        dangerouslySetInnerHTML={{ __html: block.html }}
      />
    </div>
  );
}

interface ChangesTabProps {
  readonly view: ReviewView;
  readonly comments: Comments;
  /** Goes to a block of the plan. */
  readonly onShow: (blockId: string) => void;
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
