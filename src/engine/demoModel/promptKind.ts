/** What a message of the person is to the demo model. */
export type PromptKind = 'task' | 'note' | 'ask-again' | 'agree' | 'go-on' | 'talk';

/** What the host writes for a person who wants to be asked again after a review without a decision. */
export const askAgainPrompt = 'Ask for the plan again';

/** Tells by fixed rules what a message is; whatever fits none of them is a task. */
export function promptKind(text: string, hasTask: boolean): PromptKind {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[.!…]+$/, '');
  if (plain === askAgainPrompt.toLowerCase()) return 'ask-again';
  const words = plain.split(/\s+/).length;
  if (hasTask && words <= 5 && /^(continue|go on|go ahead|proceed|resume|carry on|try again|retry)\b/.test(plain))
    return 'go-on';
  // Words in the chat approve nothing: they only have the plan shown for review once more.
  if (hasTask && words <= 5 && /^(yes|ok|okay|approved?|lgtm|looks good|do it|implement it|implement)\b/.test(plain))
    return 'agree';
  if (hasTask && /^(also|and|but|instead|rather|only|without|no,|please also)\b/.test(plain)) return 'note';
  if (plain === '' || (words <= 4 && /^(hi|hello|hey|thanks|thank you|good morning)\b/.test(plain))) return 'talk';
  return plain.endsWith('?') && !asksForWork.test(plain) ? 'talk' : 'task';
}

const asksForWork =
  /\b(add|fix|write|make|create|implement|change|update|refactor|remove|delete|rename|improve|test|validate|build|document|plan|move|split|support|handle)\b/;
