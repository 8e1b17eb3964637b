import type { NewText } from './fileWrite';

/** One piece of a text, and what is to stand in its place. */
export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
}

/** What is wrong with an edit whatever the file says, for the model; undefined where nothing is. */
export function editFault({ oldText, newText }: TextEdit): string | undefined {
  if (oldText === '') return '"old_text" is empty. To write a whole file use write_file.';
  if (oldText === newText) return '"old_text" and "new_text" are the same; there is nothing to change.';
  return undefined;
}

/** Makes the edits one after the other, each in what the one before left; all of them or none. */
export function applyEdits(before: string | undefined, edits: readonly TextEdit[], shown: string): NewText {
  if (before === undefined) return { state: 'none', why: `There is no file ${shown}. To make it use write_file.` };
  let text = before;
  for (const [index, { oldText, newText }] of edits.entries()) {
    const which = edits.length === 1 ? '' : `Edit ${index + 1} of ${edits.length} does not fit, so none was made: `;
    const at = text.indexOf(oldText);
    if (at === -1) {
      const why = `${which}"old_text" is not in ${shown}. Read the file again; every space and line break counts.`;
      return { state: 'none', why };
    }
    if (text.includes(oldText, at + 1)) {
      const why = `${which}"old_text" is in ${shown} more than once. Give more of what stands around it.`;
      return { state: 'none', why };
    }
    text = text.slice(0, at) + newText + text.slice(at + oldText.length);
  }
  return { state: 'text', text };
}
