import { useEffect, useRef, useState } from 'preact/hooks';
import type { SlashSuggestion } from '../../src/protocol/sessionMessages';
import { isComposing, isSubmitKey } from '../ui/keyboard';
import { words } from './words';

/** What can be called, while the person writes the first word of a message and it begins with a slash. */
export function useSuggestions(
  all: readonly SlashSuggestion[],
  text: string,
  onChoose: (suggestion: SlashSuggestion) => void,
): Suggestions {
  // With the text for which it was made: another text begins at the first one again.
  const [choice, setChoice] = useState({ text, at: 0 });
  const [closedFor, setClosedFor] = useState<string | undefined>(undefined);
  const fitting = closedFor === text || !/^\/\S*$/.test(text) ? [] : all.filter((each) => fits(each, text));
  const chosen = fitting[choice.text === text ? Math.min(choice.at, fitting.length - 1) : 0];
  const move = (by: number): void => {
    const from = chosen === undefined ? 0 : fitting.indexOf(chosen);
    setChoice({ text, at: (from + by + fitting.length) % fitting.length });
  };
  return {
    fitting,
    chosen,
    onChoose,
    close: () => setClosedFor(text),
    takesKey: (event) => {
      if (chosen === undefined || isComposing(event)) return false;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      // A name that is written out is sent and not chosen once more.
      if (isSubmitKey(event) && chosen.name === text) return false;
      if (event.key === 'ArrowDown') move(1);
      else if (event.key === 'ArrowUp') move(-1);
      else if (event.key === 'Escape') setClosedFor(text);
      else if (event.key === 'Tab' || isSubmitKey(event)) onChoose(chosen);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

export interface Suggestions {
  /** Empty while the list is closed. */
  readonly fitting: readonly SlashSuggestion[];
  readonly chosen: SlashSuggestion | undefined;
  readonly onChoose: (suggestion: SlashSuggestion) => void;
  close(): void;
  /** Whether the key was meant for the list. */
  takesKey(event: KeyboardEvent): boolean;
}

/** What the field says about the list. The focus stays in the field; the list follows it. */
export function suggestionProps({ fitting, chosen }: Suggestions) {
  if (chosen === undefined) return { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' } as const;
  return {
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': 'suggestions',
    'aria-activedescendant': optionId(fitting.indexOf(chosen)),
  } as const;
}

/** The list over the field. */
export function SuggestionList({ suggestions: { fitting, chosen, onChoose } }: { suggestions: Suggestions }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(
    () => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
    [chosen],
  );
  return (
    <>
      <p class="spoken" role="status">
        {fitting.length === 0 ? '' : words.suggestionCount(fitting.length)}
      </p>
      {fitting.length > 0 && (
        <ul class="suggestions" id="suggestions" role="listbox" aria-label={words.suggestions} ref={list}>
          {fitting.map((each, index) => (
            <li
              key={each.name}
              id={optionId(index)}
              role="option"
              aria-selected={each === chosen}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(each)}
            >
              <span class="suggestion-name">
                {each.name}
                {each.hint !== '' && <span class="suggestion-hint"> {each.hint}</span>}
              </span>
              <span class="suggestion-description">{each.description}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function optionId(index: number): string {
  return `suggestion-${index}`;
}

/** By the beginning of its name, of a skill also without the word before it. */
function fits({ name }: SlashSuggestion, text: string): boolean {
  const typed = text.toLowerCase();
  return [name, name.replace('/skill:', '/')].some((each) => each.toLowerCase().startsWith(typed));
}
