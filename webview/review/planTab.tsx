import { useMemo } from 'preact/hooks';
import type { ReviewView } from '../../src/protocol/reviewMessages';
import { words } from './words';

/** The plan as it reads. Its HTML was sanitised by the host; it holds no script, no address to load and no style. */
export function PlanTab({ view }: { view: ReviewView }) {
  // A later view of the same review brings the same text: it need not be drawn again.
  return useMemo(() => {
    if (view.blocks.length === 0) return <p class="notice">{words.emptyPlan}</p>;
    return (
      <div class="prose">
        {view.blocks.map((block) => (
          <div class="block" key={block.id} dir="auto" dangerouslySetInnerHTML={{ __html: block.html }} />
        ))}
      </div>
    );
  }, [view.key.planHash]);
}
