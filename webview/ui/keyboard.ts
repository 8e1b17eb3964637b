/** I11: a key that belongs to an input method, in every order in which browsers tell of it. It must do nothing of ours. */
export function isComposing(event: KeyboardEvent): boolean {
  // Safari ends the composition before the key; only this old field still tells that the key was the input method's.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return event.isComposing || event.keyCode === 229;
}

/** Enter in a one-message field, where Shift+Enter starts a new line. A held key does not repeat it. */
export function isSubmitKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.repeat && !isComposing(event);
}

/** Ctrl+Enter, or Cmd+Enter: the deliberate way to send. A held key does not repeat it. */
export function isSendChord(event: KeyboardEvent): boolean {
  return isSubmitKey(event) && (event.ctrlKey || event.metaKey);
}

/** A key on its own, where letters and digits are commands and not text. */
export function isPlainKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return false;
  return !(
    event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
