/**
 * Repaints; where that took the focused element away, the focus goes to what it stood in, or to the message field, and
 * not to nowhere: a person on the keyboard must not start again at the top.
 */
export function keepFocus(repaint: () => void): void {
  const before = document.activeElement;
  const home = before?.closest<HTMLElement>('.row');
  const at =
    home?.parentElement === null || home === null || home === undefined
      ? -1
      : [...home.parentElement.children].indexOf(home);
  repaint();
  if (before === null || before === document.body || document.activeElement !== document.body) return;
  const row = document.querySelectorAll<HTMLElement>('.rows > .row')[at];
  const next =
    row?.tabIndex === -1 && row.hasAttribute('tabindex')
      ? row
      : document.querySelector<HTMLElement>('textarea, button:enabled');
  next?.focus();
}
