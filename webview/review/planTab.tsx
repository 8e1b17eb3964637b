import { useMemo } from 'preact/hooks';
import type { ReviewView } from '../../src/protocol/reviewMessages';
import { BlockComments, CommentedBlocks } from './blockComments';
import type { Comments } from './useComments';
import { words } from './words';

/** The plan as it reads, each comment below its block. The HTML was sanitised by the host: no script, no address, no style. */
export function PlanTab({ view, comments }: { view: ReviewView; comments: Comments }) {
  const blocks = useMemo(
    () =>
      view.blocks.map(({ id, html }) => ({
        blockId: id,
        node: (
          <div
            class="block"
            key={id}
            data-block={id}
            tabIndex={-1}
            dir="auto"
            dangerouslySetInnerHTML={{ __html: html }}
          />
        ),
      })),
    [view.key.planHash],
  );
  if (blocks.length === 0) return <p class="notice">{words.emptyPlan}</p>;
  const said = { carried: view.carried, comments, canEdit: view.status.state === 'pending' };
  return (
    <>
      <BlockComments blockId={null} {...said} />
      <div class="prose">
        <CommentedBlocks blocks={blocks} {...said} />
      </div>
    </>
  );
}
