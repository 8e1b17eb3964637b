import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

/** One tab: what it is called, and a number or word beside it. */
interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly badge: string;
  /** What the badge means, for those who hear it. */
  readonly badgeLabel: string;
}

/** Tabs after the ARIA pattern: one tab stop, arrow keys, Home and End; choosing follows the focus. */
export function Tabs<Id extends string>({ label, tabs, chosen, onChoose }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const choose = (index: number): void => {
    const tab = tabs.at(index % tabs.length);
    if (tab === undefined) return;
    onChoose(tab.id);
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab, index) => (
        <button
          type="button"
          role="tab"
          class="tab"
          key={tab.id}
          id={`tab-${tab.id}`}
          aria-selected={tab.id === chosen}
          aria-controls={`panel-${tab.id}`}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => choose(index)}
        >
          {tab.label}
          {tab.badge !== '' && (
            <span class="badge">
              <span aria-hidden="true">{tab.badge}</span>
              <span class="spoken">{tab.badgeLabel}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** What a tab shows. It can take the focus, so that it scrolls by keys. */
export function TabPanel({ id, children }: { id: string; children: ComponentChildren }) {
  return (
    <div class="panel" role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`} tabIndex={0}>
      {children}
    </div>
  );
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}
