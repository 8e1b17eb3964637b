import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { reviewTabs, ReviewAct, ReviewView } from '../../src/protocol/reviewMessages';
import { useDraftKeeper } from '../ui/draftKeeper';
import { isPlainKey } from '../ui/keyboard';
import { TabPanel, Tabs } from '../ui/tabs';
import { focusedBlock, stepBlock } from './blockCursor';
import { ChangesTab } from './changesTab';
import { CommentButton } from './commentButton';
import { DecisionBar } from './decisionBar';
import { DrawingBoundary } from './drawingBoundary';
import { KeyHelp } from './keyHelp';
import { PlanTab } from './planTab';
import { selectedPlace, wholeBlock } from './planSelection';
import { ReviewHeader } from './reviewHeader';
import { SourceTab } from './sourceTab';
import { isEmpty, useComments } from './useComments';
import { useHighlights } from './useHighlights';
import { walkChanges } from './walkChanges';
import { words } from './words';

type ReviewTab = (typeof reviewTabs)[number];

const tabKeys: Readonly<Record<string, ReviewTab>> = { p: 'plan', d: 'changes', s: 'source' };

/** The review of one frozen plan: what is to be decided on, whole, and below it, always in sight, the decision. */
export function ReviewPage({ view, isLost, preview, post }: ReviewPageProps) {
  const keeper = useDraftKeeper(view.draft, (draft) => post({ type: 'draft', draft }));
  const [tab, setTab] = useState<ReviewTab>(view.draft.tab ?? (view.changes.base === null ? 'plan' : 'changes'));
  const [note, setNote] = useState(view.draft.note);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const written = useComments(view.draft.comments, (comments) => keeper.change({ ...keeper.draft, comments }));
  const isPending = view.status.state === 'pending';
  // What was decided shows the comments as they were sent.
  const comments = isPending ? written : { ...written, all: view.draft.comments };
  useHighlights(scroller, view, comments, tab);

  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = view.draft.scrollTop;
    // The first view only; later ones bring no place to scroll to.
  }, []);
  useEffect(() => {
    // The plan has the focus, not a button: what a hurried hand types next decides nothing.
    if (document.activeElement === null || document.activeElement === document.body) focusPanel(scroller.current);
  }, [tab]);

  const chooseTab = useCallback(
    (next: ReviewTab) => {
      setTab(next);
      keeper.change({ ...keeper.draft, tab: next, scrollTop: 0 });
      if (scroller.current) scroller.current.scrollTop = 0;
    },
    [keeper],
  );

  /** About what is selected, else the block that has the focus, else the whole plan. */
  const commentHere = (): void => {
    const block = focusedBlock();
    const place = selectedPlace() ?? (block && wholeBlock(block)) ?? null;
    if (place === null && tab === 'source') chooseTab('plan');
    document.getSelection()?.removeAllRanges();
    comments.add(place);
  };
  const showBlock = (blockId: string): void => {
    chooseTab('plan');
    requestAnimationFrame(() => {
      const block = scroller.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(blockId)}"]`);
      block?.focus({ preventScroll: true });
      block?.scrollIntoView({ block: 'center' });
    });
  };

  const onPageKey = (event: KeyboardEvent): void => {
    if (isHelpOpen && event.key === 'Escape') {
      // Only the help closes; the workbench must not take the key for closing the review.
      event.stopPropagation();
      event.preventDefault();
      setHelpOpen(false);
      return;
    }
    if (!isPlainKey(event)) return;
    const next = tabKeys[event.key.toLowerCase()];
    if (event.key === '?') setHelpOpen(!isHelpOpen);
    else if (event.key === 'c' && isPending) commentHere();
    else if (event.key === ']' || event.key === '[') stepBlock(scroller.current, event.key === ']' ? 1 : -1);
    else if (event.key === 'j' || event.key === 'k') walkChanges(scroller.current, event.key === 'j' ? 1 : -1);
    else if (next !== undefined) chooseTab(next);
    else return;
    event.preventDefault();
  };

  useEffect(() => {
    // While it is captured, a key has not yet reached the workbench's own listener.
    window.addEventListener('keydown', onPageKey, { capture: true });
    return () => window.removeEventListener('keydown', onPageKey, { capture: true });
  });

  const openLink = (event: MouseEvent | KeyboardEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[data-href]') : null;
    const href = link?.getAttribute('data-href');
    if (href !== null && href !== undefined) post({ type: 'open-link', href });
  };

  const { added, removed, changed, moved } = view.changes.counts;
  const isFirst = view.changes.base === null;
  return (
    <div class="page">
      <div
        class="scroller"
        ref={scroller}
        onScroll={(event) => keeper.change({ ...keeper.draft, scrollTop: event.currentTarget.scrollTop })}
        onClick={openLink}
        onKeyDown={(event) => event.key === 'Enter' && openLink(event)}
      >
        <ReviewHeader view={view} onCopyHash={() => post({ type: 'copy-hash' })} />
        <div class="tab-bar">
          <Tabs
            label={words.tabs}
            chosen={tab}
            onChoose={chooseTab}
            tabs={[
              { id: 'plan', label: words.plan, badge: '', badgeLabel: '' },
              {
                id: 'changes',
                label: words.changes,
                badge: isFirst ? words.allNew : words.changeBadge(added, removed, changed, moved),
                badgeLabel: isFirst ? words.allNewLabel : words.changeCount(added, removed, changed, moved),
              },
              { id: 'source', label: words.source, badge: '', badgeLabel: '' },
            ]}
          />
        </div>
        <DrawingBoundary source={view.source} key={tab}>
          <TabPanel id={tab}>
            {tab === 'plan' && <PlanTab view={view} comments={comments} />}
            {tab === 'changes' && <ChangesTab view={view} comments={comments} onShow={showBlock} />}
            {tab === 'source' && <SourceTab source={view.source} />}
          </TabPanel>
        </DrawingBoundary>
      </div>
      {isPending && tab !== 'source' && <CommentButton scroller={scroller} onComment={comments.add} />}
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
      <DecisionBar
        view={view}
        isLost={isLost}
        note={note}
        comments={comments.all.filter((comment) => !isEmpty(comment))}
        preview={preview}
        post={post}
        onNote={(text) => {
          setNote(text);
          keeper.change({ ...keeper.draft, note: text });
        }}
        onLeaveNote={() => keeper.keep()}
        onHelp={() => setHelpOpen(!isHelpOpen)}
      />
    </div>
  );
}

/** Gives the shown panel the focus without drawing attention to it: only who comes back to it needs to be told. */
function focusPanel(scroller: HTMLElement | null): void {
  const panel = scroller?.querySelector<HTMLElement>('[role=tabpanel]');
  if (!panel) return;
  panel.setAttribute('data-quiet', '');
  panel.addEventListener('blur', () => panel.removeAttribute('data-quiet'), { once: true });
  panel.focus({ preventScroll: true });
}

interface ReviewPageProps {
  readonly view: ReviewView;
  readonly isLost: boolean;
  /** What the agent would be told, as the host last said. */
  readonly preview: string;
  readonly post: (act: ReviewAct) => void;
}
