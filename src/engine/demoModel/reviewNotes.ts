import { approvalNoteFollows, noteFollows } from '../exitResult';

/** What a person asked to be changed, as single notes: each comment of a review is one, and the general note is one. */
export function changesAsked(result: string): readonly string[] {
  const feedback = after(noteFollows, result);
  return feedback === '' ? [] : singleNotes(feedback);
}

/** What a person said with an approval; empty where they said nothing. */
export function saidWithApproval(result: string): string {
  return after(approvalNoteFollows, result);
}

const commentHeading = /^## (?=\d+\. |General note$)/m;

function singleNotes(feedback: string): readonly string[] {
  if (!feedback.startsWith('## 1. ')) return [feedback];
  return feedback
    .split(commentHeading)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [heading = '', ...lines] = part.trim().split('\n');
      const own = lines.filter((line) => !line.startsWith('>')).join('\n');
      // A comment that is only a place and a kind, such as "Delete this".
      return own.trim() === '' ? [heading, ...lines].join('\n').trim() : own.trim();
    });
}

function after(mark: string, text: string): string {
  const at = text.indexOf(mark);
  return at === -1 ? '' : text.slice(at + mark.length).trim();
}
