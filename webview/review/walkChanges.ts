/** Scrolls to the next (1) or previous (-1) change below the tabs. At the last one it stays. */
export function walkChanges(scroller: HTMLElement | null, step: 1 | -1): void {
  if (scroller === null) return;
  const top = scroller.getBoundingClientRect().top + (scroller.querySelector('.tab-bar')?.clientHeight ?? 0);
  const starts = [...scroller.querySelectorAll<HTMLElement>('[data-change]')];
  const below = (element: HTMLElement): number => element.getBoundingClientRect().top - top - margin;
  const next = step === 1 ? starts.find((start) => below(start) > 1) : starts.findLast((start) => below(start) < -1);
  if (next !== undefined) scroller.scrollBy({ top: below(next) });
}

const margin = 8;
