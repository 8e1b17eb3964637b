/**
 * Repaints; where that took the focused element away, the focus goes to what it stood in, or to the message field, and
 * not to nowhere: a person on the keyboard must not start again at the top. A message field that is new takes the focus
 * that nothing else has: who has begun a session begins to write.
 */
export function keepFocus(repaint: () => void): void {
  const before = document.activeElement;
  const fieldBefore = messageField();
  const wasInHeader = before !== null && before.closest('.session-header') !== null;
  const home = before?.closest<HTMLElement>('.row');
  const at =
    home?.parentElement === null || home === null || home === undefined
      ? -1
      : [...home.parentElement.children].indexOf(home);
  repaint();
  if (document.activeElement !== document.body) return;
  const field = messageField();
  if (before === null || before === document.body) {
    // Not where the workbench has the focus: it is not ours to take.
    if (field !== fieldBefore && document.hasFocus()) field?.focus();
    return;
  }
  const row = document.querySelectorAll<HTMLElement>('.rows > .row')[at];
  if (row?.tabIndex === -1 && row.hasAttribute('tabindex')) row.focus();
  else (field !== null && !wasInHeader ? field : firstButton())?.focus();
}

/** A page that is given the focus as a whole, by a command for instance, hands it to the message field. */
export function takeFocus(): void {
  if (document.activeElement === document.body) messageField()?.focus();
}

function firstButton(): HTMLElement | null {
  return document.querySelector('button:enabled');
}

function messageField(): HTMLElement | null {
  return document.querySelector('textarea');
}
