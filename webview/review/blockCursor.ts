/** Puts the focus on the next (1) or previous (-1) block of the plan, so that a key can comment on it. */
export function stepBlock(scroller: HTMLElement | null, step: 1 | -1): void {
  if (scroller === null) return;
  const blocks = [...scroller.querySelectorAll<HTMLElement>('[data-block]')];
  const at = blocks.findIndex((block) => block === document.activeElement);
  const top = scroller.getBoundingClientRect().top;
  const inView = blocks.findIndex((block) => block.getBoundingClientRect().bottom > top);
  const next = blocks[at === -1 ? Math.max(0, inView) : at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** The block that has the focus. */
export function focusedBlock(): HTMLElement | undefined {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && focused.matches('[data-block]') ? focused : undefined;
}
