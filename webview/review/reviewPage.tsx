import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { reviewTabs, type ReviewAct, type ReviewView } from '../../src/protocol/reviewMessages';
import { useDraftKeeper } from '../ui/draftKeeper';
import { isPlainKey } from '../ui/keyboard';
import { TabPanel, Tabs } from '../ui/tabs';
import { ChangesTab } from './changesTab';
import { DecisionBar } from './decisionBar';
import { DrawingBoundary } from './drawingBoundary';
import { KeyHelp } from './keyHelp';
import { PlanTab } from './planTab';
import { ReviewHeader } from './reviewHeader';
import { SourceTab } from './sourceTab';
import { walkChanges } from './walkChanges';
import { words } from './words';

type ReviewTab = (typeof reviewTabs)[number];

/** The review of one frozen plan: what is to be decided on, whole, and below it, always in sight, the decision. */
export function ReviewPage({ view, isLost, post }: ReviewPageProps) {
  const keeper = useDraftKeeper(view.draft, (draft) => post({ type: 'draft', draft }));
  const [tab, setTab] = useState<ReviewTab>(view.draft.tab ?? (view.changes.base === null ? 'plan' : 'changes'));
  const [note, setNote] = useState(view.draft.note);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);

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

  const onPageKey = (event: KeyboardEvent): void => {
    if (isHelpOpen && event.key === 'Escape') {
      // Only the help closes; the workbench must not take the key for closing the review.
      event.stopPropagation();
      event.preventDefault();
      setHelpOpen(false);
      return;
    }
    if (!isPlainKey(event)) return;
    const next = reviewTabs.find((name) => name.startsWith(event.key.toLowerCase()));
    if (event.key === '?') setHelpOpen(!isHelpOpen);
    else if (event.key === 'j' || event.key === 'k') walkChanges(scroller.current, event.key === 'j' ? 1 : -1);
    else if (next !== undefined && event.key.length === 1) chooseTab(next);
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

  const { added, removed, changed } = view.changes.counts;
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
                badge: isFirst ? words.allNew : words.changeBadge(added, removed, changed),
                badgeLabel: isFirst ? words.allNewLabel : words.changeCount(added, removed, changed),
              },
              { id: 'source', label: words.source, badge: '', badgeLabel: '' },
            ]}
          />
        </div>
        <DrawingBoundary source={view.source} key={tab}>
          <TabPanel id={tab}>
            {tab === 'plan' && <PlanTab view={view} />}
            {tab === 'changes' && <ChangesTab view={view} />}
            {tab === 'source' && <SourceTab source={view.source} />}
          </TabPanel>
        </DrawingBoundary>
      </div>
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
      <DecisionBar
        view={view}
        isLost={isLost}
        note={note}
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
  readonly post: (act: ReviewAct) => void;
}
