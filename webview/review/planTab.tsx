import { Fragment } from 'preact';
import type { ReviewView } from '../../src/protocol/reviewMessages';
import { BlockComments } from './blockComments';
import type { Comments } from './useComments';
import { words } from './words';

/** The plan as it reads, each comment below its block. The HTML was sanitised by the host: no script, no address, no style. */
export function PlanTab({ view, comments }: { view: ReviewView; comments: Comments }) {
  if (view.blocks.length === 0) return <p class="notice">{words.emptyPlan}</p>;
  return (
    <>
      <BlockComments blockId={null} view={view} comments={comments} />
      <div class="prose">
        {view.blocks.map((block) => (
          <Fragment key={block.id}>
            <div
              class="block"
              data-block={block.id}
              tabIndex={-1}
              dir="auto"
              dangerouslySetInnerHTML={{ __html: block.html }}
            />
            <BlockComments blockId={block.id} view={view} comments={comments} />
          </Fragment>
        ))}
      </div>
    </>
  );
}
